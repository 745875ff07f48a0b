internal import Glibc
internal import Synchronization

/// A pipe that a signal handler writes to, so that a `poll` notices the signal even if it arrived before the call.
package struct SignalPipe: ~Copyable, Sendable {
  private let reader = Atomic<Int32>(-1)
  private let writer = Atomic<Int32>(-1)

  package init() {}

  /// The descriptor to wait for; -1, which `poll` ignores, while the pipe is not open.
  package var descriptor: Int32 { reader.load(ordering: .relaxed) }

  /// Opens the pipe unless it is open. It stays closed when the process has no descriptors left.
  package borrowing func open() {
    var ends: [Int32] = [-1, -1]
    guard descriptor < 0, pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader.store(ends[0], ordering: .relaxed)
    writer.store(ends[1], ordering: .relaxed)
  }

  /// Makes the descriptor readable. Only calls what is allowed in a signal handler.
  package borrowing func wake() {
    var byte: UInt8 = 0
    let saved = errno
    _ = write(writer.load(ordering: .relaxed), &byte, 1)
    errno = saved
  }

  /// Discards what `wake` has written.
  package borrowing func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
