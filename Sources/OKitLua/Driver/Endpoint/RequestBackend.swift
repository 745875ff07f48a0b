/// Answers requests inside the process: a test.
package protocol RequestAnswering: AnyObject {
  /// Returns the outcome of a request, and the seconds until it arrives.
  func answer(_ request: HTTPRequest) -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double)

  /// Is told of each request and its answer, for a trace.
  var onAnswer: ((HTTPRequest, Result<HTTPResponse, HTTPFailure>, _ latency: Double) -> Void)? { get }
}

/// Passes the requests of HTTP models to a test. Their responses arrive by the clock of the application.
package final class RequestBackend: HTTPBackend {
  private struct Arriving {
    var due: DateValue
    let request: HTTPRequest
    var result: Result<HTTPResponse, HTTPFailure>
    let completion: (Result<HTTPResponse, HTTPFailure>) -> Void
  }

  private let answers: any RequestAnswering
  /// The endpoint of HTTP models, whose permissions are checked; nil for requests of scripts.
  private let endpoint: (any ApplicationEndpoint)?
  private let clock: RuntimeClock
  /// In the order of the requests.
  private var arriving: [Arriving] = []

  /// The endpoint of an application that names none.
  package static let standardEndpoint = try? HTTPURL("http://endpoint.test")

  package init(_ answers: any RequestAnswering, _ endpoint: (any ApplicationEndpoint)?, _ clock: RuntimeClock) {
    (self.answers, self.endpoint, self.clock) = (answers, endpoint, clock)
  }

  package let isVirtual = true
  package var count: Int { arriving.count }
  package var nextEvent: DateValue? { arriving.map(\.due).min() }

  package func begin(_ request: HTTPRequest, _ completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void) {
    let (result, latency) = answer(request)
    let due = DateValue(secondsSince2001: clock.now.secondsSince2001 + latency)
    arriving.append(Arriving(due: due, request: request, result: result, completion: completion))
  }

  private func answer(_ request: HTTPRequest) -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double) {
    do { try endpoint?.check(request.url) } catch {
      return (.failure(HTTPFailure(.permission, error.message, hint: error.hint)), 0)
    }
    let answer = answers.answer(request)
    answers.onAnswer?(request, answer.result, answer.latency)
    return answer
  }

  package func poll(milliseconds: Int32) -> Bool { nextEvent.map { $0 <= clock.now } ?? false }

  package func advance(milliseconds: Int32) {
    let now = clock.now
    let arrived = arriving.filter { $0.due <= now }.sorted { $0.due < $1.due }
    arriving.removeAll { $0.due <= now }
    for var response in arrived {
      if let onData = response.request.onData, case .success(let answer) = response.result,
        (200..<300).contains(answer.status)
      {
        let head = HTTPResponse(status: answer.status, headers: answer.headers)
        if !answer.body.isEmpty { onData(answer.body, head) }
        response.result = .success(head)
      }
      response.completion(response.result)
    }
  }

  package func cancelAll(where matches: (HTTPRequest) -> Bool, _ failure: (HTTPRequest) -> HTTPFailure) {
    for index in arriving.indices where matches(arriving[index].request) {
      var failure = failure(arriving[index].request)
      failure.wasSent = true
      arriving[index].due = clock.now
      arriving[index].result = .failure(failure)
    }
  }
}
