/// The state that a test must not leave behind: diagnostics that it has not read, open dialogs, and with `exhaustive`
/// changes that it has not claimed and timers that run.
enum UncheckedState {
  static func failures(of application: AppSession) -> [TestFailure] {
    var failures: [TestFailure] = []
    // A person would see the screen that the last action has led to, and its mistakes.
    if !application.driver.actions.isEmpty {
      for window in application.runtime.windows {
        _ = application.runtime.screen(in: window, window: window.scrolledRows)
      }
    }
    let unread = application.unreadDiagnostics
    if !unread.isEmpty {
      let count = unread.count == 1 ? "a problem" : "\(unread.count) problems"
      failures.append(
        TestFailure(
          .error, "the application reported \(count) that the test did not check (app.diagnostics)",
          diagnostics: unread.map(\.description)))
    }
    for window in application.runtime.windows {
      guard let dialog = window.dialogs.shownRequest else { continue }
      let driven = application.driver.drive(window)
      defer { application.driver.drive(driven) }
      let name = (dialog.title ?? dialog.message).map { " \"\($0)\"" } ?? ""
      let actions = application.driver.actions
      failures.append(
        TestFailure(
          .error, "the \(dialog.style)\(name) is still open", place: application.driver.placeOfDialog, actions: actions,
          screen: actions.isEmpty ? nil : application.driver.excerpt))
    }
    return failures
  }

  /// - Returns: What a test with `exhaustive` has left.
  static func unclaimed(_ application: AppSession, _ steps: [StepClaims.Unclaimed]) -> [TestFailure] {
    let timers = application.process?.isRunning == true ? application.runtime.timers.runningPlaces : []
    return steps.map { step in
      let claims = step.claims.map { "\n  \($0)" }.joined()
      var failure = TestFailure(
        .error,
        "the step \"\(step.step)\" has changed what the test does not claim:"
          + step.changes.map { "\n  \($0)" }.joined() + "\nclaim it after the step:\(claims)", place: step.place)
      failure.code = "test.unclaimed"
      return failure
    }
      + timers.map { place in
        var failure = TestFailure(.error, "a timer still runs at the end of the test", place: place)
        failure.code = "test.timer"
        return failure
      }
  }
}
