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
  /// The text in the field in the format of the cell; nil without a format, and for a value that the format does not accept.
  func formattedText(_ key: ComponentKey<String>) -> String? {
    guard let format = properties.format(ofSlot: key.slot), properties.program(key)?.hasOnlyTexts != true else {
      return nil
    }
    return format.text(of: properties.value(key), locale)
  }

  /// The value to be written for a text that a person typed into a field with a format; nil for one without, and for a text in
  /// which nothing was typed.
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
    guard case .date(let date) = value, case .date(let shown) = format, isText else { return value }
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
  func formattedDate(_ text: String, replacing current: DateValue?) throws(Diagnostic) -> DateValue? {
    guard let format = properties.format, case .date = format else { return nil }
    return try format.value(in: text, replacing: current.map(Value.date) ?? .null, locale).date
  }

  /// A date in the format of the cell; nil without one.
  func formattedText(of date: DateValue) -> String? {
    guard let format = properties.format, case .date = format else { return nil }
    return format.text(of: .date(date), locale)
  }
}

extension Value {
  /// Whether it is an ISO 8601 text with a time.
  fileprivate var hasTime: Bool {
    if case .string(let text) = self { ISO8601.read(text)?.hasTime == true } else { false }
  }
}
