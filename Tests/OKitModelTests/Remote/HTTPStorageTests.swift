import OKitStorage
import OKitTestSupport
import OKitTesting
import Testing

@Suite("Documents on a server")
struct HTTPStorageTests {
  let server = ServerInMemory()
  let transport: TransportInMemory
  let storage: HTTPStorage

  init() {
    transport = TransportInMemory(server)
    storage = HTTPStorage(transport)
  }

  private static let path = "okit/data/shop.json"

  private func write(_ text: String, _ path: String = path) -> StorageOperation {
    storage.write([StorageWrite(path: path, bytes: Array(text.utf8))])
  }

  private func expectFailure(_ code: Diagnostic.Code, line: Int = #line, _ body: () throws -> Void) {
    do {
      try body()
      Issue.record("line \(line): nothing has failed")
    } catch let diagnostic as Diagnostic {
      #expect(diagnostic.code == code, "line \(line)")
      #expect(diagnostic.place?.file.hasPrefix("https://example.org/") == true, "line \(line)")
    } catch { Issue.record("line \(line): \(error)") }
  }

  @Test("stores as any storage does", arguments: StorageConformance.remote)
  func conforms(_ example: StorageConformance.Case) throws { try example.run(storage) }

  @Test("waits no longer for a retry than the script may")
  func retryBeyondTheLimit() throws {
    // The limit is reached while the server asks for patience.
    transport.fault = { [transport] _, _ in
      transport.isOutOfTime = true
      return .status(503, ["retry-after": "999999999"])
    }
    expectFailure("http.timeout") { _ = try storage.read(Self.path) }
    #expect(transport.requests.count == 1)
  }

  @Test("sends conditions with each write")
  func conditions() throws {
    try write("{}").wait()
    try write("{\"a\":1}").wait()
    #expect(transport.requests.map(\.path) == ["shop.json", "shop.json"])
    #expect(transport.requests[0].headers.contains { $0 == ("If-None-Match", "*") })
    #expect(transport.requests[1].headers.contains { $0 == ("If-Match", "\"1\"") })
    #expect(transport.requests[1].headers.contains { $0 == ("Content-Type", "application/json") })
  }

  @Test("takes nothing but a document for one")
  func wrongContent() throws {
    let contents: [(StorageResponse, Diagnostic.Code)] = [
      (StorageResponse(status: 200, headers: ["content-type": "text/html"], body: Array("<html>".utf8)), "http.body"),
      (StorageResponse(status: 200, headers: ["content-type": "image/png"], body: Array("{}".utf8)), "http.body"),
      (StorageResponse(status: 200, body: Array("{\"a\":".utf8)), "http.body"),
      (StorageResponse(status: 200, body: Array("[]".utf8)), "http.body"),
      (StorageResponse(status: 200, body: []), "http.body"), (StorageResponse(status: 204), "http.status"),
      (StorageResponse(status: 206, body: Array("{}".utf8)), "http.status"),
      (StorageResponse(status: 304), "http.status"), (StorageResponse(status: 401), "http.status"),
      (StorageResponse(status: 403), "http.status"), (StorageResponse(status: 410), "http.status"),
      (StorageResponse(status: 500), "http.status"),
    ]
    for (response, code) in contents {
      transport.fault = { _, _ in .answers(response) }
      expectFailure(code) { _ = try storage.read(Self.path) }
    }
    transport.fault = { _, _ in .status(404) }
    #expect(try storage.read(Self.path) == nil)
  }

  @Test("finishes a store whose response was lost")
  func lostResponse() throws {
    transport.fault = { number, _ in number == 1 ? .cut : nil }
    try write("{}").wait()
    #expect(server.text("shop.json") == "{}")
    #expect(transport.requests.map(\.method) == [.put, .put, .get])
    try write("{\"a\":1}").wait()
    #expect(server.text("shop.json") == "{\"a\":1}")
  }

  @Test("reads back what a server without an ETag in its response has")
  func noTagOfWrite() throws {
    server.tagsWrites = false
    transport.needsProbe = true
    try write("{}").wait()
    try write("{\"a\":1}").wait()
    #expect(server.text("shop.json") == "{\"a\":1}")
    transport.fault = { _, request in request.method == .put ? .status(200) : nil }
    expectFailure("http.notStored") { try write("{\"a\":2}").wait() }
  }

  @Test("notices a response with an ETag that was not given by the server")
  func swallowedWrite() throws {
    transport.isVirtual = false
    func swallow(_ request: StorageRequest) -> TransportInMemory.Fault? {
      request.method == .put ? .status(200, ["etag": "\"login\""]) : nil
    }
    transport.fault = { swallow($1) }
    expectFailure("http.notStored") { try write("{}").wait() }
    transport.fault = { _, _ in nil }
    try write("{\"a\":1}").wait()
    transport.fault = { swallow($1) }
    expectFailure("http.notStored") { try write("{\"a\":2}").wait() }
    transport.fault = { _, _ in nil }
    try write("{\"a\":3}").wait()
    #expect(server.text("shop.json") == "{\"a\":3}")
  }

  @Test("asks for a written content with its ETag, and goes on if others have replaced it")
  func replacedWrite() throws {
    transport.isVirtual = false
    try write("{}").wait()
    #expect(transport.requests.map(\.method) == [.put, .get])
    #expect(transport.requests[1].headers.contains { $0 == ("If-None-Match", "\"1\"") })
    transport.beforeArrival = { [server] in if $0.method == .get { server.put("shop.json", "{\"theirs\":1}") } }
    try write("{\"a\":1}").wait()
    transport.beforeArrival = { _ in }
    expectFailure("http.conflict") { try write("{\"a\":2}").wait() }
    #expect(server.text("shop.json") == "{\"theirs\":1}")
  }

  @Test("takes no page for the acknowledgement of a write to a changed document")
  func pageInsteadOfAcknowledgement() throws {
    transport.isVirtual = false
    try write("{}").wait()
    server.put("shop.json", "{\"theirs\":1}")
    transport.fault = { _, request in
      request.method == .put ? .status(200, ["etag": "\"login\"", "content-type": "text/html"]) : nil
    }
    expectFailure("http.notStored") { try write("{\"a\":1}").wait() }
    #expect(storage.isUnsent(path: Self.path))
  }

  @Test("goes on after one weak ETag")
  func weakTag() throws {
    transport.fault = { number, _ in number == 1 ? .weakTag : nil }
    try write("{}").wait()
    try write("{\"a\":1}").wait()
    #expect(server.text("shop.json") == "{\"a\":1}")
    transport.fault = { _, _ in .weakTag }
    try write("{\"a\":2}").wait()
    expectFailure("http.noConditions") { try write("{\"a\":3}").wait() }
    #expect(server.text("shop.json") == "{\"a\":2}")
  }

  @Test("overwrites nothing of others")
  func conflict() throws {
    try write("{}").wait()
    server.put("shop.json", "{\"theirs\":1}")
    expectFailure("http.conflict") { try write("{\"mine\":1}").wait() }
    #expect(server.text("shop.json") == "{\"theirs\":1}")
    #expect(storage.isUnsent("shop") || storage.isUnsent(path: Self.path))
  }

  @Test("goes on after a wrong ETag")
  func wrongTag() throws {
    transport.fault = { number, _ in number == 1 ? .wrongTag : nil }
    try write("{}").wait()
    try write("{\"a\":1}").wait()
    #expect(server.text("shop.json") == "{\"a\":1}")
  }

  @Test(
    "finds out that a server ignores one of the conditions", arguments: [(true, false), (false, true), (false, false)])
  func ignoredConditions(tags: Bool, absence: Bool) throws {
    (server.honoursTags, server.honoursAbsence, transport.needsProbe) = (tags, absence, true)
    expectFailure("http.noConditions") { try write("{}").wait() }
    #expect(server.stored.isEmpty)
  }

  @Test("asks for conditions again after lost responses, and leaves nothing", arguments: 1...6)
  func lostProbe(number: Int) throws {
    transport.needsProbe = true
    transport.fault = { current, _ in current == number ? .cut : nil }
    try write("{}").wait()
    #expect(server.stored.keys.sorted() == ["shop.json"])
  }

  @Test("finds out that different contents have the same ETag", arguments: [false, true])
  func sameTag(ofOneSize: Bool) throws {
    transport.needsProbe = true
    (server.hasOneTag, server.tagsSizes) = (!ofOneSize, ofOneSize)
    expectFailure("http.noConditions") { try write("{}").wait() }
    #expect(server.stored.isEmpty)
  }

  @Test("gives a wait up when the script has no time left, with the reason of the last attempt")
  func noTime() throws {
    transport.fault = { [transport] number, _ in
      transport.isOutOfTime = number == 2
      return .status(503)
    }
    let operation = write("{}")
    expectFailure("http.status") { try operation.wait() }
    #expect(transport.requests.count == 2)
    #expect(storage.isUnsent(path: Self.path))
    (transport.fault, transport.isOutOfTime) = ({ _, _ in nil }, false)
    try write("{\"a\":1}").wait()
    #expect(server.text("shop.json") == "{\"a\":1}")
  }

  @Test("removes its document from a server that redirects the second request")
  func redirectedProbe() throws {
    transport.needsProbe = true
    transport.fault = { number, _ in number == 2 ? .failed("http.redirect") : nil }
    expectFailure("http.redirect") { try write("{}").wait() }
    while transport.unfinishedCount > 0 { transport.advance(waiting: 0) }
    #expect(server.stored.isEmpty)
  }

  @Test("asks for conditions once for all models, and all of them fail when there is no answer")
  func oneProbe() throws {
    transport.needsProbe = true
    func store(_ text: String) -> [StorageOperation] {
      (1...20).map { number in
        var change = HTTPChange(model: "m\(number)", document: "okit/data/m\(number).json")
        change.write(HTTPChange.Content(path: "okit/data/m\(number).json", body: Array(text.utf8)))
        return storage.store(change)
      }
    }
    func isProbe(_ request: StorageRequest) -> Bool { request.path.hasPrefix("okit-probe-") }
    transport.fault = { _, _ in .lost }
    for operation in store("{}") { expectFailure("http.unreachable") { try operation.wait() } }
    #expect(transport.requests.count == 6)
    transport.fault = { _, _ in nil }
    for operation in store("{}") { try operation.wait() }
    #expect(transport.requests.dropFirst(6).filter(isProbe).count == 5)
    #expect(server.stored.count == 20)
  }

  @Test("makes the folder of the endpoint where it is missing")
  func endpointFolder() throws {
    transport.needsProbe = true
    transport.fault = { number, _ in number == 1 ? .status(409) : nil }
    server.folders = []
    try write("{}").wait()
    #expect(transport.requests.prefix(3).map(\.method) == [.put, .makeFolder, .put])
    #expect(server.stored.keys.sorted() == ["shop.json"])
  }

  @Test("replaces nothing of a server without ETags")
  func noTags() throws {
    (server.tagsReads, transport.needsProbe) = (false, true)
    server.put("shop.json", "{}")
    _ = try storage.read(Self.path)
    expectFailure("http.noConditions") { try write("{\"a\":1}").wait() }
    #expect(server.text("shop.json") == "{}")
  }

  @Test("writes without conditions where the endpoint says so")
  func unconditional() throws {
    (server.honoursConditions, server.tagsReads) = (false, false)
    transport.settingsValue.conditions = false
    try write("{}").wait()
    server.put("shop.json", "{\"theirs\":1}")
    try write("{\"a\":1}").wait()
    #expect(server.text("shop.json") == "{\"a\":1}")
  }

  @Test("does not take the answer to another request for a store")
  func postedAsRead() throws {
    transport.settingsValue = EndpointSettings(method: .post, conditions: false)
    server.put("shop.json", "{}")
    _ = try storage.read(Self.path)
    transport.fault = { [server] _, request in
      guard request.method == .post, let stored = server.stored["shop.json"] else { return nil }
      return .status(200, ["etag": stored.tag])
    }
    expectFailure("http.notStored") { try write("{\"a\":1}").wait() }
    #expect(storage.isUnsent(path: Self.path))
  }

  @Test("repeats requests with growing pauses, and then waits for the next store")
  func backOff() throws {
    transport.fault = { number, _ in number <= 6 ? .status(503) : nil }
    let operation = write("{}")
    storage.pump()
    var times: [Double] = []
    while operation.outcome == nil {
      guard let due = storage.nextDue else { break }
      times.append(due.secondsSince2001 - transport.now.secondsSince2001)
      transport.now = due
      storage.pump()
    }
    #expect(times.count == 5)
    for (time, longest) in zip(times, [0.5, 1, 2, 4, 8]) { #expect(time >= longest / 2 && time <= longest) }
    expectFailure("http.status") { try operation.wait() }
    #expect(transport.requests.count == 6)
    #expect(try storage.read(Self.path) == Array("{}".utf8))
    try write("{\"a\":1}").wait()
    #expect(server.text("shop.json") == "{\"a\":1}")
  }

  @Test("waits as long as the server asks for")
  func retryAfter() throws {
    transport.fault = { number, _ in number == 1 ? .status(429, ["retry-after": "20"]) : nil }
    _ = write("{}")
    storage.pump()
    #expect(storage.nextDue?.secondsSince2001 == transport.now.secondsSince2001 + 20)
  }

  @Test("does not repeat a POST that may have arrived, nor what cannot succeed")
  func unsafe() throws {
    transport.settingsValue.method = .post
    transport.fault = { number, _ in number == 1 ? .cut : nil }
    expectFailure("http.timeout") { try write("{}").wait() }
    #expect(transport.requests.count == 1)
    transport.fault = { number, _ in .lost }
    expectFailure("http.unreachable") { try write("{}").wait() }
    #expect(transport.requests.count == 7)
    transport.settingsValue.method = .put
    transport.fault = { number, _ in .status(403) }
    expectFailure("http.status") { try write("{}").wait() }
    #expect(transport.requests.count == 8)
  }

  @Test("makes the folders that a server misses")
  func folders() throws {
    server.folders = [""]
    try write("{}", "okit/data/shop/parts/a.json").wait()
    #expect(server.text("shop/parts/a.json") == "{}")
    try write("{}", "okit/data/shop/parts/b.json").wait()
    #expect(transport.requests.map(\.method) == [.put, .makeFolder, .put, .makeFolder, .put, .put])
  }

  @Test("sends the newest of the stores that wait")
  func coalesced() throws {
    transport.latency = 1
    let operations = (1...5).map { write("{\"a\":\($0)}") }
    #expect(try storage.read(Self.path) == Array("{\"a\":5}".utf8))
    for operation in operations { try operation.wait() }
    #expect(
      transport.requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == ["{\"a\":1}", "{\"a\":5}"])
  }
}
