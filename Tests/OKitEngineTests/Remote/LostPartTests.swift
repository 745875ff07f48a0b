import OKitTestSupport
import Testing

@testable import OKitEngine

@Suite("Partials that several applications change and remove")
struct LostPartTests {
  private let server = ServerInMemory()
  private let local = TransientStorage()
  private let first: RemoteFixture
  private let second: RemoteFixture
  private let path: String

  /// Makes two applications with a model of one group.
  init() throws {
    first = try RemoteFixture(server, seed: 1)
    let group = try first.make("GroupDefer", ["name": .string("g")])
    let (app, groups) = (first, try first.list("groups"))
    _ = try app.store.transaction { try app.store.insert(.entity(group), into: groups) }
    try app.set(Self.content(app), "name", .string("poets"))
    try app.add("Dune")
    try app.save()
    path = "shop/\(app.store.id(of: group) ?? "").json"
    second = try RemoteFixture(server, local: local, seed: 2)
  }

  private static func group(_ app: RemoteFixture) throws -> EntityID {
    try #require(app.store.entities(try app.list("groups")).first)
  }

  private static func content(_ app: RemoteFixture) throws -> EntityID {
    guard case .entity(let content) = app.store.get(try group(app), "group") else {
      throw Diagnostic("test.group", "the group has no content")
    }
    return content
  }

  private func removeGroup() throws {
    _ = try first.store.transaction { try first.store.remove(from: try first.list("groups"), at: 0) }
  }

  /// Calls a body once, before the first request of a kind arrives.
  private func before(
    _ method: StorageRequest.Method, _ path: String, of app: RemoteFixture, _ body: @escaping () throws -> Void
  ) {
    var isDone = false
    app.transport.beforeArrival = { request in
      guard !isDone, request.method == method, request.path == path else { return }
      isDone = true
      do { try body() } catch { Issue.record("\(error)") }
    }
  }

  @Test("keeps a partial that was accepted until the document is")
  func conflict() throws {
    try second.set(Self.content(second), "name", .string("BEDIT"))
    try second.set(Self.group(second), "name", .string("h"))
    before(.put, "shop.json", of: second) { [self] in
      #expect(server.text(path)?.contains("BEDIT") == true)
      try removeGroup()
      try first.save()
    }
    for _ in 1...2 {
      do {
        try second.save()
        Issue.record("there is no conflict")
      } catch let diagnostic as Diagnostic { #expect(diagnostic.code == "http.conflict") }
      let kept = try local.read("okit/pending/shop/new/\(path)").map { String(decoding: $0, as: UTF8.self) }
      #expect(kept?.contains("BEDIT") == true)
      try second.set(second.shop, "motto", .string("later"))
    }
  }

  @Test("sends a partial again that is gone when the document is sent again")
  func again() throws {
    try second.set(Self.content(second), "name", .string("BEDIT"))
    try second.set(second.shop, "motto", .string("Read!"))
    before(.put, "shop.json", of: second) { [self] in
      try first.set(try #require(try first.book("Dune")), "price", .double(5))
      try first.save()
      server.stored[path] = nil
    }
    try second.save()
    #expect(server.text(path)?.contains("BEDIT") == true)
    #expect(second.transport.requests.last?.path == "shop.json")
    #expect(try second.pendingFiles.isEmpty)
  }

  @Test("removes only the version of a partial that it knows")
  func removal() throws {
    before(.delete, path, of: first) { [self] in server.put(path, "{\"id\":\"x\",\"name\":\"BACK\"}") }
    try removeGroup()
    try first.save()
    for motto in ["a", "b"] {
      try first.set(first.shop, "motto", .string(motto))
      try first.save()
    }
    let removals = first.transport.requests.filter { $0.method == .delete }
    #expect(!removals.isEmpty)
    #expect(removals.allSatisfy { request in request.headers.contains { $0.name == "If-Match" } })
    #expect(server.text(path)?.contains("BACK") == true)
  }
}
