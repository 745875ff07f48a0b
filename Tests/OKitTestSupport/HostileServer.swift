import Foundation
package import OKitEngine

/// A server with entity tags on loopback, whose responses a test changes.
package final class HostileServer {
  /// What happens to a request.
  package enum Fault: Sendable {
    /// The request is carried out, and the response is these bytes of it.
    case bytes(@Sendable ([UInt8]) -> [UInt8])
    /// The request is not carried out, and the response is this text.
    case refused(String)
    /// The request is carried out, and only the first bytes of the response arrive, on a connection that stays open.
    case stalled(Int)
  }

  private let memory = Memory()
  private let server: HTTPServer
  package var url: String { server.url }

  package init() throws {
    server = try HTTPServer { [memory] in memory.respond(to: $0) }
  }

  /// The number of requests since `fault` was set.
  package var requestCount: Int { memory.locked { $0.count } }

  /// Sets what happens to a request, by its number from 1.
  package func setFault(_ fault: @escaping @Sendable (Int, StorageRequest) -> Fault?) {
    memory.locked { ($0.fault, $0.count) = (fault, 0) }
  }

  /// Answers all requests as a good server does.
  package func recover() { setFault { _, _ in nil } }

  package func text(_ path: String) -> String? { memory.locked { $0.server.text(path) } }
  package func put(_ path: String, _ text: String) { memory.locked { $0.server.put(path, text) } }
  /// What is stored, by path.
  package var stored: [String: ServerInMemory.Stored] {
    get { memory.locked { $0.server.stored } }
    set { memory.locked { $0.server.stored = newValue } }
  }

  private final class Memory: @unchecked Sendable {  // The lock guards all properties.
    private let lock = NSLock()
    let server = ServerInMemory()
    var count = 0
    var fault: @Sendable (Int, StorageRequest) -> Fault? = { _, _ in nil }

    func locked<Result>(_ body: (Memory) -> Result) -> Result { lock.withLock { body(self) } }

    func respond(to request: HTTPServer.Request) -> HTTPServer.Response? {
      lock.withLock {
        guard let request = StorageRequest(request) else { return HTTPServer.Response("HTTP/1.1 400 Bad\r\n\r\n") }
        count += 1
        switch fault(count, request) {
        case .refused(let text): return HTTPServer.Response(text)
        case .bytes(let change): return HTTPServer.Response(change(bytes(of: server.respond(to: request))))
        case .stalled(let count):
          return HTTPServer.Response(Array(bytes(of: server.respond(to: request)).prefix(count)), closes: false)
        case nil: return HTTPServer.Response(bytes(of: server.respond(to: request)), closes: false)
        }
      }
    }

    private func bytes(of response: StorageResponse) -> [UInt8] {
      var lines = ["HTTP/1.1 \(response.status) Status"]
      if response.status != 204, response.status != 304 { lines.append("Content-Length: \(response.body.count)") }
      if let type = response.headers["content-type"] { lines.append("Content-Type: \(type)") }
      if let tag = response.headers["etag"] { lines.append("ETag: \(tag)") }
      return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + response.body
    }
  }
}

extension StorageRequest {
  fileprivate init?(_ request: HTTPServer.Request) {
    let words = request.line.split(separator: " ")
    guard words.count == 2, let method = Method(rawValue: String(words[0])) else { return nil }
    self.init(method, String(words[1].dropFirst()), body: request.body)
    for name in ["If-Match", "If-None-Match"] {
      if let value = request.header(name) { headers.append((name: name, value: value)) }
    }
  }
}
