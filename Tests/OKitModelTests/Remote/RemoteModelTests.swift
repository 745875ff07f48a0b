import OKitTestSupport
import Testing

@testable import OKitModel

@Suite("Models on a server")
struct RemoteModelTests {
  private func expectFailure(_ code: Diagnostic.Code, line: Int = #line, _ body: () throws -> Void) {
    do {
      try body()
      Issue.record("line \(line): nothing has failed")
    } catch let diagnostic as Diagnostic {
      #expect(diagnostic.code == code, "line \(line): \(diagnostic)")
    } catch { Issue.record("line \(line): \(error)") }
  }

  @Test("stores a model, and loads it again")
  func roundTrip() throws {
    let first = try RemoteFixture()
    try first.add("Dune")
    try first.save()
    #expect(first.registry.pending.isEmpty)
    #expect(try first.pendingFiles.isEmpty)
    let second = try RemoteFixture(first.server)
    #expect(try second.snapshot == first.snapshot)
    #expect(second.registry.pending.isEmpty)
    // Nothing but the pending changes and the number of launches with a seed was ever stored on this machine.
    #expect(try first.local.list("okit").allSatisfy { $0 == ModelRegistry.launchesPath })
  }

  @Test("sends a changed model only")
  func unchanged() throws {
    let app = try RemoteFixture()
    try app.add("Dune")
    try app.save()
    let count = app.transport.requests.count
    try app.save()
    #expect(app.transport.requests.count == count)
  }

  @Test("stores at the end of the turn, as the model is then")
  func endOfTurn() throws {
    let app = try RemoteFixture()
    try app.store.transaction {
      try app.store.set(app.shop, "motto", .string("first"))
      try app.registry.store(app.shop)
      #expect(app.server.stored.isEmpty)
      try app.store.set(app.shop, "motto", .string("last"))
    }
    app.registry.continueStores()
    try app.registry.waitUntilStored()
    #expect(try RemoteFixture(app.server).store.get(app.shop, "motto") == .string("last"))
  }

  @Test("stores blobs and partials before the document, and removes them after it")
  func parts() throws {
    let app = try RemoteFixture()
    let book = try app.add("Dune")
    let cover = try app.make(
      "ModelImage", ["data": .data(DataValue(bytes: [1, 2, 3])), "format": .string("image/png")])
    try app.set(book, "cover", .entity(cover))
    let group = try app.make("GroupDefer", ["name": .string("g")])
    _ = try app.store.transaction { try app.store.insert(.entity(group), into: try app.list("groups")) }
    guard case .entity(let content) = app.store.get(group, "group") else { throw Diagnostic("test", "no group") }
    try app.set(content, "name", .string("poets"))
    try app.save()
    let (coverID, groupID) = (app.store.id(of: cover) ?? "", app.store.id(of: group) ?? "")
    let written = app.transport.requests.filter { $0.method == .put }.map(\.path)
    #expect(Set(written) == ["_image/\(coverID).png", "shop/\(groupID).json", "shop.json"])
    #expect(written.last == "shop.json")
    let image = app.transport.requests.first { $0.path.hasPrefix("_image") }
    #expect(image?.headers.contains { $0 == ("Content-Type", "image/png") } == true)

    let other = try RemoteFixture(app.server)
    #expect(try other.snapshot == app.snapshot)
    try app.store.transaction {
      try app.store.set(book, "cover", .null)
      try app.store.remove(from: try app.list("groups"), at: 0)
    }
    try app.save()
    #expect(app.server.stored.keys.sorted() == ["shop.json"])
    #expect(app.transport.requests.suffix(3).map(\.method) == [.put, .delete, .delete])
  }

  @Test("merges the changes of two applications")
  func merging() throws {
    let first = try RemoteFixture(seed: 1)
    let dune = try first.add("Dune")
    try first.add("Emma")
    try first.save()
    let second = try RemoteFixture(first.server, seed: 2)
    try first.set(dune, "price", .double(5))
    try first.add("Ulysses")
    try second.set(try #require(try second.book("Dune")), "stock", .int(7))
    try second.add("Faust")
    try first.save()
    try second.save()
    #expect(second.codes.isEmpty)
    #expect(Set(try second.titles) == ["Dune", "Emma", "Ulysses", "Faust"])
    #expect(second.store.get(try #require(try second.book("Dune")), "price") == .double(5))
    try first.registry.sync()
    #expect(try first.snapshot == second.snapshot)
    #expect(first.registry.pending.isEmpty && second.registry.pending.isEmpty)
  }

  @Test("leaves a conflict to the application, and loses neither version")
  func conflict() throws {
    let first = try RemoteFixture(seed: 1)
    let dune = try first.add("Dune")
    try first.save()
    let second = try RemoteFixture(first.server, seed: 2)
    try first.set(dune, "price", .double(5))
    try first.save()
    let own = try #require(try second.book("Dune"))
    try second.set(own, "price", .double(6))
    do {
      try second.save()
      Issue.record("nothing has failed")
    } catch let diagnostic as Diagnostic {
      #expect(diagnostic.code == "http.conflict")
      #expect(diagnostic.message.contains("/price is 6 here and 5 on the server"), "\(diagnostic.message)")
      #expect(diagnostic.place?.file == "https://example.org/shop.json")
    }
    #expect(second.store.get(own, "price") == .double(6))
    #expect(second.registry.pending == ["shop"])
    #expect(try !second.pendingFiles.isEmpty)
    #expect(try RemoteFixture(first.server).store.get(dune, "price") == .double(5))

    // The application takes the value of the others, and the store succeeds.
    try second.set(own, "price", .double(5))
    try second.save()
    #expect(second.registry.pending.isEmpty)
    #expect(try second.pendingFiles.isEmpty)
  }

  @Test("takes other spellings of a document for the same")
  func spellings() throws {
    let server = ServerInMemory()
    server.put("shop.json", "{\"id\":\"s\",\"books\":[{\"id\":\"a\",\"price\":1.50,\"title\":\"Dune\"}]}")
    let app = try RemoteFixture(server)
    server.put("shop.json", "{\"id\":\"s\",\"books\":[{\"id\":\"a\",\"price\":1.50,\"title\":\"Dune\",\"stock\":3}]}")
    try app.set(app.shop, "motto", .string("mine"))
    try app.save()
    let book = try #require(try app.book("Dune"))
    #expect(app.store.get(book, "stock") == .int(3))
    #expect(app.store.get(book, "price") == .double(1.5))
  }

  @Test("asks the function of the model")
  func conflictFunction() throws {
    let first = try RemoteFixture(seed: 1)
    let dune = try first.add("Dune")
    try first.save()
    var seen: [JSONValue?] = []
    let second = try RemoteFixture(first.server, seed: 2) { app in
      app.store.type(named: "Shop")?.define(
        function: "conflict",
        app.host.merge { mine, theirs, base in
          seen = [mine["motto"], theirs["motto"], base?["motto"]]
          guard case .object(var members) = theirs else { return nil }
          members["motto"] = "both"
          return .object(members)
        })
    }
    try first.set(first.shop, "motto", .string("theirs"))
    try first.set(dune, "price", .double(5))
    try first.save()
    try second.set(second.shop, "motto", .string("mine"))
    try second.save()
    #expect(seen == ["mine", "theirs", ""])
    #expect(try second.store.get(second.shop, "motto") == .string("both"))
    #expect(second.store.get(try #require(try second.book("Dune")), "price") == .double(5))
    try first.registry.sync()
    #expect(try first.snapshot == second.snapshot)
  }

  @Test("merges the first versions of two applications")
  func firstVersions() throws {
    let first = try RemoteFixture(seed: 1)
    let second = try RemoteFixture(first.server, seed: 2)
    try first.add("Dune")
    try first.save()
    try second.add("Emma")
    try second.set(second.shop, "motto", .string("Read!"))
    try second.save()
    #expect(second.codes.isEmpty)
    #expect(Set(try second.titles) == ["Dune", "Emma"])
    try first.set(first.shop, "motto", .string("Read!"))
    try first.add("Faust")
    try first.save()
    #expect(first.codes.isEmpty)
    #expect(Set(try first.titles) == ["Dune", "Emma", "Faust"])
    let third = try RemoteFixture(first.server, seed: 3)
    try second.set(second.shop, "motto", .string("Write!"))
    try second.save()
    try third.add("Ghosts")
    try third.save()
    #expect(third.codes.isEmpty)
    #expect(third.store.get(try third.shop, "motto") == .string("Write!"))
  }

  @Test("leaves different values of first versions to the application")
  func differentFirstVersions() throws {
    let first = try RemoteFixture(seed: 1)
    let second = try RemoteFixture(first.server, seed: 2)
    try first.set(first.shop, "motto", .string("one"))
    try first.save()
    try second.set(second.shop, "motto", .string("two"))
    expectFailure("http.conflict") { try second.save() }
    #expect(first.server.text("shop.json")?.contains("\"one\"") == true)
  }

  @Test("merges with the last common version although one response has called it missing")
  func wrongMissing() throws {
    let first = try RemoteFixture(seed: 1)
    let dune = try first.add("Dune")
    try first.add("Emma")
    try first.save()
    let second = try RemoteFixture(first.server, seed: 2)
    try first.set(dune, "price", .double(5))
    try first.save()
    var isWrong = true
    second.transport.fault = { _, request in
      defer { if request.method == .get { isWrong = false } }
      return request.method == .get && isWrong ? .status(404) : nil
    }
    _ = try second.store.transaction { try second.store.remove(from: try second.list("books"), at: 1) }
    try second.set(try #require(try second.book("Dune")), "stock", .int(3))
    try second.save()
    #expect(second.codes.isEmpty)
    let third = try RemoteFixture(first.server, seed: 3)
    #expect(try third.titles == ["Dune"])
    #expect(third.store.get(try #require(try third.book("Dune")), "price") == .double(5))
    #expect(third.store.get(try #require(try third.book("Dune")), "stock") == .int(3))
  }

  @Test("says nothing about a blob that others have removed, too")
  func removedBlob() throws {
    let first = try RemoteFixture(seed: 1)
    let (book, _) = try first.addWithCover("Dune")
    try first.save()
    let second = try RemoteFixture(first.server, seed: 2)
    try first.set(book, "cover", .null)
    try first.save()
    #expect(first.server.stored.keys.allSatisfy { !$0.hasPrefix("_image") })
    try second.set(try #require(try second.book("Dune")), "price", .double(5))
    try second.save()
    #expect(second.codes.isEmpty)
    #expect(second.store.get(try #require(try second.book("Dune")), "cover") == .null)
  }

  @Test("reports a blob that both have changed")
  func blobConflict() throws {
    let first = try RemoteFixture(seed: 1)
    let (_, cover) = try first.addWithCover("Dune")
    try first.save()
    let second = try RemoteFixture(first.server, seed: 2)
    guard case .entity(let own) = second.store.get(try #require(try second.book("Dune")), "cover") else {
      throw Diagnostic("test.cover", "Dune has no cover")
    }
    try second.set(own, "data", .data(DataValue(bytes: [2])))
    try first.set(cover, "data", .data(DataValue(bytes: [3])))
    try first.save()
    expectFailure("http.conflict") { try second.save() }
    #expect(first.server.stored.first { $0.key.hasPrefix("_image") }?.value.body == [3])
    #expect(second.store.get(own, "data") == .data(DataValue(bytes: [2])))
  }

  @Test("merges the documents of partials")
  func partialMerge() throws {
    let first = try RemoteFixture(seed: 1)
    let group = try first.make("GroupDefer", ["name": .string("g")])
    _ = try first.store.transaction { try first.store.insert(.entity(group), into: try first.list("groups")) }
    guard case .entity(let content) = first.store.get(group, "group") else { throw Diagnostic("test", "no group") }
    func addMember(_ app: RemoteFixture, _ content: EntityID, _ name: String) throws {
      let slot = try #require(app.store.type(of: content)?.property(named: "members")?.slot)
      let member = try app.make("Author", ["name": .string(name)])
      _ = try app.store.transaction {
        try app.store.insert(.entity(member), into: CollectionRef(owner: content, slot: slot))
      }
    }
    try addMember(first, content, "Ann")
    try first.save()
    let second = try RemoteFixture(first.server, seed: 2)
    guard
      case .entity(let other)? = second.store.entities(try second.list("groups")).first.map({
        second.store.get($0, "group")
      })
    else { throw Diagnostic("test", "no group") }
    try addMember(first, content, "Bob")
    try first.save()
    try addMember(second, other, "Cid")
    try second.set(other, "name", .string("poets"))
    try second.save()
    #expect(second.codes.isEmpty)
    try first.registry.sync()
    #expect(try first.snapshot == second.snapshot)
    let text = "\(try second.snapshot.json())"
    for name in ["Ann", "Bob", "Cid", "poets"] { #expect(text.contains("\"\(name)\"")) }
  }

  @Test("overwrites nothing after reading again was rolled back")
  func rolledBackSync() throws {
    let first = try RemoteFixture(seed: 1)
    try first.add("Dune")
    try first.save()
    let second = try RemoteFixture(first.server, seed: 2)
    try first.add("Emma")
    try first.save()
    do {
      try second.store.transaction {
        try second.registry.sync()
        throw Diagnostic("test.stop", "stop")
      }
    } catch {}
    #expect(try second.titles == ["Dune"])
    try second.add("Faust")
    try second.save()
    #expect(second.host.reports == [])
    #expect(Set(try second.titles) == ["Dune", "Emma", "Faust"])
  }

  @Test("saves the body of what has not changed when it is read again")
  func notModified() throws {
    let app = try RemoteFixture()
    try app.add("Dune")
    try app.save()
    try app.registry.sync()
    #expect(app.transport.requests.last?.headers.contains { $0.name == "If-None-Match" } == true)
    #expect(try app.titles == ["Dune"])
  }

  // MARK: What was not sent

  @Test("sends at the next start what could not be sent")
  func pending() throws {
    let local = TransientStorage()
    let first = try RemoteFixture(local: local)
    try first.add("Dune")
    first.transport.fault = { _, _ in .lost }
    expectFailure("http.unreachable") { try first.save() }
    #expect(first.registry.pending == ["shop"])
    #expect(first.server.stored.isEmpty)

    // Still unreachable: nothing is loaded, nothing is lost.
    expectFailure("http.unreachable") {
      _ = try RemoteFixture(first.server, local: local) { $0.transport.fault = { _, _ in .lost } }
    }
    let second = try RemoteFixture(first.server, local: local)
    #expect(try second.snapshot == first.snapshot)
    #expect(try second.pendingFiles.isEmpty)
    #expect(second.registry.pending.isEmpty)
    #expect(try RemoteFixture(first.server).snapshot == first.snapshot)
  }

  @Test("merges at the next start what others have stored meanwhile")
  func pendingMerge() throws {
    let server = ServerInMemory()
    let local = TransientStorage()
    let first = try RemoteFixture(server, local: local, seed: 1)
    let dune = try first.add("Dune")
    try first.save()
    first.transport.fault = { _, _ in .lost }
    try first.add("Emma")
    expectFailure("http.unreachable") { try first.save() }
    let other = try RemoteFixture(server, seed: 2)
    try other.add("Faust")
    try other.set(try #require(try other.book("Dune")), "price", .double(9))
    try other.save()

    let second = try RemoteFixture(server, local: local, seed: 3)
    #expect(Set(try second.titles) == ["Dune", "Emma", "Faust"])
    #expect(second.store.get(try #require(try second.book("Dune")), "price") == .double(9))
    #expect(second.registry.pending.isEmpty)
    #expect(try RemoteFixture(server).snapshot == second.snapshot)
    _ = dune
  }

  @Test("merges at the next start the first versions of a partial, one of which was acknowledged without a response")
  func pendingFirstPartial() throws {
    func content(_ app: RemoteFixture) throws -> EntityID {
      let group = try #require(app.store.entities(try app.list("groups")).first)
      guard case .entity(let content) = app.store.get(group, "group") else { throw Diagnostic("test", "no group") }
      return content
    }
    let (server, local) = (ServerInMemory(), TransientStorage())
    let first = try RemoteFixture(server, local: local, seed: 1)
    let group = try first.make("GroupDefer", ["name": .string("g")])
    _ = try first.store.transaction { try first.store.insert(.entity(group), into: try first.list("groups")) }
    try first.save()
    let path = "shop/\(try #require(first.store.id(of: group))).json"
    #expect(server.stored[path] == nil)
    try first.set(try content(first), "name", .string("poets"))
    let sent = first.transport.requests.count
    first.transport.fault = { number, _ in number == sent + 1 ? .cut : .lost }
    expectFailure("http.unreachable") { try first.save() }
    #expect(server.text(path)?.contains("poets") == true)
    let other = try RemoteFixture(server, seed: 2)
    try other.set(try content(other), "note", .string("all of them"))
    try other.save()

    let second = try RemoteFixture(server, local: local, seed: 3)
    #expect(second.host.reports == [])
    #expect(try second.pendingFiles.isEmpty)
    #expect(second.store.get(try content(second), "name") == .string("poets"))
    #expect(second.store.get(try content(second), "note") == .string("all of them"))
    #expect(try RemoteFixture(server).snapshot == second.snapshot)
  }

  @Test("starts with what was not sent after a conflict that nothing resolves")
  func pendingConflict() throws {
    let server = ServerInMemory()
    let local = TransientStorage()
    let first = try RemoteFixture(server, local: local, seed: 1)
    let dune = try first.add("Dune")
    try first.save()
    first.transport.fault = { _, _ in .lost }
    try first.set(dune, "price", .double(3))
    expectFailure("http.unreachable") { try first.save() }
    let other = try RemoteFixture(server, seed: 2)
    try other.set(try #require(try other.book("Dune")), "price", .double(9))
    try other.save()

    let second = try RemoteFixture(server, local: local, seed: 3)
    #expect(second.codes == ["http.conflict"])
    #expect(second.store.get(try #require(try second.book("Dune")), "price") == .double(3))
    #expect(second.registry.pending == ["shop"])
    #expect(try !second.pendingFiles.isEmpty)
    #expect(try RemoteFixture(server).store.get(dune, "price") == .double(9))
    try second.set(try #require(try second.book("Dune")), "price", .double(9))
    try second.save()
    #expect(try second.pendingFiles.isEmpty)
  }

  @Test(
    "sends nothing of files that were changed",
    arguments: [
      ("base/shop.json", "{}"), ("base/shop.json", nil), ("new/shop.json", "{}"), ("new/shop.json", nil),
      ("manifest.json", "{}"), ("manifest.json", nil),
    ])
  func changedPendingFile(file: String, content: String?) throws {
    let local = TransientStorage()
    let first = try RemoteFixture()
    try first.add("Dune")
    try first.save()
    let second = try RemoteFixture(first.server, local: local, seed: 2)
    second.transport.fault = { _, _ in .lost }
    try second.add("Emma")
    expectFailure("http.unreachable") { try second.save() }
    let path = "okit/pending/shop/\(file)"
    #expect(try local.contains(path))
    let write = content.map { StorageWrite(path: path, bytes: Array($0.utf8)) } ?? StorageWrite(removing: path)
    try local.write([write]).wait()
    let stored = first.server.stored
    expectFailure("http.pending") { _ = try RemoteFixture(first.server, local: local, seed: 3) }
    #expect(first.server.stored == stored)
  }

  @Test("sends nothing to another endpoint than it was meant for")
  func otherEndpoint() throws {
    let local = TransientStorage()
    let first = try RemoteFixture(local: local)
    first.transport.fault = { _, _ in .lost }
    try first.add("Dune")
    expectFailure("http.unreachable") { try first.save() }
    expectFailure("http.pending") {
      _ = try RemoteFixture(local: local) { $0.transport.base = "https://other.example/" }
    }
    #expect(try !first.pendingFiles.isEmpty)
  }

  @Test("refuses a model that is stored on this machine")
  func otherForm() throws {
    let local = TransientStorage()
    try local.write([StorageWrite(path: "okit/data/shop.json", bytes: Array("{\"id\":\"s\"}".utf8))]).wait()
    expectFailure("storage.form") { _ = try RemoteFixture(local: local) }
  }

  @Test("loads nothing that is not the model")
  func wrongContent() throws {
    for (content, code) in [("<html></html>", "http.body"), ("{\"books\":1}", "model.decode"), ("{", "http.body")] {
      let server = ServerInMemory()
      server.put("shop.json", content)
      expectFailure(Diagnostic.Code(rawValue: code)) { _ = try RemoteFixture(server) }
      #expect(server.text("shop.json") == content)
    }
  }

  @Test("stores again what others have removed")
  func removed() throws {
    let app = try RemoteFixture()
    try app.add("Dune")
    try app.save()
    app.server.stored = [:]
    try app.add("Emma")
    try app.save()
    #expect(app.codes == ["storage.missing"])
    #expect(try RemoteFixture(app.server).titles == ["Dune", "Emma"])
  }
}
