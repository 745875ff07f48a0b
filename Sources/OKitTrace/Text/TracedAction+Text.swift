extension TracedAction {
  /// The action in words, such as `row "Lamp": quick`.
  package var summary: String {
    let window = action.window.map { "window \($0): " } ?? ""
    let verb = action.what.text
    guard let target = action.target else { return window + verb }
    return "\(window)\(target.role) \(PrintableText.quoted(target.label)): \(verb)"
  }
}

extension TraceAction.What {
  /// The action without its element: `quick`, `type "Dune"`, `advance 60`.
  package var text: String {
    switch self {
    case .call(let name, let arguments): ([name] + arguments.map(Self.text)).joined(separator: " ")
    case .action(.object(let members)):
      switch members.first(where: { ["tap", "edit", "select", "move", "swipe"].contains($0.key) })?.key {
      case "edit":
        members["text"].map { "type \(Self.text($0))" } ?? members["option"].map { "choose \(Self.number($0))" }
          ?? members["steps"].map { "step \(Self.text($0))" } ?? members["date"].map { "pick \(Self.text($0))" }
          ?? "set \(Self.text(members["value"] ?? .null))"
      case "move": "move to \(Self.number(members["to"] ?? .null))"
      case "select": members["on"] == .bool(false) ? "deselect" : "select"
      case "swipe": "swipe" + (members["edge"]?.text.map { " " + PrintableText.line($0) } ?? "")
      case let verb?: verb
      case nil: members.sorted { $0.key < $1.key }.map { key, value in Self.text(key, value) }.joined(separator: " ")
      }
    case .action(let word): word.text.map(PrintableText.line) ?? Self.text(word)
    }
  }

  /// The verb of an action on a row, and what an action on the screen takes.
  private static func text(_ key: String, _ value: JSONValue) -> String {
    switch key {
    case "search", "filter": "\(key) \(text(value))"
    default: PrintableText.line(key)
    }
  }

  private static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { return PrintableText.quoted(text) }
    return (try? value.json()).map(PrintableText.line) ?? ""  // It was read, so it can be written.
  }

  /// A number from 0 as a person counts.
  private static func number(_ value: JSONValue) -> String {
    if case .int(let number) = value, number < .max { String(number + 1) } else { text(value) }
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
