import OKitModel
import OKitTestSupport
import Testing

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
    // The document is not kept waiting.
    let writes = second.transport.requests.filter { $0.method == .put }.map(\.path)
    #expect(writes == [path, "shop.json", "shop.json", path])
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
    #expect(first.codes == ["http.conflict"])
  }

  @Test("does not send a partial without end that the server loses each time")
  func losing() throws {
    try second.set(Self.content(second), "name", .string("BEDIT"))
    try second.set(second.shop, "motto", .string("Read!"))
    second.transport.beforeArrival = { [self] request in
      guard request.method == .put, request.path == "shop.json", second.transport.requests.count < 200 else { return }
      server.stored[path] = nil
      server.put("shop.json", server.text("shop.json") ?? "")
    }
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.code == "http.conflict")
    #expect(second.transport.requests.count < 60)
  }

  // MARK: Stores without the document

  private func expectConflict(of app: RemoteFixture, _ body: () throws -> Void) throws {
    let error = try #require(throws: Diagnostic.self, performing: body)
    #expect(error.code == "http.conflict" && error.message.contains("/groups/"), "\(error)")
    #expect(app.codes.isEmpty)
    let kept = try local.read("okit/pending/shop/new/\(path)").map { String(decoding: $0, as: UTF8.self) }
    #expect(kept?.contains("BEDIT") == true)
    #expect(server.text("shop.json")?.contains("GroupDefer") != true)
  }

  @Test("is a conflict when others have removed the entity, and nothing else is stored", arguments: [false, true])
  func removedByOthers(keepsFile: Bool) throws {
    try second.set(Self.content(second), "note", .string("BEDIT"))
    if keepsFile { first.transport.fault = { $1.method == .delete ? .status(403) : nil } }
    try removeGroup()
    try first.save()
    #expect((server.stored[path] != nil) == keepsFile)
    for _ in 1...2 { try expectConflict(of: second) { try second.save() } }
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.message.hasSuffix(" here, with changes in a file of its own, and nothing on the server"), "\(error)")
    // The application decides for the removal.
    _ = try second.store.transaction { try second.store.remove(from: try second.list("groups"), at: 0) }
    try second.save()
    #expect(try second.pendingFiles.isEmpty)
    #expect(second.codes.isEmpty)
  }

  @Test("is a conflict also when something else in the document is stored")
  func removedByOthersWithDocument() throws {
    try second.set(Self.content(second), "note", .string("BEDIT"))
    try second.set(second.shop, "motto", .string("Read!"))
    try removeGroup()
    try first.save()
    try expectConflict(of: second) { try second.save() }
    try second.add("Emma")
    try expectConflict(of: second) { try second.save() }
  }

  /// Ends the second application before it has sent anything, and starts it again after others have removed the group.
  private func restart() throws -> RemoteFixture {
    second.transport.fault = { _, _ in .lost }
    try second.registry.store(try second.shop)
    try removeGroup()
    try first.save()
    return try RemoteFixture(server, local: local, seed: 3)
  }

  @Test("is a conflict after a restart, and the first thing that is reported", arguments: [false, true])
  func afterRestart(withDocument: Bool) throws {
    try second.set(Self.content(second), withDocument ? "name" : "note", .string("BEDIT"))
    if withDocument { try second.set(Self.group(second), "name", .string("h")) }
    let third = try restart()
    #expect(third.codes == ["http.conflict"])
    let kept = try local.read("okit/pending/shop/new/\(path)").map { String(decoding: $0, as: UTF8.self) }
    #expect(kept?.contains("BEDIT") == true)
  }

  @Test("has what others have changed in the document, which is not stored then")
  func changedDocument() throws {
    try second.set(Self.content(second), "note", .string("BEDIT"))
    try first.set(first.shop, "motto", .string("theirs"))
    try first.save()
    try second.save()
    #expect(second.store.get(try second.shop, "motto") == .string("theirs"))
    #expect(server.text(path)?.contains("BEDIT") == true)
    #expect(second.transport.requests.filter { $0.method == .put }.map(\.path) == [path])
    #expect(try second.pendingFiles.isEmpty)
    #expect(second.codes.isEmpty)
  }

  @Test("asks for the document only whether it has changed")
  func unchangedDocument() throws {
    try second.set(Self.content(second), "note", .string("BEDIT"))
    try second.save()
    let last = try #require(second.transport.requests.last)
    #expect(last.method == .get && last.path == "shop.json")
    #expect(last.headers.contains { $0.name == "If-None-Match" })
  }
}
