/// The changes of a model since it was stored, for its journal.
///
/// Each transaction adds the list of its mutations, which it shares with the undo history, so that a turn pays nothing
/// for them; storing looks at them. A log that misses changes is incomplete: its model has to be stored as a whole.
final class ChangeLog {
  private var lists: [MutationList] = []
  private var count = 0
  /// The number of mutations above which storing the whole model is cheaper; it counts from the next one on.
  var limit: Int
  /// The number of mutations of the running transaction that are stored already.
  private var covered: Int
  private(set) var isComplete = true
  /// Whether the entities of the changes stay alive until the changes are stored: rows are removed by their ids.
  let keepsEntities: Bool
  /// The changes whose entities are kept alive.
  private var kept: [ChangeSet] = []

  init(limit: Int, covered: Int, keepsEntities: Bool = false) {
    (self.limit, self.covered, self.keepsEntities) = (limit, covered, keepsEntities)
  }

  /// Notes changes whose entities are kept alive.
  func keep(_ changes: ChangeSet) { kept.append(changes) }

  /// Returns the changes whose entities need no longer be kept alive.
  func takeKept() -> [ChangeSet] {
    defer { kept = [] }
    return kept
  }

  /// Adds the mutations of a transaction, of which those of a store during the transaction are left out.
  func append(_ mutations: MutationList) {
    let list = covered == 0 ? mutations : MutationList(mutations.dropFirst(covered))
    covered = 0
    guard isComplete, !list.isEmpty else { return }
    lists.append(list)
    count += list.count
    if count > limit { markIncomplete() }
  }

  /// Forgets a transaction in which the model has not changed.
  func skipTransaction() { covered = 0 }

  /// Notes that the running transaction is back at a number of mutations.
  func rollBack(to count: Int) {
    guard covered > count else { return }
    // What was stored is not there any more.
    covered = count
    markIncomplete()
  }

  func markIncomplete() {
    isComplete = false
    lists = []
  }

  /// Returns all changes, also those of the running transaction, and begins again; nil if the log is incomplete.
  func take(running mutations: MutationList) -> [MutationList]? {
    let rest = mutations.dropFirst(covered)
    let taken = rest.isEmpty ? lists : lists + [MutationList(rest)]
    (lists, count, covered) = ([], 0, mutations.count)
    defer { isComplete = true }
    return isComplete && taken.reduce(0, { $0 + $1.count }) <= limit ? taken : nil
  }

  /// Puts changes back that could not be stored.
  func restore(_ taken: [MutationList]) {
    lists = taken + lists
    count = lists.reduce(0) { $0 + $1.count }
    if count > limit { markIncomplete() }
  }
}

/// The change logs of a store, by the root of their model.
struct ChangeLogs {
  private var logs: [EntityID: ChangeLog] = [:]

  var isEmpty: Bool { logs.isEmpty }

  subscript(root: EntityID) -> ChangeLog? {
    get { logs[root] }
    set { logs[root] = newValue }
  }

  /// Gives the mutations of a transaction to the logs of models that have changed.
  ///
  /// - Parameter retain: Called for each log that keeps the entities of its changes alive.
  func append(_ mutations: MutationList, _ hasChanged: (EntityID) -> Bool, _ retain: (ChangeLog) -> Void) {
    for (root, log) in logs {
      guard hasChanged(root) else {
        log.skipTransaction()
        continue
      }
      if log.keepsEntities { retain(log) }
      log.append(mutations)
    }
  }

  func rollBack(to count: Int) {
    for log in logs.values { log.rollBack(to: count) }
  }
}
