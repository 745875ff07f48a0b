import OKitLive
import OKitTestSupport
import Testing

@Suite struct AccessTests {
  /// The host, the origin, the token, the status of a socket and of a request.
  @Test(
    arguments: [
      ("127.0.0.1", "http://127.0.0.1", "right", 101, 200),
      ("127.0.0.1:8080", "http://127.0.0.1:8080", "right", 101, 200),
      ("localhost:1", "http://localhost:1", "right", 101, 200), ("[::1]:9", "http://[::1]:9", "right", 101, 200),
      ("LOCALHOST", "http://localhost", "right", 101, 200), ("app.example", "https://app.example", "right", 101, 200),
      ("app.example", "http://app.example", "right", 101, 200), ("127.0.0.1", nil, "right", 403, 200),
      ("evil.example", "http://evil.example", "right", 403, 403), ("127.0.0.1.evil.example", nil, "right", 403, 403),
      ("127.0.0.1:x", nil, "right", 403, 403), ("127.0.0.1:", nil, "right", 403, 403),
      ("127.0.0.1:123456", nil, "right", 403, 403), ("[::1", nil, "right", 403, 403), ("", nil, "right", 403, 403),
      ("127.0.0.1", "http://evil.example", "right", 403, 403), ("127.0.0.1", "null", "right", 403, 403),
      ("127.0.0.1:80", "http://127.0.0.1:81", "right", 403, 403), ("127.0.0.1", "https://127.0.0.1", "right", 403, 403),
      ("127.0.0.1", "http://localhost", "right", 403, 403),
      ("127.0.0.1", "http://127.0.0.1", "wrong", 401, 401), ("127.0.0.1", "http://127.0.0.1", "righ", 401, 401),
      ("127.0.0.1", "http://127.0.0.1", "rightright", 401, 401), ("127.0.0.1", "http://127.0.0.1", nil, 401, 401),
      ("evil.example", "http://evil.example", "wrong", 403, 403),
    ] as [(String, String?, String?, Int, Int)])
  func checksHostThenOriginThenToken(
    _ host: String, _ origin: String?, _ token: String?, _ socket: Int, _ request: Int
  ) throws {
    let server = try TestServer()
    let client = try server.client()
    #expect(try client.requestSocket(token: token, host: host, origin: origin).status == socket)
    let headers = origin.map { ["Origin: \($0)"] } ?? []
    let response = try server.request("GET /screen", headers, token: token, host: host)
    #expect(response.status == request)
    // The files of the page need no token, and are for no other page either.
    let file = try server.request("GET /", headers, token: nil, host: host)
    #expect(file.status == (request == 403 ? 403 : 200))
  }

  @Test func namesWhatIsWrong() throws {
    let server = try TestServer()
    #expect(try server.request("GET /screen", host: "evil.example").json["code"] == "live.host")
    #expect(try server.request("GET /screen", ["Origin: http://evil.example"]).json["code"] == "live.origin")
    let response = try server.request("GET /screen", token: nil)
    #expect(response.json["code"] == "live.token")
    #expect(response.headers["www-authenticate"] == "Bearer")
  }

  @Test func rejectsTwoHosts() throws {
    let server = try TestServer()
    #expect(try server.request("GET /screen", ["Host: localhost"]).status == 403)
  }

  @Test(arguments: ["GET /", "GET /screen", "GET /nothing", "HEAD /"])
  func sendsThePolicyWithEachResponse(_ line: String) throws {
    let headers = try TestServer().request(line).headers
    #expect(
      headers["content-security-policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'")
    #expect(headers["x-content-type-options"] == "nosniff")
    #expect(headers["referrer-policy"] == "no-referrer")
    #expect(headers["cache-control"] == "no-store")
  }

  @Test func selectsTheSubprotocolWithoutTheToken() throws {
    let server = try TestServer()
    let response = try server.client().requestSocket(token: "right")
    #expect(response.headers["sec-websocket-protocol"] == "okit.1")
    let other = try server.client().requestSocket(token: "right", subprotocol: "okit.2")
    #expect(other.status == 426)
  }
}
