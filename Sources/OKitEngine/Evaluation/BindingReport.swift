/// What is known about one evaluation of a binding: what it read, when it ran, and which write made it run.
public struct BindingReport: Sendable, Hashable {
  /// The property that was asked for.
  public var property: String
  /// The binding's text; nil when a function stands in its place.
  public var binding: String?
  /// The value that it has now, as text.
  public var value: String?
  /// What it read when it ran last, in order: absolute paths, the clock, the language.
  public var reads: [String]
  /// What was written that made it run last; nil when nothing was written since it ran first.
  public var cause: String?
  /// How often it has run.
  public var runs: Int
  /// The turn that it ran last in, or after; nil when it has never run.
  public var ran: TurnStamp?

  public var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "property": .string(property), "reads": .array(reads.map(JSONValue.string)), "runs": .int(runs),
    ]
    if let binding { members["binding"] = .string(binding) }
    if let value { members["value"] = .string(value) }
    if let cause { members["cause"] = .string(cause) }
    if let ran { members["ran"] = ran.jsonValue }
    return .object(members)
  }

  /// The report for a person, a line each for what there is to tell.
  public var text: String {
    var lines = [property]
    func tell(_ label: String, _ text: String?) {
      guard let text else { return }
      // Further lines of a text stand below its first one.
      let indented = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n          ")
      lines.append("  " + label + String(repeating: " ", count: 8 - label.count) + indented)
    }
    tell("binding", binding)
    tell("value", value ?? "nil")
    for (index, read) in reads.enumerated() { tell(index == 0 ? "read" : "", read) }
    tell("ran", ran.map { "\(runs == 1 ? "once" : "\(runs) times, last") in \($0)" })
    tell("cause", cause.map { "\($0) was written" })
    return lines.joined(separator: "\n")
  }
}

extension ObservedBinding {
  /// What the binding read when it ran last, and which write made it run.
  func report(_ property: String, isFunction: Bool) -> BindingReport {
    let (store, node) = (evaluator.store, node)
    let value = evaluator.text(value)
    var reads: [String] = []
    for key in node.map(store.graph.reads) ?? [] {
      if let read = store.describe(source: key), !reads.contains(read) { reads.append(read) }
    }
    return BindingReport(
      property: property, binding: isFunction ? nil : program.text, value: value, reads: reads,
      cause: node.flatMap(store.graph.cause).flatMap(store.describe), runs: runs, ran: runs > 0 ? ran : nil)
  }
}
