import OKitTestSupport
import Testing

@testable import OKitModel

/// Writes that something has acknowledged, and what the server has afterwards.
@Suite("Acknowledged writes")
struct AcknowledgedWriteTests {
  let first: RemoteFixture
  let second: RemoteFixture

  init() throws {
    first = try RemoteFixture(seed: 1)
    try first.add("Dune")
    try first.save()
    second = try RemoteFixture(first.server, seed: 2)
    second.transport.isVirtual = false
  }

  /// Lets something else acknowledge the next write of the second application.
  private func swallowWrite() {
    var isFirst = true
    second.transport.fault = { _, request in
      guard request.method == .put, isFirst else { return nil }
      isFirst = false
      return .status(204, ["etag": "\"proxy\""])
    }
  }

  private func stored() throws -> RemoteFixture { try RemoteFixture(first.server, seed: 9) }

  @Test("are not lost when something else has acknowledged them while others have stored")
  func swallowed() throws {
    try first.add("Emma")
    try first.save()
    try second.add("Faust")
    swallowWrite()
    try second.save()
    #expect(second.codes.isEmpty)
    #expect(Set(try stored().titles) == ["Dune", "Emma", "Faust"])
    #expect(Set(try second.titles) == ["Dune", "Emma", "Faust"])
  }

  @Test("are conflicts when something else has acknowledged them while others have stored another value")
  func swallowedConflict() throws {
    try first.set(first.shop, "motto", .string("theirs"))
    try first.save()
    try second.set(second.shop, "motto", .string("mine"))
    try second.add("Faust")
    swallowWrite()
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.code == "http.conflict" && error.message.contains("/motto is \"mine\" here"), "\(error)")
    #expect(try stored().store.get(stored().shop, "motto") == .string("theirs"))
  }

  @Test("are not stored again when others have changed what they have read of them")
  func replaced() throws {
    var isDone = false
    second.transport.beforeArrival = { [first] request in
      guard request.method == .get, !isDone else { return }
      isDone = true
      // The first application has read what the second one has stored.
      do {
        try first.registry.sync()
        try first.set(first.shop, "motto", .string("theirs"))
        if let faust = try first.book("Faust") { try first.set(faust, "price", .double(7)) }
        try first.save()
      } catch { Issue.record("\(error)") }
    }
    try second.set(second.shop, "motto", .string("mine"))
    try second.add("Faust")
    try second.save()
    #expect(isDone && second.codes.isEmpty)
    #expect(second.transport.requests.filter { $0.method == .put }.count == 1)
    // The next store has both.
    try second.set(try #require(try second.book("Dune")), "stock", .int(3))
    try second.save()
    let last = try stored()
    #expect(last.store.get(try last.shop, "motto") == .string("theirs"))
    #expect(last.store.get(try #require(try last.book("Faust")), "price") == .double(7))
    #expect(last.store.get(try #require(try last.book("Dune")), "stock") == .int(3))
  }

  @Test("stay pending when nothing confirms them", arguments: [403, 204, 410, 206])
  func unconfirmed(status: Int) throws {
    try second.add("Faust")
    second.transport.fault = { _, request in request.method == .get ? .status(status) : nil }
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.code == "http.status")
    #expect(second.registry.pending == ["shop"])
    second.transport.fault = { _, _ in nil }
    try second.add("Emma")
    try second.save()
    #expect(Set(try stored().titles) == ["Dune", "Emma", "Faust"])
    #expect(try second.pendingFiles.isEmpty)
  }

  @Test("are not believed when the server answers them as reads")
  func answeredAsReads() throws {
    try second.add("Faust")
    second.transport.fault = { [server = first.server] _, request in
      guard request.method == .put else { return nil }
      return .instead(server.respond(to: StorageRequest(.get, request.path)))
    }
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.code == "http.notStored" && second.registry.pending == ["shop"], "\(error)")
    second.transport.fault = { _, _ in nil }
    try second.save()
    #expect(Set(try stored().titles) == ["Dune", "Faust"])
  }

  @Test("are merged when the server answers them as reads of what others have stored")
  func answeredAsReadsOfOthers() throws {
    try first.set(first.shop, "motto", .string("theirs"))
    try first.save()
    try second.add("Faust")
    var isFirst = true
    second.transport.fault = { [server = first.server] _, request in
      guard request.method == .put, isFirst else { return nil }
      isFirst = false
      return .instead(server.respond(to: StorageRequest(.get, request.path)))
    }
    try second.save()
    let last = try stored()
    #expect(try Set(last.titles) == ["Dune", "Faust"])
    #expect(last.store.get(try last.shop, "motto") == .string("theirs"))
  }

  @Test("are not taken back by reads of old versions", arguments: [0, 1, 2, 3])
  func oldReads(skipped: Int) throws {
    let old = StorageResponse(
      status: 200, headers: ["etag": "\"1\"", "content-type": "application/json"],
      body: try #require(first.server.stored["shop.json"]).body)
    try second.add("Emma")
    try second.save()
    try second.add("Faust")
    var (reads, isCut) = (0, false)
    second.transport.fault = { _, request in
      if request.method == .put, !isCut {
        isCut = true
        return .cut
      }
      guard request.method == .get else { return nil }
      reads += 1
      return reads == skipped + 1 ? .instead(old) : nil
    }
    try second.save()
    try second.add("Ulysses")
    try second.save()
    #expect(Set(try stored().titles) == ["Dune", "Emma", "Faust", "Ulysses"])
  }

  @Test("with the ETag of another content are reported")
  func sameTag() throws {
    first.server.hasOneTag = true
    try second.add("Faust")
    let error = try #require(throws: Diagnostic.self) { try second.save() }
    #expect(error.code == "http.noConditions" && !error.message.contains("nothing was stored"), "\(error)")
  }

  @Test("are not lost when something else has acknowledged them after an unconfirmed one")
  func swallowedAfterUnconfirmed() throws {
    second.transport.fault = { _, request in request.method == .get ? .status(403) : nil }
    try second.add("Faust")
    _ = try #require(throws: Diagnostic.self) { try second.save() }
    try second.add("Emma")
    swallowWrite()
    try second.save()
    #expect(Set(try stored().titles) == ["Dune", "Emma", "Faust"])
  }

  @Test("of blobs are not lost when something else has acknowledged and confirmed them")
  func swallowedBlob() throws {
    let (_, cover) = try second.addWithCover("Faust")
    let path = "_image/\(try #require(second.store.id(of: cover))).png"
    var count = 0
    second.transport.fault = { _, request in
      guard request.path == path, count < 2 else { return nil }
      count += 1
      let page = StorageResponse(status: 200, headers: ["etag": "\"proxy\""], body: Array("page".utf8))
      return request.method == .put ? .status(200, page.headers) : .instead(page)
    }
    try second.save()
    #expect(count == 2 && first.server.stored[path]?.body == [1])
  }

  @Test("are compared when the server confirms another version")
  func otherTag() throws {
    try second.add("Faust")
    var isFirst = true
    second.transport.fault = { number, request in
      if request.method == .put, isFirst {
        isFirst = false
        return .status(204, ["etag": "\"proxy\""])
      }
      let isConfirming = request.headers.contains { $0 == ("If-None-Match", "\"proxy\"") }
      return isConfirming ? .status(304, ["etag": "\"other\""]) : nil
    }
    try second.save()
    #expect(Set(try stored().titles) == ["Dune", "Faust"])
  }
}

@Suite("The evidence of changes")
struct ChangeEvidenceTests {
  private static let id = "0D0E0F00-0000-4000-8000-00000000000A"

  private func json(_ text: String) throws -> JSONValue {
    let full = text.replacing("'", with: "\"").replacing("NEW", with: Self.id)
    return try JSONValue.parse(json: Array(full.utf8), file: "")
  }

  private func hasLast(_ base: String, _ sent: String..., in theirs: String) throws -> Bool {
    try OwnVersions(base: json(base), sent: sent.map { try json($0) }).hasLast(in: json(theirs))
  }

  @Test(
    "is what others have of a change",
    arguments: [
      // Properties.
      ("{'id':'s','a':1}", "{'id':'s','a':2}", "{'id':'s','a':1,'b':1}", false),
      ("{'id':'s','a':1}", "{'id':'s','a':2}", "{'id':'s','a':2,'b':1}", true),
      // A third value proves nothing.
      ("{'id':'s','a':1}", "{'id':'s','a':2}", "{'id':'s','a':3}", false),
      ("{'id':'s','a':1,'b':1}", "{'id':'s','a':2,'b':2}", "{'id':'s','a':3,'b':1}", false),
      // Another application may have set one of them to the same value.
      ("{'id':'s','a':1,'b':1}", "{'id':'s','a':2,'b':2}", "{'id':'s','a':2,'b':1}", false),
      ("{'id':'s','a':1,'b':1}", "{'id':'s','a':2,'b':2}", "{'id':'s','a':2,'b':3}", false),
      // Insertions, removals and moves of entities.
      ("{'id':'s','l':[]}", "{'id':'s','l':[{'id':'x'}]}", "{'id':'s','l':[{'id':'y'}]}", false),
      ("{'id':'s','l':[]}", "{'id':'s','l':[{'id':'x'}]}", "{'id':'s','l':[{'id':'x','n':1},{'id':'y'}]}", true),
      // Nobody else makes a generated id.
      ("{'id':'s','a':1,'l':[]}", "{'id':'s','a':2,'l':[{'id':'NEW'}]}", "{'id':'s','a':3,'l':[{'id':'NEW'}]}", true),
      ("{'id':'s','a':1,'l':[]}", "{'id':'s','a':2,'l':[{'id':'x'}]}", "{'id':'s','a':3,'l':[{'id':'x'}]}", false),
      ("{'id':'s','l':[{'id':'x'}]}", "{'id':'s','l':[]}", "{'id':'s','l':[{'id':'x','n':1}]}", false),
      ("{'id':'s','l':[{'id':'x'}]}", "{'id':'s','l':[]}", "{'id':'s','l':[],'a':1}", true),
      (
        "{'id':'s','l':[{'id':'x'},{'id':'y'}]}", "{'id':'s','l':[{'id':'y'},{'id':'x'}]}",
        "{'id':'s','a':1,'l':[{'id':'x'},{'id':'y'}]}", false
      ),
      (
        "{'id':'s','l':[{'id':'x'},{'id':'y'}]}", "{'id':'s','l':[{'id':'y'},{'id':'x'}]}",
        "{'id':'s','l':[{'id':'z'},{'id':'y'},{'id':'x'}]}", true
      ),
      // Nothing was changed.
      ("{'id':'s','a':1}", "{'id':'s','a':1}", "{'id':'s','a':2}", true),
    ])
  func examples(_ base: String, _ mine: String, _ theirs: String, _ expected: Bool) throws {
    #expect(try hasLast(base, mine, in: theirs) == expected)
  }

  @Test("is of the last version, not of one that was sent before")
  func earlierVersions() throws {
    let (base, first) = ("{'id':'s','l':[]}", "{'id':'s','l':[{'id':'NEW'}]}")
    let second = "{'id':'s','a':1,'l':[{'id':'NEW'}]}"
    #expect(try !hasLast(base, first, second, in: "{'id':'s','b':1,'l':[{'id':'NEW'}]}"))
    #expect(try hasLast(base, first, second, in: "{'id':'s','a':1,'b':1,'l':[{'id':'NEW'}]}"))
  }
}
