/// What is printed of the actions of a trace.
package enum TraceView: String, Sendable, CaseIterable { case actions, screens, changes, why, log, requests }

/// A trace as text.
package struct TraceText {
  private let trace: Trace
  private let actions: [TracedAction]

  package init(_ trace: Trace) { (self.trace, actions) = (trace, trace.actions) }

  /// Returns the lines of a view.
  ///
  /// - Parameters:
  ///   - view: Nil for the actions, and for all views of a single one.
  ///   - number: The number of the only action; nil for all.
  /// - Throws: `trace.action` for a number without an action.
  package func lines(_ view: TraceView?, action number: Int?) throws(Diagnostic) -> [String] {
    guard let number else { return heading + lines(view ?? .actions, of: actions) }
    let action = try action(number)
    guard view == nil else { return lines(view ?? .actions, of: [action]) }
    return lines(.actions, of: [action])
      + TraceView.allCases.dropFirst().flatMap { view -> [String] in
        let content = content(view, of: action)
        return content.isEmpty ? [] : ["\(view.rawValue):"] + content.map { "  " + $0 }
      }
  }

  /// Returns the records of an action, with the assertions that follow it.
  ///
  /// - Throws: `trace.action`.
  package func records(of number: Int) throws(Diagnostic) -> [TraceRecord] {
    let action = try action(number)
    return [.action(action.action)] + (action.done.map { [.done($0)] } ?? []) + action.expectations.map { .expect($0) }
  }

  private func action(_ number: Int) throws(Diagnostic) -> TracedAction {
    guard let action = actions.first(where: { $0.action.id == number }) else {
      throw Diagnostic(
        "trace.action", "the trace has no action \(number)", place: .init(file: trace.file),
        hint: actions.isEmpty ? nil : "its actions have the numbers 1 to \(actions.count)")
    }
    return action
  }

  // MARK: Actions

  /// `Shop sells (shop_test.lua:7): fail, 2 actions`.
  private var heading: [String] {
    let test = trace.header.test
    let name =
      test.map { PrintableText.line($0.name) + " (\($0.file):\($0.line))" }
      ?? "\(trace.header.command.rawValue) \(trace.launches.first?.script ?? "")"
    let status = trace.end.map(\.status.rawValue) ?? "the process was killed"
    let attempt = test.map { $0.attempt > 1 ? ", attempt \($0.attempt)" : "" } ?? ""
    let dropped = trace.end.map { $0.dropped > 0 ? ", \($0.dropped) records did not fit" : "" } ?? ""
    let count = actions.count == 1 ? "1 action" : "\(actions.count) actions"
    return ["\(name): \(status)\(attempt), \(count)\(dropped)"]
  }

  private func lines(_ view: TraceView, of actions: [TracedAction]) -> [String] {
    guard view == .actions else {
      return actions.flatMap { action in
        [numbered(action, action.summary)] + content(view, of: action).map { "     " + $0 }
      }
    }
    let summaries = actions.map { indentation(of: $0) + $0.summary }
    let places = actions.map { $0.action.place?.description ?? "" }
    let screens = actions.map(screenName)
    func padded(_ texts: [String], _ index: Int) -> String {
      TextWidth.padded(texts[index], to: min(40, texts.map(TextWidth.columns).max() ?? 0))
    }
    var shownSteps: [Int] = []
    return actions.indices.flatMap { index -> [String] in
      let action = actions[index]
      let steps = self.steps(of: action)
      let new = steps.drop { shownSteps.contains($0.id) }
      shownSteps = steps.map(\.id)
      let line = [padded(summaries, index), padded(places, index), padded(screens, index), outcome(of: action)]
        .joined(separator: "  ")
      return new.map { "     " + indentation($0) + "step \(PrintableText.quoted($0.name))" }
        + [numbered(action, line)] + failures(after: action)
    }
  }

  private func numbered(_ action: TracedAction, _ text: String) -> String {
    let number = String(action.action.id)
    let line =
      "\(action.hasFailed ? "!" : " ")\(String(repeating: " ", count: max(0, 2 - number.count)))\(number)  \(text)"
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// The controller of the screen after an action.
  private func screenName(_ action: TracedAction) -> String {
    let id = action.done == nil ? action.action.before : action.done?.after
    guard let id, case .string(let name)? = trace.screens[id]?["name"] else { return "" }
    return PrintableText.line(name)
  }

  /// The error of an action, or else what it has changed.
  private func outcome(of action: TracedAction) -> String {
    guard let done = action.done else { return "the process ended here" }
    if let error = done.error { return TraceData.message(error) }
    return done.changes.map(TraceData.change).joined(separator: ", ")
  }

  private func failures(after action: TracedAction) -> [String] {
    action.expectations.filter { !$0.passed }.flatMap { failed -> [String] in
      let lines = (failed.diff ?? "failed").split(separator: "\n", omittingEmptySubsequences: false).map {
        PrintableText.line(String($0))
      }
      let place = failed.place.map { "  \($0)" } ?? ""
      return ["     \(failed.matcher)\(place)  \(lines.first ?? "")"] + lines.dropFirst().map { "       " + $0 }
    }
  }

  // MARK: Steps

  private func steps(of action: TracedAction) -> [TraceStep] {
    var (steps, next) = ([TraceStep](), action.action.step)
    while let id = next, let step = trace.steps.first(where: { $0.id == id }), !steps.contains(where: { $0.id == id }) {
      steps.insert(step, at: 0)
      next = step.parent
    }
    return steps
  }

  private func indentation(of action: TracedAction) -> String {
    String(repeating: "  ", count: steps(of: action).count)
  }

  private func indentation(_ step: TraceStep) -> String {
    var (depth, parent) = (0, step.parent)
    while let id = parent, depth < trace.steps.count {
      depth += 1
      parent = trace.steps.first { $0.id == id }?.parent
    }
    return String(repeating: "  ", count: depth)
  }

  // MARK: Views

  private func content(_ view: TraceView, of action: TracedAction) -> [String] {
    guard let done = action.done else { return [] }
    return switch view {
    case .actions: []
    case .screens: done.after.flatMap { trace.screens[$0] }.map(TraceData.screen) ?? []
    case .changes: done.changes.map(TraceData.change)
    case .why: done.ran.flatMap(TraceData.report)
    case .log: done.log.map(TraceData.logLine) + done.diagnostics.map(TraceData.diagnostic)
    case .requests: done.requests.map(TraceData.request)
    }
  }
}
