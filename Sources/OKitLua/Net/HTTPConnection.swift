internal import Glibc
internal import OKitEngine

/// A connection for one request. Nothing waits longer than until its deadline, or until a limit stops the scripts that wait for
/// it, except for the system's search for an address.
final class HTTPConnection {
  private let descriptor: Int32
  private let waiting: Waiting
  private let name: String

  /// - Parameter isStopped: Returns whether a limit has stopped the scripts.
  /// - Throws: `net.failed`, `net.timeout`.
  init(
    _ address: HTTPAddress, deadline: ContinuousClock.Instant, isStopped: @escaping () -> Bool
  ) throws(Diagnostic) {
    name = address.authority
    let waiting = Waiting(name: name, deadline: deadline, isStopped: isStopped)
    self.waiting = waiting
    var last: Int32 = 0
    var found: UnsafeMutablePointer<addrinfo>?
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    let host = address.host.hasPrefix("[") ? String(address.host.dropFirst().dropLast()) : address.host
    let outcome = getaddrinfo(host, String(address.port), &hints, &found)
    guard outcome == 0 else {
      throw Diagnostic("net.failed", "cannot connect to \(name): \(String(cString: gai_strerror(outcome)))")
    }
    defer { freeaddrinfo(found) }
    var next = found
    while let candidate = next?.pointee {
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let descriptor = socket(candidate.ai_family, type, 0)
      last = descriptor < 0 ? errno : try Self.connect(descriptor, candidate, waiting)
      if descriptor >= 0, last == 0 {
        self.descriptor = descriptor
        return
      }
      if descriptor >= 0 { Glibc.close(descriptor) }
      next = candidate.ai_next
    }
    throw Diagnostic("net.failed", "cannot connect to \(name): \(String(cString: strerror(last)))")
  }

  deinit { Glibc.close(descriptor) }

  /// - Returns: 0, or why it cannot be reached.
  private static func connect(
    _ descriptor: Int32, _ candidate: addrinfo, _ waiting: Waiting
  ) throws(Diagnostic) -> Int32 {
    if Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 { return 0 }
    guard errno == EINPROGRESS || errno == EINTR else { return errno }
    do { try waiting.wait(descriptor, Int16(POLLOUT)) } catch {
      Glibc.close(descriptor)
      throw error
    }
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  /// Waits for the server.
  private struct Waiting {
    let name: String
    let deadline: ContinuousClock.Instant
    let isStopped: () -> Bool

    /// The longest time between two checks of the limits.
    private static let interval = Duration.milliseconds(50)

    func wait(_ descriptor: Int32, _ events: Int16) throws(Diagnostic) {
      while true {
        let left = deadline - .now
        guard left > .zero else { throw Diagnostic("net.timeout", "\(name) did not respond in time") }
        if isStopped() { throw Diagnostic("net.timeout", "\(name) did not respond within the limits of the script") }
        var ready = pollfd(fd: descriptor, events: events, revents: 0)
        let attoseconds = min(left, Self.interval).components.attoseconds
        if poll(&ready, 1, Int32(attoseconds / 1_000_000_000_000_000 + 1)) > 0 { return }
      }
    }
  }

  private func failed() -> Diagnostic {
    Diagnostic("net.failed", "the connection to \(name) failed: \(String(cString: strerror(errno)))")
  }

  func send(_ bytes: [UInt8]) throws(Diagnostic) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { sent += count }
      if count >= 0 || errno == EINTR { continue }
      guard errno == EAGAIN else { throw failed() }
      try waiting.wait(descriptor, Int16(POLLOUT))
    }
  }

  /// Some bytes; none at the end.
  func receive() throws(Diagnostic) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      try waiting.wait(descriptor, Int16(POLLIN))
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer.prefix(count)) }
      guard errno == EAGAIN || errno == EINTR else { throw failed() }
    }
  }
}
