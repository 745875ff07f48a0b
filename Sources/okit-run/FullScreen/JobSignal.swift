import Glibc
import Synchronization

/// SIGTSTP and SIGCONT: a shell suspends the process, and continues it. SIGQUIT ends it at once. Handlers can reach
/// only globals.
enum JobSignal {
  private static let pipe = SignalPipe()
  private static let isSuspended = Atomic<Bool>(false)
  private static let isContinued = Atomic<Bool>(false)

  /// A descriptor that can be read after a signal; -1, which `poll` ignores, outside of a session.
  static var descriptor: Int32 { pipe.descriptor }

  /// Notices the signals from now on.
  static func install() {
    pipe.open()
    noticeSuspension()
    signal(SIGCONT) { _ in
      JobSignal.isContinued.store(true, ordering: .relaxed)
      JobSignal.pipe.wake()
    }
    // Swift's own handler would ask on the terminal what to do.
    signal(SIGQUIT, SIG_DFL)
    SignalMask.unblock(SIGTSTP, SIGCONT, SIGQUIT)
  }

  private static func noticeSuspension() {
    signal(SIGTSTP) { _ in
      JobSignal.isSuspended.store(true, ordering: .relaxed)
      JobSignal.pipe.wake()
    }
  }

  /// What has happened since the last call.
  enum Event { case suspend, resume, nothing }

  static func next() -> Event {
    pipe.drain()
    if isSuspended.exchange(false, ordering: .relaxed) { return .suspend }
    return isContinued.exchange(false, ordering: .relaxed) ? .resume : .nothing
  }

  /// Stops the process, and returns when it is continued. Without a shell that could continue it, the system ignores
  /// the signal.
  static func suspend() {
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    noticeSuspension()
    _ = next()
  }
}
