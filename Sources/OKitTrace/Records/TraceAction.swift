/// An action, written before it runs.
package struct TraceAction: TraceRecordContent {
  package enum What: Sendable, Hashable {
    /// An action of a person, as JSON.
    case action(JSONValue)
    /// A function of the application object, such as `advance`.
    case call(name: String, arguments: [JSONValue])
  }

  /// The number of the action, from 1.
  package var id: Int
  /// The number of the application.
  package var app: Int
  /// The number of the window; nil for the first one.
  package var window: Int?
  /// The number of the innermost step around it.
  package var step: Int?
  package var place: TracePlace?
  /// The functions of the test that led to it, innermost first.
  package var stack: [TracePlace]
  /// The time in ISO 8601.
  package var clock: String
  /// The number of the screen before it; nil for a program, or an application that does not run.
  package var before: Int?
  package var what: What
  package var target: ActionTarget?
  /// The statement of a test that performs it.
  package var line: String

  package init(
    id: Int, app: Int, step: Int? = nil, place: TracePlace? = nil, stack: [TracePlace] = [], clock: String,
    before: Int?, what: What, target: ActionTarget? = nil, line: String
  ) {
    (self.id, self.app, self.step, self.place, self.stack) = (id, app, step, place, stack)
    (self.clock, self.before, self.what, self.target, self.line) = (clock, before, what, target, line)
  }

  /// The action without the screen and the step, which a trace may not have yet.
  package var alone: TraceAction {
    var copy = self
    (copy.before, copy.step) = (nil, nil)
    return copy
  }

  package var members: [(String, JSONValue?)] {
    var members: [(String, JSONValue?)] = [
      ("id", .int(id)), ("app", .int(app)), ("window", window.map(JSONValue.int)), ("step", step.map(JSONValue.int)),
      ("place", place?.jsonValue),
      ("stack", stack.isEmpty ? nil : .array(stack.map(\.jsonValue))), ("clock", .string(clock)),
      ("before", before.map(JSONValue.int)),
    ]
    switch what {
    case .action(let action): members.append(("action", action))
    case .call(let name, let arguments):
      members.append(("call", ["name": .string(name), "arguments": .array(arguments)]))
    }
    return members + [("target", target?.jsonValue), ("line", .string(line))]
  }

  package init(_ object: TraceObject) throws(Diagnostic) {
    let what: What
    if let call = try object.part("call") {
      what = .call(name: try call.text("name"), arguments: try call.list("arguments"))
    } else {
      what = .action(try object.value("action"))
    }
    var stack: [TracePlace] = []
    for frame in try object.list("stack") { stack.append(try TracePlace(TraceObject(frame, "frame"))) }
    self.init(
      id: try object.int("id"), app: try object.int("app"), step: try object.optionalInt("step"),
      place: try object.place(), stack: stack, clock: try object.text("clock"),
      before: try object.optionalInt("before"), what: what, line: try object.optionalText("line") ?? "")
    window = try object.optionalInt("window")
    if let part = try object.part("target") { target = try ActionTarget(part) }
  }
}

extension ActionTarget {
  init(_ object: TraceObject) throws(Diagnostic) {
    self.init(
      role: try object.text("role"), label: try object.text("label"),
      identifier: try object.optionalText("identifier"), section: try object.optionalText("section"),
      index: try object.optionalInt("index"), path: try object.optionalText("path"))
  }
}
