/// The state that a test must not leave behind: diagnostics that it has not read, and open dialogs.
enum UncheckedState {
  static func failures(of application: AppSession) -> [TestFailure] {
    var failures: [TestFailure] = []
    // A person would see the screen that the last action has led to, and its mistakes.
    if !application.driver.actions.isEmpty { _ = application.driver.visibleScreen }
    let unread = application.unreadDiagnostics
    if !unread.isEmpty {
      let count = unread.count == 1 ? "a problem" : "\(unread.count) problems"
      failures.append(
        TestFailure(
          .error, "the application reported \(count) that the test did not check (app.diagnostics)",
          diagnostics: unread.map(\.description)))
    }
    if let dialog = application.driver.runtime.dialogs.shownRequest {
      let name = (dialog.title ?? dialog.message).map { " \"\($0)\"" } ?? ""
      let actions = application.driver.actions
      failures.append(
        TestFailure(
          .error, "the \(dialog.style)\(name) is still open", place: application.driver.placeOfDialog, actions: actions,
          screen: actions.isEmpty ? nil : application.driver.excerpt))
    }
    return failures
  }
}
