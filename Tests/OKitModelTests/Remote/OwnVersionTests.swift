import OKitModel
import OKitTestSupport
import Testing

/// What an application has stored without an answer is no version of others.
@Suite("Own versions on a server")
struct OwnVersionTests {
  private let server = ServerInMemory()
  private let local = TransientStorage()
  private let first: RemoteFixture
  /// The first version, which the second application does not know.
  private let old: StorageResponse
  private let second: RemoteFixture

  init() throws {
    first = try RemoteFixture(server, seed: 1)
    try first.add("Dune")
    try first.save()
    old = server.respond(to: StorageRequest(.get, "shop.json"))
    try first.add("Emma")
    try first.save()
    second = try RemoteFixture(server, local: local, seed: 2)
  }

  private func setMotto(_ text: String, of app: RemoteFixture) throws { try app.set(app.shop, "motto", .string(text)) }

  private func motto(_ app: RemoteFixture) throws -> Value { app.store.get(try app.shop, "motto") }

  /// Begins a store of the second application, and sends nothing.
  private func begin(_ motto: String) throws {
    try setMotto(motto, of: second)
    try second.registry.store(try second.shop)
  }

  @Test("are known after a restart, although they were sent after a newer store had begun")
  func restarted() throws {
    try begin("a")
    try begin("b")
    second.transport.fault = { number, _ in number == 2 ? .cut : .lost }
    second.http.pump()
    #expect(server.text("shop.json")?.contains("\"a\"") == true)
    let third = try RemoteFixture(server, local: local, seed: 3)
    #expect(third.codes.isEmpty)
    #expect(try motto(third) == .string("b"))
    #expect(server.text("shop.json")?.contains("\"b\"") == true)
    #expect(try third.pendingFiles.isEmpty)
  }

  /// Lets the first write of the second application arrive without an answer, and the read after it give the first
  /// version.
  private func mergeOldVersion() {
    var (writes, reads) = (0, 0)
    second.transport.fault = { [old] _, request in
      if request.method == .put { writes += 1 } else { reads += 1 }
      if request.method == .put, writes == 1 { return .cut }
      return request.method == .get && reads == 1 ? .instead(old) : nil
    }
  }

  @Test("are no conflict with newer values after an older version was merged")
  func merged() throws {
    try begin("a")
    try begin("b")
    mergeOldVersion()
    try second.registry.waitUntilStored()
    #expect(second.codes.isEmpty)
    for app in [second, try RemoteFixture(server, seed: 4)] {
      #expect(try app.titles == ["Dune", "Emma"])
      #expect(try motto(app) == .string("b"))
    }
  }

  @Test("are no conflict after a restart after an older version was merged")
  func mergedAndRestarted() throws {
    try begin("a")
    try begin("b")
    mergeOldVersion()
    let fault = second.transport.fault
    var hasMerged = false
    second.transport.fault = { number, request in
      hasMerged = hasMerged || request.headers.contains { $0 == ("If-Match", "\"1\"") }
      return hasMerged ? .lost : fault(number, request)
    }
    for _ in 1...20 {
      second.http.pump()
      second.transport.advance(waiting: 1)
    }
    #expect(hasMerged)
    let third = try RemoteFixture(server, local: local, seed: 3)
    #expect(third.codes.isEmpty)
    #expect(try third.titles == ["Dune", "Emma"])
    #expect(try motto(third) == .string("b"))
  }

  @Test("are versions of others again after a newer one was acknowledged")
  func undoneByOthers() throws {
    try begin("a")
    second.transport.fault = { number, _ in number == 2 ? .cut : number == 3 ? .status(403) : nil }
    let error = try #require(throws: Diagnostic.self) { try second.registry.waitUntilStored() }
    #expect(error.code == "http.status")
    let sent = server.text("shop.json")
    second.transport.latency = 1
    try begin("b")
    var isDone = false
    second.transport.beforeArrival = { [self] request in
      guard !isDone, request.method == .put, server.text("shop.json")?.contains("\"b\"") == true else { return }
      isDone = true
      do {
        try first.registry.sync()
        try setMotto("a", of: first)
        try first.save()
        #expect(server.text("shop.json") == sent)
      } catch { Issue.record("\(error)") }
    }
    second.http.pump()
    // It waits.
    try second.add("Faust")
    try second.registry.store(try second.shop)
    try second.registry.waitUntilStored()
    let last = try RemoteFixture(server, seed: 4)
    #expect(isDone && second.codes.isEmpty)
    #expect(try motto(last) == .string("a"))
    #expect(try last.titles == ["Dune", "Emma", "Faust"])
  }

  /// One application that loses answers and is killed has no conflict, and loses nothing that it has begun to store.
  @Test(
    "are no conflict for one application that is killed and whose requests fail",
    arguments: 1...20 as ClosedRange<UInt64>)
  func single(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (server, local) = (ServerInMemory(), TransientStorage())
    var faults = SplitMix64(seed: seed &+ 100)
    func start(_ number: Int) throws -> RemoteFixture {
      let app = try RemoteFixture(server, local: local, seed: seed &* 1000 &+ UInt64(number)) { app in
        app.transport.isVirtual = false
        app.transport.fault = { _, request in
          switch Int.random(in: 0..<8, using: &faults) {
          case 0: .lost
          case 1, 2: request.method == .get ? nil : .cut
          case 3: .status(503)
          default: nil
          }
        }
      }
      #expect(app.codes.allSatisfy { $0 != "http.conflict" }, "seed \(seed), start \(number)")
      return app
    }
    func restart(_ number: Int) throws -> RemoteFixture {
      while true {
        do { return try start(number) } catch let error as Diagnostic where error.code != "http.conflict" {}
      }
    }
    var app = try restart(0)
    var titles: Set<String> = []
    var price: Double?
    for number in 1...60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        titles.insert("\(number)")
        try app.add("\(number)")
      case 2, 3:
        guard let book = app.store.entities(try app.list("books")).first else { continue }
        price = Double(number)
        try app.set(book, "price", .double(Double(number)))
      case 4: _ = try app.addWithCover("\(number)c")
      default: try setMotto("\(number)", of: app)
      }
      try app.registry.store(try app.shop)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: app.http.pump()
      case 1:
        do { try app.registry.waitUntilStored() } catch let error as Diagnostic {
          #expect(error.code != "http.conflict", "seed \(seed), \(number): \(error)")
        }
      case 2:
        app.transport.kill()
        app = try restart(number)
      default: break
      }
      #expect(app.codes.allSatisfy { $0 != "http.conflict" }, "seed \(seed), \(number)")
    }
    app.transport.fault = { _, _ in nil }
    try app.save()
    let last = try RemoteFixture(server, seed: 9)
    #expect(try last.snapshot == app.snapshot, "seed \(seed)")
    #expect(try titles.isSubset(of: last.titles), "seed \(seed)")
    if let price, let book = last.store.entities(try last.list("books")).first {
      #expect(last.store.get(book, "price") == .double(price), "seed \(seed)")
    }
  }
}
