/// Transactions: changes that happen wholly or not at all.
extension ModelStore {
  /// Runs `body`; when it throws, everything that it changed is taken back exactly, hooks included.
  ///
  /// Transactions nest: an inner one that fails takes back its own changes only. The outermost one becomes one step of
  /// the undo history.
  public func transaction<T>(_ body: () throws -> T) throws -> T {
    let mark = journal.count
    transactionDepth += 1
    do {
      let result = try body()
      transactionDepth -= 1
      if transactionDepth == 0 { commit() }
      return result
    } catch {
      rollBack(to: mark)
      transactionDepth -= 1
      if transactionDepth == 0 { journal.removeAll(keepingCapacity: true) }
      throw error
    }
  }

  /// Whether changes are being collected.
  public var isInTransaction: Bool { transactionDepth > 0 }

  func log(_ mutation: Mutation) {
    guard transactionDepth > 0, !isReplaying else { return }
    journal.append(mutation)
  }

  /// Notes that the model of an entity is not as it is stored. O(depth).
  func noteChange(_ entity: EntityID) {
    guard isManaged(entity) else { return }
    changeCounts[rootOfTree(entity), default: 0] += 1
  }

  private func rollBack(to mark: Int) {
    while journal.count > mark {
      let mutation = journal.removeLast()
      replay(mutation.inverse)
    }
  }

  private func commit() {
    let changes = ChangeSet(mutations: journal)
    journal.removeAll(keepingCapacity: true)
    guard !changes.isEmpty else { return }
    for recorder in recorders.values { recorder.changes.mutations += changes.mutations }
    history.push(changes, store: self)
    onCommit?(changes)
  }

  /// Collects what `body` changes in however many transactions.
  public func recording<T>(_ body: () throws -> T) rethrows -> (T, ChangeSet) {
    let recorder = ChangeRecorder()
    recorders[ObjectIdentifier(recorder)] = recorder
    defer { recorders[ObjectIdentifier(recorder)] = nil }
    let result = try body()
    return (result, recorder.changes)
  }

  // MARK: Doing again and taking back

  /// Applies changes once more, or backwards; no hook and no observer of a property runs, readers become stale.
  func replay(_ changes: ChangeSet, backwards: Bool) {
    if backwards {
      for mutation in changes.mutations.reversed() { replay(mutation.inverse) }
    } else {
      for mutation in changes.mutations { replay(mutation) }
    }
    for recorder in recorders.values {
      recorder.changes.mutations += backwards ? changes.mutations.reversed().map(\.inverse) : changes.mutations
    }
  }

  func replay(_ mutation: Mutation) {
    let wasReplaying = isReplaying
    isReplaying = true
    defer { isReplaying = wasReplaying }
    guard let row = row(mutation.owner), let type = type(of: mutation.owner) else { return }
    let property = type.properties[Int(mutation.slot)]
    let target = CollectionRef(owner: mutation.owner, slot: mutation.slot)
    switch mutation {
    case .set(let entity, _, let old, let new):
      write(entity, row, property, old: old, new: new)
      if property.storage == .entity {
        if case .entity(let child) = old { take(child) }
        if case .entity(let child) = new { put(child, target) }
      }
    case .insert(_, let index, let value, let key):
      guard let elements = row.collection(property) else { return }
      elements.insert(value, at: index, key: key)
      if elements.holdsEntities, case .entity(let child) = value { put(child, target) }
    case .remove(_, let index, let value, _):
      guard let elements = row.collection(property) else { return }
      elements.remove(at: index)
      if elements.holdsEntities, case .entity(let child) = value { take(child) }
    case .move(_, let from, let to):
      guard let elements = row.collection(property) else { return }
      let value = elements.element(from)
      elements.remove(at: from)
      elements.insert(value, at: to, key: nil)
    }
    noteChange(mutation.owner)
    markChanged(row, mutation.slot)
  }

  private func put(_ child: EntityID, _ target: CollectionRef) {
    place(child, in: target.owner, slot: target.slot)
    if isManaged(target.owner) { manage(subtree(child)) }
  }

  private func take(_ child: EntityID) {
    guard let row = row(child) else { return }
    let tree = isManaged(child) ? subtree(child) : []
    row.header.pointee.parent = nil
    row.header.pointee.parentSlot = -1
    markChanged(row, PseudoSlot.place)
    garbage.append(child)
    unmanage(tree)
  }
}
