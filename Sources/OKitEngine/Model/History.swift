/// The steps that can be undone and redone, newest last.
public final class History {
  /// Older steps are forgotten beyond this number.
  public var limit = 1000
  private var past: [ChangeSet] = []
  private var future: [ChangeSet] = []

  public var canUndo: Bool { !past.isEmpty }
  public var canRedo: Bool { !future.isEmpty }

  func push(_ changes: ChangeSet, store: ModelStore) {
    drop(&future, from: 0, store)
    past.append(changes)
    pin(changes, store, 1)
    if past.count > limit { drop(&past, from: 0, to: past.count - limit, store) }
  }

  /// Takes the newest step back exactly; answers what changed by it, or nil when there is none. Not inside a transaction.
  @discardableResult
  public func undo(_ store: ModelStore) -> ChangeSet? {
    guard !store.isInTransaction, let changes = past.popLast() else { return nil }
    let inverse = changes.inverse
    store.replay(inverse)
    future.append(changes)
    store.onCommit?(inverse)
    return inverse
  }

  /// Does the step that was taken back last once more.
  @discardableResult
  public func redo(_ store: ModelStore) -> ChangeSet? {
    guard !store.isInTransaction, let changes = future.popLast() else { return nil }
    store.replay(changes)
    past.append(changes)
    store.onCommit?(changes)
    return changes
  }

  /// Forgets all steps, for instance after models were loaded anew.
  public func clear(_ store: ModelStore) {
    drop(&past, from: 0, store)
    drop(&future, from: 0, store)
  }

  private func drop(_ steps: inout [ChangeSet], from: Int, to: Int? = nil, _ store: ModelStore) {
    let range = from..<(to ?? steps.count)
    for changes in steps[range] { pin(changes, store, -1) }
    steps.removeSubrange(range)
  }

  /// Keeps the entities that a step needs alive, or lets them go.
  private func pin(_ changes: ChangeSet, _ store: ModelStore, _ count: Int) {
    for mutation in changes.mutations {
      for value in mutation.values + [.entity(mutation.owner)] {
        guard case .entity(let entity) = value else { continue }
        if count > 0 { store.pin(entity) } else { store.unpin(entity) }
      }
    }
  }
}
