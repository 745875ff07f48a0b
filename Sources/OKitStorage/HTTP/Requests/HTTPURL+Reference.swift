/// URLs that are relative to other ones.
extension HTTPURL {
  /// Whether requests to both URLs go to the same server over the same kind of connection (RFC 6454).
  package func hasSameOrigin(as other: HTTPURL) -> Bool {
    (scheme, host, port) == (other.scheme, other.host, other.port)
  }

  /// Returns the URL of a path below this one.
  ///
  /// - Parameter path: Names separated by slashes, not percent-encoded.
  package func appending(_ path: String) -> HTTPURL {
    var url = self
    if target.hasSuffix("/") { url.target.removeLast() }
    for name in path.parts(at: "/") { url.target += "/\(name.percentEncoded())" }
    return url
  }

  /// Returns a text whose percent-encoded bytes are decoded; nil if they are not UTF-8.
  package static func percentDecoded(_ text: String) -> String? {
    String(validating: text.percentDecoded, as: UTF8.self)
  }

  /// Returns the URL to which a reference in a response for this URL leads (RFC 3986, section 5.2).
  ///
  /// - Throws: `net.url`.
  package func resolving(_ reference: String) throws(Diagnostic) -> HTTPURL {
    let scheme = reference.prefix { !":/?#".contains($0) }
    var url: HTTPURL
    if reference[scheme.endIndex...].hasPrefix(":") {
      url = try HTTPURL(reference)
    } else if reference.hasPrefix("//") {
      url = try HTTPURL("\(self.scheme.rawValue):\(reference)")
    } else {
      url = try HTTPURL("\(self.scheme.rawValue)://\(authority)\(absolute(reference))")
    }
    let path = url.target.prefix { $0 != "?" }
    url.target = Self.withoutDots(path) + url.target[path.endIndex...]
    return url
  }

  private func absolute(_ reference: String) -> String {
    if reference.hasPrefix("/") { return reference }
    let path = target.prefix { $0 != "?" }
    if reference.hasPrefix("?") { return "\(path)\(reference)" }
    if reference.isEmpty || reference.hasPrefix("#") { return target }
    return "\(path[...(path.lastIndex(of: "/") ?? path.startIndex)])\(reference)"
  }

  /// Returns a path without the parts `.` and `..`.
  private static func withoutDots(_ path: Substring) -> String {
    var parts: [Substring] = []
    let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isDots = part == "." || part == ".."
      if part == ".." { _ = parts.popLast() }
      if !isDots { parts.append(part) } else if index == all.count - 1 { parts.append("") }
    }
    return "/" + parts.joined(separator: "/")
  }
}
