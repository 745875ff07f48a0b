import OKitEngine
import OKitHTTP
import OKitTestSupport
import OKitTesting
import Testing

/// The transport with servers from Debian.
@Suite struct RealServerTests {
  private static let first = [("If-None-Match", "*")]

  /// Sends a write, into a folder that is created if it is missing.
  private func put(
    _ transport: TestTransport, _ path: String, _ body: String, _ headers: [(String, String)] = []
  ) -> Result<StorageResponse, StorageRequestFailure> {
    let headers = headers + [("Content-Type", "application/json")]
    let request = StorageRequest(.put, path, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8))
    let result = transport.send(request)
    guard result.response?.status == 409, let slash = path.lastIndex(of: "/") else { return result }
    #expect(transport.send(StorageRequest(.makeFolder, String(path[..<slash]))).summary == "201")
    return transport.send(request)
  }

  @Test(arguments: [
    "shop.json", "my shop.json", "Bücher & Filme.json", "a+b=c;d,e.json", "100%.json", "_data/ä ö.json", "#1?.json",
  ])
  func `documents come back from lighttpd as they were sent`(path: String) throws {
    let server = try WebDAVServer(.lighttpd)
    defer { withExtendedLifetime(server) {} }
    let transport = try TestTransport(server.url)
    #expect(transport.get(path).summary == "404")
    let created = put(transport, path, #"{"a":1}"#, Self.first)
    #expect(created.summary == "201")
    let loaded = try #require(transport.get(path).response)
    #expect(loaded.body == Array(#"{"a":1}"#.utf8))
    let tag = try #require(loaded.headers["etag"])
    #expect(put(transport, path, "{}", [("If-Match", tag)]).summary == "204")
    #expect(put(transport, path, "{}", [("If-Match", tag)]).summary == "412")
    #expect(put(transport, path, "{}", Self.first).summary == "412")
    #expect(transport.send(StorageRequest(.delete, path)).summary == "204")
    #expect(transport.get(path).summary == "404")
  }

  @Test func `a storage over lighttpd does what any storage does`() throws {
    let server = try WebDAVServer(.lighttpd)
    defer { withExtendedLifetime(server) {} }
    let root = try TestTransport(server.url)
    #expect(StorageConformance.remote.count >= 12)
    for (number, example) in StorageConformance.remote.enumerated() {
      // Each case begins with an empty storage.
      #expect(root.send(StorageRequest(.makeFolder, "\(number)")).summary == "201")
      let transport = try TestTransport("\(server.url)/\(number)").transport
      let storage = HTTPStorage(
        transport, local: TransientStorage(), now: { RuntimeClock.system.now }, random: { Double.random(in: 0...1) })
      do { try example.run(storage) } catch { Issue.record("\(example): \(error)") }
    }
  }

  @Test func `exactly one of six writers with one entity tag wins with lighttpd`() throws {
    let server = try WebDAVServer(.lighttpd)
    let transport = try TestTransport(server.url)
    _ = put(transport, "shop.json", "{}", Self.first)
    for round in 1...10 {
      let tag = try #require(transport.get("shop.json").response?.headers["etag"])
      var statuses: [String] = []
      for writer in 1...6 {
        let body = Array("{\"writer\":\(round * 10 + writer)}".utf8)
        transport.transport.send(StorageRequest(.put, "shop.json", headers: [("If-Match", tag)], body: body)) {
          statuses.append($0.summary)
        }
      }
      while transport.transport.unfinishedCount > 0 { transport.transport.advance(waiting: 1) }
      #expect(statuses.sorted() == ["204", "412", "412", "412", "412", "412"])
    }
    withExtendedLifetime(server) {}
  }

  @Test func `nginx ignores conditions`() throws {
    let server = try WebDAVServer(.nginx)
    let transport = try TestTransport(server.url)
    #expect(put(transport, "a/shop.json", "{}", Self.first).summary == "201")
    #expect(put(transport, "a/shop.json", "{}", Self.first).summary == "204")
    #expect(transport.get("a/shop.json").response?.body == Array("{}".utf8))
    withExtendedLifetime(server) {}
  }

  @Test func `large bodies go both ways`() throws {
    let server = try WebDAVServer(.lighttpd)
    let transport = try TestTransport(server.url)
    let body = (0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(transport.send(StorageRequest(.put, "large.bin", body: body)).summary == "201")
    #expect(transport.get("large.bin").response?.body == body)
    withExtendedLifetime(server) {}
  }
}
