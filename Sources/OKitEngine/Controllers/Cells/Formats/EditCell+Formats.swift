/// The formats of controls.
extension Cell {
  /// Returns a number as the format of the cell, else the locale, writes it; nil for any other value.
  func numberText(of value: Value) -> String? {
    let locale = evaluator.functionContext()
    if case .number(let format)? = properties.format, value.isNumber {
      return TextFormat.number(format).text(of: value, locale)
    }
    return locale.text(of: value)
  }
}

extension EditCell {
  /// The text in the field in the format of the cell; nil without a format, and for a value that the format does not
  /// accept.
  func formattedText(_ key: ComponentKey<String>) -> String? {
    guard let format = properties.format(ofSlot: key.slot), properties.program(key)?.hasOnlyTexts != true else {
      return nil
    }
    return format.text(of: properties.value(key), locale)
  }

  /// The value to be written for a text that a person typed into a field with a format; nil for one without, and for a
  /// text in which nothing was typed.
  ///
  /// - Throws: `cell.value` for a text that the format does not accept.
  func formattedValue(_ key: ComponentKey<String>, _ text: String) throws(Diagnostic) -> Value? {
    guard let format = properties.format(ofSlot: key.slot) else { return nil }
    let isText = properties.program(key).map(isText) ?? false
    guard !text.allSatisfy(\.isWhitespace) else {
      // No text is a date, so that nothing typed stands for none.
      if case .date = format, !isText { return .null }
      return nil
    }
    let current = properties.value(key)
    let value = try format.value(in: text, replacing: current, locale)
    guard case .date(let date) = value, case .date(let shown, _) = format, isText else { return value }
    return .string(isoText(of: date, hasTime: shown.parts.hasTime || current.hasTime))
  }

  /// Whether dates are written to a binding as texts.
  private func isText(_ program: BindingProgram) -> Bool {
    if let type = evaluator.writtenType(program, properties.context) { return type.unwrapped == .string }
    if case .string = evaluator.get(program, properties.context) { return true }
    return false
  }

  /// The date as an ISO 8601 text: the day in the time zone of the application, or the moment in UTC.
  private func isoText(of date: DateValue, hasTime: Bool) -> String {
    // Fails only outside of the range of calendars, where no format reads a date.
    if !hasTime, let day = try? locale.figures(of: date), (0...9999).contains(day.year) {
      return "\(ISO8601.padded(day.year, 4))-\(ISO8601.padded(day.month))-\(ISO8601.padded(day.day))"
    }
    return ISO8601.text(of: date) ?? ""
  }

  /// The number that a person typed, in the format of the cell; nil without one.
  func formattedNumber(_ text: String) throws(Diagnostic) -> Value? {
    guard let format = properties.format, case .number = format else { return nil }
    return try format.value(in: text, replacing: .null, locale)
  }

  /// The date that a person typed, in the format of the cell; nil without one.
  func formattedDate(_ text: String, replacing current: Value) throws(Diagnostic) -> Value? {
    guard let format = properties.format, case .date = format else { return nil }
    return try format.value(in: text, replacing: current, locale)
  }

  /// A date or a day in the format of the cell, else as the locale shows it; nil for anything else.
  func dateText(of value: Value, _ mode: DateMode) -> String? {
    if let format = properties.format, case .date = format, let text = format.text(of: value, locale) { return text }
    // Fails only for an unknown time zone, which no application has.
    switch value {
    case .date(let date): return try? locale.text(of: date, mode: mode)
    case .day(let day): return try? locale.text(of: day, .long)
    default: return nil
    }
  }

  /// What a person picked or typed, in the kind of the control and possibly outside its bounds.
  ///
  /// - Throws: `action.impossible` for an edit that is not a date; `cell.value` for a text that is not one.
  func date(for edit: ScreenAction.Edit, _ bounded: BoundedDate, _ mode: DateMode) throws -> Value {
    switch edit {
    case .text(let text): return try typedDate(text, bounded, mode)
    case .value(let value):
      guard let picked = try bounded.picked(value, mode) else { throw wrongEdit("a date", edit) }
      return picked
    case .option, .steps: throw wrongEdit("a date", edit)
    }
  }

  private func typedDate(_ text: String, _ bounded: BoundedDate, _ mode: DateMode) throws -> Value {
    var refusal: Diagnostic?
    do {
      if let date = try formattedDate(text, replacing: bounded.current), let picked = try bounded.picked(date, mode) {
        return picked
      }
    } catch { refusal = error }
    if let typed = try bounded.typed(text, mode) { return typed }
    if let refusal { throw refusal }
    throw Diagnostic("cell.value", "\"\(text)\" is not \(mode.article)", hint: "use \(try locale.forms(of: mode))")
  }
}

extension Value {
  /// Whether it is an ISO 8601 text with a time.
  fileprivate var hasTime: Bool {
    if case .string(let text) = self { ISO8601.read(text)?.hasTime == true } else { false }
  }
}
