extension TraceComparison {
  /// The result for people.
  package var lines: [String] {
    if isEqual { return ["equal: \(Self.count(equalCount))"] }
    var lines = unpaired.map { unpaired in
      let trace = unpaired.isInFirst ? traces.first : traces.second
      let reason = unpaired.action.done?.error.map { ": \(TraceData.message($0))" } ?? ""
      return Self.line(unpaired.isInFirst ? "-" : "+", unpaired.action)
        + "  only in \(PrintableText.line(trace.file))\(reason)"
    }
    if difference == nil, isReplay, let failure = traces.second.end?.failures.first {
      lines.append("the replay ended: \(PrintableText.line(failure))")
    }
    if let difference {
      lines.append(Self.line("!", difference.first))
      for part in difference.parts {
        lines.append("     \(part.name):")
        lines += part.lines.map { "       " + $0 }
      }
    }
    if let ends {
      lines.append("the actions are equal (\(equalCount)), the ends are not:")
      lines += ["- \(ends.first)", "+ \(ends.second)"]
    }
    return lines
  }

  /// The first difference on one line: `differs first at shop_test.lua:8 (row "Lamp": quick): changes: + /n 2 → 0`.
  package var summary: String {
    firstDifference.map { "differs first at \($0.place): \($0.how)" } ?? "no action differs from the passed run"
  }

  /// The first action that differs, and how, in words: `shop_test.lua:8 (row "Lamp": quick)`, `changes: + /n 2 → 0`.
  package var firstDifference: (place: String, how: String)? {
    if let first = unpaired.first {
      return (
        Self.named(first.action), first.isInFirst ? "only in the earlier trace" : "not in the earlier trace"
      )
    }
    guard let difference, let part = difference.parts.first else { return nil }
    let how = PrintableText.shortened(part.lines.joined(separator: ", "), to: 200)
    return (Self.named(difference.second), "\(part.name): \(how)")
  }

  /// The result as data.
  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["equal": .bool(isEqual), "actions": .int(equalCount)]
    if !unpaired.isEmpty {
      members["unpaired"] = .array(
        unpaired.map { ["in": $0.isInFirst ? "first" : "second", "action": $0.action.action.identity] })
    }
    members["difference"] = difference.map { difference in
      [
        "first": difference.first.action.identity, "second": difference.second.action.identity,
        "parts": .array(
          difference.parts.map {
            ["name": .string($0.name), "lines": .array($0.lines.map(JSONValue.string)), "patch": $0.patch.jsonValue]
          }),
      ]
    }
    members["ends"] = ends.map { ["first": .string($0.first), "second": .string($0.second)] }
    return .object(members)
  }

  private static func line(_ mark: Character, _ action: TracedAction) -> String {
    let number = String(action.action.id)
    let blanks = String(repeating: " ", count: max(0, 2 - number.count))
    return "\(mark)\(blanks)\(number)  \(action.summary)" + (action.action.place.map { "  \($0)" } ?? "")
  }

  private static func named(_ action: TracedAction) -> String {
    action.action.place.map { "\($0) (\(action.summary))" } ?? action.summary
  }

  private static func count(_ actions: Int) -> String { actions == 1 ? "1 action" : "\(actions) actions" }
}

extension TraceAction {
  /// Where the action is in its trace and in the test.
  fileprivate var identity: JSONValue {
    var members: [String: JSONValue] = ["id": .int(id), "line": .string(line)]
    members["place"] = place?.jsonValue
    return .object(members)
  }
}
