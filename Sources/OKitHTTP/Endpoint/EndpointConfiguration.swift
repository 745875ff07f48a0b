/// What a program or its command line says about the endpoint of HTTP models, instead of the script.
public struct EndpointOptions: Sendable {
  package var url: HTTPURL?
  package var method: StorageRequest.Method?
  package var credentials: HTTPCredentials?

  /// - Parameters:
  ///   - url: The URL below which models are stored; nil for that of the script.
  ///   - method: The method of writes: `PUT` or `POST`; nil for that of the script.
  ///   - credentialsFile: A file with the credentials of servers, which scripts do not see.
  /// - Throws: `http.url`, `http.method`, `http.credentials`.
  public init(
    url: String? = nil, method: String? = nil, credentialsFile: String? = nil
  ) throws(Diagnostic) {
    if let url { self.url = try ScriptEndpoint.url(parsing: url) }
    if let method { self.method = try ScriptEndpoint.method(parsing: method) }
    if let credentialsFile { credentials = try HTTPCredentials(file: credentialsFile) }
  }

  /// What leaves everything to the script.
  package init() {}
}

/// The endpoint of one application, as its command line and its script define it. The command line takes precedence.
package final class EndpointConfiguration: ApplicationEndpoint {
  private let options: EndpointOptions
  /// The hosts that the script may use, without that of the command line.
  private let permitted: HTTPAccess
  private var script = ScriptEndpoint()
  /// Whether a request was sent.
  private var isUsed = false
  package var fallback: HTTPURL?
  package var session: (any EndpointSession)?
  private let hasWaited: () -> Bool

  /// - Parameter hasWaited: Returns whether waiting has taken as long as it may, besides what the session says.
  package init(_ options: EndpointOptions, permitted: HTTPAccess, hasWaited: @escaping () -> Bool = { false }) {
    (self.options, self.permitted, self.hasWaited) = (options, permitted, hasWaited)
  }

  var isEnding: Bool { session?.isEnding == true }

  var isOutOfTime: Bool { hasWaited() || session?.isOutOfTime == true }

  package var credentials: HTTPCredentials? { options.credentials }

  package var url: HTTPURL? { options.url ?? script.url ?? fallback }

  /// The hosts to which connections may be opened. That of the command line is permitted implicitly.
  package var access: HTTPAccess {
    guard case .only(let names) = permitted, let url = options.url else { return permitted }
    return .only(names + ["\(url.host):\(url.port)"])
  }

  package func set(_ script: ScriptEndpoint) throws(Diagnostic) {
    if let url = script.url, options.url == nil {
      try access.check(url)
      if credentials?.authorization(for: url) != nil { try Self.checkEncryption(of: url) }
    }
    if isUsed, options.url == nil, let url = self.script.url, script.url != url {
      throw Diagnostic(
        "http.endpoint", "the endpoint cannot change after its first request",
        hint: "call okit.Model.endpoint before the first model is registered")
    }
    self.script = script
  }

  /// Checks that credentials can be sent to a server: nobody on the way may read them because a script has omitted an
  /// "s".
  ///
  /// - Throws: `http.credentials`.
  static func checkEncryption(of url: HTTPURL) throws(Diagnostic) {
    guard url.scheme == .http, !HTTPAccess.isLocal(host: url.host) else { return }
    throw Diagnostic(
      "http.credentials", "the credentials for \(url.authority) are not sent without encryption", hint: "use https")
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
        hint: "\(HintPhrase.endpoint), or call okit.Model.endpoint { url = … }")
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

  package func check(_ url: HTTPURL) throws(Diagnostic) {
    if let fallback, url.hasSameOrigin(as: fallback) { return }
    try access.check(url)
  }

  package func path(of url: HTTPURL) -> String? {
    guard let base = self.url, url.hasSameOrigin(as: base) else { return nil }
    let folder = base.target.hasSuffix("/") ? base.target : base.target + "/"
    guard url.target.hasPrefix(folder) else { return nil }
    return HTTPURL.percentDecoded("/" + url.target.dropFirst(folder.utf8.count))
  }
}
