/// What is printed of the actions of a trace.
package enum TraceView: String, Sendable, CaseIterable { case actions, screens, changes, why, log, requests }

/// A trace as text.
package struct TraceText {
  private let trace: Trace
  private let actions: [TracedAction]

  /// The steps by number, each with those around it, outermost first.
  private let steps: [Int: [TraceStep]]

  package init(_ trace: Trace) {
    (self.trace, actions) = (trace, trace.actions)
    steps = trace.steps.reduce(into: [:]) { steps, step in
      steps[step.id] = (step.parent.flatMap { steps[$0] } ?? []) + [step]
    }
  }

  /// Returns the lines of a view.
  ///
  /// - Parameters:
  ///   - view: Nil for the actions, and for all views of a single one.
  ///   - number: The number of the only action; nil for all.
  /// - Throws: `trace.action` for a number without an action.
  package func lines(_ view: TraceView?, action number: Int?) throws(Diagnostic) -> [String] {
    guard let number else { return heading + lines(view ?? .actions, of: actions) + reasons }
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

  /// The failures of the test, if none belongs to an action.
  private var reasons: [String] {
    guard let end = trace.end, !actions.contains(where: \.hasFailed) else { return [] }
    return end.failures.flatMap { $0.split(separator: "\n") }.map { "     " + PrintableText.line(String($0)) }
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
    let widths = [summaries, places, screens].map { min(40, $0.map(TextWidth.columns).max() ?? 0) }
    var shownSteps: Set<Int> = []
    return actions.indices.flatMap { index -> [String] in
      let action = actions[index]
      let steps = self.steps(of: action)
      let new = steps.drop { shownSteps.contains($0.id) }
      shownSteps = Set(steps.map(\.id))
      let columns = zip([summaries[index], places[index], screens[index]], widths).map(TextWidth.padded)
      let line = (columns + [outcome(of: action)]).joined(separator: "  ")
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

  /// The number of changes on the line of an action.
  private static let shownChanges = 4

  /// The error of an action, or else what it has changed.
  private func outcome(of action: TracedAction) -> String {
    guard let done = action.done else { return action.isLast ? "the process ended here" : "" }
    if let error = done.error ?? action.problem { return TraceData.message(error) }
    let more = done.changes.count - Self.shownChanges
    return done.changes.prefix(Self.shownChanges).map(TraceData.change).joined(separator: ", ")
      + (more > 0 ? ", … (\(more) more)" : "")
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

  private func steps(of action: TracedAction) -> [TraceStep] { action.action.step.flatMap { steps[$0] } ?? [] }

  private func indentation(of action: TracedAction) -> String {
    String(repeating: "  ", count: steps(of: action).count)
  }

  private func indentation(_ step: TraceStep) -> String {
    String(repeating: "  ", count: max(0, (steps[step.id]?.count ?? 1) - 1))
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
