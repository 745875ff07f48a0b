/// Adding new entities to collections.
extension ModelStore {
  /// Makes an entity from its first values and inserts it into a list or a set, at a position from 0 (nil: at the end).
  ///
  /// Nothing has looked for the fresh id of an entity without entities of its own, or holds it, so that most of what
  /// `insert` checks cannot fail.
  /// - Parameter type: The type of the elements, or one below it.
  /// - Throws: What `create` and `insert` throw.
  package func insertNew(
    _ type: EntityType, _ values: UnsafeBufferPointer<FirstValue>, into reference: CollectionRef, at index: Int? = nil
  ) throws -> EntityID {
    let mayBeRecycled = !recycled.isEmpty
    return try insert(new: try create(type, values), type, mayBeRecycled, into: reference, at: index)
  }

  /// As above from members.
  package func insertNew(
    _ type: EntityType, _ members: UnsafeBufferPointer<NewMember>, into reference: CollectionRef, at index: Int? = nil
  ) throws -> EntityID {
    let mayBeRecycled = !recycled.isEmpty
    return try insert(new: try create(type, members), type, mayBeRecycled, into: reference, at: index)
  }

  private func insert(
    new entity: EntityID, _ type: EntityType, _ mayBeRecycled: Bool, into reference: CollectionRef, at index: Int?
  ) throws -> EntityID {
    guard !mayBeRecycled, type.owners.isEmpty, type.lazySlot < 0, let element = record(entity),
      element.header.pointee.hasNewID, let (owner, property, elements) = storage(reference), elements.shape == .list,
      !owner.header.pointee.isClosed, index.map({ $0 >= 0 && $0 <= elements.count }) ?? true
    else {
      try insert(.entity(entity), into: reference, at: index)
      return entity
    }
    try optimistic?.checkMayChange(reference.owner)
    try budget.step()
    let (place, hasHook) = (index ?? elements.count, type.hooks.managed != nil)
    if journal.isOpen, !hasPartials, computed.running == nil, property.didSet == nil, !hasHook {
      // Nothing runs, and nothing fails after the first write, so that no step has to be taken back.
      try insertNew(entity, element, hasHook: false, reference, owner, elements, place)
    } else {
      try changing(reference, property) {
        try insertNew(entity, element, hasHook: hasHook, reference, owner, elements, place)
      }
    }
    return entity
  }

  private func insertNew(
    _ entity: EntityID, _ element: EntityRecord, hasHook: Bool, _ reference: CollectionRef, _ owner: EntityRecord,
    _ elements: CollectionStorage, _ index: Int
  ) throws {
    try budget.step()
    try checkDepth(of: entity, 1, in: reference.owner)
    elements.insert(.entity(entity), at: index, key: nil, entities)
    notifyObservers(of: elements, .entity(entity), at: index, isPresent: true)
    markPending(reference.owner, owner)
    if journal.isCollecting { journal.append(entity, insertedInto: reference, at: index) }
    markChanged(owner, reference.slot)
    placeElement(element, in: reference.owner, slot: reference.slot)
    guard owner.header.pointee.isManaged else { return }
    manage(entity, element)
    if hasHook { try runHooks("managed", { $0.managed }, [entity], context: reference) }
  }

  /// Inserts an entity into a list or a set, as `insert` with a value, and returns the element.
  package func insert(_ entity: EntityID, into reference: CollectionRef, at index: Int? = nil) throws -> Value {
    if try insertWithoutHooks(entity, reference, index) { return .entity(entity) }
    return try insert(.entity(entity), into: reference, at: index)
  }

  /// Inserts an entity into a list of a model where nothing has to be converted, no function runs, and nothing fails
  /// after the first write, so that no step has to be taken back. - Returns: False, with nothing changed, elsewhere.
  private func insertWithoutHooks(_ entity: EntityID, _ reference: CollectionRef, _ index: Int?) throws -> Bool {
    guard modes.subtracting(.partials) == .transaction, optimistic == nil, !hasUnreadDocuments,
      let (owner, property, elements) = storage(reference), elements.shape == .list, property.didSet == nil,
      owner.header.pointee.isManaged, !owner.header.pointee.isClosed,
      !hasPartials || !isBelowPartial(reference.owner), let element = record(entity),
      element.header.pointee.parent == nil, !element.header.pointee.isRoot, case let type = type(of: element),
      let name = property.elementTypeName, type.isSubtype(of: name), case let place = index ?? elements.count,
      place >= 0, place <= elements.count
    else { return false }
    let tree = type.owners.isEmpty ? [entity] : subtree(entity)
    guard !hasManagedHook(tree) else { return false }
    try budget.step(2)
    try checkDepth(of: entity, tree.count, in: reference.owner)
    guard addIDs(of: tree) else { return false }
    elements.insert(.entity(entity), at: place, key: nil, entities)
    notifyObservers(of: elements, .entity(entity), at: place, isPresent: true)
    markPending(reference.owner, owner)
    journal.append(entity, insertedInto: reference, at: place)
    markChanged(owner, reference.slot)
    placeElement(element, in: reference.owner, slot: reference.slot)
    manage(tree, hasIDs: true)
    return true
  }

  /// Returns whether a change of an entity runs a function of the partial above it.
  private func isBelowPartial(_ entity: EntityID) -> Bool {
    type(of: rootOfDocument(entity))?.lazyProperty?.role == .deferred
  }

  private func hasManagedHook(_ tree: [EntityID]) -> Bool {
    var last: Int32 = -1
    for entity in tree {
      guard let record = record(entity), record.header.pointee.type != last else { continue }
      last = record.header.pointee.type
      if type(of: record).hooks.managed != nil { return true }
    }
    return false
  }

  /// Adds the ids of a tree to the index. - Returns: False, with none added, when one of them is taken.
  private func addIDs(of tree: [EntityID]) -> Bool {
    ids.reserve(tree.count)
    for (position, entity) in tree.enumerated() {
      guard let record = record(entity), ids.insert(entity, record, in: entities) else {
        for added in tree[..<position] {
          if let record = self.record(added) { ids.remove(added, record, in: entities) }
        }
        return false
      }
    }
    return true
  }
}
