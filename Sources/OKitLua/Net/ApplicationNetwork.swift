internal import OKitEngine
package import OKitHTTP

/// Answers requests inside the process, instead of servers: in tests.
package protocol HTTPAnswers: AnyObject {
  /// Returns what performs the requests of HTTP models to an endpoint.
  func backend(_ endpoint: EndpointConfiguration) -> any HTTPBackend

  /// Answers a request of a script.
  ///
  /// - Returns: the response, and the seconds that it takes.
  func fetch(_ request: HTTPRequest) -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double)
}

/// The servers of one application, over connections that outlive a hot reload.
final class ApplicationNetwork {
  let endpoint: EndpointConfiguration
  let transport: any HTTPTransport
  /// The storage of the models on the server; nil until the first script has one.
  var http: HTTPStorage?
  /// The hosts that scripts may ask.
  let access: HTTPAccess
  private let answers: (any HTTPAnswers)?
  /// Whether no request reaches a server.
  var isAnswered: Bool { answers != nil }
  private lazy var client = HTTPClient(access: access)

  init(_ options: LuaApplication.Options) {
    access = options.permissions.httpAccess
    endpoint = EndpointConfiguration(options.endpoint, permitted: access)
    answers = options.answers
    transport = EndpointTransport(endpoint, clock: options.clock, backend: answers?.backend(endpoint))
  }

  /// Sends a request of a script.
  ///
  /// - Parameters:
  ///   - isStopped: Returns whether to give up.
  ///   - later: Does something after a number of seconds.
  func fetch(
    _ request: HTTPRequest, isStopped: () -> Bool, later: (Double, @escaping () -> Void) -> Void,
    completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void
  ) {
    if let answers {
      let (result, latency) = answers.fetch(request)
      return later(latency) { completion(result) }
    }
    do throws(HTTPFailure) { completion(.success(try client.perform(request, isStopped: isStopped))) } catch {
      completion(.failure(error))
    }
  }
}
