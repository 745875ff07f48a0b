/// Keeping track of the models that have changed since they were stored.
extension ModelStore {
  /// Notes that an entity was changed. O(1) when its model is marked in this epoch, else O(depth).
  @inline(__always)
  func markPending(_ entity: EntityID, _ record: EntityRecord) {
    if !journal.isOpen { noteUnrecordedWrite(record) }
    if record.header.pointee.epoch != counters.epoch { markModelPending(entity, record) }
    if hasPartials { touchPartial(of: entity) }
  }

  /// Notes a write outside of a transaction, which is in no step of the history.
  private func noteUnrecordedWrite(_ record: EntityRecord) {
    if !journal.isReplaying, record.header.pointee.isManaged { history.noteUnrecordedChange() }
  }

  private func markModelPending(_ entity: EntityID, _ record: EntityRecord) {
    // A rollback restores the previous numbers.
    guard !journal.isRollingBack, record.header.pointee.isManaged else { return }
    record.header.pointee.epoch = counters.epoch
    let root = hasPartials ? rootOfDocument(entity) : rootOfTree(entity)
    // Nothing else tells the log.
    if !journal.isOpen, !journal.isReplaying { logs[root]?.markIncomplete() }
    guard counters.marked != root else { return }
    if journal.isCollecting { journal.append(number: counters[root], of: root) }
    counters.change(root)
    if hasPartials { noteChanged(root) }
  }

  /// Makes every record look for its model again at its next change.
  func beginEpoch() {
    if counters.beginEpoch() { entities.visit { $1.header.pointee.epoch = 0 } }
  }

  /// Marks a whole model as changed.
  package func markPending(root: EntityID) {
    logs[root]?.markIncomplete()
    counters.change(root)
  }

  /// Returns whether a model, or a part of it, may differ from what is stored.
  func isPending(_ root: EntityID) -> Bool { counters.isPending(root) || hasParts && hasPendingParts(root) }

  /// Returns whether the document of a model may differ from what is stored.
  func isDocumentPending(_ root: EntityID) -> Bool { counters.isPending(root) }

  /// Returns the number of the state that is about to be written, for `markStored` when that is done.
  func numberForStoring(_ root: EntityID) -> Int {
    beginEpoch()
    return counters[root]
  }

  /// Checks that a transaction has changed no model whose content is not in memory.
  ///
  /// - Throws: `storage.closed`.
  package func checkClosedModels() throws {
    if closedModels.isEmpty { return }
    let changed = closedModels.filter { counters[$0.key] != $0.value }
    if let root = changed.keys.min(by: { $0.index < $1.index }) { throw unchangeable(root) }
  }

  func markStored(_ root: EntityID, as number: Int) { counters.store(root, as: number) }
}
