/// Adapts the data of entities to changed classes: a value of another type is converted where that loses nothing, else
/// its property begins with its default.
struct SchemaAdapter {
  let store: ModelStore
  /// The dropped values: their number for each property, and one of them.
  private var dropped: [String: (count: Int, expected: String, example: String)] = [:]

  init(store: ModelStore) { self.store = store }

  /// A warning for each property that has lost values.
  var reports: [Diagnostic] {
    dropped.sorted { $0.key < $1.key }.map { name, lost in
      let values = lost.count == 1 ? "a value does not fit and was" : "\(lost.count) values do not fit and were"
      return Diagnostic(
        "model.changed", "\(name): \(values) dropped: expected \(lost.expected), found \(lost.example)",
        severity: .warning)
    }
  }

  /// Returns the data of an entity as its class wants it, nil when it cannot be one.
  mutating func adapt(_ jsonValue: JSONValue, to declared: EntityType) -> JSONValue? {
    guard case .object(var members) = jsonValue, let type = type(of: members, below: declared) else { return nil }
    for property in type.properties where !property.isComputed {
      guard let member = members[property.name], member != .null else { continue }
      members[property.name] = adapt(member, property, "\(type.name).\(property.name)")
    }
    return .object(members)
  }

  private func type(of members: [String: JSONValue], below declared: EntityType) -> EntityType? {
    guard let named = members[ModelStore.typeKey] else { return declared }
    guard case .string(let name) = named, let type = store.type(named: name) else { return nil }
    return type.isSubtype(of: declared) ? type : nil
  }

  private mutating func adapt(_ jsonValue: JSONValue, _ property: Property, _ name: String) -> JSONValue? {
    guard property.isCollection, let element = property.type.element else {
      return adapt(element: jsonValue, property.type, property.ownedTypeName, name)
    }
    switch (property.type, jsonValue) {
    case (.map, .object(let members)):
      return .object(members.compactMapValues { adapt(element: $0, element, property.ownedTypeName, name) })
    case (.map, _): break
    case (_, .array(let elements)):
      return .array(elements.compactMap { adapt(element: $0, element, property.ownedTypeName, name) })
    default: break
    }
    return drop(jsonValue, name, property.type.expectation)
  }

  private mutating func adapt(element: JSONValue, _ type: PropertyType, _ owned: String?, _ name: String) -> JSONValue?
  {
    if let owned {
      guard let declared = store.type(named: owned) else { return element }
      return adapt(element, to: declared) ?? drop(element, name, "\(owned)")
    }
    if type.scalar(element) != nil { return element }
    if let value = store.scalar(element, type) { return value.jsonValue }
    let value = Value(element)
    do { return try store.convert(value, to: type, for: name).jsonValue } catch {
      return drop(element, name, type.expectation)
    }
  }

  private mutating func drop(_ jsonValue: JSONValue, _ name: String, _ expected: String) -> JSONValue? {
    dropped[name, default: (0, expected, jsonValue.summary)].count += 1
    return nil
  }
}
