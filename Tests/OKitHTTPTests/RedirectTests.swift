import Foundation
import OKitEngine
import OKitHTTP
import OKitTestSupport
import Testing

/// Redirects: for GET only, checked as new requests, without the secrets of the endpoint.
@Suite struct RedirectTests {
  private static func redirect(_ location: String?, _ status: Int = 302) -> HTTPServer.Response {
    .complete(status, location.map { ["Location: \($0)"] } ?? [])
  }

  static let references: [(String, String)] = [
    ("/other.json", "/other.json"), ("other.json", "/data/other.json"), ("../other.json", "/other.json"),
    ("./a/../b/./other.json", "/data/b/other.json"), ("../../../other.json", "/other.json"),
    ("?a=b", "/data/shop.json?a=b"),
    ("other.json?a=../b#c", "/data/other.json?a=../b"), ("//HOST/other.json", "/other.json"),
    ("http://HOST/other.json", "/other.json"), ("HTTP://HOST", "/"), ("/a/..", "/"), ("/a/.", "/a/"),
  ]

  @Test(arguments: references)
  func `a location may be relative`(location: String, target: String) throws {
    let server = try HTTPServer { request in
      guard request.line == "GET /data/shop.json" else { return .complete(200, [], "{}") }
      let host = request.header("Host") ?? ""
      return Self.redirect(location.replacingOccurrences(of: "HOST", with: host))
    }
    #expect(try TestTransport(server, "/data").get("shop.json").response?.body == Array("{}".utf8))
    #expect(server.requests.map(\.line) == ["GET /data/shop.json", "GET \(target)"])
  }

  static let wrong: [String?] = [
    nil, "", "http://", "http://user:password@HOST/", "ftp://HOST/", "file:///etc/passwd", "//", "/a b", "/ä",
    "http://127.1/",
    "javascript:alert(1)", "http://HOST:99999/", "http:/other", "#top",
  ]

  @Test(arguments: wrong)
  func `an invalid location is a failure`(location: String?) throws {
    let server = try HTTPServer { request in
      let host = request.header("Host") ?? ""
      return Self.redirect(location?.replacingOccurrences(of: "HOST", with: host))
    }
    #expect(try TestTransport(server).get("shop.json").summary == "http.redirect sent")
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `only GET is redirected`(status: Int) throws {
    let server = try HTTPServer { request in
      request.line.hasSuffix("/other.json") ? .complete() : Self.redirect("/other.json", status)
    }
    let transport = try TestTransport(server)
    #expect(transport.get("shop.json").summary == "200")
    for method in [StorageRequest.Method.put, .post, .delete] {
      let failure = transport.send(StorageRequest(method, "shop.json")).failure
      #expect(failure?.diagnostic.code == "http.redirect")
      #expect(failure?.wasSent == true)
    }
    #expect(server.requests.filter { $0.line.hasSuffix("/other.json") }.map(\.line) == ["GET /other.json"])
  }

  @Test func `five redirects are followed, and not six`() throws {
    let server = try HTTPServer { request in
      let number = Int(request.line.dropFirst("GET /".count)) ?? 0
      return number == 0 ? .complete() : Self.redirect("/\(number - 1)")
    }
    let transport = try TestTransport(server)
    #expect(transport.get("5").summary == "200")
    #expect(transport.get("6").summary == "http.redirect sent")
    #expect(server.requests.count == 6 + 6)
  }

  @Test(arguments: ["/shop.json", "shop.json", "/b.json"])
  func `a circle ends`(location: String) throws {
    let server = try HTTPServer { request in
      Self.redirect(request.line == "GET /b.json" ? "/shop.json" : location)
    }
    let failure = try TestTransport(server).get("shop.json").failure
    #expect(failure?.diagnostic.message == "the server redirects in a circle")
    #expect(server.requests.count == (location == "/b.json" ? 2 : 1))
  }

  // MARK: Other hosts

  @Test func `another host needs its own permission`() throws {
    let other = try HTTPServer { _ in .complete(200, [], "{}") }
    let server = try HTTPServer { [url = other.url] _ in Self.redirect(url + "/x") }
    #expect(try TestTransport(server).get("shop.json").summary == "http.permission")
    #expect(other.requests.isEmpty)
    #expect(try TestTransport(server, allow: ["127.0.0.1:\(other.port)"]).get("shop.json").summary == "200")
    #expect(other.requests.count == 1)
  }

  @Test func `secrets are sent to the endpoint only`() throws {
    let folder = try TestFolder([:])
    let file = "\(folder.path)/credentials.json"
    let other = try HTTPServer { _ in .complete(200, [], "{}") }
    let server = try HTTPServer { [url = other.url] request in
      request.line == "GET /same" ? Self.redirect(url + "/x") : Self.redirect("/same")
    }
    // The other host has credentials, too; they are for another endpoint.
    let json = #"{"127.0.0.1": {"bearer": "secret"}, "127.0.0.1:\#(other.port)": {"bearer": "other"}}"#
    #expect(
      FileManager.default.createFile(atPath: file, contents: Data(json.utf8), attributes: [.posixPermissions: 0o600]))
    let transport = try TestTransport(
      server, allow: ["127.0.0.1"], credentials: HTTPCredentials(file: file)
    ) { try $0.add("X-Key", "key") }
    let request = StorageRequest(.get, "shop.json", headers: [("If-None-Match", "\"1\"")])
    #expect(transport.send(request).summary == "200")
    #expect(server.requests.map { $0.header("Authorization") } == ["Bearer secret", "Bearer secret"])
    #expect(server.requests.map { $0.header("X-Key") } == ["key", "key"])
    let last = try #require(other.requests.first)
    #expect(last.header("Authorization") == nil)
    #expect(last.header("X-Key") == nil)
    #expect(last.header("If-None-Match") == "\"1\"")
  }

  // MARK: Addresses

  /// A name that leads to this machine, as somebody who controls it can make it do (DNS rebinding).
  static let names: [(allow: [String], summary: String)] = [
    ([], "http.permission"), (["127.0.0.1:1"], "http.permission"), (["localhost"], "http.permission"),
    (["data.example.org"], "http.permission"), (["127.0.0.1"], "200"),
  ]

  @Test(arguments: names)
  func `a name that leads to this machine needs its own permission`(allow: [String], summary: String) throws {
    let server = try HTTPServer { _ in .complete() }
    let transport = try TestTransport(
      "http://data.example.org:\(server.port)", server, allow: allow, address: { _ in "127.0.0.1" })
    let result = transport.get("shop.json")
    #expect(result.summary == summary)
    #expect(server.requests.count == (summary == "200" ? 1 : 0))
    if let failure = result.failure { #expect(failure.diagnostic.hint == "set permissions.network for 127.0.0.1") }
  }

  @Test func `the address of a redirect needs its own permission`() throws {
    let other = try HTTPServer { _ in .complete() }
    let server = try HTTPServer { [port = other.port] _ in Self.redirect("http://other.example.org:\(port)/x") }
    func summary(_ allow: [String]) throws -> String {
      try TestTransport(
        server.url, server, allow: allow, address: { $0.host == "other.example.org" ? "127.0.0.1" : nil }
      ).get("shop.json").summary
    }
    #expect(try summary(["other.example.org"]) == "http.permission")
    #expect(other.requests.isEmpty)
    #expect(try summary(["other.example.org", "127.0.0.1:\(other.port)"]) == "200")
    #expect(other.requests.count == 1)
  }
}
