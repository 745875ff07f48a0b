/// Transactions: changes that happen wholly or not at all.
extension ModelStore {
  /// Runs `body`; when it throws, everything that it changed is taken back exactly, hooks included.
  ///
  /// Transactions nest: an inner one that fails takes back its own changes only. The outermost one becomes one step of
  /// the undo history.
  public func transaction<T>(_ body: () throws -> T) throws -> T {
    let result = try revertingOnError(body)
    if transactionDepth == 0 { commit() }
    return result
  }

  /// Runs one operation of several steps: when it throws, nothing has changed. Outside of a transaction it is no step
  /// of the history.
  func atomically<T>(_ body: () throws -> T) throws -> T {
    let result = try revertingOnError(body)
    if transactionDepth == 0 { clearJournal() }
    return result
  }

  private func revertingOnError<T>(_ body: () throws -> T) throws -> T {
    let mark = journal.count
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do { return try body() } catch {
      rollBack(to: mark)
      throw error
    }
  }

  /// Whether changes are being collected.
  public var isInTransaction: Bool { transactionDepth > 0 }

  /// Before this position of the journal, the model had this number.
  struct JournalNumber {
    var position: Int
    var root: EntityID
    var number: Int
  }

  /// What a row looks like to which a write has nothing to do but to write.
  func setFastState() {
    let isFast = transactionDepth == 0 && !isQuiet && computing == nil
    fastState = RowHeader.state(firstSource: isFast ? -1 : .min, epoch: epoch)
  }

  /// Notes a change that was made: for taking it back, and that the model is not as it is stored.
  func note(_ mutation: @autoclosure () -> Mutation, _ entity: EntityID, _ row: Row) {
    markPending(entity, row)
    if transactionDepth > 0, !isReplaying { journal.append(mutation()) }
  }

  private func rollBack(to mark: Int) {
    while journal.count > mark, let mutation = journal.popLast() { replay(mutation.inverse) }
    while let before = journalNumbers.last, before.position >= mark {
      journalNumbers.removeLast()
      // A model that was stored meanwhile holds another number there, and stays pending.
      changeNumbers.restore(before.root, to: before.number)
    }
    beginEpoch()
  }

  private func clearJournal() {
    journal.removeAll(keepingCapacity: true)
    journalNumbers.removeAll(keepingCapacity: true)
  }

  private func commit() {
    let changes = ChangeSet(mutations: journal)
    clearJournal()
    guard !changes.isEmpty else { return }
    record(changes)
    history.push(changes, store: self)
    onCommit?(changes)
  }

  /// Collects the changes of all transactions in `recorder` until `stopRecording`; until then the entities that they
  /// need stay alive.
  public func startRecording(_ recorder: ChangeRecorder) { recorders[ObjectIdentifier(recorder)] = recorder }

  public func stopRecording(_ recorder: ChangeRecorder) {
    if recorders.removeValue(forKey: ObjectIdentifier(recorder)) != nil { letGo(recorder.changes) }
  }

  private func record(_ changes: ChangeSet) {
    for recorder in recorders.values {
      recorder.changes.mutations += changes.mutations
      hold(changes)
      let surplus = recorder.changes.mutations.count - recorder.limit
      // Not at each change: forgetting the first ones moves all others.
      guard surplus > recorder.limit / 2 else { continue }
      letGo(ChangeSet(mutations: Array(recorder.changes.mutations.prefix(surplus))))
      recorder.changes.mutations.removeFirst(surplus)
    }
  }

  /// Keeps the entities that changes need alive.
  func hold(_ changes: ChangeSet) {
    for mutation in changes.mutations { mutation.forEachEntity(pin) }
  }

  func letGo(_ changes: ChangeSet) {
    for mutation in changes.mutations { mutation.forEachEntity(unpin) }
  }

  /// Collects what `body` changes in however many transactions; inside of one, what `body` adds to it.
  public func recording<T>(_ body: () throws -> T) rethrows -> (T, ChangeSet) {
    guard transactionDepth == 0 else {
      let mark = journal.count
      let result = try body()
      return (result, ChangeSet(mutations: Array(journal[min(mark, journal.count)...])))
    }
    let recorder = ChangeRecorder()
    startRecording(recorder)
    defer { stopRecording(recorder) }
    let result = try body()
    return (result, recorder.changes)
  }

  // MARK: Doing again and taking back

  /// Applies changes once more; no hook and no observer of a property runs, readers become stale.
  func replay(_ changes: ChangeSet) {
    for mutation in changes.mutations { replay(mutation) }
    record(changes)
  }

  func replay(_ mutation: Mutation) {
    let wasReplaying = isReplaying
    isReplaying = true
    defer { isReplaying = wasReplaying }
    guard let row = row(mutation.owner), let type = type(of: mutation.owner) else { return }
    if case .unknown(let entity, let key, _, let new) = mutation {
      writeUnknown(entity, key, new)
      return note(mutation, entity, row)
    }
    let property = type.properties[Int(mutation.slot)]
    let target = CollectionRef(owner: mutation.owner, slot: mutation.slot)
    switch mutation {
    case .unknown: return
    case .set(let entity, _, let old, let new):
      // What was written outside of a transaction is not in the history, and may be there instead.
      write(entity, row, property, old: property.isPlain ? row.read(property) : old, new: new)
      if property.storage == .entity {
        if case .entity(let child) = old { take(child) }
        if case .entity(let child) = new { put(child, target) }
      }
      return
    case .insert(_, let index, let value, let key):
      guard let elements = row.collection(property) else { return }
      elements.insert(value, at: index, key: key)
      tellWatchers(of: elements, value, isThere: true)
      if elements.holdsEntities, case .entity(let child) = value { put(child, target) }
    case .remove(_, let index, let value, _):
      guard let elements = row.collection(property) else { return }
      elements.remove(at: index)
      tellWatchers(of: elements, value, isThere: false)
      if elements.holdsEntities, case .entity(let child) = value { take(child) }
    case .move(_, let from, let to):
      guard let elements = row.collection(property) else { return }
      let value = elements.element(from)
      elements.remove(at: from)
      elements.insert(value, at: to, key: nil)
    }
    note(mutation, mutation.owner, row)
    markChanged(row, mutation.slot)
  }

  /// Changes a member of a document that the schema does not know; null removes it.
  func setUnknown(_ entity: EntityID, _ key: String, _ new: Plain) {
    let old = unknownKeys[entity]?[key] ?? .null
    guard old != new, let row = row(entity) else { return }
    writeUnknown(entity, key, new)
    note(.unknown(entity, key: key, old: old, new: new), entity, row)
  }

  private func writeUnknown(_ entity: EntityID, _ key: String, _ value: Plain) {
    guard value == .null else {
      unknownKeys[entity, default: [:]][key] = value
      return
    }
    unknownKeys[entity]?.removeValue(forKey: key)
    if unknownKeys[entity]?.isEmpty == true { unknownKeys.removeValue(forKey: entity) }
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
