internal import Glibc

/// The proxy of a request, by the environment variables that curl reads, too: `http_proxy`, `https_proxy`, `all_proxy`,
/// `no_proxy`.
enum HTTPProxy {
  /// Returns the proxy that opens the connection to the host of a URL; nil for none.
  ///
  /// - Parameter environment: Returns the value of a variable; nil if it is not set.
  static func of(_ url: HTTPURL, _ environment: (String) -> String? = variable) -> String? {
    func first(_ names: [String]) -> String? { names.lazy.compactMap(environment).first { !$0.isEmpty } }
    // Not HTTP_PROXY: a web server passes the header "Proxy" of its client to CGI scripts in it.
    let names = url.scheme == .http ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    guard let proxy = first(names + ["all_proxy", "ALL_PROXY"]) else { return nil }
    return isExcepted(url.host, by: first(["no_proxy", "NO_PROXY"]) ?? "") ? nil : proxy
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether a host is one of a list such as `localhost, example.org, 10.0.0.0/8`; `*` is every host.
  private static func isExcepted(_ host: String, by list: String) -> Bool {
    if list == "*" { return true }
    let host = withoutRootDot(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...])
    return list.lowercased().split { ", \t".contains($0) }.contains { entry in
      if let bits = bytes(of: host) { return isAddress(bits, in: entry) }
      let name = withoutRootDot(entry.hasPrefix(".") ? entry.dropFirst() : entry)
      return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
    }
  }

  private static func withoutRootDot(_ name: Substring) -> Substring { name.hasSuffix(".") ? name.dropLast() : name }

  /// Whether an address is another one, or in a network such as `10.0.0.0/8`.
  private static func isAddress(_ address: [UInt8], in entry: Substring) -> Bool {
    let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let text = parts.first, let network = bytes(of: text.filter { !"[]".contains($0) }[...]),
      network.count == address.count
    else { return false }
    guard parts.count == 2 else { return network == address }
    guard let length = Int(parts[1]), (1...network.count * 8).contains(length) else { return false }
    return zip(network, address).enumerated().allSatisfy { index, pair in
      let bits = min(8, max(0, length - index * 8))
      return (pair.0 ^ pair.1) >> UInt8(8 - bits) == 0
    }
  }

  /// Returns the bytes of an IPv4 or IPv6 address; nil for a name.
  private static func bytes(of text: Substring) -> [UInt8]? {
    var address = in6_addr()
    let count = [(AF_INET, 4), (AF_INET6, 16)].first { inet_pton($0.0, String(text), &address) == 1 }?.1
    return count.map { count in withUnsafeBytes(of: &address) { Array($0.prefix(count)) } }
  }
}
