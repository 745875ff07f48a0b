import Glibc
import Synchronization

/// SIGTERM, SIGHUP (a closed terminal) and SIGINT: the first one ends a session in order, which stores the state; the
/// second one ends the process.
///
/// The first signal raises an error in the running scripts, which they can catch to clean up. An alarm repeats it until
/// the process ends: scripts that still run are then stopped permanently, and waits that began just after the signal
/// end.
///
/// A signal belongs to the process, and its handler can reach only globals.
enum ShutdownSignal {
  private static let received = Atomic<Int32>(0)
  private static let pipe = SignalPipe()

  /// The signal that has arrived; nil for none.
  static var number: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// A descriptor that can be read as soon as a signal has arrived, for `poll`; -1, which `poll` ignores, outside of a
  /// session.
  static var descriptor: Int32 { pipe.descriptor }

  /// Runs a session.
  ///
  /// - Throws: `CommandFailure` with 128 and the number of the signal when one has ended the session, unless a failure
  ///   counts nevertheless.
  static func handling(_ session: () throws -> Void) throws {
    install()
    do { try session() } catch {
      let counts = (error as? CommandFailure)?.countsAfterSignal ?? false
      guard let number, !counts else { throw error }
      throw CommandFailure(status: 128 + number, diagnostic: unstored(error))
    }
    try check()
  }

  /// Returns why the state could not be stored. Any other failure after a signal follows from it.
  private static func unstored(_ error: any Error) -> Diagnostic? {
    let diagnostic = error as? Diagnostic ?? (error as? CommandFailure)?.diagnostic
    guard let code = diagnostic?.code.rawValue, code.hasPrefix("http.") || code.hasPrefix("storage.") else {
      return nil
    }
    return diagnostic
  }

  /// Ends an operation after a signal.
  ///
  /// - Throws: `CommandFailure` when a signal has arrived.
  static func check() throws {
    if let number { throw CommandFailure(status: 128 + number) }
  }

  private static func install() {
    // Without descriptors left, a signal is noticed after the next line of input.
    pipe.open()
    defer { SignalMask.unblock(SIGTERM, SIGHUP, SIGINT, SIGALRM) }
    handle(SIGALRM) { _ in ShutdownSignal.insist() }
    for number in [SIGTERM, SIGHUP, SIGINT] {
      var action = sigaction()
      // The parent process may ignore a signal for us, as `nohup` does.
      guard sigaction(number, nil, &action) == 0, !isIgnored(action) else { continue }
      handle(number) { ShutdownSignal.receive($0) }
    }
  }

  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    // Without SA_RESTART, so that waiting for input ends.
    action.__sigaction_handler.sa_handler = handler
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Runs in the signal handler: only what is safe there.
  private static func receive(_ number: Int32) {
    guard received.exchange(number, ordering: .relaxed) == 0 else {
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    pipe.wake()
    insist()
  }

  /// Rolls back the turn in progress, now and once per second. Runs in the signal handler.
  private static func insist() {
    LuaState.interrupt()
    alarm(1)
  }
}
