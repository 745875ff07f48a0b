/// Undoes and redoes the turns of one application.
package final class UndoService {
  private let store: ModelStore
  private unowned let turns: any TurnContext  // Safe: the runtime owns both.

  init(_ store: ModelStore, _ turns: any TurnContext) {
    (self.store, self.turns) = (store, turns)
  }

  /// Undoes the newest step.
  ///
  /// - Returns: Whether there was a step to undo.
  /// - Throws: `app.turn` during a turn.
  package func undo() throws -> Bool { try step("undo") { store.history.undo(store) != nil } }

  /// Repeats the step that was undone last.
  ///
  /// - Returns: Whether there was a step to redo.
  /// - Throws: `app.turn` during a turn.
  package func redo() throws -> Bool { try step("redo") { store.history.redo(store) != nil } }

  /// Forgets all steps.
  func clear() { store.history.clear(store) }

  private func step(_ name: String, _ body: () -> Bool) throws -> Bool {
    try turns.requireIdle("\(name) is not available while an action is running")
    turns.beginStamp()
    defer { turns.settle() }
    let isDone = body()
    turns.dropOverwrittenInput()
    return isDone
  }

  /// Returns the net changes that `body` causes, in order.
  ///
  /// - Throws: `app.turn` during a turn; what `body` throws.
  package func changes(_ body: () throws -> Void) throws -> [Patch] {
    try turns.requireIdle("changes are known only after the action; call changes outside of it")
    let recorder = ChangeRecorder(store)
    store.startRecording(recorder)
    defer { store.stopRecording(recorder) }
    try body()
    return store.patches(recorder)
  }
}
