/// What renderers have not been told yet, and the failure of the last reload.
struct PendingNotices {
  private var pending = ServerMessage.Notice()
  private var isEmpty = true
  /// The failure of the last reload; nil after a success.
  private(set) var failure: ServerMessage.Notice?
  /// The number of diagnostics, and of lines of the log, in one notice. A script can log without an end.
  private static let limit = 100

  mutating func add(_ diagnostic: Diagnostic) {
    if pending.diagnostics.count < Self.limit { pending.diagnostics.append(diagnostic) }
    isEmpty = false
  }

  mutating func add(_ line: ServerMessage.LogLine) {
    if pending.log.count == Self.limit { pending.log.removeFirst() }
    pending.log.append(line)
    isEmpty = false
  }

  mutating func didReload() {
    failure = nil
    pending.reload = .done
    isEmpty = false
  }

  mutating func didFailToReload(_ diagnostic: Diagnostic) {
    // The application has reported it, too.
    pending.diagnostics.removeAll { $0 == diagnostic }
    failure = ServerMessage.Notice(reload: .failed, diagnostics: [diagnostic])
    pending.reload = .failed
    pending.diagnostics.insert(diagnostic, at: 0)
    isEmpty = false
  }

  /// Returns the next notice; nil if there is none.
  mutating func next() -> ServerMessage.Notice? {
    guard !isEmpty else { return nil }
    defer { (pending, isEmpty) = (ServerMessage.Notice(), true) }
    return pending
  }

  /// Removes the failure of an action, which is in its answer.
  mutating func remove(failureOf answer: ServerMessage) {
    guard case .done(_, let error?) = answer else { return }
    pending.diagnostics.removeAll { $0 == error }
    isEmpty = pending == ServerMessage.Notice()
  }
}
