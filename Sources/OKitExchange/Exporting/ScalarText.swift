/// The stored scalars of documents as text.
enum ScalarText {
  /// Returns a value as one field of text: dates as ISO 8601 where the property is known to be one, numbers as they are
  /// read back. Nil for null.
  static func text(_ value: JSONValue, _ type: PropertyType?) -> String? {
    switch (type?.unwrapped, value) {
    case (_, .null), (_, .array), (_, .object): nil
    case (.date, _): DateValue(value).flatMap(date) ?? plain(value)
    default: plain(value)
    }
  }

  /// Returns a date as ISO 8601 if that is exact, which it is to the millisecond.
  static func date(_ date: DateValue) -> String? {
    guard let text = ISO8601.text(of: date), ISO8601.parse(text) == date else { return nil }
    return text
  }

  private static func plain(_ value: JSONValue) -> String? {
    switch value {
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .double(let double): double.description
    case .number(let text), .string(let text): text
    case .null, .array, .object: nil
    }
  }

  /// Reads a text as a value of a property.
  ///
  /// - Throws: `model.type`.
  static func value(
    _ text: String, of property: Property, _ type: EntityType, in store: ModelStore
  ) throws -> Value {
    func name() -> String { "\(type.name).\(property.name)" }
    func problem(_ needs: String) -> Diagnostic {
      Diagnostic("model.type", "\(name()) needs \(needs), got \(PrintableText.quoted(text))")
    }
    switch property.type.unwrapped {
    case .bool:
      switch text.lowercased() {
      case "true", "1": return .bool(true)
      case "false", "0": return .bool(false)
      default: throw problem("true or false")
      }
    case .data:
      guard let data = DataValue(base64: text) else { throw problem("Base64") }
      return .data(data)
    case .date:
      if let seconds = Double(text), seconds.isFinite { return .date(DateValue(secondsSince2001: seconds)) }
    default: break
    }
    if property.isReference { return .string(text) }
    return try store.convert(.string(text), to: property.type, for: name())
  }
}

extension JSONReader {
  /// Returns the next value if it is a text, and stays in front of it.
  mutating func peekString() throws -> String? {
    guard try peekKind() == .string else { return nil }
    var ahead = copy(at: offset)
    return try ahead.readString()
  }

  /// Returns the next value if it is a scalar, and the key of one that is a reference; nil for others, which are
  /// skipped.
  mutating func readScalar() throws -> JSONValue? {
    switch try peekKind() {
    case .array:
      try skipValue()
      return nil
    case .object:
      let head = try ObjectHead(self)
      try skipValue()
      return head.isBare ? .null : head.referenceKey
    case .string, .number, .bool, .null: return try readValue()
    }
  }
}
