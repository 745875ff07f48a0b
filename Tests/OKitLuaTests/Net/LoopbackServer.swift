import Foundation
import OKitEngine

/// A server on this machine that answers one request, or none.
final class LoopbackServer {
  let port: UInt16
  private let descriptor: Int32
  private let inbox = Inbox()
  /// Enters when its thread begins, leaves when it ends.
  private let serving = DispatchGroup()
  private var isClosed = false

  /// - Parameter answer: Nil to say nothing at all.
  init(answer: String?) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 4) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw Diagnostic("test.server", "no server") }
    port = UInt16(bigEndian: address.sin_port)
    guard let answer else { return }
    let (inbox, serving) = (inbox, serving)
    serving.enter()
    Thread {
      Self.serve(descriptor, Array(answer.utf8), inbox)
      serving.leave()
    }.start()
  }

  deinit { close() }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    // Ends the thread that waits for a client; until then the number may not become another socket's.
    shutdown(descriptor, Int32(SHUT_RDWR))
    serving.wait()
    Glibc.close(descriptor)
  }

  /// The request of the client, if one has connected.
  var request: String? { inbox.text }

  private static func serve(_ descriptor: Int32, _ answer: [UInt8], _ inbox: Inbox) {
    let client = accept(descriptor, nil, nil)
    guard client >= 0 else { return }
    defer { Glibc.close(client) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isWhole(bytes) {
      let count = recv(client, &buffer, buffer.count, 0)
      if count <= 0 { break }
      bytes += buffer.prefix(count)
    }
    inbox.text = String(decoding: bytes, as: UTF8.self)
    var sent = 0
    while sent < answer.count {
      let count = answer.withUnsafeBytes {
        send(client, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { break }
      sent += count
    }
  }

  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    guard let length = text.range(of: "Content-Length: ") else { return true }
    return text[end.upperBound...].utf8.count >= Int(text[length.upperBound...].prefix { $0.isNumber }) ?? 0
  }
}

/// A text that one thread writes and another one reads.
private final class Inbox: @unchecked Sendable {  // The lock guards the text.
  private let lock = NSLock()
  private var kept: String?

  var text: String? {
    get { lock.withLock { kept } }
    set { lock.withLock { kept = newValue } }
  }
}
