internal import Synchronization

/// The passphrase that a page has sent, until it is used once.
package final class PassphraseSlot: Sendable {
  private struct State {
    var passphrase: [UInt8]?
    var request: Request?
  }

  /// The application has asked for the passphrase, and there was none.
  package struct Request: Sendable, Hashable {
    /// Whether a new one is to be chosen.
    package var isNew: Bool
  }

  private let state = Mutex(State())
  private static let missing = Diagnostic("storage.passphrase", "the page asks for the passphrase")

  /// Whether a diagnostic says that a page is asked, which is not a problem.
  static func isRequest(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code == missing.code && diagnostic.message == missing.message
  }

  package init() {}

  /// Returns the passphrase, and forgets it.
  ///
  /// - Throws: `storage.passphrase` if there is none; `takeRequest` returns the request then.
  package func take(isNew: Bool) throws -> [UInt8] {
    let passphrase = state.withLock { state in
      defer { state.passphrase = nil }
      if state.passphrase == nil { state.request = Request(isNew: isNew) }
      return state.passphrase
    }
    guard let passphrase else { throw Self.missing }
    return passphrase
  }

  /// Keeps a passphrase for the next time that the application needs it.
  package func fill(_ text: String) { state.withLock { $0.passphrase = Array(text.utf8) } }

  /// Forgets a passphrase that was not used.
  func clear() { state.withLock { $0.passphrase = nil } }

  /// Returns the request since the last call; nil for none.
  package func takeRequest() -> Request? {
    state.withLock { state in
      defer { state.request = nil }
      return state.request
    }
  }
}
