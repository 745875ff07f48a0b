import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitHTTP

/// Certificates that the client accepts and refuses.
@Suite struct TLSTests {
  private func status(_ server: TLSServer, authorities: String?) throws -> Int {
    let url = try HTTPURL("https://127.0.0.1:\(server.port)/")
    let connections = HTTPConnections(access: .only(["127.0.0.1"]), authorities: authorities)
    var result: Result<HTTPResponse, HTTPFailure>?
    connections.begin(HTTPRequest(url)) { result = $0 }
    while true {
      connections.advance(milliseconds: 50)
      if let result { return try result.get().status }
    }
  }

  @Test func `a certificate of a known authority is accepted`() throws {
    let server = try TLSServer(.none)
    #expect(try status(server, authorities: server.authorities) == 200)
  }

  @Test(arguments: TLSServer.Flaw.allCases.filter { $0 != .none })
  func `other certificates are refused`(_ flaw: TLSServer.Flaw) throws {
    let server = try TLSServer(flaw)
    let failure = #expect(throws: HTTPFailure.self) { try status(server, authorities: server.authorities) }
    #expect(failure?.kind == .tls)
  }

  @Test func `an unknown authority is refused`() throws {
    let server = try TLSServer(.none)
    let failure = #expect(throws: HTTPFailure.self) { try status(server, authorities: nil) }
    #expect(failure?.kind == .tls)
  }

  // MARK: Endpoints

  @Test func `an endpoint may have a certificate of a known authority`() throws {
    let server = try TLSServer(.none, ["shop.json": "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"])
    let transport = try TestTransport("https://127.0.0.1:\(server.port)", authorities: server.authorities)
    #expect(transport.get("shop.json").response?.body == Array("{}".utf8))
  }

  @Test(arguments: TLSServer.Flaw.allCases.filter { $0 != .none })
  func `an endpoint with another certificate gets no request`(_ flaw: TLSServer.Flaw) throws {
    let server = try TLSServer(flaw)
    let transport = try TestTransport("https://127.0.0.1:\(server.port)", authorities: server.authorities)
    #expect(transport.get("shop.json").summary == "http.tls")
    #expect(transport.send(StorageRequest(.put, "shop.json", body: [1])).summary == "http.tls")
  }

  @Test func `https is not redirected to http`() throws {
    let open = try HTTPServer { _ in .complete(200, [], "{}") }
    let server = try TLSServer(
      .none, ["shop.json": "HTTP/1.1 302 Found\r\nLocation: \(open.url)/\r\nContent-Length: 0\r\n\r\n"])
    let transport = try TestTransport(
      "https://127.0.0.1:\(server.port)", allow: ["127.0.0.1"], authorities: server.authorities)
    let failure = transport.get("shop.json").failure
    #expect(failure?.diagnostic.message == "the server redirects from https to http (127.0.0.1:\(open.port))")
    #expect(open.requests.isEmpty)
  }

  @Test func `a server without TLS is no https server`() throws {
    let server = try HTTPServer { _ in .complete() }
    let url = server.url.replacing("http:", with: "https:")
    let transport = try TestTransport(url, server) { try $0.setTimeout(0.2) }
    let summary = transport.get("shop.json").summary
    // Whether libcurl waits for more depends on the version of TLS.
    #expect(["http.tls", "http.timeout"].contains(summary), "\(summary)")
    #expect(server.requests.isEmpty)
  }
}
