import OKitModel
import OKitTestSupport
import Testing

@testable import OKitStorage

@Suite("Reading several models at the same time")
struct ReadAheadTests {
  private static let names = ["a", "b", "c"]
  private let server = ServerInMemory()
  private let app: RemoteFixture
  private let type: EntityType

  init() throws {
    for name in Self.names { server.put("\(name).json", "{\"id\":\"\(name)\",\"motto\":\"\(name)\"}") }
    app = try RemoteFixture(server)
    type = try app.store.requireType("Shop", for: "test")
    app.transport.latency = 1
  }

  private func register(_ name: String) throws -> Value {
    app.store.get(try app.registry.register(type, name: name), "motto")
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = app.transport.now.secondsSince2001
    try body()
    return app.transport.now.secondsSince2001 - start
  }

  /// The paths that were read since the first model was registered.
  private var reads: [String] { app.transport.requests.dropFirst().filter { $0.method == .get }.map(\.path) }

  @Test("takes the time of one, and reads each once")
  func registering() throws {
    let time = try seconds {
      try app.registry.prefetch(Self.names)
      for name in Self.names.reversed() { #expect(try register(name) == .string(name)) }
    }
    #expect(time == 1)
    #expect(reads == ["a.json", "b.json", "c.json"])
  }

  @Test("takes the time of one for models that are read again")
  func syncing() throws {
    for name in Self.names { _ = try register(name) }
    for name in Self.names { server.put("\(name).json", "{\"id\":\"\(name)\",\"motto\":\"new\"}") }
    #expect(try seconds { try app.registry.sync() } == 1)
    for name in Self.names {
      #expect(app.store.get(try #require(app.registry.get(name)), "motto") == .string("new"))
    }
    #expect(reads.count == 7)
  }

  @Test("fails where the model is registered, after further attempts")
  func failing() throws {
    app.transport.fault = { _, request in request.path == "b.json" ? .status(500) : nil }
    try app.registry.prefetch(Self.names)
    #expect(try register("a") == .string("a"))
    let error = try #require(throws: Diagnostic.self) { try register("b") }
    #expect(error.code == "http.status")
    #expect(try register("c") == .string("c"))
    #expect(reads.filter { $0 == "b.json" }.count == 3)
  }

  @Test("asks again for a response that is old")
  func old() throws {
    try app.registry.prefetch(["a"])
    app.transport.advance(waiting: 5)
    app.transport.now = DateValue(secondsSince2001: app.transport.now.secondsSince2001 + 60)
    server.put("a.json", "{\"id\":\"a\",\"motto\":\"new\"}")
    #expect(try register("a") == .string("new"))
  }

  /// One look at this machine counts until the turn ends.
  @Test("refuses models that are stored on this machine", arguments: [false, true])
  func otherForm(_ isLater: Bool) throws {
    let local = TransientStorage()
    let app = try RemoteFixture(server, local: local)
    let path = "okit/data/b.json"
    func put() throws { try local.write([StorageWrite(path: path, bytes: Array("{\"id\":\"b\"}".utf8))]).wait() }
    if !isLater { try put() }
    try app.store.transaction {
      try app.registry.prefetch(Self.names)
      _ = try app.registry.register(app.store.requireType("Shop", for: "test"), name: "a")
    }
    app.registry.continueStores()
    if isLater { try put() }
    let error = try #require(throws: Diagnostic.self) {
      _ = try app.registry.register(app.store.requireType("Shop", for: "test"), name: "b")
    }
    #expect(error.code == "storage.form")
  }

  @Test("does not use a response after reading again has failed")
  func failedSync() throws {
    for name in Self.names { _ = try register(name) }
    app.transport.fault = { _, request in request.path == "a.json" ? .status(403) : nil }
    _ = try #require(throws: Diagnostic.self) { try app.registry.sync() }
    app.transport.fault = { _, _ in nil }
    server.put("c.json", "{\"id\":\"c\",\"motto\":\"new\"}")
    try app.registry.sync()
    #expect(app.store.get(try #require(app.registry.get("c")), "motto") == .string("new"))
  }

  @Test("begins a limited number of reads that nothing asks for")
  func limited() throws {
    try app.registry.prefetch((0..<5000).map { "x\($0)" })
    #expect(reads.count == HTTPReadAhead.maximum)
    app.transport.now = DateValue(secondsSince2001: app.transport.now.secondsSince2001 + 60)
    try app.registry.prefetch(Self.names)
    #expect(reads.count == HTTPReadAhead.maximum + 3)
  }

  @Test("needs names of models and a server")
  func mistakes() throws {
    #expect(try #require(throws: Diagnostic.self) { try app.registry.prefetch(["../x"]) }.code == "model.name")
    let local = ModelRegistry(store: app.store, storage: TransientStorage())
    #expect(try #require(throws: Diagnostic.self) { try local.prefetch(["a"]) }.code == "part.missing")
  }
}
