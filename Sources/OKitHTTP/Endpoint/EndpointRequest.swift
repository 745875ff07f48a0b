/// A request for a path below an endpoint, with the redirects that it follows.
final class EndpointRequest {
  static let maximumRedirects = 5

  enum Step {
    case ended(Result<StorageResponse, StorageRequestFailure>)
    /// `http` is to be sent.
    case redirected
  }

  let completion: (Result<StorageResponse, StorageRequestFailure>) -> Void
  private let request: StorageRequest
  private let endpoint: Endpoint
  /// The current request.
  private(set) var http: HTTPRequest
  private var visited: Set<String>

  init(
    _ request: StorageRequest, _ endpoint: Endpoint, _ credentials: HTTPCredentials?,
    _ completion: @escaping (Result<StorageResponse, StorageRequestFailure>) -> Void
  ) throws(Diagnostic) {
    (self.request, self.endpoint, self.completion) = (request, endpoint, completion)
    http = HTTPRequest(endpoint.url.appending(request.path))
    visited = [http.url.text]
    http.method = request.method.rawValue
    http.body = request.body
    // Stores replace the version with the entity tag that was read.
    http.acceptsCompression = false
    http.outlastsSession = request.belongsToStore || request.method != .get
    (http.timeout, http.connectTimeout) = (endpoint.settings.timeout, endpoint.settings.timeout)
    http.maximumBody = endpoint.maximumBody
    for (name, value) in request.headers { try http.add(name, value) }
    // A cache on the way may have an earlier version, with which each store would be a conflict.
    let hasOwn = endpoint.headers.contains { $0.name.lowercased() == "cache-control" }
    if request.method == .get, !hasOwn { try http.add("Cache-Control", "no-cache") }
    let authorization = credentials?.authorization(for: endpoint.url)
    for (name, value) in endpoint.headers where authorization == nil || name.lowercased() != "authorization" {
      try http.add(name, value)
    }
    if let authorization { try http.add("Authorization", authorization) }
  }

  /// Returns why the request cannot be sent.
  func check() -> StorageRequestFailure? {
    let names = request.path.split(separator: "/", omittingEmptySubsequences: false)
    let isFolderOfEndpoint = request.method == .makeFolder && request.path.isEmpty
    guard isFolderOfEndpoint || !names.contains(where: { ["", ".", ".."].contains($0) }) else {
      return failure("http.url", "\(request.path.debugDescription) is not a path below an endpoint", wasSent: false)
    }
    guard let size = request.body?.count, size > endpoint.maximumBody else { return nil }
    return failure(
      "http.body", "the body has \(size) bytes; the maximum of the endpoint is \(endpoint.maximumBody)",
      hint: "raise maxBody in okit.Model.endpoint", wasSent: false)
  }

  private func failure(
    _ code: Diagnostic.Code, _ message: String, hint: String? = nil, wasSent: Bool = true
  ) -> StorageRequestFailure {
    StorageRequestFailure(Diagnostic(code, message, place: place, hint: hint), wasSent: wasSent)
  }

  private var place: Diagnostic.Place { Diagnostic.Place(file: endpoint.url.appending(request.path).text) }

  // MARK: Responses

  /// Returns what follows a response, or its absence.
  func next(_ result: Result<HTTPResponse, HTTPFailure>) -> Step {
    switch result {
    case .failure(let error):
      let code: Diagnostic.Code =
        switch error.kind {
        case .permission: "http.permission"
        case .timeout, .stopped: "http.timeout"
        case .tls: "http.tls"
        case .size, .response: "http.body"
        case .library: "http.library"
        case .unreachable, .failed, .cancelled: "http.unreachable"
        }
      var failed = StorageRequestFailure(error.diagnostic(as: code, at: place), wasSent: error.wasSent)
      failed.isFinal = error.kind == .stopped
      failed.isTooLarge = error.kind == .size
      return .ended(.failure(failed))
    case .success(let response):
      if Self.redirects.contains(response.status) { return redirect(response) }
      if let problem = problem(of: response) { return .ended(.failure(failure("http.body", problem))) }
      return .ended(
        .success(StorageResponse(status: response.status, headers: response.headers, body: response.body)))
    }
  }

  /// Returns why the parts of a response cannot be relied on.
  private func problem(of response: HTTPResponse) -> String? {
    guard (200..<300).contains(response.status) else { return nil }
    if let tag = response.headers["etag"], !Self.isEntityTag(tag) {
      return "invalid response: \(tag.debugDescription) is not an entity tag"
    }
    guard request.method == .get else { return nil }
    if response.status == 206 { return "the server has sent a part of the document" }
    // A document that is not complete is not JSON, but bytes are bytes.
    if !response.isDelimited, !request.path.hasSuffix(".json") {
      return "the response has no length, so that a missing end could not be noticed"
    }
    return nil
  }

  /// Whether a text is one entity tag (RFC 9110, section 8.8.3), or a token as some servers send it.
  private static func isEntityTag(_ text: String) -> Bool {
    let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    let inner = tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"") ? tag.dropFirst().dropLast() : tag
    let isQuoted = inner.utf8.count != tag.utf8.count
    return (isQuoted || !inner.isEmpty)
      && inner.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F && (isQuoted || $0 != 0x2C) }
  }

  // MARK: Redirects

  private static let redirects = [301, 302, 303, 307, 308]

  private func redirect(_ response: HTTPResponse) -> Step {
    do throws(StorageRequestFailure) {
      try follow(response)
      return .redirected
    } catch { return .ended(.failure(error)) }
  }

  private func follow(_ response: HTTPResponse) throws(StorageRequestFailure) {
    let status = response.status
    guard let location = response.headers["location"] else {
      throw failure("http.redirect", "the server redirects (status \(status)) without a location")
    }
    let target: HTTPURL
    do { target = try http.url.resolving(location) } catch {
      throw failure("http.redirect", "the server redirects (status \(status)) to an invalid location")
    }
    guard request.method == .get else {
      throw failure(
        "http.redirect",
        """
        the server redirects \(request.method.rawValue) (status \(status)) to \(target.authority); only GET is \
        redirected
        """,
        hint: "use the URL of the other place as the endpoint")
    }
    guard http.url.scheme == .http || target.scheme == .https else {
      throw failure("http.redirect", "the server redirects from https to http (\(target.authority))")
    }
    guard visited.insert(target.text).inserted else {
      throw failure("http.redirect", "the server redirects in a circle")
    }
    guard visited.count <= Self.maximumRedirects + 1 else {
      throw failure("http.redirect", "the server redirects more than \(Self.maximumRedirects) times")
    }
    if !target.hasSameOrigin(as: endpoint.url) { forgetSecrets() }
    http.url = target
  }

  /// Removes what is for the endpoint's own server: credentials, and the headers that the script has set for it.
  private func forgetSecrets() { http.keepHeaders(request.headers.map(\.name)) }
}
