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
    case .response(let response): return (.success(response), latency)
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
  public internal(set) var parameters: [String: String] = [:]
}

/// Answers the requests of an application inside the process of its test, and records them.
final class TestEndpoint: HTTPAnswers, RequestAnswering {
  private var answers: [(key: EndpointKey, answer: TestAnswer)]
  private let clock: RuntimeClock
  private(set) var requests: [TestRequest] = []
  private var failure: (any Error)?
  private weak var endpoint: (any ApplicationEndpoint)?
  let onAnswer: ((HTTPRequest, Result<HTTPResponse, HTTPFailure>, Double) -> Void)? = nil

  init(_ answers: [(key: EndpointKey, answer: TestAnswer)], _ clock: RuntimeClock) {
    (self.answers, self.clock) = (answers, clock)
  }

  func replace(_ answers: [(key: EndpointKey, answer: TestAnswer)]) { self.answers = answers }

  /// Returns the first error of an answer, or a request without an answer, and forgets it.
  func takeFailure() -> (any Error)? {
    defer { failure = nil }
    return failure
  }

  func backend(_ endpoint: any ApplicationEndpoint) -> any HTTPBackend {
    self.endpoint = endpoint
    endpoint.fallback = RequestBackend.standardEndpoint
    return RequestBackend(self, endpoint, clock)
  }

  func requestBackend() -> any HTTPBackend { RequestBackend(self, nil, clock) }

  func answer(_ request: HTTPRequest) -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double) {
    let path = endpoint?.path(of: request.url)
    var sent = TestRequest(
      method: request.method, url: request.url.text, path: path ?? request.url.text,
      headers: Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }, body: request.body)
    let best = EndpointKey.best(answers, for: request, path: path)
    sent.parameters = best?.parameters ?? [:]
    requests.append(sent)
    do {
      guard let best else { throw EndpointKey.missing("\(sent.method) \(sent.path)", answers.map(\.key)) }
      return try best.answer.outcome(sent, timeout: request.timeout)
    } catch {
      if failure == nil { failure = error }
      return (.failure(HTTPFailure(.unreachable, "the test does not answer")), 0)
    }
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
