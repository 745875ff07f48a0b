import OKitEncryption
import Synchronization

/// The passphrase of encrypted models, for which a person is asked on the terminal: before the first screen, and when a
/// covered application is uncovered.
final class FullScreenPassphrase {
  let slot = PassphraseSlot()
  private let hasScreen = ScreenFlag()
  private let attempts: Int
  /// Runs a function while the terminal has the modes that it had before the session.
  private var outsideOfScreen: ((() -> Void) -> Void)?

  /// Whether a full screen has the terminal. The key is asked for in any isolation domain.
  private final class ScreenFlag: Sendable {
    let value = Atomic<Bool>(false)
  }

  init(attempts: Int) { self.attempts = attempts }

  var key: EncryptionKey {
    let (slot, hasScreen) = (slot, hasScreen)
    return .passphrase { isNew in
      guard hasScreen.value.load(ordering: .relaxed) else { return try Passphrase.fromTerminal(isNew: isNew) }
      return try slot.take(isNew: isNew)
    }
  }

  /// A full screen has the terminal from now on.
  func begin(_ outsideOfScreen: @escaping (() -> Void) -> Void) {
    hasScreen.value.store(true, ordering: .relaxed)
    self.outsideOfScreen = outsideOfScreen
  }

  /// Asks for the passphrase if the application has asked for it since the last call.
  ///
  /// - Parameter uncover: Uses it, and returns whether it was accepted.
  /// - Throws: The reason why nobody has answered, such as the end of the input.
  func answer(_ uncover: () -> Bool) throws {
    guard let request = slot.takeRequest(), let outsideOfScreen else { return }
    for _ in 0..<attempts {
      var answer: Result<[UInt8], any Error>?
      outsideOfScreen { answer = Result { try Passphrase.fromTerminal(isNew: request.isNew) } }
      guard let bytes = try answer?.get() else { return }
      slot.fill(String(decoding: bytes, as: UTF8.self))
      if uncover() { return }
    }
  }
}
