import Foundation
import Glibc
import OKitEngine

/// A server on loopback whose responses a test writes byte by byte. Each connection has a thread.
package final class HTTPServer {
  /// A request as it has arrived.
  package struct Request: Sendable {
    package var head: String
    package var body: [UInt8]

    /// Such as `GET /shop.json`.
    package var line: String { head.split(separator: " ").prefix(2).joined(separator: " ") }

    /// The value of a header; nil if it is missing.
    package func header(_ name: String) -> String? {
      let lines = head.split(whereSeparator: \.isNewline)
      return lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  package struct Response: Sendable {
    package var bytes: [UInt8]
    /// Whether the connection is closed after the response.
    package var closes: Bool

    package init(_ text: String, closes: Bool = true) { self.init(Array(text.utf8), closes: closes) }

    package init(_ bytes: [UInt8], closes: Bool = true) { (self.bytes, self.closes) = (bytes, closes) }

    /// A complete response that keeps the connection open.
    package static func complete(
      _ status: Int = 200, _ headers: [String] = [], _ body: String = ""
    ) -> Response {
      let lines = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.utf8.count)"] + headers
      return Response(lines.joined(separator: "\r\n") + "\r\n\r\n" + body, closes: false)
    }
  }

  package let port: UInt16
  package var url: String { "http://127.0.0.1:\(port)" }
  private let descriptor: Int32
  private let state = State()

  /// - Parameter answer: Returns the response to a request; nil for none, while the connection stays open.
  package init(_ answer: @escaping @Sendable (Request) -> Response?) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, length, state) = (descriptor, size, state)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw Diagnostic("test.server", "cannot listen: \(String(cString: strerror(errno)))") }
    Thread {
      while case let client = accept(descriptor, nil, nil), client >= 0 {
        state.opened(client)
        Thread {
          Self.serve(client, state, answer)
          state.closed(client)
        }.start()
      }
    }.start()
  }

  deinit {
    // The threads end when their sockets do.
    shutdown(descriptor, Int32(SHUT_RDWR))
    state.end()
    close(descriptor)
  }

  /// The complete requests so far.
  package var requests: [Request] { state.requests }

  /// The number of connections that clients have opened.
  package var connectionCount: Int { state.connectionCount }

  // MARK: Serving

  private static func serve(_ client: Int32, _ state: State, _ answer: (Request) -> Response?) {
    var bytes: [UInt8] = []
    while let request = read(client, &bytes) {
      state.add(request)
      guard let response = answer(request) else { continue }
      var sent = 0
      while sent < response.bytes.count {
        let count = response.bytes.withUnsafeBytes {
          send(client, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return }
        sent += count
      }
      if response.closes { return }
    }
  }

  private static func read(_ client: Int32, _ bytes: inout [UInt8]) -> Request? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        var request = Request(head: head, body: [])
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        if bytes.count >= end.upperBound + length {
          request.body = Array(bytes[end.upperBound..<(end.upperBound + length)])
          bytes.removeFirst(end.upperBound + length)
          return request
        }
      }
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
    }
  }

  private final class State: @unchecked Sendable {  // The lock guards all properties.
    private let lock = NSLock()
    private var all: [Request] = []
    private var open: Set<Int32> = []
    private var count = 0

    var requests: [Request] { lock.withLock { all } }
    var connectionCount: Int { lock.withLock { count } }

    func add(_ request: Request) { lock.withLock { all.append(request) } }

    func opened(_ client: Int32) {
      lock.withLock {
        open.insert(client)
        count += 1
      }
    }

    func closed(_ client: Int32) {
      lock.withLock {
        open.remove(client)
        _ = close(client)
      }
    }

    func end() { lock.withLock { for client in open { shutdown(client, Int32(SHUT_RDWR)) } } }
  }
}
