import Glibc
import Synchronization

/// The keys that a user presses while `test --watch` runs, also while a test runs.
///
/// A thread reads them. `q`, Ctrl-C and Ctrl-D end the process at once during a run, whatever the tests wait for; all
/// other keys wait for the end of the run. Signals end the process too, with their own status.
final class WatchKeys: Sendable {
  /// Readable when a key was pressed, or when the input has ended.
  let descriptor: Int32
  private let writer: Int32
  /// The terminal before the keys were read; nil for other inputs.
  private let mode: TerminalMode?
  private let isRunning = Mutex(false)

  /// The signals that have arrived, for the thread.
  private static let signals = SignalPipe()
  private static let signal = Atomic<Int32>(0)

  /// - Throws: `terminal.mode`; `cli.watch` when the system refuses a thread or a pipe.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, writer) = (ends[0], ends[1])
    mode = TerminalMode.isTerminal(0) ? try TerminalMode.raw(0) : nil
    installHandlers()
    var thread = pthread_t()
    // The thread reads until the process ends.
    let keys = Unmanaged.passRetained(self)
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<WatchKeys>.fromOpaque(argument).takeUnretainedValue().readKeys() }
        return nil
      }, keys.toOpaque())
    guard error == 0 else {
      keys.release()
      throw Self.failure(error)
    }
    pthread_detach(thread)
  }

  private static func failure(_ reason: Int32) -> Diagnostic {
    Diagnostic("cli.watch", "cannot read keys: \(String(cString: strerror(reason)))")
  }

  /// A run of tests begins; a key that quits ends the process until `endRun`.
  func beginRun() { isRunning.withLock { $0 = true } }

  func endRun() { isRunning.withLock { $0 = false } }

  /// Returns the next key; nil at the end of the input.
  func next() -> UInt8? {
    var key: UInt8 = 0
    while true {
      let count = read(descriptor, &key, 1)
      if count < 0, errno == EINTR { continue }
      return count == 1 && key != 0 ? key : nil
    }
  }

  /// Restores the terminal.
  func end() throws { try mode?.restore() }

  // MARK: The thread

  private func readKeys() {
    while true {
      var descriptors = [0, Self.signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      if descriptors[1].revents != 0 { endBySignal() }
      var key: UInt8 = 0
      let count = read(0, &key, 1)
      if count < 0, errno == EINTR { continue }
      if count > 0, Self.quits(key), !isLast { quitIfRunning() }
      // Key 0 stands for the end of the input.
      if count <= 0 { key = 0 }
      _ = SystemFile.write([key], to: writer)
      if count <= 0 { return waitForSignal() }
    }
  }

  /// Whether the input ends with the key and is not a terminal: `printf q | okit-run test --watch` runs the tests once.
  private var isLast: Bool {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    var count: Int32 = 0
    guard mode == nil, poll(&input, 1, Self.closingMilliseconds) > 0 else { return false }
    return ioctl(0, UInt(FIONREAD), &count) == 0 && count == 0
  }

  /// A program that has written its last key closes the pipe soon.
  private static let closingMilliseconds: Int32 = 100

  /// Ctrl-C and Ctrl-D are keys in raw mode.
  static func quits(_ key: UInt8) -> Bool { [UInt8(ascii: "q"), 3, 4].contains(key) }

  /// A run that is not complete has not succeeded.
  private func quitIfRunning() {
    isRunning.withLock { isRunning in
      guard isRunning else { return }
      restore()
      SignalCleanup.exit(status: 1)
    }
  }

  private func waitForSignal() {
    var descriptor = pollfd(fd: Self.signals.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, -1) <= 0 {}
    endBySignal()
  }

  private func endBySignal() -> Never {
    restore()
    SignalCleanup.exit(signal: Self.signal.load(ordering: .relaxed))
  }

  private func restore() {
    // A terminal that is gone needs no mode.
    do { try end() } catch { return }
  }

  private func installHandlers() {
    Self.signals.open()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      // The parent process may ignore a signal for us, as `nohup` does.
      guard sigaction(number, nil, &action) == 0,
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
      else { continue }
      action = sigaction()
      action.sa_flags = SA_RESTART
      action.__sigaction_handler.sa_handler = {
        WatchKeys.signal.store($0, ordering: .relaxed)
        WatchKeys.signals.wake()
      }
      sigaction(number, &action, nil)
    }
  }
}
