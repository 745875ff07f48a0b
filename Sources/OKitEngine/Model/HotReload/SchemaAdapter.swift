/// Makes plain data of earlier classes fit those that there are now: a value of another type is converted where that loses
/// nothing, else its property begins with its default.
struct SchemaAdapter {
  let store: ModelStore
  /// What was left out: how often for each property, and one of the values.
  private var leftOut: [String: (count: Int, expected: String, example: String)] = [:]

  init(store: ModelStore) { self.store = store }

  /// A warning for each property that has lost values.
  var reports: [Diagnostic] {
    leftOut.sorted { $0.key < $1.key }.map { name, lost in
      let values = lost.count == 1 ? "a value does not fit" : "\(lost.count) values do not fit"
      return Diagnostic(
        "model.changed", "\(name): \(values), and begins anew: expected \(lost.expected), found \(lost.example)",
        severity: .warning)
    }
  }

  /// The data of an entity, nil when it cannot be one.
  mutating func fit(_ jsonValue: JSONValue, to declared: EntityType) -> JSONValue? {
    guard case .object(var members) = jsonValue, let type = type(of: members, below: declared) else { return nil }
    for property in type.properties where property.computed == nil {
      guard let member = members[property.name], member != .null else { continue }
      members[property.name] = fit(member, property, "\(type.name).\(property.name)")
    }
    return .object(members)
  }

  private func type(of members: [String: JSONValue], below declared: EntityType) -> EntityType? {
    guard let named = members[ModelStore.typeKey] else { return declared }
    guard case .string(let name) = named, let type = store.type(named: name) else { return nil }
    return type.isSubtype(of: declared) ? type : nil
  }

  private mutating func fit(_ jsonValue: JSONValue, _ property: Property, _ name: String) -> JSONValue? {
    guard property.isCollection, let element = property.type.element else {
      return fit(element: jsonValue, property.type, property.ownedTypeName, name)
    }
    switch (property.type, jsonValue) {
    case (.map, .object(let members)):
      return .object(members.compactMapValues { fit(element: $0, element, property.ownedTypeName, name) })
    case (.map, _): break
    case (_, .array(let elements)):
      return .array(elements.compactMap { fit(element: $0, element, property.ownedTypeName, name) })
    default: break
    }
    return leaveOut(jsonValue, name, property.type.expectation)
  }

  private mutating func fit(element: JSONValue, _ type: PropertyType, _ owned: String?, _ name: String) -> JSONValue? {
    if let owned {
      guard let declared = store.type(named: owned) else { return element }
      return fit(element, to: declared) ?? leaveOut(element, name, "\(owned)")
    }
    if type.scalar(element) != nil { return element }
    let value = Value(element)
    do { return try store.convert(value, to: type, for: name).jsonValue } catch {
      return leaveOut(element, name, type.expectation)
    }
  }

  private mutating func leaveOut(_ jsonValue: JSONValue, _ name: String, _ expected: String) -> JSONValue? {
    leftOut[name, default: (0, expected, jsonValue.summary)].count += 1
    return nil
  }
}
