import OKitEngine
import OKitHTTP
import Testing

/// Hosts, and the addresses that their names have.
@Suite struct HTTPAccessTests {
  static let addresses: [(permitted: [String], url: String, address: String, isPermitted: Bool)] = [
    (["example.org"], "http://example.org/", "93.184.216.34", true),
    (["example.org"], "http://example.org/", "10.0.0.1", true),
    // A name that another person controls could point to this machine.
    (["example.org"], "http://example.org/", "127.0.0.1", false),
    (["example.org"], "http://example.org/", "127.8.8.8", false),
    (["example.org"], "http://example.org/", "0.0.0.0", false),
    (["example.org"], "http://example.org/", "::1", false),
    (["example.org"], "http://example.org/", "::", false),
    (["example.org"], "http://example.org/", "::ffff:127.0.0.1", false),
    (["example.org"], "http://example.org/", "169.254.169.254", false),
    (["example.org"], "http://example.org/", "fe80::1", false),
    (["example.org", "127.0.0.1"], "http://example.org/", "127.0.0.1", true),
    (["example.org", "127.0.0.1:8080"], "http://example.org/", "127.0.0.1", false),
    (["example.org", "127.0.0.1:8080"], "http://example.org:8080/", "127.0.0.1", true),
    (["example.org", "[::1]"], "http://example.org/", "::1", true),
    (["localhost"], "http://localhost/", "127.0.0.1", true),
    (["localhost"], "http://localhost/", "::1", true),
    (["127.0.0.1"], "http://127.0.0.1/", "127.0.0.1", true),
    (["[::1]"], "http://[::1]/", "::1", true),
  ]

  @Test(arguments: addresses)
  func `an address of this machine needs its own permission`(
    permitted: [String], url: String, address: String, isPermitted: Bool
  ) throws {
    #expect(HTTPAccess.only(permitted).permits(address: address, of: try HTTPURL(url)) == isPermitted)
    #expect(HTTPAccess.all.permits(address: address, of: try HTTPURL(url)))
  }

  @Test func `the default port is that of the scheme`() throws {
    #expect(try HTTPURL("https://example.org/a?b#c").text == "https://example.org/a?b")
    #expect(try HTTPURL("https://example.org:443").text == "https://example.org/")
    #expect(try HTTPURL("http://EXAMPLE.org:443").text == "http://example.org:443/")
  }
}
