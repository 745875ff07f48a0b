/// The request of a script to end the session, with `os.exit`, and its status.
final class SessionEnd {
  private(set) var status: Int32?

  /// Requests the end with a status from 0 to 255; the first request counts.
  func request(_ status: Int) { self.status = self.status ?? Int32(truncatingIfNeeded: status) }

  /// Returns whether a diagnostic is the error that `os.exit` raises, which is not a failure of the session.
  static func isRequest(_ diagnostic: Diagnostic) -> Bool { diagnostic.code == "lua.exit" }
}
