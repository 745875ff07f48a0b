/// What an action has done.
package struct TraceDone: TraceRecordContent {
  /// The number of the action.
  package var id: Int
  /// The number of the screen after it; nil for a program, or an application that does not run.
  package var after: Int?
  /// The net changes of the models: `{ path, old, new }`.
  package var changes: [JSONValue] = []
  /// The bindings that ran, as `why` reports them, with `controller` and `row`.
  package var ran: [JSONValue] = []
  /// `{ level, message }`.
  package var log: [JSONValue] = []
  package var diagnostics: [JSONValue] = []
  /// The dialogs that were opened or closed: `{ event, kind, dialog }`.
  package var dialogs: [JSONValue] = []
  /// The requests with their answers.
  package var requests: [JSONValue] = []
  /// The number of the last turn.
  package var turn: Int = 0
  /// The time in ISO 8601.
  package var clock: String
  /// The real time that it took, in microseconds, which differs between equal runs.
  package var us: Int = 0
  /// The coverage items that it reached first.
  package var covered: [String] = []
  /// The error that the test got, as a diagnostic.
  package var error: JSONValue?

  package init(id: Int, after: Int?, clock: String) { (self.id, self.after, self.clock) = (id, after, clock) }

  package var members: [(String, JSONValue?)] {
    func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }
    return [
      ("id", .int(id)), ("after", after.map(JSONValue.int)), ("changes", list(changes)), ("ran", list(ran)),
      ("log", list(log)), ("diagnostics", list(diagnostics)), ("dialogs", list(dialogs)),
      ("requests", list(requests)), ("turn", .int(turn)), ("clock", .string(clock)), ("us", .int(us)),
      ("covered", list(covered.map(JSONValue.string))), ("error", error),
    ]
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    self.init(
      id: try object.int("id"), after: try object.optionalInt("after"), clock: try object.optionalText("clock") ?? "")
    (changes, ran, log) = (try object.list("changes"), try object.list("ran"), try object.list("log"))
    diagnostics = try object.list("diagnostics")
    (dialogs, requests) = (try object.list("dialogs"), try object.list("requests"))
    (turn, us) = (try object.optionalInt("turn") ?? 0, try object.optionalInt("us") ?? 0)
    (covered, error) = (try object.texts("covered"), object["error"])
  }
}

/// An assertion of a test.
package struct TraceExpectation: TraceRecordContent {
  package var place: TracePlace?
  /// The function, such as `to_equal`.
  package var matcher: String
  package var passed: Bool
  /// What differs, as the report of the test prints it; nil for one that passed.
  package var diff: String?
  /// The statement of a recorded test.
  package var line: String?

  package init(place: TracePlace?, matcher: String, passed: Bool, diff: String? = nil, line: String? = nil) {
    (self.place, self.matcher, self.passed, self.diff, self.line) = (place, matcher, passed, diff, line)
  }

  package var members: [(String, JSONValue?)] {
    [
      ("place", place?.jsonValue), ("matcher", .string(matcher)), ("passed", .bool(passed)),
      ("diff", diff.map(JSONValue.string)), ("line", line.map(JSONValue.string)),
    ]
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    self.init(
      place: try object.place(), matcher: try object.text("matcher"), passed: try object.bool("passed"),
      diff: try object.optionalText("diff"), line: try object.optionalText("line"))
  }
}
