package import OKitEngine

/// What the command line says about the endpoint of HTTP models.
package struct EndpointOptions: Sendable {
  package var url: HTTPURL?
  package var method: StorageRequest.Method?
  package var credentials: HTTPCredentials?

  package init() {}
}

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
}

/// The endpoint of one application, as its command line and its script define it. The command line takes precedence.
package final class EndpointConfiguration {
  private let options: EndpointOptions
  /// The hosts that the script may use, without that of the command line.
  private let permitted: HTTPAccess
  private var script = ScriptEndpoint()
  /// Whether a request was sent.
  private var isUsed = false
  /// The URL without one from the command line and the script, whose host is permitted: in tests.
  package var fallback: HTTPURL?
  /// Returns whether the session ends.
  package var isEnding: () -> Bool = { false }
  /// Returns whether the script is about to reach its time limit.
  package var isOutOfTime: () -> Bool = { false }

  package init(_ options: EndpointOptions, permitted: HTTPAccess) {
    (self.options, self.permitted) = (options, permitted)
  }

  package var credentials: HTTPCredentials? { options.credentials }

  /// The URL of the endpoint, without credentials; nil before one is set.
  package var url: HTTPURL? { options.url ?? script.url ?? fallback }

  /// The hosts to which connections may be opened. That of the command line is permitted implicitly.
  package var access: HTTPAccess {
    guard case .only(let names) = permitted, let url = options.url else { return permitted }
    return .only(names + ["\(url.host):\(url.port)"])
  }

  /// Sets what the script says.
  ///
  /// - Throws: `net.permission` for a host that is not permitted; `http.endpoint` after the first request, if the
  ///   endpoint would become another one.
  package func set(_ script: ScriptEndpoint) throws(Diagnostic) {
    if let url = script.url, options.url == nil {
      try access.check(url)
      // The key of a server must not be readable by everybody on the way because a script has omitted an "s".
      if url.scheme == .http, credentials?.authorization(for: url) != nil, !HTTPAccess.isLocal(host: url.host) {
        throw Diagnostic(
          "http.credentials", "the credentials for \(url.authority) are not sent without encryption", hint: "use https")
      }
    }
    if isUsed, options.url == nil, let url = self.script.url, script.url != url {
      throw Diagnostic(
        "http.endpoint", "the endpoint cannot change after its first request",
        hint: "call okit.Model.endpoint before the first model is registered")
    }
    self.script = script
  }

  /// Whether writes are conditional.
  package var usesConditions: Bool { script.conditions ?? true }

  /// The endpoint, for a request.
  ///
  /// - Throws: `http.endpoint` when there is none.
  package func use() throws(Diagnostic) -> Endpoint {
    let endpoint = try current()
    isUsed = true
    return endpoint
  }

  /// The endpoint.
  ///
  /// - Throws: `http.endpoint` when there is none.
  package func current() throws(Diagnostic) -> Endpoint {
    guard let url else {
      throw Diagnostic(
        "http.endpoint", "HTTP models need an endpoint",
        hint: "pass --endpoint URL, or call okit.Model.endpoint { url = … }")
    }
    var endpoint = Endpoint(url: url)
    endpoint.isOfCommandLine = options.url != nil
    endpoint.settings.method = options.method ?? script.method ?? .put
    endpoint.settings.timeout = script.timeout ?? endpoint.settings.timeout
    endpoint.settings.conditions = usesConditions
    endpoint.headers = script.headers
    endpoint.maximumBody = script.maximumBody ?? endpoint.maximumBody
    return endpoint
  }

  /// - Throws: `net.permission` for a host to which no connection may be opened.
  package func check(_ url: HTTPURL) throws(Diagnostic) {
    if let fallback, url.hasSameOrigin(as: fallback) { return }
    try access.check(url)
  }

  /// Returns the path of a URL below the endpoint, which begins with a slash and is not percent-encoded; nil for
  /// another one.
  package func path(of url: HTTPURL) -> String? {
    guard let base = self.url, url.hasSameOrigin(as: base) else { return nil }
    let folder = base.target.hasSuffix("/") ? base.target : base.target + "/"
    guard url.target.hasPrefix(folder) else { return nil }
    return HTTPURL.percentDecoded("/" + url.target.dropFirst(folder.utf8.count))
  }
}
