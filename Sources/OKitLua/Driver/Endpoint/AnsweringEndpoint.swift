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
  /// The answer to the next request, in place of its own.
  package var fault: Answer?
  package var hasAnswers: Bool { !answers.isEmpty }
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
    endpoint.fallback = RequestBackend.standardEndpoint
    return RequestBackend(self, endpoint, clock)
  }

  package func requestBackend() -> any HTTPBackend { RequestBackend(self, nil, clock) }

  package func answer(_ request: HTTPRequest) -> Outcome {
    if isOffline {
      return (.failure(HTTPFailure(.unreachable, "cannot connect to \(request.url.authority): it is offline")), 0)
    }
    let path = endpoint?.path(of: request.url)
    let best = EndpointKey.best(answers, for: request, path: path)
    let sent = record(request, path, best?.parameters ?? [:])
    requests.append(sent)
    answering += 1
    defer { answering -= 1 }
    do {
      if let fault {
        self.fault = nil
        return try outcome(fault, sent, request.timeout)
      }
      guard let best else {
        throw EndpointKey.missing("\(request.method) \(path ?? request.url.text)", answers.map(\.key))
      }
      return try outcome(best.answer, sent, request.timeout)
    } catch {
      if failure == nil { failure = error }
      onFailure(error)
      return (.failure(HTTPFailure(.unreachable, "the test does not answer")), 0)
    }
  }
}
