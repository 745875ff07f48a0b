/// Frees entities that are unmanaged and unpinned.
extension ModelStore {
  /// Keeps an unmanaged entity alive for a holder outside the model.
  package func pin(_ entity: EntityID) {
    record(entity)?.header.pointee.pin()
  }

  /// As `pin`. - Returns: False for an entity that is gone.
  package func pinIfExists(_ entity: EntityID) -> Bool {
    guard let record = record(entity) else { return false }
    record.header.pointee.pin()
    return true
  }

  package func unpin(_ entity: EntityID) {
    guard let record = record(entity) else {
      if let count = dropped[entity] { dropped[entity] = count > 1 ? count - 1 : nil }
      return
    }
    record.header.pointee.pins -= 1
    // One in a model becomes a candidate when it leaves.
    if !record.header.pointee.isManaged { garbage.append(rootOfTree(entity)) }
  }

  /// Frees the unmanaged entities without a pin. Called between turns; O(candidates and entities below them).
  package func collectGarbage() {
    guard !journal.isOpen else { return }
    sources.pruneLookups()
    if garbage.isEmpty { return }
    var candidates = garbage.takeShare()
    // A tree of which a part is held may be a candidate many times.
    var held: Set<EntityID> = []
    for entity in candidates {
      guard let record = record(entity) else { continue }
      let type = type(of: record)
      guard record.header.pointee.pins == 0, !record.header.pointee.isManaged, record.header.pointee.parent == nil
      else {
        continue
      }
      if type.owners.isEmpty {
        free(entity, type, record)
      } else if !held.contains(entity), !freeTree(entity) {
        held.insert(entity)
      }
    }
    garbage.recycle(&candidates)
  }

  /// Frees entities that have left their models, also those that something outside of the models holds: its handles are
  /// stale from now on. An entity that has a place elsewhere stays.
  func drop(_ entities: [EntityID]) {
    let all = Set(entities)
    // The order in which places are freed decides which new entities take them.
    for top in Set(entities.map(rootOfTree)).sorted(by: { $0.index < $1.index })
    where all.contains(top) && !isManaged(top) {
      for part in subtree(top) {
        guard let record = record(part) else { continue }
        if record.header.pointee.pins > 0 { dropped[part] = record.header.pointee.pins }
        free(part, type(of: record), record)
      }
    }
  }

  /// - Returns: False when a part of it is pinned.
  private func freeTree(_ entity: EntityID) -> Bool {
    let tree = subtree(entity)
    guard tree.allSatisfy({ record($0)?.header.pointee.pins == 0 }) else { return false }
    for part in tree {
      if let record = record(part) { free(part, type(of: record), record) }
    }
    return true
  }

  private func free(_ entity: EntityID, _ type: EntityType, _ record: EntityRecord) {
    sources.remove(record)
    graph.prefetchEpoch.advance()
    for property in type.computed {
      if let cell = computed.remove(PropertyKey(entity, property.slot)) {
        graph.remove(cell.node)
        cell.holder.hold(.null, in: self)
      }
    }
    unknownMembers.remove(entity)
    if hasParts, type.lazySlot >= 0 || type.sizeProperty != nil {
      parts.forget(entity)
      counters.forget(entity)
    }
    if type.isReference { unlinkReference(entity, record) }
    entities.remove(entity)
    type.pool.free(record)
  }
}
