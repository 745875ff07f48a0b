/// The state before the recorded changes: what is there now, with what was there instead of what differs.
extension ChangeRecorder {
  /// Returns the data before of a value that a property holds or held.
  func earlierData(_ value: Value, _ property: Property) -> JSONValue {
    if paths == .byID { return .null }
    if case .entity(let entity) = value { return earlierData(entity, property.ownedTypeName) }
    return store.jsonValue(value)
  }

  /// Returns the path of an entity in the present state.
  func path(of entity: EntityID) -> String? {
    switch paths {
    case .absolute: store.path(of: entity)
    case .byID: store.id(of: entity).map(Patch.escape)
    }
  }

  /// Returns the entity and everything below it as it was, as `ModelStore.jsonValue` does.
  ///
  /// - Parameter declared: The class that the property that held the entity declares.
  private func earlierData(_ entity: EntityID, _ declared: String?) -> JSONValue {
    guard !store.isBudgetExhausted(), let record = store.record(entity), let type = store.type(of: entity) else {
      return .null
    }
    var members = store.unknownMembers[entity]
    for (key, earlier) in self.members[entity] ?? [:] { members[key] = earlier.old == .null ? nil : earlier.old }
    members["id"] = .string(record.header.pointee.id)
    for property in type.properties where !property.isComputed && !property.isTransient {
      let value = earlierData(CollectionRef(owner: entity, slot: property.slot), record, property)
      if value != .null { members[property.name] = value }
    }
    if let declared, declared != type.name { members[ModelStore.typeKey] = .string(type.name) }
    return .object(members)
  }

  private func earlierData(_ place: CollectionRef, _ record: EntityRecord, _ property: Property) -> JSONValue {
    guard property.isCollection else {
      return earlierData(values[place]?.old ?? store.currentValue(place.owner, record, property), property)
    }
    guard let elements = record.collection(property) else { return .null }
    var current: [Value] = []
    current.reserveCapacity(elements.count)
    for index in 0..<elements.count {
      if store.isBudgetExhausted() { return .null }
      current.append(elements.element(index))
    }
    guard elements.shape == .map else {
      let earlier = lists[place]?.old.earlier(current) ?? current
      return .array(earlier.map { earlierData($0, property) })
    }
    var earlier = Dictionary(zip(elements.keys, current)) { first, _ in first }
    for (key, old) in maps[place]?.old.keys ?? [] { earlier[key] = old }
    return .object(earlier.mapValues { earlierData($0, property) })
  }

  /// Returns the path before of an entity that is where it was, as everything above it.
  func earlierPath(of entity: EntityID) -> String? {
    if paths == .byID { return path(of: entity) }
    if let name = store.models.name(of: entity) { return ModelStore.path(ofModel: name) }
    guard let parent = store.parent(of: entity), let property = store.parentProperty(of: entity),
      let base = earlierPath(of: parent)
    else { return nil }
    let path = base + "/" + Patch.escape(property.name)
    let place = CollectionRef(owner: parent, slot: property.slot)
    guard let (_, _, elements) = store.storage(place) else { return path }
    guard let index = elements.firstIndex(of: .entity(entity), store.entities) else { return nil }
    if elements.shape == .map { return path + "/" + Patch.escape(elements.key(index)) }
    guard let difference = lists[place]?.old else { return path + "/\(index)" }
    return difference.oldIndex(of: index).map { path + "/\($0)" }
  }
}
