/// What a script says about the endpoint of HTTP models (`okit.Model.endpoint`).
package struct ScriptEndpoint: Sendable {
  package var url: HTTPURL?
  package var method: StorageRequest.Method?
  package private(set) var headers: [(name: String, value: String)] = []
  package private(set) var timeout: Double?
  package private(set) var maximumBody: Int?
  package var conditions: Bool?

  package init() {}

  /// - Throws: `net.request` for a header that cannot be sent, or that the runtime sends.
  package mutating func add(_ name: String, _ value: String) throws(Diagnostic) {
    try HTTPRequest.check(name, value)
    guard !Self.ownHeaders.contains(name.lowercased()) else {
      throw Diagnostic("net.request", "the header \"\(name)\" is set by the runtime for each request")
    }
    headers.append((name, value))
  }

  /// The headers that HTTP models set themselves.
  private static let ownHeaders = [
    "accept-encoding", "content-encoding", "content-type", "if-match", "if-modified-since", "if-none-match", "if-range",
    "if-unmodified-since", "range",
  ]

  /// - Throws: `net.request`.
  package mutating func setTimeout(_ seconds: Double) throws(Diagnostic) {
    guard seconds > 0, seconds <= 3600 else {
      throw Diagnostic("net.request", "timeout must be more than 0 and at most 3600 seconds")
    }
    timeout = seconds
  }

  /// - Throws: `net.request`.
  package mutating func setMaximumBody(_ bytes: Int) throws(Diagnostic) {
    guard bytes > 0 else { throw Diagnostic("net.request", "maxBody must be a positive number of bytes") }
    maximumBody = bytes
  }

  // MARK: Texts

  /// Returns the URL of an endpoint.
  ///
  /// - Throws: `http.url`.
  package static func url(parsing text: String) throws(Diagnostic) -> HTTPURL {
    // A query may be secret.
    let base = text.prefix { !"?#".contains($0) }
    var problem: Diagnostic
    do {
      let url = try HTTPURL(String(base))
      if base.endIndex == text.endIndex { return url }
      problem = Diagnostic(
        "http.url", "\"\(base)\" is followed by a query or a fragment, which the URL of an endpoint cannot have")
    } catch {
      let isUser = error.message.contains("a user name or a password")
      problem = Diagnostic(
        "http.url", error.message, hint: isUser ? "write them into \(HintPhrase.credentialsFile)" : error.hint)
    }
    throw problem
  }

  /// Returns the method of writes with a name.
  ///
  /// - Throws: `http.method`.
  package static func method(parsing text: String) throws(Diagnostic) -> StorageRequest.Method {
    switch text.uppercased() {
    case "PUT": return .put
    case "POST": return .post
    default:
      throw Diagnostic(
        "http.method", "\"\(PrintableText.escaped(text))\" is not a method of an endpoint; use PUT or POST")
    }
  }
}
