import Glibc
import Synchronization

/// A prompt on a terminal that does not show what is typed. However it ends, the terminal is as before.
struct HiddenPrompt {
  private let terminal: Int32
  private let mode: termios

  /// Returns nil for what is not a terminal.
  init?(_ terminal: Int32) {
    var mode = termios()
    guard tcgetattr(terminal, &mode) == 0 else { return nil }
    (self.terminal, self.mode) = (terminal, mode)
  }

  /// Shows a prompt, reads an answer without showing it, and makes the terminal as before.
  ///
  /// - Returns: What reading has led to, nil if the terminal cannot hide the answer; and the signal that has ended it.
  func read<Answer>(
    _ prompt: String, _ body: () throws -> Answer
  ) -> (outcome: Result<Answer, any Error>?, signal: Int32?) {
    Self.received.store(0, ordering: .relaxed)
    Self.pipe.open()
    Self.pipe.drain()
    // Before anything is hidden: a signal must not end the process meanwhile.
    let handlers = Self.numbers.map { number -> sigaction in
      var (action, previous) = (sigaction(), sigaction())
      // Without SA_RESTART, so that reading ends.
      action.__sigaction_handler.sa_handler = { HiddenPrompt.receive($0) }
      sigaction(number, &action, &previous)
      return previous
    }
    SignalMask.unblock(SIGINT, SIGTERM, SIGHUP, SIGQUIT)
    var (hidden, mode) = (mode, mode)
    hidden.c_lflag &= ~tcflag_t(ECHO)
    var outcome: Result<Answer, any Error>?
    if tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 {
      _ = prompt.withCString { write(terminal, $0, strlen($0)) }
      outcome = Result { try body() }
      _ = tcsetattr(terminal, TCSAFLUSH, &mode)
      _ = write(terminal, "\n", 1)
    }
    for (number, handler) in zip(Self.numbers, handlers) {
      var handler = handler
      sigaction(number, &handler, nil)
    }
    let signal = Self.received.load(ordering: .relaxed)
    return (outcome, signal == 0 ? nil : signal)
  }

  /// Waits until there is input; returns false after a signal.
  static func isReadable(_ terminal: Int32) -> Bool {
    while received.load(ordering: .relaxed) == 0 {
      var waited = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&waited, 2, -1) > 0, waited[1].revents == 0 { return true }
    }
    return false
  }

  // MARK: Signals

  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  // A signal belongs to the process, and its handler can reach only globals.
  private static let received = Atomic<Int32>(0)
  private static let pipe = SignalPipe()

  /// Runs in the signal handler: only what is safe there.
  private static func receive(_ number: Int32) {
    received.store(number, ordering: .relaxed)
    pipe.wake()
  }
}
