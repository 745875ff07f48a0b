import OKitModel
import OKitTestSupport
import Testing

@testable import OKitStorage

/// What was sent without an answer may be what others have changed.
@Suite("Versions that were sent and that others have changed")
struct SentVersionTests {
  private let server = ServerInMemory()
  private let local = TransientStorage()
  private let first: RemoteFixture
  private let second: RemoteFixture

  init() throws {
    first = try RemoteFixture(server, seed: 1)
    let group = try first.make("GroupDefer", ["name": .string("g")])
    let groups = try first.list("groups")
    let store = first.store
    _ = try store.transaction { try store.insert(.entity(group), into: groups) }
    try first.set(Self.content(first), "name", .string("poets"))
    try first.add("Dune")
    try first.save()
    second = try RemoteFixture(server, local: local, seed: 2)
    second.transport.isVirtual = false
  }

  private static func content(_ app: RemoteFixture) throws -> EntityID {
    let group = try #require(app.store.entities(try app.list("groups")).first)
    guard case .entity(let content) = app.store.get(group, "group") else {
      throw Diagnostic("test.group", "the group has no content")
    }
    return content
  }

  private func setMotto(_ text: String, _ app: RemoteFixture) throws { try app.set(app.shop, "motto", .string(text)) }
  private func motto(_ app: RemoteFixture) throws -> Value { app.store.get(try app.shop, "motto") }

  /// Lets the server perform the next write of a path without an answer, and refuse the following one.
  private func loseAnswer(to path: String, _ after: @escaping () throws -> Void) {
    var count = 0
    second.transport.fault = { _, request in
      guard request.method == .put, request.path == path else { return nil }
      count += 1
      return count == 1 ? .cut : count == 2 ? .status(403) : nil
    }
    var isDone = false
    second.transport.beforeArrival = { request in
      guard !isDone, count == 2, request.method == .put, request.path == path else { return }
      isDone = true
      do { try after() } catch { Issue.record("\(error)") }
    }
  }

  private func failStore() throws {
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.code == "http.status", "\(error)")
  }

  /// Lets the first application read what was sent, and store a change.
  private func storeOnTop(_ change: @escaping (RemoteFixture) throws -> Void) -> () throws -> Void {
    { [first] in
      try first.registry.sync()
      try change(first)
      try first.save()
    }
  }

  /// Returns the second application, or the next start of it.
  private func next(_ restarts: Bool) throws -> RemoteFixture {
    guard restarts else { return second }
    let app = try RemoteFixture(server, local: local, seed: 3)
    #expect(app.codes.isEmpty)
    return app
  }

  @Test("are no conflict with newer values", arguments: [false, true])
  func property(restarts: Bool) throws {
    try setMotto("a", second)
    loseAnswer(to: "shop.json", storeOnTop { try $0.add("Emma") })
    try failStore()
    if restarts {
      // The newer value is stored on this machine, and nothing is sent.
      second.transport.fault = { _, _ in .lost }
      try setMotto("b", second)
      try second.registry.store(try second.shop)
    }
    let app = try next(restarts)
    if !restarts { try setMotto("b", app) }
    try app.save()
    let last = try RemoteFixture(server, seed: 9)
    #expect(try motto(last) == .string("b"))
    #expect(try Set(last.titles) == ["Dune", "Emma"])
    #expect(try app.pendingFiles.isEmpty && app.codes.isEmpty)
  }

  @Test("are no conflict after several of them, of which any was stored", arguments: 1...4)
  func several(stored: Int) throws {
    for number in 1...4 {
      try setMotto("\(number)", second)
      try second.add("Book \(number)")
      second.transport.fault = { _, request in
        guard request.method == .put else { return .status(403) }
        return number == stored ? .cut : .lost
      }
      #expect(throws: Diagnostic.self) { try second.save() }
      if number == stored { try storeOnTop { try $0.add("Emma") }() }
    }
    second.transport.fault = { _, _ in nil }
    try setMotto("5", second)
    try second.save()
    let last = try RemoteFixture(server, seed: 9)
    #expect(try motto(last) == .string("5"))
    #expect(try Set(last.titles) == ["Dune", "Emma", "Book 1", "Book 2", "Book 3", "Book 4"])
    #expect(try second.pendingFiles.isEmpty)
  }

  @Test("are asked for before there are too many")
  func bounded() throws {
    for number in 1...30 {
      try setMotto("\(number)", second)
      second.transport.fault = { _, request in request.method == .put ? .lost : nil }
      #expect(throws: Diagnostic.self) { try second.save() }
    }
    let files = try second.pendingFiles.filter { $0.contains("/sent/") }
    #expect(files.count <= SentContent.limit.count && !files.isEmpty)
    second.transport.fault = { _, _ in nil }
    try second.save()
    #expect(try motto(try RemoteFixture(server, seed: 9)) == .string("30"))
    #expect(try second.pendingFiles.isEmpty)
  }

  @Test("are no conflict in the document of a partial", arguments: [false, true])
  func partial(restarts: Bool) throws {
    let content = try Self.content(second)
    try second.set(content, "name", .string("a"))
    let path = try #require(server.stored.keys.first { $0.hasPrefix("shop/") })
    loseAnswer(to: path, storeOnTop { try $0.set(Self.content($0), "note", .string("theirs")) })
    try failStore()
    if restarts {
      second.transport.fault = { _, _ in .lost }
      try second.set(content, "name", .string("b"))
      try second.registry.store(try second.shop)
    }
    let app = try next(restarts)
    if !restarts { try app.set(content, "name", .string("b")) }
    try app.save()
    let last = try RemoteFixture(server, seed: 9)
    #expect(last.store.get(try Self.content(last), "name") == .string("b"))
    #expect(last.store.get(try Self.content(last), "note") == .string("theirs"))
    #expect(try app.pendingFiles.isEmpty && app.codes.isEmpty)
  }

  @Test("bring nothing back that was removed afterwards")
  func removedAfterwards() throws {
    let book = try second.add("Faust")
    loseAnswer(to: "shop.json", storeOnTop { try $0.add("Emma") })
    try failStore()
    let books = second.store.entities(try second.list("books"))
    _ = try second.store.transaction {
      try second.store.remove(from: try second.list("books"), at: books.firstIndex(of: book) ?? 0)
    }
    try second.save()
    #expect(try Set(RemoteFixture(server, seed: 9).titles) == ["Dune", "Emma"])
  }

  @Test("keep an entity that was removed and put back")
  func putBack() throws {
    let (store, books) = (second.store, try second.list("books"))
    let dune = try #require(try second.book("Dune"))
    _ = try store.transaction { try store.remove(from: books, at: 0) }
    loseAnswer(to: "shop.json", storeOnTop { try $0.add("Emma") })
    try failStore()
    _ = try store.transaction { try store.insert(.entity(dune), into: books) }
    try second.save()
    #expect(try Set(RemoteFixture(server, seed: 9).titles) == ["Dune", "Emma"])
  }

  @Test("take what others have removed of them")
  func removedByOthers() throws {
    try second.add("Faust")
    try second.add("Ulysses")
    loseAnswer(
      to: "shop.json",
      storeOnTop { app in
        let books = app.store.entities(try app.list("books"))
        let index = try #require(books.firstIndex { app.title($0) == "Faust" })
        _ = try app.store.transaction { try app.store.remove(from: try app.list("books"), at: index) }
      })
    try failStore()
    try setMotto("b", second)
    try second.save()
    #expect(try Set(RemoteFixture(server, seed: 9).titles) == ["Dune", "Ulysses"])
    #expect(try Set(second.titles) == ["Dune", "Ulysses"])
  }

  @Test("that others have not got lose nothing")
  func notStored() throws {
    try setMotto("a", second)
    try second.add("Faust")
    second.transport.fault = { _, request in request.method == .put ? .lost : nil }
    #expect(throws: Diagnostic.self) { try second.save() }
    try first.add("Emma")
    try first.save()
    second.transport.fault = { _, _ in nil }
    try setMotto("b", second)
    try second.save()
    let last = try RemoteFixture(server, seed: 9)
    #expect(try motto(last) == .string("b"))
    #expect(try Set(last.titles) == ["Dune", "Emma", "Faust"])
  }

  @Test("are a conflict with other values of others")
  func conflict() throws {
    try setMotto("a", second)
    second.transport.fault = { _, request in request.method == .put ? .lost : nil }
    #expect(throws: Diagnostic.self) { try second.save() }
    try setMotto("theirs", first)
    try first.save()
    second.transport.fault = { _, _ in nil }
    try setMotto("b", second)
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.code == "http.conflict" && error.message.contains("/motto is \"b\" here"), "\(error)")
    #expect(try motto(try RemoteFixture(server, seed: 9)) == .string("theirs"))
  }
}
