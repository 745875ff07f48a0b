/// Entities among the first values of a new one.
///
/// A new entity is in no model and nothing observes it, so that an entity without a place needs none of the checks and
/// hooks of a change to get one in it. The mutation is kept, because taking back the step frees the entity again.
extension ModelStore {
  /// Gives an entity its place in a property of a new one. - Returns: False, with nothing changed, for a value that has
  /// to be converted, checked or rejected.
  func place(_ value: Value, in owner: EntityID, _ record: EntityRecord, _ property: Property) -> Bool {
    guard case .entity(let child) = value, property.role == .plain, !property.isSecret, computed.running == nil,
      let name = property.ownedTypeName, record.isNil(property.slot), isFree(child, below: owner, name)
    else { return false }
    record.write(value, at: property.location)
    if journal.isCollecting { journal.append(owner, property.slot, old: .null, new: value) }
    place(child, in: owner, slot: property.slot)
    return true
  }

  /// As below, for members of a new entity.
  func place(
    elements members: UnsafeBufferPointer<NewMember>, in owner: EntityID, _ record: EntityRecord, _ property: Property
  ) throws -> Bool {
    guard let elements = listForFew(members.count, record, property), let name = property.ownedTypeName else {
      return false
    }
    for position in members.indices {
      let child = members[position].entity
      guard members[position].kind == .entity, isFree(child, below: owner, name),
        !members[..<position].contains(where: { $0.entity == child })
      else { return false }
    }
    // As many as for elements that are converted and inserted one by one.
    try budget.step(3 * members.count)
    for position in members.indices {
      try place(members[position].entity, at: position, of: elements, in: owner, slot: property.slot)
    }
    return true
  }

  private func place(
    _ child: EntityID, at position: Int, of elements: CollectionStorage, in owner: EntityID, slot: Int32
  ) throws {
    guard let element = record(child) else { throw gone() }
    elements.insert(.entity(child), at: position, key: nil, entities)
    if journal.isCollecting {
      journal.append(child, insertedInto: CollectionRef(owner: owner, slot: slot), at: position)
    }
    placeElement(element, in: owner, slot: slot)
  }

  /// Returns the empty list of a new entity that may get a few elements.
  private func listForFew(_ count: Int, _ record: EntityRecord, _ property: Property) -> CollectionStorage? {
    guard count <= Self.fewElements, computed.running == nil, optimistic == nil,
      let elements = record.collection(property), elements.shape == .list, elements.count == 0
    else { return nil }
    return elements
  }

  /// Gives a few entities their places in a list of a new one. - Returns: False, with nothing changed, for values that
  /// have to be converted, checked or rejected.
  func place(elements value: Value, in owner: EntityID, _ record: EntityRecord, _ property: Property) throws -> Bool {
    guard case .list(let values) = value, let elements = listForFew(values.count, record, property),
      let name = property.ownedTypeName
    else { return false }
    for (position, value) in values.enumerated() {
      guard case .entity(let child) = value, isFree(child, below: owner, name), !values[..<position].contains(value)
      else { return false }
    }
    // As many as for elements that are converted and inserted one by one.
    try budget.step(3 * values.count)
    for (position, value) in values.enumerated() {
      guard case .entity(let child) = value else { throw gone() }
      try place(child, at: position, of: elements, in: owner, slot: property.slot)
    }
    return true
  }

  /// The number of elements up to which each is compared with the others.
  private static let fewElements = 8

  /// Returns whether an entity is of a type and has no place, so that it can have any below a new entity.
  private func isFree(_ entity: EntityID, below owner: EntityID, _ type: String) -> Bool {
    guard let record = record(entity), entity != owner, record.header.pointee.parent == nil,
      !record.header.pointee.isRoot, case let own = self.type(of: record), own.isSubtype(of: type)
    else { return false }
    return own.owners.isEmpty || subtree(entity).count < Self.maximumDepth
  }
}
