internal import Foundation
internal import NIOCore

/// Waits for descriptors that others read, such as those of signals and of changed files, on a thread of its own, which
/// sleeps meanwhile.
final class DescriptorWatch: Sendable {
  private let stopDescriptor: Int32

  /// - Parameters:
  ///   - descriptors: The descriptors; negative ones are ignored.
  ///   - loop: Where `handle` is called. The thread waits until it has returned.
  ///   - handle: Reads a descriptor that is readable.
  /// - Throws: `live.watch` if the system has no descriptors left.
  init(
    _ descriptors: [Int32], on loop: any EventLoop, _ handle: @escaping @Sendable (_ descriptor: Int32) -> Void
  ) throws(Diagnostic) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw Diagnostic("live.watch", "cannot watch for signals: \(String(cString: strerror(errno)))")
    }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopDescriptor = writeEnd
    let thread = Thread { Self.run(descriptors, readEnd, loop, handle) }
    thread.name = "okit-watch"
    thread.start()
  }

  /// Ends the thread.
  deinit { close(stopDescriptor) }

  private static func run(
    _ descriptors: [Int32], _ stop: Int32, _ loop: any EventLoop, _ handle: @escaping @Sendable (Int32) -> Void
  ) {
    defer { close(stop) }
    var waited = (descriptors + [stop]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let handled = DispatchSemaphore(value: 0)
    while true {
      guard poll(&waited, nfds_t(waited.count), -1) > 0 else { continue }
      // Its other end was closed.
      guard waited.last?.revents == 0 else { return }
      for descriptor in waited.dropLast() where descriptor.revents != 0 {
        loop.execute {
          handle(descriptor.fd)
          handled.signal()
        }
        // A loop that has ended runs nothing any more.
        while handled.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
          if poll(&waited[waited.count - 1], 1, 0) > 0 { return }
        }
      }
    }
  }
}
