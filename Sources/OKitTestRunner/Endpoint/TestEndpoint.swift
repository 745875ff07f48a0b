/// Answers the requests of an application inside the process of its test, and records them.
final class TestEndpoint: HTTPAnswers, RequestAnswering {
  private let bridge: AppBridge
  private let clock: RuntimeClock
  private let unanswered: UnansweredRequests
  private var answers: [(key: EndpointKey, answer: LuaValue)] = []
  private(set) var requests: [RecordedRequest] = []
  /// Whether connections are refused.
  var isOffline = false
  /// Is told of each request and its answer, for a trace.
  var onAnswer: ((HTTPRequest, Result<HTTPResponse, HTTPFailure>, _ latency: Double) -> Void)?
  /// The endpoint of HTTP models.
  private weak var endpoint: (any ApplicationEndpoint)?
  /// The first error of an answer, or a request without an answer, until a step reports it.
  private var failure: (any Error)?
  /// The number of functions of the test that are answering requests.
  private var answering = 0
  var isAnswering: Bool { answering > 0 }

  /// - Parameter bridge: The bridge to the state of the test.
  init(
    _ answers: [(key: EndpointKey, answer: LuaValue)], _ bridge: AppBridge, _ clock: RuntimeClock,
    _ unanswered: UnansweredRequests
  ) {
    (self.answers, self.bridge, self.clock, self.unanswered) = (answers, bridge, clock, unanswered)
  }

  /// Reads a table of answers.
  ///
  /// - Throws: `lua.argument`.
  static func answers(_ value: LuaValue) throws(Diagnostic) -> [(key: EndpointKey, answer: LuaValue)] {
    guard case .table(let table) = value, table.array.isEmpty else {
      throw Diagnostic(
        "lua.argument", "endpoint needs answers by their requests, such as { [\"GET /shop.json\"] = { … } }")
    }
    let pairs = try table.pairs.map { (pair) throws(Diagnostic) -> (key: EndpointKey, answer: LuaValue) in
      guard case .string(let name) = pair.key else {
        throw Diagnostic(
          "lua.argument", "endpoint: the request of an answer must be a string, got a \(pair.key.typeName)")
      }
      let key = try EndpointKey(name)
      switch pair.value {
      case .table, .string, .bytes, .function: return (key, pair.value)
      default:
        throw Diagnostic(
          "lua.argument", "the answer to \(name) must be a table, a string or a function, got \(pair.value.typeName)")
      }
    }
    return pairs.sorted { $0.key.text < $1.key.text }
  }

  /// Replaces all answers.
  func replace(_ answers: [(key: EndpointKey, answer: LuaValue)]) { self.answers = answers }

  /// Returns the error that a step has to report.
  func takeFailure() -> (any Error)? {
    defer { failure = nil }
    return failure
  }

  // MARK: Answering

  func backend(_ endpoint: any ApplicationEndpoint) -> any HTTPBackend {
    self.endpoint = endpoint
    endpoint.fallback = RequestBackend.standardEndpoint
    return RequestBackend(self, endpoint, clock)
  }

  func requestBackend() -> any HTTPBackend { RequestBackend(self, nil, clock) }

  /// Answers a request.
  func answer(_ request: HTTPRequest) -> (result: Result<HTTPResponse, HTTPFailure>, latency: Double) {
    if isOffline {
      return (.failure(HTTPFailure(.unreachable, "cannot connect to \(request.url.authority): it is offline")), 0)
    }
    let path = endpoint?.path(of: request.url)
    var recorded = RecordedRequest(request, endpointPath: path)
    let best = EndpointKey.best(answers, for: request, path: path)
    recorded.parameters = best?.parameters ?? [:]
    requests.append(recorded)
    do {
      guard let best else { throw EndpointKey.missing(recorded.name, answers.map(\.key)) }
      var answer = best.answer
      if case .function(let function) = answer {
        answering += 1
        defer { answering -= 1 }
        answer = try bridge.state.call(function, [recorded.lua(masking: nil)]).first ?? .null
      }
      return try EndpointAnswer(answer, to: recorded, bridge).outcome(timeout: request.timeout)
    } catch {
      if failure == nil { failure = error }
      unanswered.add(error)
      return (.failure(HTTPFailure(.unreachable, "the test does not answer")), 0)
    }
  }
}
