extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  public static var valueName: String { Wrapped.valueName }

  public static func fromValue(_ value: Value) -> Wrapped?? {
    value.isNull ? .some(.none) : Wrapped.fromValue(value).map { .some($0) }
  }

  public func toValue() -> Value { self?.toValue() ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  public static var valueName: String { "list" }

  public static func fromValue(_ value: Value) -> [Element]? {
    guard case .list(let values) = value else { return nil }
    let elements = values.compactMap(Element.fromValue)
    return elements.count == values.count ? elements : nil
  }

  public func toValue() -> Value { .list(map { $0.toValue() }) }
}

extension Dictionary: ValueConvertible where Key == String, Value: ValueConvertible {
  public static var valueName: String { "map" }

  public static func fromValue(_ value: OKitEngine.Value) -> [String: Value]? {
    switch value {
    case .map(let members):
      let values = members.compactMapValues(Value.fromValue)
      return values.count == members.count ? values : nil
    // An empty table of Lua does not tell which it is.
    case .list(let values) where values.isEmpty: return [:]
    default: return nil
    }
  }

  public func toValue() -> OKitEngine.Value { .map(mapValues { $0.toValue() }) }
}
