/// Showing the states of the models between the steps of the history.
///
/// Until the present is shown again, no turn runs: no action, observer, timer or answer, and nothing is stored.
extension AppRuntime {
  /// Whether another state of the models than the present one is shown.
  package var isPast: Bool { turns.isPast }

  /// The number of steps before the state that is shown, before the present one, and of all steps.
  package var timeline: (position: Int, present: Int, count: Int) {
    if let travel = turns.travel { return (travel.position, travel.present, travel.count) }
    let present = store.history.undoCount
    return (present, present, store.history.stepNames.count)
  }

  /// Shows the state after a number of steps of the history; that of the present ends it.
  ///
  /// - Throws: `app.turn` during a turn.
  package func travel(to position: Int) throws {
    if turns.isInTurn { throw Diagnostic("app.turn", "another state cannot be shown while an action is running") }
    guard turns.isPast || position != timeline.present else { return }
    let travel = turns.travel ?? HistoryTravel(store)
    if turns.travel == nil {
      turns.travel = travel
      updatedBefore = Set(containers.followers.lazy.filter(\.needsUpdate).map(\.handle))
    }
    travel.move(to: position)
    if travel.position == travel.present { endTravel() }
  }

  /// Shows the present state again.
  package func endTravel() {
    guard let travel = turns.travel else { return }
    travel.end()
    turns.travel = nil
    for controller in containers.followers { controller.needsUpdate = updatedBefore.contains(controller.handle) }
    updatedBefore = []
  }

  /// Makes the state that is shown the present one, by undoing or repeating the steps between them, and forgets the
  /// steps that can be repeated.
  ///
  /// - Throws: `app.turn` during a turn.
  package func discardLaterSteps() throws {
    let (position, present, _) = timeline
    endTravel()
    for _ in position..<max(position, present) { _ = try undo() }
    for _ in present..<max(position, present) { _ = try redo() }
    store.history.clearFuture(store)
  }
}
