/// Logging the changes of models that have a journal.
extension ModelStore {
  /// Begins to log the changes of a model.
  ///
  /// - Parameters:
  ///   - limit: The number of mutations above which the log is incomplete.
  ///   - keepsEntities: Whether the entities of the changes stay alive until `releaseLog`.
  func beginLog(of root: EntityID, limit: Int, keepsEntities: Bool = false) {
    endLog(of: root)
    journal.endRepeatedWrites()
    beginEpoch()
    logs[root] = ChangeLog(limit: limit, covered: journal.count, keepsEntities: keepsEntities)
  }

  func endLog(of root: EntityID) {
    releaseLog(of: root)
    logs[root] = nil
  }

  /// Lets entities go that the log of a model keeps alive.
  func releaseLog(of root: EntityID) {
    for changes in logs[root]?.takeKept() ?? [] { release(changes) }
  }

  /// Returns the changes of a model since the last call or `beginLog`; nil if not all of them are known.
  func takeLog(of root: EntityID) -> [MutationList]? {
    // A later write of the same property must not become part of a mutation that was taken.
    journal.endRepeatedWrites()
    return logs[root]?.take(running: journal.changes.mutations)
  }

  /// Adds the changes of a transaction that has ended.
  func log(_ changes: ChangeSet) {
    guard !logs.isEmpty else { return }
    logs.append(changes.mutations) {
      counters.isPending($0)
    } _: { log in
      retain(changes)
      log.keep(changes)
    }
    // So that a write outside of a transaction is noticed.
    beginEpoch()
  }
}
