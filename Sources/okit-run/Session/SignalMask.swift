import Glibc

/// The signals that this process receives: its parent process may have blocked some.
enum SignalMask {
  static func unblock(_ numbers: Int32...) {
    var signals = set(numbers)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Runs `body`; the signals that arrive meanwhile take effect when it has ended.
  static func deferring<Result>(_ numbers: Int32..., body: () throws -> Result) rethrows -> Result {
    var (signals, previous) = (set(numbers), sigset_t())
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    return try body()
  }

  private static func set(_ numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }
}
