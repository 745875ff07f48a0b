/// Logging the changes of models that have a journal.
extension ModelStore {
  /// Begins to log the changes of a model.
  ///
  /// - Parameter limit: The number of mutations above which the log is incomplete.
  func beginLog(of root: EntityID, limit: Int) {
    journal.endRepeatedWrites()
    beginEpoch()
    logs[root] = ChangeLog(limit: limit, covered: journal.count)
  }

  func endLog(of root: EntityID) { logs[root] = nil }

  /// Returns the changes of a model since the last call or `beginLog`; nil if not all of them are known.
  func takeLog(of root: EntityID) -> [MutationList]? {
    // A later write of the same property must not become part of a mutation that was taken.
    journal.endRepeatedWrites()
    return logs[root]?.take(running: journal.changes.mutations)
  }

  /// Adds the changes of a transaction that has ended.
  func log(_ changes: ChangeSet) {
    guard !logs.isEmpty else { return }
    logs.append(changes.mutations) { counters.isPending($0) }
    // So that a write outside of a transaction is noticed.
    beginEpoch()
  }
}
