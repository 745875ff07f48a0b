/// Answers the requests of an application inside the process of its test, and records them.
package final class AnsweringEndpoint<Answer, Sent>: HTTPAnswers, RequestAnswering {
  package typealias Answers = [(key: EndpointKey, answer: Answer)]
  package typealias Outcome = (result: Result<HTTPResponse, HTTPFailure>, latency: Double)

  private var answers: Answers
  private let clock: RuntimeClock
  /// Makes what the test sees of a request, its path below the endpoint, and the parameters of its answer's key.
  private let record: (HTTPRequest, String?, [String: String]) -> Sent
  private let outcome: (Answer, Sent, _ timeout: Double) throws -> Outcome
  package private(set) var requests: [Sent] = []
  /// Whether connections are refused.
  package var isOffline = false
  /// What happens to the next request in place of its own answer.
  package var fault: Fault?
  /// Whether a request without an answer fails like one without a connection, and is no mistake of the test.
  package var failsUncovered = false
  /// Whether models on a server have an endpoint, unless the application is given another one.
  package var isEndpoint = true

  package enum Fault {
    case answer(Answer)
    /// Its own answer arrives so much later.
    case delay(seconds: Double)
  }

  /// Is told of each request and its answer, for a trace.
  package var onAnswer: ((HTTPRequest, Result<HTTPResponse, HTTPFailure>, _ latency: Double) -> Void)?
  /// Is told of each error of an answer, and of each request without an answer.
  package var onFailure: (any Error) -> Void = { _ in }
  /// The endpoint of HTTP models.
  private weak var endpoint: (any ApplicationEndpoint)?
  /// The first error of an answer, or a request without an answer, until a step reports it.
  private var failure: (any Error)?
  /// The number of answers that are being made, which may run functions of the test.
  private var answering = 0
  package var isAnswering: Bool { answering > 0 }

  package init(
    _ answers: Answers, _ clock: RuntimeClock, record: @escaping (HTTPRequest, String?, [String: String]) -> Sent,
    outcome: @escaping (Answer, Sent, _ timeout: Double) throws -> Outcome
  ) {
    (self.answers, self.clock, self.record, self.outcome) = (answers, clock, record, outcome)
  }

  /// Replaces all answers.
  package func replace(_ answers: Answers) { self.answers = answers }

  /// Returns the error that a step has to report, and forgets it.
  package func takeFailure() -> (any Error)? {
    defer { failure = nil }
    return failure
  }

  package func backend(_ endpoint: any ApplicationEndpoint) -> any HTTPBackend {
    self.endpoint = endpoint
    if isEndpoint { endpoint.fallback = RequestBackend.standardEndpoint }
    return RequestBackend(self, endpoint, clock)
  }

  package func requestBackend() -> any HTTPBackend { RequestBackend(self, nil, clock) }

  package func answer(_ request: HTTPRequest) -> Outcome {
    if isOffline {
      return Self.failure(.unreachable, "cannot connect to \(request.url.authority): it is offline")
    }
    let path = endpoint?.path(of: request.url)
    let best = EndpointKey.best(answers, for: request, path: path)
    let sent = record(request, path, best?.parameters ?? [:])
    requests.append(sent)
    answering += 1
    defer { answering -= 1 }
    let fault = fault
    self.fault = nil
    do {
      if case .answer(let answer)? = fault { return try outcome(answer, sent, request.timeout) }
      guard let best else {
        if failsUncovered { return Self.failure(.unreachable, "cannot connect to \(request.url.authority)") }
        throw EndpointKey.missing("\(request.method) \(path ?? request.url.text)", answers.map(\.key))
      }
      var own = try outcome(best.answer, sent, request.timeout)
      guard case .delay(let seconds)? = fault else { return own }
      own.latency += seconds
      guard own.latency > request.timeout else { return own }
      return Self.failure(.timeout, "the server did not respond in time", after: request.timeout)
    } catch {
      if failure == nil { failure = error }
      onFailure(error)
      return Self.failure(.unreachable, "the test does not answer")
    }
  }

  private static func failure(_ kind: HTTPFailure.Kind, _ message: String, after seconds: Double = 0) -> Outcome {
    var failure = HTTPFailure(kind, message)
    failure.wasSent = kind == .timeout
    return (.failure(failure), seconds)
  }
}
