/// Replaying changes forwards and backwards.
extension ModelStore {
  /// Applies changes again; hooks and `didSet` functions do not run, readers become stale.
  ///
  /// - Parameter isExact: Whether the models are as the changes have left them.
  /// - Returns: The changes that were made.
  func replay(_ changes: ChangeSet, isExact: Bool) -> ChangeSet {
    let made = show(changes, isExact: isExact)
    recorders.record(made)
    log(made)
    optimistic?.commit(made, [])
    return made
  }

  /// Applies changes again as `replay` does, without telling those who follow changes or store them: for a state that
  /// is shown and left again.
  func show(_ changes: ChangeSet, isExact: Bool) -> ChangeSet {
    guard !isExact else {
      for mutation in changes.mutations { replay(mutation) }
      return changes
    }
    var rebase = StepRebase(self)
    rebase.apply(changes)
    return rebase.made
  }

  /// Applies one change again, or its inverse.
  func replay(_ mutation: Mutation, backwards: Bool = false) {
    let wasReplaying = isReplaying
    isReplaying = true
    defer { isReplaying = wasReplaying }
    let owner = mutation.owner
    guard let record = self.record(owner) else { return }
    switch mutation {
    case .unknown(_, let key, let old, let new):
      unknownMembers.set(owner, key, backwards ? old : new)
      if key == EntityKey.storedMember { notifyKeyObservers(of: owner, record) }
      return markPending(owner, record)
    case .set(_, let slot, let old, let new):
      return backwards
        ? replaySet(owner, slot, record, old: new, new: old) : replaySet(owner, slot, record, old: old, new: new)
    case .insert(let target, let index, let value, let key):
      backwards ? replayRemove(target, record, index, value) : replayInsert(target, record, index, value, key)
    case .remove(let target, let index, let value, let key):
      backwards ? replayInsert(target, record, index, value, key) : replayRemove(target, record, index, value)
    case .move(let target, let from, let to, _):
      guard let elements = record.collection(property(target.slot, record)), max(from, to) < elements.count else {
        return
      }
      if backwards { move(in: elements, from: to, to: from) } else { move(in: elements, from: from, to: to) }
    }
    markPending(owner, record)
    markChanged(record, mutation.slot)
  }

  private func property(_ slot: Int32, _ record: EntityRecord) -> Property {
    type(of: record).properties[Int(slot)]
  }

  private func replaySet(_ entity: EntityID, _ slot: Int32, _ record: EntityRecord, old: Value, new: Value) {
    let property = property(slot, record)
    // A write outside of a transaction is not in the history, so another entity may be there instead.
    write(entity, record, property, old: property.storage.isPlain ? record.value(of: property) : old, new: new)
    guard property.storage == .entity else { return }
    if case .entity(let child) = old { take(child) }
    if case .entity(let child) = new { put(child, CollectionRef(owner: entity, slot: slot)) }
  }

  private func replayInsert(
    _ target: CollectionRef, _ record: EntityRecord, _ index: Int, _ value: Value, _ key: String?
  ) {
    guard let elements = record.collection(property(target.slot, record)) else { return }
    let index = min(index, elements.count)
    elements.insert(value, at: index, key: key, entities)
    notifyObservers(of: elements, value, at: index, isPresent: true)
    if elements.holdsEntities, case .entity(let child) = value { put(child, target) }
  }

  private func replayRemove(_ target: CollectionRef, _ record: EntityRecord, _ index: Int, _ value: Value) {
    guard let elements = record.collection(property(target.slot, record)), index < elements.count else { return }
    elements.remove(at: index)
    notifyObservers(of: elements, value, at: index, isPresent: false)
    if elements.holdsEntities, case .entity(let child) = value { take(child) }
  }

  /// Sets a member of a document that the schema does not know; null removes it.
  func setUnknown(_ entity: EntityID, _ key: String, _ new: JSONValue) {
    let old = unknownMembers[entity][key] ?? .null
    guard old != new, let record = record(entity) else { return }
    unknownMembers.set(entity, key, new)
    if key == EntityKey.storedMember { notifyKeyObservers(of: entity, record) }
    note(.unknown(entity, key: key, old: old, new: new), entity, record)
  }

  private func put(_ child: EntityID, _ target: CollectionRef) {
    place(child, in: target.owner, slot: target.slot)
    if isManaged(target.owner) { manage(subtree(child)) }
  }

  private func take(_ child: EntityID) {
    guard let record = record(child) else { return }
    record.header.pointee.parent = nil
    record.header.pointee.parentSlot = -1
    markChanged(record, SourceTable.place)
    garbage.append(child)
    if record.header.pointee.isManaged { unmanage(below: child, record) }
  }
}
