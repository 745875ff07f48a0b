/// Collects the changes of all transactions while it is registered.
package final class ChangeRecorder {
  package internal(set) var changes = ChangeSet()
  /// Older changes are forgotten beyond this number.
  let limit: Int

  package init(limit: Int = .max) { self.limit = limit }
}

/// The registered recorders of a store.
struct ChangeRecorders {
  private var recorders: [ObjectIdentifier: ChangeRecorder] = [:]
  /// While set, nothing is recorded: changes are undone before the next read.
  var isPaused = false

  mutating func insert(_ recorder: ChangeRecorder) { recorders[ObjectIdentifier(recorder)] = recorder }

  /// - Returns: Whether the recorder was registered.
  mutating func remove(_ recorder: ChangeRecorder) -> Bool {
    recorders.removeValue(forKey: ObjectIdentifier(recorder)) != nil
  }

  /// Gives changes to every recorder.
  ///
  /// - Returns: For each recorder the changes that it has forgotten for them, oldest first.
  func record(_ changes: ChangeSet) -> [ChangeSet] {
    guard !isPaused else { return [] }
    return recorders.values.map { recorder in
      recorder.changes.mutations += changes.mutations
      let surplus = recorder.changes.mutations.count - recorder.limit
      // Not at each change: forgetting the first ones moves all others.
      guard surplus > recorder.limit / 2 else { return ChangeSet() }
      let forgotten = ChangeSet(mutations: Array(recorder.changes.mutations.prefix(surplus)))
      recorder.changes.mutations.removeFirst(surplus)
      return forgotten
    }
  }
}
