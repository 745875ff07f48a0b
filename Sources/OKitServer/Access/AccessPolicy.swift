internal import NIOHTTP1

/// Decides whether a request may be answered: first by the names of the server and of the page, then by the token.
struct AccessPolicy: Sendable {
  let token: String
  /// The names besides those of the loopback address.
  let allowedHosts: Set<String>

  private static let loopback: Set = ["127.0.0.1", "localhost", "[::1]"]

  init(token: String, allowedHosts: [String] = []) {
    self.token = token
    self.allowedHosts = Set(allowedHosts.map { $0.lowercased() })
  }

  /// Returns why a request is refused; nil if it is not.
  ///
  /// - Parameters:
  ///   - isSocket: Whether it opens a WebSocket: it needs an origin, and its token may be a subprotocol.
  ///   - needsToken: Whether it needs the token.
  func refusal(of headers: HTTPHeaders, isSocket: Bool, needsToken: Bool = true) -> Refusal? {
    let hosts = headers["host"]
    guard hosts.count == 1, let host = hosts.first?.lowercased(), let name = Self.name(of: host), isAllowed(name) else {
      return Refusal(
        .forbidden, "live.host", "the request is for the host \(Self.list(hosts)), which is not one of this server",
        hint: "pass --allow-host NAME for another name")
    }
    let origins = headers["origin"]
    let accepted = allowedHosts.contains(name) ? ["http://\(host)", "https://\(host)"] : ["http://\(host)"]
    let isSame = origins.count == 1 && accepted.contains(origins[0].lowercased())
    guard isSame || origins.isEmpty && !isSocket else {
      return Refusal(
        .forbidden, "live.origin",
        "the request comes from the page \(Self.list(origins)), which is not one of this server")
    }
    guard !needsToken || tokens(in: headers, isSocket: isSocket).contains(where: isToken) else {
      return Refusal(
        .unauthorized, "live.token", "the token is missing or wrong", hint: "open the URL that okit-run serve prints")
    }
    return nil
  }

  private func isAllowed(_ name: String) -> Bool { Self.loopback.contains(name) || allowedHosts.contains(name) }

  /// Returns the name in a host with a port or without one; nil for anything else.
  private static func name(of host: String) -> String? {
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
    guard let end, end != host.endIndex else { return host }
    let port = host[end...].dropFirst()
    guard host[end] == ":", (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return String(host[..<end])
  }

  private func tokens(in headers: HTTPHeaders, isSocket: Bool) -> [Substring] {
    let bearer = headers["authorization"].compactMap { value -> Substring? in
      guard value.prefix(7).lowercased() == "bearer " else { return nil }
      return value.dropFirst(7)
    }
    guard isSocket else { return bearer }
    return bearer
      + headers[canonicalForm: "sec-websocket-protocol"].filter { $0.hasPrefix("token.") }.map { $0.dropFirst(6) }
  }

  /// Compares all bytes, so that the time tells nothing.
  private func isToken(_ text: Substring) -> Bool {
    let (given, expected) = (Array(text.utf8), Array(token.utf8))
    guard given.count == expected.count else { return false }
    return zip(given, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func list(_ values: [String]) -> String {
    values.isEmpty ? "(none)" : values.map { "\"\($0.prefix(100))\"" }.joined(separator: ", ")
  }
}

/// Why a request is not answered.
struct Refusal: Error, Sendable {
  let status: HTTPResponseStatus
  let diagnostic: Diagnostic
  /// The methods that a resource has, for a request with another one.
  var allowedMethods: [String] = []

  init(_ status: HTTPResponseStatus, _ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
    (self.status, diagnostic) = (status, Diagnostic(code, message, hint: hint))
  }
}
