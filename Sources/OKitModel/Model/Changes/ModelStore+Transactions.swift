/// Transactions: changes that happen completely or not at all.
extension ModelStore {
  /// Runs `body`; when it throws, everything that it and its hooks have changed is rolled back.
  ///
  /// Transactions nest: an inner one that fails rolls back its own changes only. The outermost one becomes one step of
  /// the undo history unless its changes cancel out, or the history does not record it.
  package func transaction<T>(_ body: () throws -> T) throws -> T {
    let result = try revertingOnError(body)
    if !journal.isOpen { commit() }
    return result
  }

  /// Runs `body` as `transaction` does. Not generic, so that a caller in another module needs no type metadata.
  package func runTransaction(_ body: () throws -> Void) throws { try transaction(body) }

  /// Runs one operation of several steps: when it throws, nothing has changed. Outside of a transaction it does not
  /// become a step of the history.
  func atomically<T>(_ body: () throws -> T) throws -> T {
    let result = try revertingOnError(body)
    if !journal.isOpen {
      let changes = journal.changes
      if !changes.isEmpty { history.noteUnrecordedChange() }
      log(changes)
      optimistic?.commit(changes, journal.segments)
      journal.clear()
    }
    return result
  }

  private func revertingOnError<T>(_ body: () throws -> T) throws -> T {
    let mark = journal.begin()
    modes.insert(.transaction)
    defer {
      journal.end()
      if !journal.isOpen { modes.remove(.transaction) }
    }
    do {
      let result = try body()
      // A new entity has all of its first values before.
      if hasPartials, !parts.touched.isEmpty, !didSets.isCreating { try synchronizePartials() }
      return result
    } catch {
      parts.touched.removeAll()
      rollBack(to: mark)
      if mark.isFirst { history.transactionFailed() }
      throw error
    }
  }

  /// Whether changes are being collected.
  package var isInTransaction: Bool { journal.isOpen }

  /// Notes a change that was made: for taking it back, and that the model is not as it is stored.
  func note(_ mutation: @autoclosure () -> Mutation, _ entity: EntityID, _ record: EntityRecord) {
    markPending(entity, record)
    if journal.isCollecting { journal.append(mutation()) }
  }

  private func commit() {
    if journal.isEmpty {
      log(ChangeSet())
      return history.commit(ChangeSet(), made: [], store: self)
    }
    let changes = journal.changes
    let (made, segments) = (journal.made, journal.segments)
    journal.clear()
    log(changes)
    if !changes.isEmpty { recorders.record(optimistic?.changesOutside(changes) ?? changes) }
    optimistic?.commit(changes, segments)
    history.commit(changes, made: made, without: segments.map(\.range), store: self)
  }

  // MARK: Rolling back

  private func rollBack(to mark: TurnJournal.Mark) {
    journal.isRollingBack = true
    // Removing a great many entries one by one would touch all of memory.
    journal.defersIndexes = journal.count - mark.mutations > max(1000, entities.capacity / 2)
    while let adopted = journal.popRoot(after: mark) {
      takeBack(to: adopted.position)
      abandonRoot(adopted.root)
    }
    takeBack(to: mark.mutations)
    journal.isRollingBack = false
    if journal.defersIndexes {
      journal.defersIndexes = false
      rebuildIndexes()
    }
    server?.rollBack()
    logs.rollBack(to: mark.mutations)
    journal.dropSegments(after: mark.mutations)
    optimistic?.rollBack(to: mark.mutations)
    // A model that was stored meanwhile has another number there, and stays pending.
    let numbers = journal.popNumbers(after: mark)
    for before in numbers { counters.restore(before.root, to: before.number) }
    if hasParts { for before in numbers { noteRolledBack(before.root) } }
    beginEpoch()
  }

  private func takeBack(to position: Int) {
    while let mutation = journal.popMutation(after: position) { replay(mutation, backwards: true) }
  }

  // MARK: Recording

  /// Gives the changes of all transactions to `recorder` until `stopRecording`; until then the entities that have left
  /// their place stay alive.
  package func startRecording(_ recorder: ChangeRecorder) { recorders.insert(recorder) }

  package func stopRecording(_ recorder: ChangeRecorder) {
    recorders.remove(recorder)
    recorder.clear()
  }

  /// Keeps the entities that changes need alive.
  func retain(_ changes: ChangeSet) {
    changes.mutations.forEachEntity(pin)
  }

  func release(_ changes: ChangeSet) {
    changes.mutations.forEachEntity(unpin)
  }
}
