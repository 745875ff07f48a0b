extension TraceComparison {
  /// What an application has led to otherwise before any action.
  package struct StartDifference: Sendable {
    package enum Kind: Sendable {
      /// The first screen of the first trace, and what makes it that of the second one.
      case screen(JSONValue, JSONPatch)
      /// The output and the exit code of a program.
      case program(TraceLaunch, TraceLaunch)
      /// The models of the first trace by their names, and what makes them those of the second one.
      case models(JSONValue, JSONPatch)
    }

    package let kind: Kind
    package let script: String
    /// The differences in words.
    package let lines: [String]
  }

  /// The differences of the first application whose start differs: of its screen, its output and its models.
  package var startDifferences: [StartDifference] {
    var numbers = (EntityNumbers(), EntityNumbers())
    for (old, new) in zip(traces.first.launches, traces.second.launches) {
      let found = [screen(old, new, &numbers), program(old, new), models(old, new)].compactMap(\.self)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func screen(
    _ old: TraceLaunch, _ new: TraceLaunch, _ numbers: inout (EntityNumbers, EntityNumbers)
  ) -> StartDifference? {
    guard let first = old.screen, let second = new.screen, let value = traces.first.screens[first],
      let before = numbers.0.screen(first, of: traces.first), let after = numbers.1.screen(second, of: traces.second),
      !before.isSame(as: after)
    else { return nil }
    return StartDifference(
      kind: .screen(value, JSONPatch(from: before, to: after)), script: old.script,
      lines: DifferenceText.lines(.screen, before, after))
  }

  private func program(_ old: TraceLaunch, _ new: TraceLaunch) -> StartDifference? {
    guard old.output != new.output || old.exitCode != new.exitCode else { return nil }
    func lines(_ launch: TraceLaunch) -> [String] { (launch.output ?? "").split(separator: "\n").map(String.init) }
    var texts = DifferenceText.lines(lines(old), lines(new))
    if old.exitCode != new.exitCode {
      func text(_ launch: TraceLaunch) -> String { launch.exitCode.map(String.init) ?? "none" }
      texts.insert("exit code \(text(old)) → \(text(new))", at: 0)
    }
    return StartDifference(kind: .program(old, new), script: old.script, lines: texts)
  }

  private func models(_ old: TraceLaunch, _ new: TraceLaunch) -> StartDifference? {
    guard let first = old.models, let second = new.models else { return nil }
    var numbers = (EntityNumbers(), EntityNumbers())
    let (before, after) = (numbers.0.value(first), numbers.1.value(second))
    guard !before.isSame(as: after) else { return nil }
    return StartDifference(
      kind: .models(first, JSONPatch(from: before, to: after)), script: old.script,
      lines: DifferenceText.lines(.screen, before, after))
  }

  /// How the screens differ after the last action of the line with the first difference; nil where that is the action
  /// itself, or nothing differs any more.
  package var lineDifference: (screen: JSONValue, patch: JSONPatch)? {
    guard let difference, let place = difference.first.action.place else { return nil }
    func last(_ trace: Trace, _ first: TracedAction) -> TracedAction? {
      trace.actions.drop { $0.action.id < first.action.id }.prefix { $0.action.place == place }.last
    }
    var numbers = (EntityNumbers(), EntityNumbers())
    guard let old = last(traces.first, difference.first), let new = last(traces.second, difference.second),
      old.action.id != difference.first.action.id, let first = old.done?.after, let second = new.done?.after,
      let value = traces.first.screens[first], let before = numbers.0.screen(first, of: traces.first),
      let after = numbers.1.screen(second, of: traces.second), !before.isSame(as: after)
    else { return nil }
    return (value, JSONPatch(from: before, to: after))
  }
}
