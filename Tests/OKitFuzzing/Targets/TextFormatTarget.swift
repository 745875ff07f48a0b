import OKitEngine

extension FuzzTarget {
  /// A line with a number pattern, a date pattern or a mask; then a text that a person types into a field with this
  /// format.
  public static let textFormat = FuzzTarget(name: "textformat") {
    let contexts = ["en_US", "de_DE", "ar_EG"].map {
      FunctionContext(
        locale: $0, timeZone: "Europe/Berlin", now: DateValue(secondsSince1970: 1_580_472_000),
        localization: Localization(), formatters: FormatterCache())
    }
    return { input in
      let (line, rest) = input.splitLine()
      let pattern = String(decoding: line, as: UTF8.self)
      for context in contexts {
        for type in FormatType.allCases { try check(type, pattern, String(decoding: rest, as: UTF8.self), context) }
      }
    }
  }
}

private func check(_ type: FormatType, _ pattern: String, _ text: String, _ context: FunctionContext) throws {
  let format: TextFormat
  do { format = try TextFormat(type, pattern: pattern, context) } catch {
    try require(error.code == "function.pattern", "refused with \(error.code.rawValue)")
    // ICU says nothing about the place: what the grammar accepts, ICU has to accept.
    let range = error.excerpt?.range
    return try require(
      range.map { $0.lower <= pattern.utf8.count } == true, "\(type) \(pattern): refused without a place")
  }
  let values: [Value] = [
    .double(1234.5), .int(-7), .double(0), .double(1e300), .double(.nan), .string(text),
    .date(DateValue(secondsSince1970: 1_580_472_000)), .date(DateValue(secondsSince1970: -1e11)),
  ]
  for value in values { try read(format.text(of: value, context) ?? "", format, context) }
  try read(text, format, context)
}

/// Reads a text: a value, or a refusal with a place in the text.
private func read(_ text: String, _ format: TextFormat, _ context: FunctionContext) throws {
  do {
    let value = try format.value(in: text, replacing: .null, context)
    if case .masked(let mask) = format, case .string(let slots) = value {
      try require(mask.apply(slots).isValid, "the mask does not accept what it has read: \(slots)")
    }
  } catch let error as Diagnostic {
    try require(error.code == "cell.value", "refused with \(error.code.rawValue)")
    let range = error.excerpt?.range
    try require(range.map { $0.lower <= text.utf8.count } == true, "\(text): refused outside of the text")
  }
}
