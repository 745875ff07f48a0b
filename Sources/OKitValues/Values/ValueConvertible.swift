/// A Swift type that values of models, bindings and scripts convert to and from: numbers, strings, dates, entities, and
/// lists, maps and optionals of them. `Value` converts to itself.
public protocol ValueConvertible {
  /// Converts a value to this type. Numbers and strings do not convert to each other.
  ///
  /// - Throws: `ValueMismatch` for a value of another type.
  static func fromValue(_ value: Value) throws(ValueMismatch) -> Self
  func toValue() -> Value
}

/// A value has another type than the one it should convert to.
public struct ValueMismatch: DescribedError {
  /// Which part of the value it is, such as "element 3: integer expected, got String"; nil for the value itself.
  package private(set) var part: String?

  /// Creates the error.
  public init() {}

  package var diagnostic: Diagnostic {
    Diagnostic("function.type", part ?? "the value has another type than it should have")
  }

  /// Converts a part of a value, which an error names.
  static func part<Part: ValueConvertible>(
    _ name: @autoclosure () -> String, _ value: Value
  ) throws(ValueMismatch) -> Part {
    do { return try Part.fromValue(value) } catch {
      var mismatch = error
      let problem = "\(Part.valueName) expected, got \(value.isNull ? "nil" : value.typeName)\(value.numberText)"
      mismatch.part = "\(name()): \(error.part ?? problem)"
      throw mismatch
    }
  }
}

extension Value {
  /// A number after its type, in a message.
  fileprivate var numberText: String {
    switch self {
    case .int, .double: scalarText.map { " \($0)" } ?? ""
    default: ""
    }
  }
}

extension Value: ValueConvertible {
  public static func fromValue(_ value: Value) -> Value { value }
  public func toValue() -> Value { self }
}

extension Bool: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> Bool {
    guard case .bool(let bool) = value else { throw ValueMismatch() }
    return bool
  }
  public func toValue() -> Value { .bool(self) }
}

extension Int: ValueConvertible {
  /// Also of a float without a fraction.
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> Int {
    switch value {
    case .int(let int): return int
    case .double(let double):
      guard let int = Int(exactly: double) else { throw ValueMismatch() }
      return int
    default: throw ValueMismatch()
    }
  }
  public func toValue() -> Value { .int(self) }
}

extension Double: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> Double {
    switch value {
    case .int(let int): return Double(int)
    case .double(let double): return double
    default: throw ValueMismatch()
    }
  }
  public func toValue() -> Value { .double(self) }
}

extension String: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> String {
    guard case .string(let text) = value else { throw ValueMismatch() }
    return text
  }
  public func toValue() -> Value { .string(self) }
}

extension DateValue: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> DateValue {
    guard case .date(let date) = value else { throw ValueMismatch() }
    return date
  }
  public func toValue() -> Value { .date(self) }
}

extension DataValue: ValueConvertible {
  /// Also of a text: Lua knows only bytes.
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> DataValue {
    switch value {
    case .data(let data): return data
    case .string(let text): return DataValue(bytes: Array(text.utf8))
    default: throw ValueMismatch()
    }
  }
  public func toValue() -> Value { .data(self) }
}

extension EntityID: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> EntityID {
    guard case .entity(let entity) = value else { throw ValueMismatch() }
    return entity
  }
  public func toValue() -> Value { .entity(self) }
}
