/// The steps that can be undone and redone, newest last.
package final class History {
  /// Older steps are forgotten beyond this number.
  package var limit = 1000
  private var past: [ChangeSet] = []
  private var future: [ChangeSet] = []

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }
  /// The number of steps that can be undone.
  package var undoCount: Int { past.count }

  /// Whether the running transaction becomes no step, and ends with an empty history.
  private(set) var isToBeCleared = false

  /// Forgets all steps when the running transaction ends; at once if none runs.
  func clearAfterTransaction(_ store: ModelStore) {
    if store.isInTransaction { isToBeCleared = true } else { clear(store) }
  }

  /// Keeps the steps although a transaction was to clear them: it has failed.
  func keep() { isToBeCleared = false }

  func push(_ changes: ChangeSet, store: ModelStore) {
    if isToBeCleared { return clear(store) }
    guard !changes.isEmpty else { return }
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
    return inverse
  }

  /// Redoes the step that was undone last and returns the changes, nil when there is none or a transaction runs.
  @discardableResult
  package func redo(_ store: ModelStore) -> ChangeSet? {
    guard !store.isInTransaction, let changes = future.popLast() else { return nil }
    store.replay(changes)
    past.append(changes)
    return changes
  }

  /// Forgets all steps, for instance after models were loaded again.
  package func clear(_ store: ModelStore) {
    isToBeCleared = false
    drop(&past, from: 0, store)
    drop(&future, from: 0, store)
  }

  private func drop(_ steps: inout [ChangeSet], from: Int, to: Int? = nil, _ store: ModelStore) {
    let range = from..<(to ?? steps.count)
    for changes in steps[range] { store.release(changes) }
    steps.removeSubrange(range)
  }
}
