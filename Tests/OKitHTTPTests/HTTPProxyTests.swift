import OKitEngine
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
}
