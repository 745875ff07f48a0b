import Glibc
import Synchronization

/// SIGINT in a session on a terminal: Ctrl-C while a command runs, or a signal of another process. It stops the script,
/// not the session, which has unsaved state; at the prompt it clears the line.
enum InterruptKey {
  private static let pipe = SignalPipe()
  private static let received = Atomic<Int>(0)

  /// The number of signals since the last `clear`.
  static var count: Int { received.load(ordering: .relaxed) }

  /// A descriptor that can be read after a signal; -1, which `poll` ignores, outside of a session.
  static var descriptor: Int32 { pipe.descriptor }

  static func stopsScripts() {
    pipe.open()
    SignalMask.unblock(SIGINT)
    signal(SIGINT) { _ in
      InterruptKey.received.add(1, ordering: .relaxed)
      LuaState.interrupt()
      InterruptKey.pipe.wake()
    }
  }

  /// Forgets the signals until now.
  static func clear() {
    received.store(0, ordering: .relaxed)
    pipe.drain()
  }
}
