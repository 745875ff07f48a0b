/// The steps that can be undone and redone, newest last.
package final class History {
  /// Older steps are forgotten beyond this number.
  package var limit = 1000
  private var past: [ChangeSet] = []
  private var future: [ChangeSet] = []

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  func push(_ changes: ChangeSet, store: ModelStore) {
    drop(&future, from: 0, store)
    past.append(changes)
    store.retain(changes)
    if past.count > limit { drop(&past, from: 0, to: past.count - limit, store) }
  }

  /// Undoes the newest step and returns the changes, nil when there is none or a transaction runs.
  @discardableResult
  package func undo(_ store: ModelStore) -> ChangeSet? {
    guard !store.isInTransaction, let changes = past.popLast() else { return nil }
    let inverse = changes.inverse
    store.replay(inverse)
    future.append(changes)
    store.onCommit?(inverse)
    return inverse
  }

  /// Redoes the step that was undone last and returns the changes, nil when there is none or a transaction runs.
  @discardableResult
  package func redo(_ store: ModelStore) -> ChangeSet? {
    guard !store.isInTransaction, let changes = future.popLast() else { return nil }
    store.replay(changes)
    past.append(changes)
    store.onCommit?(changes)
    return changes
  }

  /// Forgets all steps, for instance after models were loaded again.
  package func clear(_ store: ModelStore) {
    drop(&past, from: 0, store)
    drop(&future, from: 0, store)
  }

  private func drop(_ steps: inout [ChangeSet], from: Int, to: Int? = nil, _ store: ModelStore) {
    let range = from..<(to ?? steps.count)
    for changes in steps[range] { store.release(changes) }
    steps.removeSubrange(range)
  }
}
