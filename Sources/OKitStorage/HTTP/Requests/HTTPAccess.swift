internal import Glibc

/// The hosts to which connections may be opened.
package enum HTTPAccess: Sendable, Hashable {
  case all
  /// Hosts by name or address, each with or without a port: `example.org`, `example.org:8080`, `[::1]`.
  case only([String])

  /// - Throws: `net.permission` for a host without permission.
  package func check(_ url: HTTPURL) throws(Diagnostic) {
    let names = [url.host, "\(url.host):\(url.port)"]
    guard case .only(let permitted) = self, !permitted.contains(where: { names.contains($0.lowercased()) }) else {
      return
    }
    throw Diagnostic(
      "net.permission", "no permission to connect to \(names[1])",
      hint: "\(HintPhrase.network)\(url.authority)")
  }

  /// Whether a connection may be opened to an address that the host of a permitted URL has.
  ///
  /// A name that resolves to this machine, or to an address of the local link, needs permission for that address.
  /// Otherwise, the owner of the name could reach services that trust this machine (DNS rebinding).
  package func permits(address: String, of url: HTTPURL) -> Bool {
    guard case .only(let permitted) = self, Self.isLocal(address) else { return true }
    if Self.isLocalName(url.host) || url.host.hasPrefix("[") || HTTPURL.isAddress(url.host, AF_INET) { return true }
    let host = address.contains(":") ? "[\(address)]" : address
    return permitted.contains { [host, "\(host):\(url.port)"].contains($0.lowercased()) }
  }

  private static func isLocalName(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

  /// Whether the host of a URL is this machine.
  package static func isLocal(host: String) -> Bool {
    isLocalName(host) || isLocal(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
  }

  /// Whether an address is a loopback, link-local or unspecified one (RFC 6890).
  static func isLocal(_ address: String) -> Bool {
    let text = address.lowercased()
    let v4 = text.hasPrefix("::ffff:") ? String(text.dropFirst(7)) : text
    if HTTPURL.isAddress(v4, AF_INET) {
      return v4.hasPrefix("127.") || v4.hasPrefix("169.254.") || v4.hasPrefix("0.")
    }
    return text == "::1" || text == "::" || ["fe8", "fe9", "fea", "feb"].contains { text.hasPrefix($0) }
  }
}
