import OKitEngine

/// Whether the script has asked for the end of the session, by `os.exit`, and with which status.
final class SessionEnd {
  private(set) var status: Int32?

  /// The first request counts. What the system passes on are the lowest eight bits.
  func request(_ status: Int) { self.status = self.status ?? Int32(status & 0xFF) }

  /// What a function that cannot wait for the end fails with: no failure of the session.
  static func isRequest(_ diagnostic: Diagnostic) -> Bool { diagnostic.code == "lua.exit" }
}
