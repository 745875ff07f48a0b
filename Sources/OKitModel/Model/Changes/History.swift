/// The steps that can be undone and redone, newest last.
///
/// A step is what one transaction has changed, or several ones by which a person has edited one field. Changes of
/// classes and of transactions without history are in no step. After such a change, the models may differ from what a
/// step has left, so that undoing it needs a `StepRebase`. What that makes can be taken back exactly.
package final class History {
  private struct Step {
    var changes: ChangeSet
    var name: String?
  }

  /// Older steps are forgotten beyond this number.
  package var limit = 1000
  private var past: [Step] = []
  private var future: [Step] = []

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }
  /// The number of steps that can be undone.
  package var undoCount: Int { past.count }
  /// The names of all steps, oldest first, with those that can be repeated; nil for a step without a name.
  package var stepNames: [String?] { past.map(\.name) + future.reversed().map(\.name) }
  /// The name of the step that `undo` takes back, or that `redo` has just repeated; nil without a name.
  package var undoName: String? { past.last?.name }
  /// The name of the step that `redo` repeats, or that `undo` has just taken back; nil without a name.
  package var redoName: String? { future.last?.name }

  // Unchecked where every transaction passes: no access of these is ever made inside another one.

  /// Whether the transactions that run now become steps.
  package var isRecording: Bool {
    get { records }
    set { records = newValue }
  }
  // Other modules do not see that a property is unchecked.
  @exclusivity(unchecked) private var records = true
  /// The number of changes so far that are in no step.
  @exclusivity(unchecked) package private(set) var unrecordedChanges = 0
  /// How many of the newest steps lead to the present state, or away from it, without a change between them that is in
  /// no step: they can be replayed exactly.
  private var exact: (past: Int, future: Int) {
    get { counted.number == unrecordedChanges ? counted.steps : (0, 0) }
    set { counted = (newValue, unrecordedChanges) }
  }
  /// The steps that could be replayed exactly when there was this number of unrecorded changes.
  @exclusivity(unchecked) private var counted = (steps: (past: 0, future: 0), number: 0)

  func add(to census: inout MemoryCensus) {
    for step in past + future { step.changes.mutations.add(to: &census) }
  }

  /// Returns the changes of a step, and whether it can be replayed exactly from the present state, after the steps
  /// between them.
  ///
  /// - Parameter number: Its number among all steps, from 0.
  func step(_ number: Int) -> (changes: ChangeSet, isExact: Bool) {
    if number < past.count { return (past[number].changes, past.count - number <= exact.past) }
    let place = number - past.count
    return (future[future.count - 1 - place].changes, place < exact.future)
  }

  /// Forgets the steps that can be repeated.
  package func clearFuture(_ store: ModelStore) {
    drop(&future, store)
    exact.future = 0
  }

  // MARK: The running transaction

  /// Whether the running transaction becomes no step, and ends with an empty history.
  @exclusivity(unchecked) private(set) var isToBeCleared = false
  @exclusivity(unchecked) private var name: String?
  /// The field that the running transaction edits, and the number of its mutations before that.
  @exclusivity(unchecked) private var edit: (field: EditedField, position: Int)?
  /// The field whose edits belong to the newest step, as long as a person does nothing else.
  @exclusivity(unchecked) private var openField: EditedField?

  /// Forgets all steps when the running transaction ends; at once if none runs.
  func clearAfterTransaction(_ store: ModelStore) {
    if store.isInTransaction { isToBeCleared = true } else { clear(store) }
  }

  /// Names the step that the running transaction becomes.
  package func nameStep(_ name: String) { self.name = name }

  /// Begins the edit of a field in the running transaction. What the transaction has changed before, such as the input
  /// of another field, is a step of its own.
  package func beginEdit(of field: EditedField, _ store: ModelStore) {
    if openField != field { openField = nil }
    store.journal.endRepeatedWrites()
    if store.isInTransaction { edit = (field, store.journal.count) }
  }

  /// Ends the edit of a field, because a person does something else: the next one is a step of its own.
  package func endEdit() { openField = nil }

  /// Forgets what the running transaction has said of its step, because it has failed: its name, its field, and that
  /// it clears the history.
  func transactionFailed() { (isToBeCleared, name, edit) = (false, nil, nil) }

  /// Notes a change that is in no step.
  @inline(__always)
  func noteUnrecordedChange() { unrecordedChanges &+= 1 }

  /// Makes a step of a transaction that has ended.
  ///
  /// - Parameters:
  ///   - made: The entities that it has made.
  ///   - unrecorded: The changes that are in no step, by their position.
  func commit(_ all: ChangeSet, made: [EntityID], without unrecorded: [Range<Int>] = [], store: ModelStore) {
    if all.isEmpty, !isToBeCleared, edit == nil, name == nil { return }
    defer {
      if name != nil { name = nil }
      edit = nil
    }
    if isToBeCleared { return clear(store) }
    guard !all.isEmpty else { return }
    let changes = all.without(unrecorded)
    if let position = edit?.position {
      edit?.position -= unrecorded.reduce(0) { $0 + $1.clamped(to: 0..<position).count }
    }
    defer { if changes.mutations.count < all.mutations.count { noteUnrecordedChange() } }
    let recorded = isRecording ? store.recordedPart(of: changes) : ChangeSet()
    defer { if recorded.mutations.count < changes.mutations.count { noteUnrecordedChange() } }
    // What cancels out is not a step: undoing it would do nothing, and what was undone before can still be repeated.
    func hasEffect(_ changes: ChangeSet) -> Bool {
      var effect = NetEffect(changes, made: made, store)
      return !changes.isEmpty && !effect.isNothing()
    }
    guard hasEffect(recorded) else { return }
    guard let edit, edit.position > 0 else { return push(recorded, of: edit?.field, store) }
    let (before, after) = changes.split(at: edit.position)
    let parts = (store.recordedPart(of: before), store.recordedPart(of: after))
    let (isBefore, isAfter) = (hasEffect(parts.0), hasEffect(parts.1))
    // Only one of the two is a step.
    guard isBefore, isAfter else { return push(recorded, of: isAfter ? edit.field : nil, store) }
    push(parts.0, of: nil, store)
    push(parts.1, of: edit.field, store)
  }

  /// Adds a step, or adds changes to the newest one if they are of the same edit.
  private func push(_ changes: ChangeSet, of field: EditedField?, _ store: ModelStore) {
    drop(&future, store)
    exact.future = 0
    store.retain(changes)
    guard let field, field == openField, let last = past.popLast() else {
      openField = field
      past.append(Step(changes: changes, name: name))
      if past.count > limit { drop(&past, to: past.count - limit, store) }
      exact.past = min(exact.past + 1, past.count)
      return
    }
    let merged = last.changes.merging(changes)
    if merged.mutations.count < last.changes.mutations.count + changes.mutations.count {
      store.retain(merged)
      for part in [last.changes, changes] { store.release(part) }
    }
    past.append(Step(changes: merged, name: name ?? last.name))
    var effect = NetEffect(merged, made: [], store)
    guard effect.isNothing(), let cancelled = past.popLast() else { return }
    store.release(cancelled.changes)
    exact.past = max(exact.past - 1, 0)
    openField = nil
  }

  // MARK: Undoing

  /// Undoes the newest step that still has an effect and returns the changes, nil when there is none or a transaction
  /// runs.
  @discardableResult
  package func undo(_ store: ModelStore) -> ChangeSet? {
    guard !store.isInTransaction else { return nil }
    while let step = past.popLast() {
      let isExact = exact.past > 0
      guard let made = replay(step.changes.inverse, of: step, isExact: isExact, store) else { continue }
      future.append(Step(changes: isExact ? step.changes : made.inverse, name: step.name))
      exact = (max(exact.past - 1, 0), exact.future + 1)
      return made
    }
    return nil
  }

  /// Redoes the step that was undone last and returns the changes, nil when there is none or a transaction runs.
  @discardableResult
  package func redo(_ store: ModelStore) -> ChangeSet? {
    guard !store.isInTransaction else { return nil }
    while let step = future.popLast() {
      guard let made = replay(step.changes, of: step, isExact: exact.future > 0, store) else { continue }
      past.append(Step(changes: made, name: step.name))
      exact = (exact.past + 1, max(exact.future - 1, 0))
      return made
    }
    return nil
  }

  /// Applies the changes of a step, or their inverse.
  ///
  /// - Returns: The changes that were made, whose entities are kept alive; nil, with nothing changed in the end, if all
  ///   that the step has changed is gone, or is as before.
  private func replay(_ changes: ChangeSet, of step: Step, isExact: Bool, _ store: ModelStore) -> ChangeSet? {
    openField = nil
    let made = store.replay(changes, isExact: isExact)
    guard !isExact else { return made }
    store.retain(made)
    store.release(step.changes)
    var effect = NetEffect(made, made: [], store)
    if made.mutations.contains(where: { store.isInHistory($0.owner) }), !effect.isNothing() { return made }
    _ = store.replay(made.inverse, isExact: true)
    store.release(made)
    return nil
  }

  /// Forgets all steps, for instance after models were loaded again.
  package func clear(_ store: ModelStore) {
    isToBeCleared = false
    openField = nil
    drop(&past, store)
    drop(&future, store)
    exact = (0, 0)
  }

  private func drop(_ steps: inout [Step], to end: Int? = nil, _ store: ModelStore) {
    let range = 0..<(end ?? steps.count)
    for step in steps[range] { store.release(step.changes) }
    steps.removeSubrange(range)
  }
}
