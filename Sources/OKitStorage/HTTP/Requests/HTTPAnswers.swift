/// Is told of a request and its answer, or failure.
package typealias HTTPAnswerObserver = (HTTPRequest, Result<HTTPResponse, HTTPFailure>) -> Void

/// Answers requests inside the process, instead of servers: in tests.
package protocol HTTPAnswers: AnyObject {
  /// Returns what performs the requests of HTTP models to an endpoint.
  func backend(_ endpoint: any ApplicationEndpoint) -> any HTTPBackend

  /// Returns what performs the requests of scripts.
  func requestBackend() -> any HTTPBackend
}

/// The session with an application that waits for its endpoint.
package protocol EndpointSession: AnyObject {
  /// Whether the session ends.
  var isEnding: Bool { get }
  /// Whether the script is about to reach its time limit.
  var isOutOfTime: Bool { get }
}

/// The endpoint of an application, as its program and its script define it.
package protocol ApplicationEndpoint: AnyObject {
  /// The URL, without credentials; nil before one is set.
  var url: HTTPURL? { get }

  /// The URL where neither the program nor the script sets one. Its host is permitted.
  var fallback: HTTPURL? { get set }

  /// The session with the application. A hot reload replaces it.
  var session: (any EndpointSession)? { get set }

  /// Sets what the script says.
  ///
  /// - Throws: `net.permission` for a host that is not permitted; `http.endpoint` after the first request, if the
  ///   endpoint would become another one.
  func set(_ script: ScriptEndpoint) throws(Diagnostic)

  /// - Throws: `net.permission` for a host to which no connection may be opened.
  func check(_ url: HTTPURL) throws(Diagnostic)

  /// Returns the path of a URL below the endpoint, which begins with a slash and is not percent-encoded; nil for
  /// another one.
  func path(of url: HTTPURL) -> String?
}
