import Glibc

/// SIGWINCH: the terminal has a new size. Its handler can reach only globals.
enum ResizeSignal {
  private static let pipe = SignalPipe()

  /// A descriptor that can be read after the size has changed; -1, which `poll` ignores, outside of a session.
  static var descriptor: Int32 { pipe.descriptor }

  /// Notices new sizes from now on.
  static func install() {
    pipe.open()
    signal(SIGWINCH) { _ in ResizeSignal.pipe.wake() }
    SignalMask.unblock(SIGWINCH)
  }

  /// Forgets the size changes until now.
  static func clear() { pipe.drain() }
}
