/// Looks for a screen that a person cannot leave and on which nothing can be done.
struct DeadEnd {
  let run: ExploredRun

  /// Performs one action after the other until one changes something.
  ///
  /// - Returns: The fault if none does; nil on the first screen.
  func find() throws -> ExploredFault? {
    let session = run.session
    guard run.isRunning, !session.runtime.isCovered else { return nil }
    let screen = session.driver.screen
    let isFirst = session.driver.window.stack.count <= 1 && screen.alert == nil && screen.sheet == nil
    guard !isFirst else { return nil }
    let place = session.driver.top?.definition.place
    var generator = SplitMix64(seed: 1)
    let choice = ValueChoice(ScriptConstants())
    let possible = PossibleActions(session)
    for action in possible.all where action.kind.isOfPerson {
      let value = choice.value(for: action.input, now: session.runtime.clock.now, &generator)
      guard case .performed(let isChanged) = try run.perform(possible.step(action, value: value)) else { continue }
      if isChanged || !run.isRunning { return nil }
    }
    let what = screen.alert != nil ? "the alert of " : screen.sheet != nil ? "the sheet of " : ""
    return ExploredFault(
      .deadEnd, "no action on \(what)\"\(screen.name)\" changes anything", place: place, subject: screen.name)
  }
}
