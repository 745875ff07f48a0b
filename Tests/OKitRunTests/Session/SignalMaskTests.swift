import Glibc
import Testing

@testable import okit_run

@Suite struct SignalMaskTests {
  /// Whether a signal is blocked for this thread.
  private func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }

  @Test func `a deferred signal is blocked until the end`() throws {
    // The thread of a test may have blocked them.
    SignalMask.unblock(SIGURG, SIGWINCH)
    SignalMask.deferring(SIGURG) {
      #expect(isBlocked(SIGURG))
      SignalMask.deferring(SIGURG, SIGWINCH) { #expect(isBlocked(SIGWINCH)) }
      #expect(isBlocked(SIGURG) && !isBlocked(SIGWINCH))
    }
    #expect(!isBlocked(SIGURG))
    struct Stop: Error {}
    #expect(throws: Stop.self) { try SignalMask.deferring(SIGURG) { throw Stop() } }
    #expect(!isBlocked(SIGURG))
  }
}
