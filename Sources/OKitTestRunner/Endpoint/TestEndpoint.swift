/// Answers the requests of an application with the values and functions of its test.
typealias TestEndpoint = AnsweringEndpoint<LuaValue, RecordedRequest>

extension AnsweringEndpoint<LuaValue, RecordedRequest> {
  /// - Parameter bridge: The bridge to the state of the test.
  convenience init(
    _ answers: Answers, _ bridge: AppBridge, _ clock: RuntimeClock, _ unanswered: UnansweredRequests
  ) {
    self.init(answers, clock, record: RecordedRequest.init) { answer, request, timeout in
      var answer = answer
      if case .function(let function) = answer {
        answer = try bridge.state.call(function, [request.lua(masking: nil)]).first ?? .null
      }
      return try EndpointAnswer(answer, to: request, bridge).outcome(timeout: timeout)
    }
    onFailure = { unanswered.add($0) }
  }

  /// Reads a table of answers.
  ///
  /// - Throws: `lua.argument`.
  static func answers(_ value: LuaValue) throws(Diagnostic) -> Answers {
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
}
