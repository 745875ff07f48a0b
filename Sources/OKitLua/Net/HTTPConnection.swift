internal import Glibc
internal import OKitEngine

/// A connection for one request. Nothing waits longer than until its deadline, but for the system's search for an address.
final class HTTPConnection {
  private let descriptor: Int32
  private let deadline: ContinuousClock.Instant
  private let name: String

  /// - Throws: `net.failed`, `net.timeout`.
  init(_ address: HTTPAddress, deadline: ContinuousClock.Instant) throws(Diagnostic) {
    (self.deadline, name) = (deadline, address.authority)
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
      last = descriptor < 0 ? errno : try Self.connect(descriptor, candidate, deadline, name)
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
    _ descriptor: Int32, _ candidate: addrinfo, _ deadline: ContinuousClock.Instant, _ name: String
  ) throws(Diagnostic) -> Int32 {
    if Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 { return 0 }
    guard errno == EINPROGRESS || errno == EINTR else { return errno }
    do { try wait(descriptor, Int16(POLLOUT), deadline, name) } catch {
      Glibc.close(descriptor)
      throw error
    }
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  private static func wait(
    _ descriptor: Int32, _ events: Int16, _ deadline: ContinuousClock.Instant, _ name: String
  ) throws(Diagnostic) {
    while true {
      let left = deadline - .now
      guard left > .zero else { throw Diagnostic("net.timeout", "\(name) did not respond in time") }
      var ready = pollfd(fd: descriptor, events: events, revents: 0)
      let (seconds, attoseconds) = left.components
      if poll(&ready, 1, Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)) > 0 { return }
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
      try Self.wait(descriptor, Int16(POLLOUT), deadline, name)
    }
  }

  /// Some bytes; none at the end.
  func receive() throws(Diagnostic) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      try Self.wait(descriptor, Int16(POLLIN), deadline, name)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer.prefix(count)) }
      guard errno == EAGAIN || errno == EINTR else { throw failed() }
    }
  }
}
