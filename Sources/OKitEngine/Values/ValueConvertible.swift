/// A Swift type that values of models, bindings and scripts convert to and from: numbers, strings, dates, entities, and
/// lists, maps and optionals of them. `Value` converts to itself.
public protocol ValueConvertible {
  /// The name of the type in messages.
  static var valueName: String { get }
  /// Converts a value to this type; nil when it is another type. Numbers and strings do not convert to each other.
  static func fromValue(_ value: Value) -> Self?
  func toValue() -> Value
}

extension Value: ValueConvertible {
  public static var valueName: String { "value" }
  public static func fromValue(_ value: Value) -> Value? { value }
  public func toValue() -> Value { self }
}

extension Bool: ValueConvertible {
  public static var valueName: String { "boolean" }
  public static func fromValue(_ value: Value) -> Bool? { if case .bool(let bool) = value { bool } else { nil } }
  public func toValue() -> Value { .bool(self) }
}

extension Int: ValueConvertible {
  public static var valueName: String { "integer" }
  /// Also of a float without a fraction.
  public static func fromValue(_ value: Value) -> Int? {
    switch value {
    case .int(let int): int
    case .double(let double): Int(exactly: double)
    default: nil
    }
  }
  public func toValue() -> Value { .int(self) }
}

extension Double: ValueConvertible {
  public static var valueName: String { "number" }
  public static func fromValue(_ value: Value) -> Double? {
    switch value {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }
  public func toValue() -> Value { .double(self) }
}

extension String: ValueConvertible {
  public static var valueName: String { "string" }
  public static func fromValue(_ value: Value) -> String? { if case .string(let text) = value { text } else { nil } }
  public func toValue() -> Value { .string(self) }
}

extension DateValue: ValueConvertible {
  public static var valueName: String { "date" }
  public static func fromValue(_ value: Value) -> DateValue? { if case .date(let date) = value { date } else { nil } }
  public func toValue() -> Value { .date(self) }
}

extension DataValue: ValueConvertible {
  public static var valueName: String { "string" }
  /// Also of a text: Lua knows only bytes.
  public static func fromValue(_ value: Value) -> DataValue? {
    switch value {
    case .data(let data): data
    case .string(let text): DataValue(bytes: Array(text.utf8))
    default: nil
    }
  }
  public func toValue() -> Value { .data(self) }
}

extension EntityID: ValueConvertible {
  public static var valueName: String { "entity" }
  public static func fromValue(_ value: Value) -> EntityID? {
    if case .entity(let entity) = value { entity } else { nil }
  }
  public func toValue() -> Value { .entity(self) }
}
