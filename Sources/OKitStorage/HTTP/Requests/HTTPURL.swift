internal import Glibc

/// The parts of an `http://` or `https://` URL, strictly validated: the client connects to exactly this host and port.
package struct HTTPURL: Equatable, Sendable {
  package enum Scheme: String, Sendable {
    case http, https

    var port: UInt16 { self == .http ? 80 : 443 }
  }

  package var scheme: Scheme
  /// A name, an IPv4 address, or an IPv6 address in brackets; in lower case.
  package var host: String
  package var port: UInt16
  /// The path and the query, from the first `/`.
  package var target: String

  /// - Throws: `net.url`.
  package init(_ url: String) throws(Diagnostic) {
    func wrong(_ why: String, _ hint: String? = nil) -> Diagnostic {
      Diagnostic("net.url", "\"\(Self.masked(url))\" \(why)", hint: hint)
    }
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw wrong("has characters that are not allowed in a URL", "percent-encode them: a space is %20")
    }
    let name = url.prefix { $0 != ":" }
    guard let scheme = Scheme(rawValue: name.lowercased()), url[name.endIndex...].hasPrefix("://") else {
      throw wrong("is not a URL that can be fetched", "it must start with http:// or https://")
    }
    self.scheme = scheme
    let rest = url[name.endIndex...].dropFirst(3)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    (host, port) = try Self.authority(rest[..<end], scheme, wrong)
    let target = rest[end...].prefix { $0 != "#" }
    self.target = target.hasPrefix("/") ? String(target) : "/" + String(target)
  }

  /// Returns a URL for messages: with "…" instead of the user and the password.
  private static func masked(_ url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    guard let at = url[start..<end].lastIndex(of: "@") else { return url }
    return "\(url[..<start])…\(url[at...])"
  }

  private static func authority(
    _ text: Substring, _ scheme: Scheme, _ wrong: (String, String?) -> Diagnostic
  ) throws(Diagnostic) -> (String, UInt16) {
    guard !text.contains("@") else {
      throw wrong("has a user name or a password before its host", "send them in a header")
    }
    let bracket = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
    let end = bracket.map(text.index(after:)) ?? text.firstIndex(of: ":") ?? text.endIndex
    let host = text[..<end].lowercased()
    guard bracket == nil ? isHost(host) : isAddress(String(host.dropFirst().dropLast()), AF_INET6) else {
      throw wrong("has no valid host", nil)
    }
    guard end != text.endIndex else { return (host, scheme.port) }
    let digits = text[end...].dropFirst()
    guard text[end] == ":", digits.allSatisfy(\.isASCIIDigit), let port = UInt16(digits), port > 0 else {
      throw wrong("has no valid port", nil)
    }
    return (host, port)
  }

  /// Whether a text is an IPv4 address, or a name of labels separated by dots (RFC 1123) whose last one is not a
  /// number.
  private static func isHost(_ text: String) -> Bool {
    var labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // The dot of the root.
    if labels.count > 1, labels.last == "" { labels.removeLast() }
    guard text.utf8.count <= 253, let last = labels.last, labels.allSatisfy(isLabel) else { return false }
    // Libraries read a last label such as 0x7f as a number, too.
    let isNumber = last.allSatisfy(\.isASCIIDigit) || last.hasPrefix("0x")
    return isNumber ? isAddress(text, AF_INET) : true
  }

  /// Underscores are in names of services, although not in names of hosts.
  private static func isLabel(_ text: Substring) -> Bool {
    (1...63).contains(text.utf8.count) && text.first != "-" && text.last != "-"
      && text.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-_".contains)
  }

  static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }

  /// The host, with its port unless it is that of the scheme, as the header `Host` has it.
  package var authority: String { port == scheme.port ? host : "\(host):\(port)" }

  /// The URL without user, password and fragment.
  package var text: String { "\(scheme.rawValue)://\(authority)\(target)" }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
