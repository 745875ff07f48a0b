/// The servers of one application.
final class EndpointNetwork: ApplicationNetwork {
  let endpoint: any ApplicationEndpoint
  var transport: any DocumentTransport { endpointTransport }
  private let endpointTransport: EndpointTransport
  let requests: RequestQueue
  private let credentials: HTTPCredentials?
  /// The hosts that scripts may ask.
  private let access: HTTPAccess
  /// Whether requests are answered in the process.
  private let isAnswered: Bool

  /// - Parameters:
  ///   - answers: Answer the requests in the process; nil for servers.
  ///   - transport: Reaches the servers; nil for connections.
  init(
    _ options: EndpointOptions, permitted access: HTTPAccess, clock: RuntimeClock, _ answers: (any HTTPAnswers)?,
    _ transport: (any HTTPTransport)? = nil
  ) {
    let configuration = EndpointConfiguration(options, permitted: access)
    (endpoint, self.access, isAnswered) = (configuration, access, answers != nil)
    credentials = options.credentials
    endpointTransport = EndpointTransport(
      configuration, clock: clock,
      backend: answers?.backend(configuration) ?? transport.map { TransportBackend($0, configuration.access) })
    requests = RequestQueue(
      answers?.requestBackend() ?? transport.map { TransportBackend($0, access) }
        ?? HTTPConnections(access: access, authorities: HTTPConnections.configuredAuthorities))
  }

  var onAnswer: HTTPAnswerObserver? {
    didSet { (endpointTransport.onAnswer, requests.onAnswer) = (onAnswer, onAnswer) }
  }

  func close() {
    endpointTransport.close()
    requests.close()
  }

  var secrets: [String] { credentials?.secrets ?? [] }

  func check(_ url: HTTPURL) throws(Diagnostic) {
    // What is answered in the process reaches no server.
    if !isAnswered { try access.check(url) }
  }

  func authorize(_ request: inout HTTPRequest) throws(Diagnostic) {
    guard let value = credentials?.authorization(for: request.url) else { return }
    guard !request.has("authorization") else {
      throw Diagnostic("net.request", "the request has credentials of its own; leave out the header Authorization")
    }
    try EndpointConfiguration.checkEncryption(of: request.url)
    try request.add("Authorization", value)
  }
}
