/// Shows earlier and later states of the models: applies the recorded changes of steps, and takes them back.
///
/// The history, recorders, storages and functions of scripts know nothing of it. Nothing may write until `end`.
package final class HistoryTravel {
  private let store: ModelStore
  /// The number of steps before the present state.
  package let present: Int
  /// The number of all steps.
  package let count: Int
  /// What was applied since the present state, in order.
  private var applied: [ChangeSet] = []
  private var isBackward = true
  private let numbers: ChangeCounters
  private let touched: PartialQueue
  private let changedParts: Set<EntityID>

  package init(_ store: ModelStore) {
    self.store = store
    (present, count) = (store.history.undoCount, store.history.stepNames.count)
    (numbers, touched, changedParts) = (store.counters, store.parts.touched, store.parts.changed)
  }

  /// The number of steps before the state that is shown.
  package var position: Int { isBackward ? present - applied.count : present + applied.count }

  /// Shows the state after a number of steps: 0 for that before the first one.
  package func move(to position: Int) {
    let target = min(max(position, 0), count)
    while !applied.isEmpty, isBackward ? target > self.position : target < self.position { takeBack() }
    while self.position > target { apply(store.history.step(self.position - 1), isBackward: true) }
    while self.position < target { apply(store.history.step(self.position), isBackward: false) }
  }

  private func apply(_ step: (changes: ChangeSet, isExact: Bool), isBackward: Bool) {
    let made = store.show(isBackward ? step.changes.inverse : step.changes, isExact: step.isExact)
    store.retain(made)
    applied.append(made)
    self.isBackward = isBackward
  }

  private func takeBack() {
    guard let made = applied.popLast() else { return }
    _ = store.show(made.inverse, isExact: true)
    store.release(made)
  }

  /// Returns to the present state: what observes the models, or stores them, finds nothing changed.
  package func end() {
    while !applied.isEmpty { takeBack() }
    store.counters.restore(numbers)
    store.beginEpoch()
    store.parts.touched = touched
    for part in store.parts.changed.subtracting(changedParts) where store.parts.settle(part) { store.unpin(part) }
    store.graph.forgetScheduled()
  }
}
