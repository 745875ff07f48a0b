internal import OKitEngine

/// An answer to a request of an application.
public struct TestAnswer: Sendable {
  /// Why no response arrives.
  public enum Failure: String, Sendable, CaseIterable { case timeout, unreachable, tls, permission }

  enum Content: Sendable {
    case response(HTTPResponse)
    case failure(HTTPFailure)
    case function(@Sendable (TestRequest) throws -> TestAnswer)
  }

  let content: Content
  /// Seconds of the virtual clock until the response arrives.
  private(set) var latency: Double?

  /// A JSON document.
  public static func json(_ value: JSONValue, status: Int = 200, headers: [String: String] = [:]) throws -> TestAnswer {
    try .bytes(Array(value.json().utf8), status: status, headers: ["content-type": "application/json"], headers)
  }

  /// A text.
  public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> TestAnswer {
    .bytes(Array(text.utf8), status: status, headers: ["content-type": "text/plain; charset=utf-8"], headers)
  }

  /// A response with any body, and with the entity tag that conditional writes need.
  public static func bytes(_ body: [UInt8], status: Int = 200, headers: [String: String] = [:]) -> TestAnswer {
    .bytes(body, status: status, headers: ["content-type": "application/octet-stream"], headers)
  }

  private static func bytes(
    _ body: [UInt8], status: Int, headers standard: [String: String], _ headers: [String: String]
  ) -> TestAnswer {
    var all = standard
    all["etag"] = "\"\(XXHash64.checksum(body))\""
    for (name, value) in headers { all[name.lowercased()] = value }
    return TestAnswer(content: .response(HTTPResponse(status: status, headers: all, body: body)))
  }

  /// No response.
  public static func failure(_ failure: Failure) -> TestAnswer {
    let (kind, message): (HTTPFailure.Kind, String) =
      switch failure {
      case .timeout: (.timeout, "the server did not respond in time")
      case .unreachable: (.unreachable, "cannot connect to the server")
      case .tls: (.tls, "no secure connection to the server")
      case .permission: (.permission, "no permission to connect to the server")
      }
    var failure = HTTPFailure(kind, message)
    failure.wasSent = kind == .timeout
    return TestAnswer(content: .failure(failure))
  }

  /// An answer that depends on the request.
  public static func function(_ body: @escaping @Sendable (TestRequest) throws -> TestAnswer) -> TestAnswer {
    TestAnswer(content: .function(body))
  }

  /// The same answer after some seconds of the virtual clock.
  public func after(seconds: Double) -> TestAnswer {
    var answer = self
    answer.latency = max(0, seconds)
    return answer
  }

  func outcome(_ request: TestRequest, timeout: Double) throws
    -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double)
  {
    let isTimeout = if case .failure(let failure) = content { failure.kind == .timeout } else { false }
    let latency = latency ?? (isTimeout ? timeout : 0)
    guard latency <= timeout else { return try TestAnswer.failure(.timeout).outcome(request, timeout: timeout) }
    switch content {
    case .response(let response):
      if let problem = response.problem { throw Diagnostic("app.endpoint", "an answer of the test: \(problem)") }
      return (.success(response), latency)
    case .failure(let failure): return (.failure(failure), latency)
    case .function(let body):
      let (result, own) = try body(request).outcome(request, timeout: timeout)
      return (result, max(own, latency))
    }
  }
}

/// A request that an application has sent.
public struct TestRequest: Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// The URL.
  public let url: String
  /// The path below the endpoint, or the URL of another server.
  public let path: String
  /// With names in lower case.
  public let headers: [String: String]
  /// The body; nil for none.
  public let body: [UInt8]?
  /// What `:name` in the key of the answer stands for.
  public let parameters: [String: String]

  init(_ request: HTTPRequest, path: String?, parameters: [String: String]) {
    (method, url, body, self.parameters) = (request.method, request.url.text, request.body, parameters)
    self.path = path ?? url
    headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
  }
}

/// Answers the requests of an application with the answers of its test.
typealias TestEndpoint = AnsweringEndpoint<TestAnswer, TestRequest>

extension AnsweringEndpoint<TestAnswer, TestRequest> {
  convenience init(_ answers: Answers, _ clock: RuntimeClock) {
    self.init(answers, clock, record: TestRequest.init) { try $0.outcome($1, timeout: $2) }
  }
}

extension TestedApplication {
  func replaceAnswers(_ answers: [String: TestAnswer]) throws { endpoint.replace(try EndpointKey.answers(answers)) }
}

extension EndpointKey {
  static func answers(_ answers: [String: TestAnswer]) throws -> [(key: EndpointKey, answer: TestAnswer)] {
    try answers.sorted { $0.key < $1.key }.map { (try EndpointKey($0.key), $0.value) }
  }
}
