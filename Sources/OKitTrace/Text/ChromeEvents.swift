/// The events of a trace in Chrome's format, which Perfetto shows: steps, actions, turns, bindings and requests.
///
/// Each application is a thread, and so are the steps of the test. The time is the sum of the times that actions took:
/// what a test does in between has none. The bindings of an action have no times either; they divide its time in their
/// order.
package struct ChromeEvents {
  /// What the text begins with.
  package static let beginning = "{\"otherData\":{\"writer\":\"okit\"},\"traceEvents\":[\n"

  private static let process = 1
  /// The longest action in microseconds; nothing adds up to more than an integer holds.
  private static let longest = 1 << 40
  private static let steps = 0

  private var events: [JSONValue] = []
  /// In microseconds.
  private var now = 0
  private var openSteps: [(step: TraceStep, start: Int)] = []
  private var openActions: [(action: TraceAction, start: Int)] = []
  private var turns: [Int: Int] = [:]

  package init(_ trace: Trace) {
    let name = trace.header.test.map { "\($0.name) (\($0.file):\($0.line))" } ?? "okit \(trace.header.command.rawValue)"
    add("M", "process_name", thread: Self.steps, ["args": ["name": .string(name)]])
    if !trace.steps.isEmpty { add("M", "thread_name", thread: Self.steps, ["args": ["name": "steps"]]) }
    for record in trace.records { add(record) }
    // What a killed process did not end.
    while let action = openActions.last { end(action.action.id, nil) }
    while let step = openSteps.last { end(step.step.id) }
  }

  /// - Throws: `json.depth`.
  package func text() throws -> String {
    let lines = try events.map { try $0.json() }
    return Self.beginning + lines.joined(separator: ",\n") + "\n]}\n"
  }

  private mutating func add(_ record: TraceRecord) {
    switch record {
    case .launch(let launch):
      if turns[launch.app] == nil {
        add("M", "thread_name", thread: launch.app, ["args": ["name": .string("\(launch.app): \(launch.script)")]])
      }
      turns[launch.app] = 0
      add("i", "launch \(launch.script)", thread: launch.app, ["s": "t"])
    case .step(let step): openSteps.append((step, now))
    case .stepEnd(let step): end(step.id)
    case .action(let action): openActions.append((action, now))
    case .done(let done): end(done.id, done)
    case .expect(let expectation) where !expectation.passed:
      let place = expectation.place.map { " \($0.file):\($0.line)" } ?? ""
      add(
        "i", "failed: \(expectation.matcher)\(place)", thread: Self.steps,
        ["s": "p", "args": ["diff": .string(expectation.diff ?? "")]])
    case .trace, .source, .screen, .expect, .end: break
    }
  }

  private mutating func end(_ id: Int) {
    guard let index = openSteps.lastIndex(where: { $0.step.id == id }) else { return }
    // Those inside end with it.
    for open in openSteps[index...].reversed() {
      add("X", open.step.name, thread: Self.steps, at: open.start, for: now - open.start, ["cat": "step"])
    }
    openSteps.removeSubrange(index...)
  }

  private mutating func end(_ id: Int, _ done: TraceDone?) {
    guard let index = openActions.lastIndex(where: { $0.action.id == id }) else { return }
    let (action, start) = openActions.remove(at: index)
    now = max(now, start + min(max(done?.us ?? 0, 1), Self.longest))
    let duration = now - start
    let text = TracedAction(action: action, done: done).summary
    var details: [String: JSONValue] = ["line": .string(action.line)]
    details["place"] = action.place.map { .string("\($0.file):\($0.line)") }
    details["error"] = done.map(\.error) ?? "not ended"
    add("X", text, thread: action.app, at: start, for: duration, ["cat": "action", "args": .object(details)])
    guard let done else { return }
    let first = min(turns[action.app] ?? 0, .max - 1) + 1
    if done.turn >= first, first > 1 || done.turn > 0 {
      let name = done.turn == first || first == 1 ? "turn \(done.turn)" : "turns \(first)–\(done.turn)"
      add("X", name, thread: action.app, at: start, for: duration, ["cat": "turn"])
    }
    turns[action.app] = max(done.turn, turns[action.app] ?? 0)
    for (number, binding) in done.ran.enumerated() {
      let (from, to) = (duration * number / done.ran.count, duration * (number + 1) / done.ran.count)
      add(
        "X", Self.name(of: binding), thread: action.app, at: start + from, for: to - from,
        ["cat": "binding", "args": binding])
    }
    for (number, request) in done.requests.enumerated() {
      let id = JSONValue.string("\(action.id).\(number)")
      add(
        "b", Self.name(ofRequest: request), thread: action.app, at: start,
        ["cat": "request", "id": id, "args": ["request": request]])
      add("e", Self.name(ofRequest: request), thread: action.app, at: now, ["cat": "request", "id": id])
    }
  }

  private mutating func add(
    _ phase: String, _ name: String, thread: Int, at time: Int? = nil, for duration: Int? = nil,
    _ members: [String: JSONValue]
  ) {
    var members = members
    members["ph"] = .string(phase)
    members["name"] = .string(name)
    members["pid"] = .int(Self.process)
    members["tid"] = .int(thread)
    members["ts"] = .int(time ?? now)
    members["dur"] = duration.map(JSONValue.int)
    events.append(.object(members))
  }

  private static func name(of binding: JSONValue) -> String {
    let names = ["controller", "row", "property"].compactMap { binding.text($0) }
    return names.isEmpty ? "binding" : names.joined(separator: " › ")
  }

  private static func name(ofRequest request: JSONValue) -> String {
    [request.text("method"), request.text("url")].compactMap(\.self).joined(separator: " ")
  }
}

extension JSONValue {
  /// The member with a name, if it is a text.
  fileprivate func text(_ name: String) -> String? {
    guard case .object(let members) = self, case .string(let text)? = members[name] else { return nil }
    return text
  }
}
