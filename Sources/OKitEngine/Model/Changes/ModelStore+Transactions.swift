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
    let (mark, rootCount) = (journal.count, journalRoots.count)
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do { return try body() } catch {
      rollBack(to: mark, rootCount)
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

  /// At this position of the journal, the entity became the root of a model.
  struct JournalRoot {
    var position: Int
    var root: EntityID
  }

  /// What a row looks like to which a write has nothing to do but to write.
  func setFastState() {
    let isFast = transactionDepth == 0 && !isQuiet && computing == nil
    fastState = EntityRecordHeader.state(firstSource: isFast ? -1 : .min, epoch: epoch)
  }

  /// Notes a change that was made: for taking it back, and that the model is not as it is stored.
  func note(_ mutation: @autoclosure () -> Mutation, _ entity: EntityID, _ row: EntityRecord) {
    markPending(entity, row)
    if transactionDepth > 0, !isReplaying { journal.append(mutation()) }
  }

  private func rollBack(to mark: Int, _ rootCount: Int) {
    isRollingBack = true
    // To take a great many out of an index one by one is a walk through all of memory.
    indexesLater = journal.count - mark > max(1000, records.count / 2)
    while journalRoots.count > rootCount, let adopted = journalRoots.popLast() {
      takeBack(to: adopted.position)
      abandonRoot(adopted.root)
    }
    takeBack(to: mark)
    isRollingBack = false
    if indexesLater {
      indexesLater = false
      makeIndexes()
    }
    restoreNumbers(from: mark)
    beginEpoch()
  }

  private func takeBack(to mark: Int) {
    while journal.count > mark, let mutation = journal.popLast() { replay(mutation, backwards: true) }
  }

  private func restoreNumbers(from mark: Int) {
    var earliest: JournalNumber?
    while let before = journalNumbers.last, before.position >= mark {
      journalNumbers.removeLast()
      if let later = earliest, later.root != before.root { restore(later) }
      earliest = before
    }
    if let earliest { restore(earliest) }
  }

  /// A model that was stored meanwhile holds another number there, and stays pending.
  private func restore(_ before: JournalNumber) { changeNumbers.restore(before.root, to: before.number) }

  private func clearJournal() {
    journal.removeAll(keepingCapacity: true)
    journalNumbers.removeAll(keepingCapacity: true)
    journalRoots.removeAll(keepingCapacity: true)
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

  /// Applies one change once more, or what takes it back.
  private func replay(_ mutation: Mutation, backwards: Bool = false) {
    let wasReplaying = isReplaying
    isReplaying = true
    defer { isReplaying = wasReplaying }
    let owner = mutation.owner
    guard let row = row(owner) else { return }
    switch mutation {
    case .unknown(_, let key, let old, let new):
      writeUnknown(owner, key, backwards ? old : new)
      // Nobody observes it.
      return markPending(owner, row)
    case .set(_, let slot, let old, let new):
      return backwards
        ? replaySet(owner, slot, row, old: new, new: old) : replaySet(owner, slot, row, old: old, new: new)
    case .insert(let target, let index, let value, let key):
      backwards ? replayRemove(target, row, index, value) : replayInsert(target, row, index, value, key)
    case .remove(let target, let index, let value, let key):
      backwards ? replayInsert(target, row, index, value, key) : replayRemove(target, row, index, value)
    case .move(let target, let from, let to):
      let elements = row.collection(property(target.slot, row))
      if backwards { elements?.replayMove(from: to, to: from) } else { elements?.replayMove(from: from, to: to) }
    }
    markPending(owner, row)
    markChanged(row, mutation.slot)
  }

  private func property(_ slot: Int32, _ row: EntityRecord) -> Property {
    types[Int(row.header.pointee.type)].properties[Int(slot)]
  }

  private func replaySet(_ entity: EntityID, _ slot: Int32, _ row: EntityRecord, old: Value, new: Value) {
    let property = property(slot, row)
    // What was written outside of a transaction is not in the history, and may be there instead.
    write(entity, row, property, old: property.isPlain ? row.read(property) : old, new: new)
    guard property.storage == .entity else { return }
    if case .entity(let child) = old { take(child) }
    if case .entity(let child) = new { put(child, CollectionRef(owner: entity, slot: slot)) }
  }

  private func replayInsert(_ target: CollectionRef, _ row: EntityRecord, _ index: Int, _ value: Value, _ key: String?)
  {
    guard let elements = row.collection(property(target.slot, row)) else { return }
    elements.replayInsert(value, at: index, key: key)
    tellWatchers(of: elements, value, isThere: true)
    if elements.holdsEntities, case .entity(let child) = value { put(child, target) }
  }

  private func replayRemove(_ target: CollectionRef, _ row: EntityRecord, _ index: Int, _ value: Value) {
    guard let elements = row.collection(property(target.slot, row)) else { return }
    elements.replayRemove(at: index)
    tellWatchers(of: elements, value, isThere: false)
    if elements.holdsEntities, case .entity(let child) = value { take(child) }
  }

  /// Changes a member of a document that the schema does not know; null removes it.
  func setUnknown(_ entity: EntityID, _ key: String, _ new: JSONValue) {
    let old = unknownKeys[entity]?[key] ?? .null
    guard old != new, let row = row(entity) else { return }
    writeUnknown(entity, key, new)
    note(.unknown(entity, key: key, old: old, new: new), entity, row)
  }

  private func writeUnknown(_ entity: EntityID, _ key: String, _ value: JSONValue) {
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
    row.header.pointee.parent = nil
    row.header.pointee.parentSlot = -1
    markChanged(row, PseudoSlot.place)
    garbage.append(child)
    if row.header.pointee.isManaged { unmanage(below: child, row) }
  }
}
