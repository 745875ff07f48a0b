extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  public static var valueName: String { Wrapped.valueName }

  public static func fromValue(_ value: Value) throws(ValueMismatch) -> Wrapped? {
    value.isNull ? nil : try Wrapped.fromValue(value)
  }

  public func toValue() -> Value { self?.toValue() ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  public static var valueName: String { "list" }

  public static func fromValue(_ value: Value) throws(ValueMismatch) -> [Element] {
    guard case .list(let values) = value else { throw ValueMismatch() }
    return try values.map(Element.fromValue)
  }

  public func toValue() -> Value { .list(map { $0.toValue() }) }
}

extension Dictionary: ValueConvertible where Key == String, Value: ValueConvertible {
  public static var valueName: String { "map" }

  public static func fromValue(_ value: OKitValues.Value) throws(ValueMismatch) -> [String: Value] {
    switch value {
    case .map(let members):
      var result: [String: Value] = [:]
      for (name, member) in members { result[name] = try Value.fromValue(member) }
      return result
    // An empty table of Lua does not tell which it is.
    case .list(let values) where values.isEmpty: return [:]
    default: throw ValueMismatch()
    }
  }

  public func toValue() -> OKitValues.Value { .map(mapValues { $0.toValue() }) }
}

/// A type that converts from each value of some types, so that one value of a type stands for all.
package protocol StandardConvertible: ValueConvertible {}

extension Value: StandardConvertible {}
extension Bool: StandardConvertible {}
extension Int: StandardConvertible {}
extension Double: StandardConvertible {}
extension String: StandardConvertible {}
extension DateValue: StandardConvertible {}
extension DayValue: StandardConvertible {}
extension DataValue: StandardConvertible {}
extension EntityID: StandardConvertible {}
extension Optional: StandardConvertible where Wrapped: StandardConvertible {}
extension Array: StandardConvertible where Element: StandardConvertible {}
extension Dictionary: StandardConvertible where Key == String, Value: StandardConvertible {}
