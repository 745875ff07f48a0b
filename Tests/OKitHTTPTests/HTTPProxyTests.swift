import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitHTTP

/// Which requests go to a proxy: only those may have an address that was not checked.
@Suite struct HTTPProxyTests {
  static let proxy = "http://proxy.example.org:3128"
  static let cases: [(url: String, variables: [String: String], isUsed: Bool)] = [
    ("http://example.org/", [:], false),
    ("http://example.org/", ["http_proxy": proxy], true),
    ("http://example.org/", ["http_proxy": ""], false),
    ("http://example.org/", ["http_proxy": "", "all_proxy": proxy], true),
    ("http://example.org/", ["ALL_PROXY": proxy], true),
    ("http://example.org/", ["HTTP_PROXY": proxy], false),
    ("http://example.org/", ["https_proxy": proxy], false),
    ("http://example.org/", ["HTTPS_PROXY": ""], false),
    ("https://example.org/", ["http_proxy": proxy], false),
    ("https://example.org/", ["HTTPS_PROXY": proxy], true),
    ("http://example.org/", ["http_proxy": proxy, "no_proxy": "*"], false),
    ("http://example.org/", ["http_proxy": proxy, "NO_PROXY": "localhost, Example.org"], false),
    ("http://a.example.org/", ["http_proxy": proxy, "no_proxy": ".example.org"], false),
    ("http://badexample.org/", ["http_proxy": proxy, "no_proxy": "example.org"], true),
    ("http://example.org./", ["http_proxy": proxy, "no_proxy": "example.org"], false),
    ("http://10.1.2.3/", ["http_proxy": proxy, "no_proxy": "10.0.0.0/8"], false),
    ("http://11.1.2.3/", ["http_proxy": proxy, "no_proxy": "10.0.0.0/8"], true),
    ("http://10.1.2.3/", ["http_proxy": proxy, "no_proxy": "10.0.0.0/99,2.3"], true),
    ("http://[::1]/", ["http_proxy": proxy, "no_proxy": "[::1]"], false),
    ("http://[fe80::1]/", ["http_proxy": proxy, "no_proxy": "::1"], true),
  ]

  @Test(arguments: cases)
  func `the scheme and the exceptions decide`(url: String, variables: [String: String], isUsed: Bool) throws {
    #expect(HTTPProxy.of(try HTTPURL(url)) { variables[$0] } == (isUsed ? Self.proxy : nil))
  }

  /// The host is a name that leads to this machine, which has no permission of its own.
  @Test func `only the address of a request to a proxy is not checked`() throws {
    let server = try HTTPServer { _ in .complete() }
    func summary(_ variables: [String: String]) throws -> String {
      try TestTransport(
        "http://data.example.org:\(server.port)", server, allow: ["data.example.org"], address: { _ in "127.0.0.1" },
        variables: variables
      ).get("shop.json").summary
    }
    for variables in [[:], ["https_proxy": server.url], ["http_proxy": server.url, "no_proxy": "example.org"]] {
      #expect(try summary(variables) == "http.permission")
    }
    #expect(server.requests.isEmpty)
    #expect(try summary(["http_proxy": server.url]) == "200")
    #expect(server.requests.map(\.line) == ["GET http://data.example.org:\(server.port)/shop.json"])
  }
}
