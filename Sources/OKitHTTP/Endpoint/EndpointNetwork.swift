/// The servers of one application.
final class EndpointNetwork: ApplicationNetwork {
  let endpoint: any ApplicationEndpoint
  let transport: any HTTPTransport
  /// The hosts that scripts may ask.
  private let access: HTTPAccess
  /// Nil for connections.
  private let answers: (any HTTPAnswers)?
  private lazy var client = HTTPClient(access: access)

  init(_ options: EndpointOptions, permitted access: HTTPAccess, clock: RuntimeClock, _ answers: (any HTTPAnswers)?) {
    let configuration = EndpointConfiguration(options, permitted: access)
    (endpoint, self.access, self.answers) = (configuration, access, answers)
    transport = EndpointTransport(configuration, clock: clock, backend: answers?.backend(configuration))
  }

  func check(_ url: HTTPURL) throws(Diagnostic) {
    // What is answered in the process reaches no server.
    if answers == nil { try access.check(url) }
  }

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
