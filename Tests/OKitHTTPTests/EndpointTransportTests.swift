import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitHTTP

/// Requests to an endpoint, over connections.
@Suite struct EndpointTransportTests {
  @Test func `a request has the path, headers and body of its model`() throws {
    let server = try HTTPServer { _ in .complete(201, ["ETag: \"2\"", "X-A: b"], "") }
    let transport = try TestTransport(server, "/data/") {
      try $0.add("X-Tenant", "7")
    }
    let result = transport.send(
      StorageRequest(
        .put, "shop.json", headers: [("If-Match", "\"1\""), ("Content-Type", "application/json")], body: [123, 125]))
    #expect(result.response?.headers["etag"] == "\"2\"")
    let request = try #require(server.requests.first)
    #expect(request.line == "PUT /data/shop.json")
    #expect(request.header("If-Match") == "\"1\"")
    #expect(request.header("X-Tenant") == "7")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Expect") == nil)
    #expect(request.body == [123, 125])
  }

  /// A connection that is free while requests wait would be used after the longest wait only.
  @Test func `all connections are busy while requests wait, also with a server that responds at once`() throws {
    var options = EndpointOptions()
    options.url = try ScriptEndpoint.url(parsing: "http://127.0.0.1")
    let backend = ImmediateBackend()
    let transport = EndpointTransport(
      EndpointConfiguration(options, permitted: .only([])), clock: .system, backend: backend)
    var ended = 0
    for number in 1...100 { transport.send(StorageRequest(.get, "\(number).json")) { _ in ended += 1 } }
    while transport.unfinishedCount > 0 {
      transport.advance(waiting: 10)
      #expect(backend.count == min(EndpointTransport.maximumConnections, transport.unfinishedCount))
    }
    #expect(ended == 100)
  }

  /// Ends each request in the next `advance`.
  private final class ImmediateBackend: HTTPBackend {
    private var completions: [(Result<HTTPResponse, HTTPFailure>) -> Void] = []
    var count: Int { completions.count }
    let isVirtual = false
    let nextEvent: DateValue? = nil

    func begin(_ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void) {
      completions.append(completion)
    }

    func poll(milliseconds: Int32) -> Bool { !completions.isEmpty }

    func advance(milliseconds: Int32) {
      let ended = completions
      completions = []
      for complete in ended { complete(.success(HTTPResponse())) }
    }

    func cancelAll(where matches: (HTTPRequest) -> Bool, _ failure: (HTTPRequest) -> HTTPFailure) {}
  }

  @Test func `documents are asked for uncompressed, also after a redirect`() throws {
    let other = try HTTPServer { _ in .complete(200, ["ETag: \"1\""], "{}") }
    let url = other.url
    let server = try HTTPServer {
      $0.line.hasPrefix("GET") ? .complete(302, ["Location: \(url)/moved.json"], "") : .complete(201, [], "")
    }
    let transport = try TestTransport(server, allow: ["127.0.0.1"])
    #expect(transport.get("shop.json").summary == "200")
    #expect(transport.send(StorageRequest(.put, "shop.json", body: [123, 125])).summary == "201")
    #expect(
      (server.requests + other.requests).map { $0.header("Accept-Encoding") } == ["identity", "identity", "identity"])
  }

  /// A proxy that compresses where it may, and marks the tag of what it has compressed.
  @Test(arguments: ["W/\"1\"", "\"1-gzip\""])
  func `a proxy that compresses does not change the tag of a document`(compressed: String) throws {
    let server = try HTTPServer { request in
      let isCompressed = request.header("Accept-Encoding")?.contains("gzip") == true
      return .complete(200, ["ETag: \(isCompressed ? compressed : "\"1\"")"], "{}")
    }
    #expect(try TestTransport(server).get("shop.json").response?.headers["etag"] == "\"1\"")
  }

  static let paths = [
    ("shop.json", "/shop.json"), ("my shop.json", "/my%20shop.json"), ("Bücher.json", "/B%C3%BCcher.json"),
    ("a?b#c%d.json", "/a%3Fb%23c%25d.json"), ("_image/1-2.png", "/_image/1-2.png"),
    ("a+b&c=d;e.json", "/a%2Bb%26c%3Dd%3Be.json"),
    ("日本.json", "/%E6%97%A5%E6%9C%AC.json"), ("a\\b.json", "/a%5Cb.json"),
  ]

  @Test(arguments: paths)
  func `paths are percent-encoded`(path: String, target: String) throws {
    let server = try HTTPServer { _ in .complete() }
    let transport = try TestTransport(server)
    #expect(transport.get(path).summary == "200")
    #expect(server.requests.map(\.line) == ["GET \(target)"])
    #expect(transport.transport.url(of: path) == server.url + target)
    #expect(transport.configuration.path(of: try HTTPURL(server.url + target)) == "/" + path)
  }

  @Test(arguments: ["", "/shop.json", "a//b", "../shop.json", "a/../../b", "."])
  func `a path cannot lead out of the endpoint`(path: String) throws {
    let server = try HTTPServer { _ in .complete() }
    #expect(try TestTransport(server, "/data").get(path).summary == "http.url")
    #expect(server.requests.isEmpty)
  }

  @Test func `connections are used again`() throws {
    let server = try HTTPServer { _ in .complete(200, [], "{}") }
    let transport = try TestTransport(server)
    for _ in 1...5 { #expect(transport.get("a.json").summary == "200") }
    #expect(server.connectionCount == 1)
  }

  @Test func `six requests run at once, and no more`() throws {
    let gate = Gate(6)
    // Each waits until six have arrived.
    let server = try HTTPServer { _ in
      gate.pass()
      return .complete()
    }
    let transport = try TestTransport(server).transport
    defer { withExtendedLifetime(server) {} }
    var ended = 0
    for number in 1...24 { transport.send(StorageRequest(.get, "\(number).json")) { _ in ended += 1 } }
    #expect(transport.unfinishedCount == 24)
    while transport.unfinishedCount > 0 { transport.advance(waiting: 1) }
    #expect(ended == 24)
    #expect(server.connectionCount == 6)
    #expect(gate.maximum == 6)
  }

  @Test func `nothing completes inside of send, and advance(0) does not wait`() throws {
    let server = try HTTPServer { _ in nil }
    let transport = try TestTransport(server) { try $0.setTimeout(3600) }.transport
    defer { withExtendedLifetime(server) {} }
    var results: [String] = []
    transport.send(StorageRequest(.get, "a.json")) { results.append($0.summary) }
    transport.send(StorageRequest(.get, "..")) { results.append($0.summary) }
    #expect(results.isEmpty)
    for _ in 1...100 { transport.advance(waiting: 0) }
    #expect(results == ["http.url"])
    #expect(transport.unfinishedCount == 1)
  }

  @Test func `a completion may send the next request`() throws {
    let server = try HTTPServer { _ in .complete() }
    let transport = try TestTransport(server).transport
    defer { withExtendedLifetime(server) {} }
    var left = 10
    func next(_ result: Result<StorageResponse, StorageRequestFailure>) {
      left -= 1
      if left > 0 { transport.send(StorageRequest(.get, "\(left).json"), completion: next) }
    }
    transport.send(StorageRequest(.get, "10.json"), completion: next)
    while transport.unfinishedCount > 0 { transport.advance(waiting: 1) }
    #expect(left == 0)
  }

  @Test func `a request to a port where nothing listens was not sent`() throws {
    let url: String
    do {
      let server = try HTTPServer { _ in nil }
      url = server.url
    }
    let failure = try #require(TestTransport(url).send(StorageRequest(.put, "a.json", body: [1])).failure)
    #expect(failure.diagnostic.code == "http.unreachable")
    #expect(!failure.wasSent)
    #expect(failure.diagnostic.place?.file == url + "/a.json")
  }

  @Test func `a request without a response may have been received`() throws {
    let server = try HTTPServer { _ in nil }
    let transport = try TestTransport(server) { try $0.setTimeout(1) }
    #expect(transport.send(StorageRequest(.put, "a.json", body: [1])).summary == "http.timeout sent")
  }

  @Test func `loading stops with the session, and storing does not`() throws {
    let server = try HTTPServer { _ in nil }
    let transport = try TestTransport(server) { try $0.setTimeout(3600) }
    var results: [String] = []
    transport.transport.send(StorageRequest(.put, "a.json", body: [])) { results.append($0.summary) }
    transport.transport.send(StorageRequest(.get, "a.json")) { results.append($0.summary) }
    let session = EndingSession { server.requests.count == 2 }
    transport.configuration.session = session
    while results.isEmpty { transport.transport.advance(waiting: 1) }
    #expect(results == ["http.timeout sent"])
    #expect(transport.transport.unfinishedCount == 1)
  }

  @Test func `a body that could not be loaded again is not sent`() throws {
    let server = try HTTPServer { _ in .complete() }
    let transport = try TestTransport(server) { try $0.setMaximumBody(10) }
    #expect(
      transport.send(StorageRequest(.put, "a.json", body: Array(repeating: 32, count: 11))).summary == "http.body")
    #expect(transport.send(StorageRequest(.put, "a.json", body: Array(repeating: 32, count: 10))).summary == "200")
    #expect(server.requests.count == 1)
  }

  @Test func `a virtual clock moves by the time of a wait`() throws {
    let clock = RuntimeClock(virtual: DateValue(secondsSince1970: 0))
    let configuration = EndpointConfiguration(EndpointOptions(), permitted: .all)
    let transport = EndpointTransport(configuration, clock: clock)
    #expect(throws: Diagnostic.self) { try transport.settings() }
    transport.advance(waiting: 0.02)
    #expect(clock.now == DateValue(secondsSince1970: 0.02))
  }
}

/// Lets threads pass when a number of them have arrived.
private final class Gate: @unchecked Sendable {  // The condition guards all properties.
  private let condition = NSCondition()
  private let count: Int
  private var inside = 0
  private var isOpen = false
  private(set) var maximum = 0

  init(_ count: Int) { self.count = count }

  func pass() {
    condition.lock()
    inside += 1
    maximum = max(maximum, inside)
    if inside == count {
      isOpen = true
      condition.broadcast()
    }
    while !isOpen { condition.wait() }
    inside -= 1
    condition.unlock()
  }
}

/// A session that ends when a test says so.
private final class EndingSession: EndpointSession {
  private let end: () -> Bool

  init(_ end: @escaping () -> Bool) { self.end = end }

  var isEnding: Bool { end() }
  var isOutOfTime: Bool { false }
}
