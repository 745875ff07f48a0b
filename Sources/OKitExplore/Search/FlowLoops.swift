/// Finds the steps of a flow that have led back to a place: one step that stays there, or several that have left it and
/// returned.
struct FlowLoops {
  struct Loop {
    /// The place and the actions, without data.
    let key: String
    /// A flow to the place, without detours, and the steps since then.
    let before: [ExploredStep]
    let steps: [ExploredStep]
    /// How much more often than others it is repeated: short ones are, and those that leave other models, such as one
    /// more row. After the others, a variable may have another value.
    let worth: Double
  }

  /// A state of the flow, with the number of steps until then.
  private struct Visit {
    let place: FlowPlace
    let facts: ModelFacts
    let count: Int
    /// A flow to it, without detours, once the next action is known.
    var direct: [ExploredStep]?
  }

  private var visits: [Visit] = []
  private static let maximumLength = 6
  private static let others: Set<ExploredStep.Kind> = [.background, .relaunch, .search]

  /// - Parameters:
  ///   - place: That of the first screen.
  ///   - facts: Those of the models there.
  init(at place: FlowPlace, _ facts: ModelFacts) { visits = [Visit(place: place, facts: facts, count: 0)] }

  /// Notes the state after an action.
  ///
  /// - Parameters:
  ///   - steps: The whole flow.
  ///   - direct: A flow to the place before the action, without detours.
  /// - Returns: The loop that the action has closed.
  mutating func add(_ steps: [ExploredStep], at place: FlowPlace, _ facts: ModelFacts, after direct: [ExploredStep])
    -> Loop?
  {
    if let last = visits.indices.last, visits[last].direct == nil { visits[last].direct = direct }
    // What is entered belongs to the action after it.
    if let last = visits.last, last.place == place, steps.last?.kind == .edit,
      steps.last?.value["text"] != nil
    {
      return nil
    }
    defer { visits.append(Visit(place: place, facts: facts, count: steps.count)) }
    guard let start = visits.last(where: { $0.place == place }) else { return nil }
    let loop = Array(steps[start.count...])
    guard 1...Self.maximumLength ~= loop.count, !loop.contains(where: { Self.others.contains($0.kind) }) else {
      return nil
    }
    let isChanged = start.facts != facts
    let count = max(1, loop.count { $0.value["text"] == nil })
    let worth = (isChanged ? 8 : 1) / Double(count * count)
    let actions = loop.map { step in
      // Up is another action than down.
      if case .int(let steps)? = step.value["steps"] { "\(step.key) \(steps.signum())" } else { step.key }
    }
    let key = "loop \(place.id) \(isChanged ? "+" : "-") \(actions.joined(separator: " "))"
    return Loop(key: key, before: start.direct ?? [], steps: loop, worth: worth)
  }
}
