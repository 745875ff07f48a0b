import Foundation
import OKitEngine
import OKitHTTP
import OKitTestSupport
import Testing

/// Models on a server that breaks off, contradicts itself, or fails at any request: nothing is lost or invented.
@Suite struct HostileModelTests {
  typealias Fault = HostileServer.Fault

  /// An application with a shop on the server, whose waits between attempts take no time.
  private final class App: RemoteShop {
    private let endpoint: EndpointConfiguration

    init(
      _ server: HostileServer, local: any DocumentStorage = TransientStorage(), seed: UInt64 = 1
    ) throws {
      let test = try TestTransport(server.url, credentials: credentials(for: server))
      let transport = test.transport
      endpoint = test.configuration
      let clock = RuntimeClock(virtual: TestClock.start)
      var generator = SplitMix64(seed: seed)
      let http = HTTPStorage(
        transport, local: local, now: { clock.now }, move: { clock.move(to: $0) },
        random: { Double.random(in: 0...1, using: &generator) })
      try super.init(http, local: local, seed: seed)
      try setTimeout(60)
    }

    /// Sets the seconds that the next requests may take.
    func setTimeout(_ seconds: Double) throws {
      var script = ScriptEndpoint()
      try script.setTimeout(seconds)
      try script.setMaximumBody(50_000)
      try endpoint.set(script)
    }
  }

  private static let secret = "tulip"

  private static func credentials(for server: HostileServer) throws -> HTTPCredentials {
    let folder = try TestFolder(["credentials.json": #"{"127.0.0.1": {"user": "anna", "password": "\#(secret)"}}"#])
    try folder.setMode(0o600, of: "credentials.json")
    return try HTTPCredentials(file: "\(folder.path)/credentials.json")
  }

  /// Returns a server with a shop: two books, a cover and a group.
  private static func stocked() throws -> HostileServer {
    let server = try HostileServer()
    let app = try App(server)
    try app.register()
    let dune = try app.add("Dune")
    let cover = try app.make("ModelImage", ["data": .data(DataValue(bytes: [1, 2])), "format": .string("image/png")])
    try app.set(dune, "cover", .entity(cover))
    try app.add("Emma")
    let group = try app.make("GroupDefer", ["name": .string("poets")])
    _ = try app.store.transaction { try app.store.insert(.entity(group), into: try app.list("groups")) }
    guard case .entity(let content) = app.store.get(group, "group") else { throw Diagnostic("test", "no group") }
    try app.set(content, "name", .string("poets"))
    try app.save()
    return server
  }

  /// Changes the document, a blob and a partial, and makes a blob unnecessary.
  private static func change(_ app: App) throws {
    let dune = try #require(try app.book("Dune"))
    let cover = try app.make("ModelImage", ["data": .data(DataValue(bytes: [3])), "format": .string("image/png")])
    try app.set(dune, "cover", .entity(cover))
    try app.add("Faust")
    guard let group = app.store.entities(try app.list("groups")).first,
      case .entity(let content) = app.store.get(group, "group")
    else { throw Diagnostic("test", "no group") }
    try app.set(content, "name", .string("novelists"))
  }

  /// Returns the error of a body, which must name the server and no credentials.
  private func failure(_ server: HostileServer, _ what: String, _ body: () throws -> Void) -> Diagnostic.Code? {
    do { try body() } catch let diagnostic as Diagnostic {
      #expect(!diagnostic.description.contains(Self.secret), "\(what)")
      #expect(diagnostic.place?.file.hasPrefix(server.url) == true, "\(what): \(diagnostic)")
      return diagnostic.code
    } catch { Issue.record("\(what): \(error)") }
    return nil
  }

  /// Checks that the server has what an application has, and that nothing waits to be sent.
  private func expectStored(_ app: App, _ server: HostileServer, _ what: String) throws {
    let reader = try App(server, seed: 9)
    try reader.register()
    #expect(try reader.snapshot == app.snapshot, "\(what)")
    #expect(try app.pendingFiles.isEmpty, "\(what)")
    #expect(app.registry.pending.isEmpty, "\(what)")
    #expect(reader.codes.isEmpty, "\(what)")
  }

  // MARK: Loading

  /// Loads the shop from a faulty server, where it must fail, and then from the recovered one.
  private func expectNotLoaded(
    _ server: HostileServer, _ codes: Set<Diagnostic.Code>, _ what: String, timeout: Double = 60
  ) throws {
    let before = server.stored
    let app = try App(server)
    try app.setTimeout(timeout)
    let code = failure(server, what) { try app.register() }
    #expect(code.map(codes.contains) == true, "\(what): \(code?.rawValue ?? "loaded")")
    #expect(app.registry.pending.isEmpty, "\(what)")
    #expect(server.stored == before, "\(what)")
    server.recover()
    try app.setTimeout(60)
    try app.register()
    #expect(try app.titles == ["Dune", "Emma"], "\(what)")
  }

  @Test func `nothing is loaded from a response that is cut after any byte`() throws {
    let server = try Self.stocked()
    let length = Length()
    server.setFault { _, _ in .bytes { length.note($0) } }
    try App(server).register()
    #expect(length.value > 300)
    for count in LongTests.tenth(of: 0..<length.value, seed: 3) {
      server.setFault { _, _ in .bytes { Array($0.prefix(count)) } }
      try expectNotLoaded(server, ["http.body"], "cut after \(count) bytes")
    }
  }

  /// A wrong head of a response: what replaces its header lines.
  struct Head: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The code of a load; nil if it succeeds.
    var load: Diagnostic.Code?
    /// The code of a store; nil if it succeeds.
    var store: Diagnostic.Code?
    /// Returns the lines of the head.
    var change: @Sendable ([String]) -> [String]

    init(
      _ line: String, load: Diagnostic.Code? = nil, store: Diagnostic.Code? = nil, isAdded: Bool = false
    ) {
      (testDescription, self.load, self.store) = (line.debugDescription, load, store)
      let name = line.prefix { $0 != ":" }.lowercased()
      change = { lines in
        lines.enumerated().filter { isAdded || $0.offset == 0 || !$0.element.lowercased().hasPrefix(name + ":") }
          .map(\.element) + [line]
      }
    }

    init(
      status: String, load: Diagnostic.Code? = nil, store: Diagnostic.Code? = nil
    ) {
      (testDescription, self.load, self.store) = (status.debugDescription, load, store)
      change = { [status] + $0.dropFirst() }
    }

    func apply(_ response: [UInt8]) -> [UInt8] {
      guard let end = response.firstRange(of: Array("\r\n\r\n".utf8)) else { return response }
      let lines = String(decoding: response[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").map(String.init)
      return Array((change(lines).joined(separator: "\r\n") + "\r\n\r\n").utf8) + response[end.upperBound...]
    }
  }

  static let heads = [
    Head("Content-Length: 100000", load: "http.body", store: "http.body"),
    Head("Content-Length: 20", load: "http.body", store: "http.body"),
    Head("Content-Length: 0", load: "http.body"), Head("Content-Length: -1", load: "http.body", store: "http.body"),
    Head("Content-Length: many", load: "http.body", store: "http.body"),
    Head("Content-Length: 7", load: "http.body", store: "http.body", isAdded: true),
    Head("Content-Type: text/html", load: "http.body"), Head("Content-Type: image/png", load: "http.body"),
    Head("Content-Type: text/plain; charset=utf-8"), Head("Content-Type: ;"),
    Head("ETag: W/\"1\""), Head("ETag: \"", load: "http.body", store: "http.body"),
    Head("ETag: \"a\", \"b\"", load: "http.body", store: "http.body"),
    Head("ETag: \"other\"", load: "http.body", store: "http.body", isAdded: true),
    Head("ETag: \"other\""), Head("X-Tag: 1"),
    Head("Content-Encoding: gzip", load: "http.body", store: "http.body"),
    Head("Content-Encoding: br", load: "http.body", store: "http.body"),
    Head("Transfer-Encoding: chunked", load: "http.body", store: "http.body"),
    Head("Transfer-Encoding: gzip", load: "http.body", store: "http.body"),
    Head("Location: http://example.org/"), Head("Retry-After: 1"),
    Head("no header", load: "http.body", store: "http.body"),
    Head(status: "HTTP/1.1 206 Part", load: "http.body", store: "http.noConditions"),
    Head(status: "HTTP/1.1 304 Same", load: "http.status", store: "http.status"),
    Head(status: "HTTP/1.1 299 Other", load: "http.status", store: "http.noConditions"),
    Head(status: "HTTP/1.1 401 Who", load: "http.status", store: "http.status"),
    Head(status: "HTTP/1.1 500 Broken", load: "http.status", store: "http.status"),
    Head(status: "HTTP/1.1 abc", load: "http.body", store: "http.body"),
    Head(status: "nothing", load: "http.body", store: "http.body"),
  ]

  @Test(arguments: heads)
  func `nothing is loaded with a wrong head`(head: Head) throws {
    let server = try Self.stocked()
    server.setFault { _, _ in .bytes { head.apply($0) } }
    guard let code = head.load else {
      let app = try App(server)
      try app.register()
      #expect(try app.titles == ["Dune", "Emma"])
      return
    }
    try expectNotLoaded(server, [code], head.testDescription)
  }

  static let responses: [(String, Set<Diagnostic.Code>)] = [
    ("HTTP/1.1 302 Found\r\nLocation: /shop.json\r\nContent-Length: 0\r\n\r\n", ["http.redirect"]),
    ("HTTP/1.1 302 Found\r\nLocation: shop.json?\r\nContent-Length: 0\r\n\r\n", ["http.redirect"]),
    ("HTTP/1.1 302 Found\r\nLocation: http://example.org/\r\nContent-Length: 0\r\n\r\n", ["http.permission"]),
    ("HTTP/1.1 302 Found\r\nLocation: \\\r\nContent-Length: 0\r\n\r\n", ["http.redirect"]),
    ("HTTP/1.1 503 Busy\r\nRetry-After: -1\r\nContent-Length: 0\r\n\r\n", ["http.status"]),
    ("HTTP/1.1 503 Busy\r\nRetry-After: soon\r\nContent-Length: 0\r\n\r\n", ["http.status"]),
    ("HTTP/1.1 503 Busy\r\nRetry-After: 1e400\r\nContent-Length: 0\r\n\r\n", ["http.status"]),
    ("HTTP/1.1 503 Busy\r\nRetry-After: 99999999999\r\nContent-Length: 0\r\n\r\n", ["http.status"]),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + endless, ["http.body"]),
    ("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n<html>Log in<p>", ["http.body"]),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", ["http.body"]),
    ("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"books\": {}}", ["model.decode"]),
    ("", ["http.body"]),
  ]

  private static let endless = String(repeating: "400\r\n\(String(repeating: " ", count: 0x400))\r\n", count: 100)

  @Test(arguments: responses)
  func `nothing is loaded but a complete document`(response: String, codes: Set<Diagnostic.Code>) throws {
    let server = try Self.stocked()
    server.setFault { _, _ in .refused(response) }
    try expectNotLoaded(server, codes, String(response.prefix(60)))
  }

  @Test(arguments: [0, 20, 150])
  func `a load ends when the rest of a response does not arrive`(count: Int) throws {
    let server = try Self.stocked()
    server.setFault { _, _ in .stalled(count) }
    try expectNotLoaded(server, ["http.timeout"], "stalled after \(count) bytes", timeout: 0.1)
  }

  // MARK: Storing

  /// Changes the shop and stores it on a faulty server, and again on the recovered one.
  ///
  /// - Returns: The code of the first store; nil if it has succeeded.
  @discardableResult
  private func store(
    _ server: HostileServer, from stored: [String: ServerInMemory.Stored], _ what: String, timeout: Double = 60,
    _ fault: @escaping @Sendable (Int, StorageRequest) -> Fault?
  ) throws -> Diagnostic.Code? {
    server.recover()
    server.stored = stored
    let local = TransientStorage()
    let app = try App(server, local: local)
    try app.register()
    try Self.change(app)
    server.setFault(fault)
    try app.setTimeout(timeout)
    let code = failure(server, what) { try app.save() }
    try app.setTimeout(60)
    server.recover()
    if code != nil {
      #expect(app.registry.pending == ["shop"], "\(what)")
      #expect(try !app.pendingFiles.isEmpty, "\(what)")
      // A new process reads what waits, and sends it.
      let reader = try App(server, seed: 8)
      try reader.register()
      #expect(try [["Dune", "Emma"], ["Dune", "Emma", "Faust"]].contains(reader.titles), "\(what)")
      let next = try App(server, local: try Self.copy(local), seed: 7)
      try next.register()
      #expect(try next.snapshot == app.snapshot, "\(what): lost by the next process")
      try expectStored(next, server, "\(what), the next process")
      server.stored = server.stored.filter { !$0.key.hasPrefix("okit-probe") }
      try app.save()
    }
    try expectStored(app, server, what)
    let garbage = Set(server.stored.keys).subtracting(stored.keys).filter { $0.hasSuffix(".json") }
    #expect(garbage.allSatisfy { $0.hasPrefix("okit-probe") }, "\(what): \(garbage)")
    return code
  }

  /// Returns a copy of the files of an application, for another process.
  private static func copy(_ local: any DocumentStorage) throws -> TransientStorage {
    let copy = TransientStorage()
    for path in try local.list("okit") {
      try copy.write([StorageWrite(path: path, bytes: try local.read(path) ?? [])]).wait()
    }
    return copy
  }

  /// Returns the lengths of the responses to a store.
  private func lengths(_ server: HostileServer, _ stored: [String: ServerInMemory.Stored]) throws -> [Int] {
    let lengths = Length()
    try store(server, from: stored, "all") { _, _ in .bytes { lengths.note($0) } }
    return lengths.all
  }

  @Test func `a store withstands a response that is cut after any byte`() throws {
    let server = try Self.stocked()
    let stored = server.stored
    let lengths = try lengths(server, stored)
    #expect(lengths.count >= 7)
    let cuts = lengths.enumerated().flatMap { index, length in (0..<length).map { (index + 1, $0) } }
    for (request, count) in LongTests.tenth(of: cuts, seed: 7) {
      let what = "response \(request) cut after \(count) bytes"
      let code = try store(server, from: stored, what) { number, _ in
        number == request ? .bytes { Array($0.prefix(count)) } : nil
      }
      #expect(code == nil, "\(what)")
    }
  }

  private static let broken = "HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n"

  @Test func `a store withstands the status 500 at any request`() throws {
    let server = try Self.stocked()
    let stored = server.stored
    for request in 1...(try lengths(server, stored).count) {
      for isDone in [false, true] {
        let fault: Fault = isDone ? .bytes { _ in Array(Self.broken.utf8) } : .refused(Self.broken)
        let once = try store(server, from: stored, "500 at request \(request)") { number, _ in
          number == request ? fault : nil
        }
        #expect(once == nil, "request \(request)")
        let code = try store(server, from: stored, "500 from request \(request)") { number, _ in
          number >= request ? fault : nil
        }
        #expect(code == "http.status", "request \(request)")
      }
    }
  }

  @Test(arguments: heads)
  func `a store withstands wrong heads`(head: Head) throws {
    let server = try Self.stocked()
    let stored = server.stored
    let code = try store(server, from: stored, head.testDescription) { _, _ in .bytes { head.apply($0) } }
    #expect(code == head.store)
  }

  @Test func `a store withstands responses that do not arrive`() throws {
    let server = try Self.stocked()
    let stored = server.stored
    let code = try store(server, from: stored, "stalled", timeout: 0.05) { number, _ in
      number > 3 ? .stalled(number % 2 * 20) : nil
    }
    #expect(code == "http.timeout")
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a store is not redirected`(status: Int) throws {
    let server = try Self.stocked()
    let stored = server.stored
    let code = try store(server, from: stored, "\(status)") { _, _ in
      .refused("HTTP/1.1 \(status) Moved\r\nLocation: /shop.json\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(code == "http.redirect")
  }
}

/// The lengths of responses. Their server has its own thread.
private final class Length: @unchecked Sendable {  // The lock guards all properties.
  private let lock = NSLock()
  private var lengths: [Int] = []

  var all: [Int] { lock.withLock { lengths } }
  var value: Int { all.last ?? 0 }

  func note(_ bytes: [UInt8]) -> [UInt8] {
    lock.withLock { lengths.append(bytes.count) }
    return bytes
  }
}
