/// The values of screens as JSON data.
extension JSONValue {
  init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }

  init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }

  /// Nil for plain text, which has no runs.
  init?(runs: [TextRun]) {
    if runs.isEmpty { return nil }
    self = .array(runs.map(\.jsonValue))
  }

  /// A whole number without a fraction; what JSON cannot say (infinities, NaN) is null.
  init(number: Double?) {
    guard let number, number.isFinite else {
      self = .null
      return
    }
    self = Int(exactly: number).map(JSONValue.int) ?? .double(number)
  }

  /// The value of a control: a string, a number, a Bool, or a date as ISO text. (`JSONValue.Value` is a member's
  /// value.)
  init(scalar value: OKitValues.Value) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self.init(number: number)
    case .string(let text): self = .string(text)
    case .date(let date): self.init(ISO8601.text(of: date))
    case .day(let day): self = .string(day.text)
    case .color(let color): self = .string(color.hex)
    case .image(.named(let name)): self = .string(name)
    case .null, .data, .image, .entity, .collection, .list, .map, .function, .handle: self = .null
    }
  }
}
