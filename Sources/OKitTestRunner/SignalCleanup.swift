internal import Glibc
internal import Synchronization

/// Removes the temporary directories of this process when SIGINT, SIGTERM or SIGHUP ends it.
///
/// A signal belongs to the process, and its handler can reach only globals. The handler wakes a thread that removes the
/// directories and then lets the signal have its default effect.
package enum SignalCleanup {
  private static let directories = Mutex<Set<String>>([])
  private static let wakeReader = Atomic<Int32>(-1)
  private static let wakeWriter = Atomic<Int32>(-1)

  /// Has a directory removed when a signal ends the process.
  package static func add(_ directory: String) {
    directories.withLock { directories in
      if wakeWriter.load(ordering: .relaxed) < 0 { install() }
      directories.insert(directory)
    }
  }

  /// Keeps a directory that `add` has added.
  package static func remove(_ directory: String) { directories.withLock { _ = $0.remove(directory) } }

  /// Without a pipe or a thread, signals have their default effect, and the directories stay behind.
  private static func install() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakeReader.store(ends[0], ordering: .relaxed)
    wakeWriter.store(ends[1], ordering: .relaxed)
    var thread = pthread_t()
    guard pthread_create(&thread, nil, { _ in SignalCleanup.waitForSignal() }, nil) == 0 else { return }
    pthread_detach(thread)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      // A host program, or `nohup`, may have an action of its own.
      guard sigaction(number, nil, &action) == 0, isDefault(action) else { continue }
      action = sigaction()
      action.sa_flags = SA_RESTART
      action.__sigaction_handler.sa_handler = { SignalCleanup.receive($0) }
      sigaction(number, &action, nil)
    }
  }

  private static func isDefault(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
  }

  /// Runs in the signal handler: only what is safe there.
  private static func receive(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    let saved = errno
    _ = write(wakeWriter.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }

  private static func waitForSignal() -> UnsafeMutableRawPointer? {
    var byte: UInt8 = 0
    while read(wakeReader.load(ordering: .relaxed), &byte, 1) != 1 {}
    exit(signal: Int32(byte))
  }

  /// Ends the process with the default effect of a signal.
  package static func exit(signal number: Int32) -> Never {
    removeDirectories {
      signal(number, SIG_DFL)
      kill(getpid(), number)
      // Until the signal has ended the process.
      while true { pause() }
    }
  }

  /// Ends the process, whatever its other threads do.
  package static func exit(status: Int32) -> Never { removeDirectories { _exit(status) } }

  private static func removeDirectories(then end: () -> Never) -> Never {
    // The lock stays taken, so that no directory is added now.
    directories.withLock { directories in
      for directory in directories { TemporaryDirectory.remove(directory) }
      end()
    }
  }
}
