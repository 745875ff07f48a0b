/// The tree of entities: parents, children, roots.
extension ModelStore {
  /// Returns the owner of an entity, nil for roots and unattached entities.
  package func parent(of entity: EntityID) -> EntityID? {
    guard let record = record(entity) else { return nil }
    recordRead(record, SourceTable.place)
    return record.header.pointee.parent
  }

  /// Returns the property of the parent that holds the entity.
  package func parentProperty(of entity: EntityID) -> Property? {
    guard let record = record(entity), let parent = record.header.pointee.parent, let type = type(of: parent) else {
      return nil
    }
    return type.properties[Int(record.header.pointee.parentSlot)]
  }

  /// Returns the model that an entity belongs to: the registered root above it.
  package func model(of entity: EntityID) -> EntityID? {
    guard isManaged(entity) else {
      if let record = record(rootOfTree(entity)) { recordRead(record, SourceTable.place) }
      return nil
    }
    var current = entity
    while let parent = parent(of: current) { current = parent }
    return current
  }

  func rootOfTree(_ entity: EntityID) -> EntityID {
    var current = entity
    while let parent = record(current)?.header.pointee.parent { current = parent }
    return current
  }

  /// Returns the managed entity with that id, in any model. O(1).
  package func find(_ id: String) -> EntityID? {
    sources.recordLookup(id)
    return ids.find(id, in: entities)
  }

  /// Returns the entities that `entity` owns directly, in the order of its properties.
  package func children(of entity: EntityID) -> [EntityID] {
    var children: [EntityID] = []
    appendChildren(of: entity, to: &children)
    return children
  }

  private func appendChildren(of entity: EntityID, to children: inout [EntityID]) {
    if let record = record(entity) { appendChildren(of: record, type(of: record), to: &children) }
  }

  private func appendChildren(of record: EntityRecord, _ type: EntityType, to children: inout [EntityID]) {
    for location in type.ownerLocations {
      if location.storage == .entity {
        if !record.isNil(location) { children.append(record.entity(at: location)) }
      } else if let collection = record.collection(at: location), collection.count > 0 {
        children += collection.entities
      }
    }
  }

  /// Returns the entity and everything below it, parents first.
  package func subtree(_ entity: EntityID) -> [EntityID] {
    var result = [entity]
    if let record = record(entity), !type(of: record).owners.isEmpty { result.reserveCapacity(8) }
    var next = 0
    // The class without children that was seen last: most entities of a large model are of one.
    var childless: Int32 = -1
    while next < result.count {
      if let record = record(result[next]), record.header.pointee.type != childless {
        let type = type(of: record)
        if type.owners.isEmpty { childless = type.index } else { appendChildren(of: record, type, to: &result) }
      }
      next += 1
    }
    return result
  }

  /// Sets the parent without managing: for parts of an entity that is still being built.
  func place(_ child: EntityID, in owner: EntityID, slot: Int32) {
    guard let record = record(child) else { return }
    if let above = self.record(owner) {
      let property = type(of: above).properties[Int(slot)]
      // A hook may have put something else there.
      if property.storage == .entity, above.entity(at: property.location) == child {
        above.setRecord(record, at: property.location)
      }
    }
    placeElement(record, in: owner, slot: slot)
  }

  /// As `place`, for a collection.
  func placeElement(_ record: EntityRecord, in owner: EntityID, slot: Int32) {
    record.header.pointee.parent = owner
    record.header.pointee.parentSlot = slot
    record.header.pointee.epoch = 0
    markChanged(record, SourceTable.place)
  }

  /// Returns the entity in a message: type and id.
  package func describe(_ entity: EntityID) -> String {
    guard let type = type(of: entity), let id = id(of: entity) else { return "a removed entity" }
    return "\(type.name)(\(id))"
  }

  /// Returns the name of the property that holds a collection.
  package func name(of collection: CollectionRef) -> String { property(of: collection)?.name ?? "the collection" }

  package func property(of reference: CollectionRef) -> Property? {
    guard let type = type(of: reference.owner), reference.slot >= 0, Int(reference.slot) < type.properties.count
    else { return nil }
    return type.properties[Int(reference.slot)]
  }
}
