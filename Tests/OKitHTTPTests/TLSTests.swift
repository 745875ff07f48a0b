import OKitHTTP
import Testing

/// Certificates that the client accepts and refuses.
@Suite struct TLSTests {
  private func status(_ server: TLSServer, authorities: String?) throws -> Int {
    let url = try HTTPURL("https://127.0.0.1:\(server.port)/")
    return try HTTPClient(access: .only(["127.0.0.1"]), authorities: authorities)
      .perform(HTTPRequest(url)) { false }.status
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
}
