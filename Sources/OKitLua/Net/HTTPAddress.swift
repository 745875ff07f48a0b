internal import Glibc
internal import OKitEngine

/// The destination of a request: the parts of an `http://` URL.
struct HTTPAddress: Equatable {
  var host: String
  var port: UInt16
  /// Path and query.
  var target: String

  /// - Throws: `net.url`.
  init(_ url: String) throws(Diagnostic) {
    func wrong(_ why: String, _ hint: String? = nil) -> Diagnostic {
      Diagnostic("net.url", "\"\(url)\" \(why)", hint: hint)
    }
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw wrong("has characters that are not allowed in a URL", "percent-encode them: a space is %20")
    }
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard scheme != "https" else {
      throw wrong("needs https, which this version does not support", "use http://")
    }
    guard scheme == "http", url.dropFirst(4).hasPrefix("://") else {
      throw wrong("is not a URL that can be fetched", "it must start with http://")
    }
    let rest = url.dropFirst(7)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    (host, port) = try Self.authority(rest[..<end], wrong)
    let target = rest[end...].prefix { $0 != "#" }
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  private static func authority(_ text: Substring, _ wrong: (String, String?) -> Diagnostic) throws(Diagnostic)
    -> (String, UInt16)
  {
    guard !text.contains("@") else {
      throw wrong("has a user name or a password before its host", "send them in a header")
    }
    let bracket = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
    let end = bracket.map(text.index(after:)) ?? text.firstIndex(of: ":") ?? text.endIndex
    let host = text[..<end].lowercased()
    guard bracket == nil ? isHost(host) : isAddress(String(host.dropFirst().dropLast()), AF_INET6) else {
      throw wrong("has no valid host", nil)
    }
    guard end != text.endIndex else { return (host, 80) }
    let digits = text[end...].dropFirst()
    guard text[end] == ":", digits.allSatisfy(\.isASCIIDigit), let port = UInt16(digits), port > 0 else {
      throw wrong("has no valid port", nil)
    }
    return (host, port)
  }

  /// Whether a text is an IPv4 address, or a name of labels separated by dots (RFC 1123) whose last one is not a number.
  private static func isHost(_ text: String) -> Bool {
    var labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // The dot of the root.
    if labels.count > 1, labels.last == "" { labels.removeLast() }
    guard text.utf8.count <= 253, let last = labels.last, labels.allSatisfy(isLabel) else { return false }
    return last.allSatisfy(\.isASCIIDigit) ? isAddress(text, AF_INET) : true
  }

  /// Underscores are in names of services, although not in names of hosts.
  private static func isLabel(_ text: Substring) -> Bool {
    (1...63).contains(text.utf8.count) && text.first != "-" && text.last != "-"
      && text.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-_".contains)
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }

  /// The host as the header `Host` has it.
  var authority: String { port == 80 ? host : "\(host):\(port)" }
}

extension LuaPermissions {
  /// - Throws: `net.permission` for a host that scripts may not ask.
  func check(_ address: HTTPAddress) throws(Diagnostic) {
    let names = [address.host, "\(address.host):\(address.port)"]
    guard network != .all, !network.names.contains(where: { names.contains($0.lowercased()) }) else { return }
    throw Diagnostic(
      "net.permission", "no permission to connect to \(names[1])", hint: "run with --allow net=\(address.authority)")
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
