extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> Wrapped? {
    value.isNull ? nil : try Wrapped.fromValue(value)
  }

  public func toValue() -> Value { self?.toValue() ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  public static func fromValue(_ value: Value) throws(ValueMismatch) -> [Element] {
    guard case .list(let values) = value else { throw ValueMismatch() }
    var result: [Element] = []
    result.reserveCapacity(values.count)
    for (index, value) in values.enumerated() { result.append(try ValueMismatch.part("element \(index + 1)", value)) }
    return result
  }

  public func toValue() -> Value { .list(map { $0.toValue() }) }
}

extension Dictionary: ValueConvertible where Key == String, Value: ValueConvertible {
  public static func fromValue(_ value: OKitValues.Value) throws(ValueMismatch) -> [String: Value] {
    switch value {
    case .map(let members):
      var result: [String: Value] = [:]
      for (name, member) in members { result[name] = try ValueMismatch.part(PrintableText.quoted(name), member) }
      return result
    // An empty table of Lua does not tell which it is.
    case .list(let values) where values.isEmpty: return [:]
    default: throw ValueMismatch()
    }
  }

  public func toValue() -> OKitValues.Value { .map(mapValues { $0.toValue() }) }
}

/// A type that converts from each value of some types, so that one value of a type stands for all.
package protocol StandardConvertible: ValueConvertible {
  /// The name of the type in messages.
  static var valueName: String { get }
}

extension ValueConvertible {
  /// The name of the type in messages.
  @usableFromInline
  package static var valueName: String {
    (Self.self as? any StandardConvertible.Type)?.valueName ?? String(describing: Self.self)
  }
}

extension Value: StandardConvertible { package static var valueName: String { "value" } }
extension Bool: StandardConvertible { package static var valueName: String { "boolean" } }
extension Int: StandardConvertible { package static var valueName: String { "integer" } }
extension Double: StandardConvertible { package static var valueName: String { "number" } }
extension String: StandardConvertible { package static var valueName: String { "string" } }
extension DateValue: StandardConvertible { package static var valueName: String { "date" } }
extension DayValue: StandardConvertible { package static var valueName: String { "day" } }
extension DataValue: StandardConvertible { package static var valueName: String { "string" } }
extension EntityID: StandardConvertible { package static var valueName: String { "entity" } }
extension Optional: StandardConvertible where Wrapped: StandardConvertible {
  package static var valueName: String { Wrapped.valueName }
}
extension Array: StandardConvertible where Element: StandardConvertible {
  package static var valueName: String { "list" }
}
extension Dictionary: StandardConvertible where Key == String, Value: StandardConvertible {
  package static var valueName: String { "map" }
}
