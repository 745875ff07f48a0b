/// The data that a service gets.
extension ModelStore {
  /// Returns the values of properties as the data of a service, with dates as ISO 8601 and keys in place of ids. Leaves
  /// out what is nil.
  ///
  /// - Parameter names: The properties, or the key; none for the key and all properties that are stored.
  /// - Throws: `model.unknownProperty` with the nearest name.
  package func values(of entity: EntityID, _ names: [String] = []) throws -> JSONValue {
    guard let type = type(of: entity) else { throw gone() }
    let stored = type.properties.filter { !$0.isComputed && !$0.isTransient && $0.role != .size }.map(\.name)
    var members: [String: JSONValue] = [:]
    for name in names.isEmpty ? (type.key.map { [$0.member] } ?? []) + stored : names {
      try budget.step()
      let value: JSONValue
      if let property = type.property(named: name) {
        value = try values(of: get(entity, property))
      } else {
        guard name == "id" || name == type.key?.member else { throw unknownProperty(name, of: type) }
        value = jsonValue(keyValue(of: entity))
      }
      if value != .null { members.insert(value, at: type.path(of: name)[...]) }
    }
    return .object(members)
  }

  private func values(of value: Value) throws -> JSONValue {
    switch value {
    case .entity(let entity):
      guard type(of: entity)?.isReference == true else { return try values(of: entity) }
      if let target = target(of: entity) { return jsonValue(keyValue(of: target)) }
      guard let id = referenceKey(of: value), !id.isEmpty else { return .null }
      let declared = parentProperty(of: entity).flatMap { targetKey(of: $0.type) }
      return declared.map { jsonValue(EntityKey.value(of: $0.key(in: id))) } ?? .string(id)
    case .collection(let list):
      let elements = try elements(list).map { try values(of: $0) }
      guard isMap(list) else { return .array(elements) }
      return .object(Dictionary(zip(keys(list), elements)) { first, _ in first })
    default: return resultJSON(value)
    }
  }
}

extension [String: JSONValue] {
  fileprivate mutating func insert(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = value
      return
    }
    var inner: [String: JSONValue] = if case .object(let members)? = self[name] { members } else { [:] }
    inner.insert(value, at: path.dropFirst())
    self[name] = .object(inner)
  }
}
