/// A format for the texts of a cell: turns values into texts, and texts that a person typed into values.
package enum TextFormat {
  case number(NumberFormat)
  /// A day has no time zone, so that its format has another one than that of dates.
  case date(DateFormat, days: DateFormat)
  case masked(Mask)

  /// - Throws: `function.pattern` for an invalid pattern.
  package init(_ type: FormatType, pattern: String, _ context: FunctionContext) throws(Diagnostic) {
    switch type {
    case .number: self = .number(try context.numberFormat(pattern))
    case .date: self = .date(try context.dateFormat(pattern), days: try context.dayFormat(pattern))
    case .masked:
      do { _ = try PatternReader(pattern) } catch { throw error.diagnostic(of: pattern, kind: "a mask") }
      self = .masked(context.formatters.mask(pattern))
    }
  }

  // MARK: Showing

  /// Returns the value in this format; nil for one that the format does not accept.
  package func text(of value: Value, _ context: FunctionContext) -> String? {
    switch self {
    case .number(let format):
      guard let number = value.formattedNumber else { return nil }
      return format.text(of: number).map(FormatterCache.withPlainBlanks)
    case .date(let format, let days):
      if case .day(let day) = value { return days.text(of: day.midnightUTC).map(FormatterCache.withPlainBlanks) }
      return context.date(ofFormatted: value).flatMap(format.text(of:)).map(FormatterCache.withPlainBlanks)
    case .masked(let mask):
      // An empty text stays empty, so that a field shows its placeholder.
      guard let text = value.scalarText, !text.isEmpty else { return nil }
      return mask.apply(text).text
    }
  }

  // MARK: Reading

  /// The greatest length of a typed text in UTF-8, so that reading one takes little time.
  private static let maximumBytes = 10_000

  /// Returns the value that a person typed.
  ///
  /// - Parameter current: the value that the text replaces: the parts of a date that the pattern does not show stay.
  /// - Throws: `cell.value`, with the place in the text.
  package func value(in text: String, replacing current: Value, _ context: FunctionContext) throws(Diagnostic) -> Value
  {
    do throws(PatternMistake) {
      guard text.utf8.count <= Self.maximumBytes else {
        throw PatternMistake(message: "is longer than \(Self.maximumBytes) bytes", range: SourceRange(0, 0))
      }
      switch self {
      case .number(let format): return try format.number(in: text)
      case .date(let format, _): return try date(in: text, format, replacing: current, context)
      case .masked(let mask): return .string(try mask.typed(text))
      }
    } catch { throw refusal(of: text, error) }
  }

  private func date(
    in text: String, _ format: DateFormat, replacing current: Value, _ context: FunctionContext
  ) throws(PatternMistake) -> Value {
    let base = context.date(ofFormatted: current)
    do { return .date(try format.date(in: text.trimmed, base: base, now: context.now)) } catch {
      guard let date = context.date(ofFormatted: .string(text.trimmed)) else { throw error }
      // Fails only outside of the range of calendars.
      guard let day = DayValue(text.trimmed), let base, !format.parts.hasTime,
        let moved = try? context.moment(day: day, timeOf: base)
      else { return .date(date) }
      return .date(moved)
    }
  }

  private func refusal(of text: String, _ mistake: PatternMistake) -> Diagnostic {
    let source = SourceText(name: "", text: text)
    let example: String? =
      switch self {
      case .number(let format): format.example
      case .date(let format, _): format.text(of: DateValue(secondsSince1970: 1_580_472_000))
      case .masked(let mask): mask.example
      }
    return Diagnostic(
      "cell.value",
      "\(PrintableText.quoted(text)) \(mistake.message) "
        + "(column \(source.location(of: mistake.range.lower).column))",
      excerpt: .init(source: source, range: mistake.range),
      hint: example.map { "use a text such as \"\(FormatterCache.withPlainBlanks($0))\"" })
  }
}

extension FunctionContext {
  /// Returns the date of a value that the format `date` accepts: a Date, or an ISO 8601 text. A text without an offset
  /// is in the time zone of the application, so that its day is the one that is shown.
  func date(ofFormatted value: Value) -> DateValue? {
    switch value {
    case .date(let date): return date
    case .day(let day): return firstMoment(of: day)
    case .string(let text):
      guard let iso = ISO8601.read(text) else { return nil }
      if !iso.hasTime { return firstMoment(of: DayValue(iso.day)) }
      // Fails only outside of the range of calendars.
      return iso.hasOffset ? iso.date : try? moment(clock: iso.date.secondsSince1970)
    default: return nil
    }
  }
}

extension Value {
  /// The number of a value that the format `number` accepts: a number, or a text that spells one.
  fileprivate var formattedNumber: Value? {
    switch self {
    case .int, .double: self
    case .string: number
    default: nil
    }
  }
}
