/// A report about a binding: its value, its reads, and the write that caused its last evaluation.
package struct BindingReport: Sendable, Hashable {
  /// The property that has the binding.
  package var property: String
  /// The binding's text; nil for a function.
  package var binding: String?
  /// The current value, as text.
  package var value: String?
  /// The reads of the last evaluation, in order: absolute paths, the clock, the language.
  package var reads: [String]
  /// The write that caused the last evaluation; nil when nothing was written since the first one.
  package var cause: String?
  /// The number of evaluations.
  package var runs: Int
  /// The turn during or after which it was evaluated last; nil when it never was.
  package var ran: TurnStamp?

  package init(
    property: String, binding: String?, value: String?, reads: [String], cause: String?, runs: Int,
    ran: TurnStamp? = nil
  ) {
    self.property = property
    self.binding = binding
    self.value = value
    self.reads = reads
    self.cause = cause
    self.runs = runs
    self.ran = ran
  }

  package var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "property": .string(property), "reads": .array(reads.map(JSONValue.string)), "runs": .int(runs),
    ]
    if let binding { members["binding"] = .string(binding) }
    if let value { members["value"] = .string(value) }
    if let cause { members["cause"] = .string(cause) }
    if let ran { members["ran"] = ran.jsonValue }
    return .object(members)
  }

  /// The report as text, with a line for each fact.
  package var text: String {
    var lines = [property]
    func tell(_ label: String, _ text: String?) {
      guard let text else { return }
      lines.append("  " + label + String(repeating: " ", count: 8 - label.count) + PrintableText.line(text))
    }
    tell("binding", binding)
    tell("value", value ?? "nil")
    for (index, read) in reads.enumerated() { tell(index == 0 ? "read" : "", read) }
    tell("ran", ran.map { "\(runs == 1 ? "once" : "\(runs) times, last") in \($0)" })
    tell("cause", cause.map { "\($0) was written" })
    return lines.joined(separator: "\n")
  }
}

extension ObservedNode {
  /// Returns the report for the property of this value.
  package func report(_ property: String) -> BindingReport { report(property, value: text) }

  /// Returns the report with a value.
  package func report(_ property: String, value: String?) -> BindingReport {
    let (store, node) = (evaluator.store, node)
    var value = value
    var reads: [String] = []
    for key in node.map(store.graph.reads) ?? [] {
      if let read = store.describe(source: key), !reads.contains(read) { reads.append(read) }
    }
    value =
      reads.contains(where: store.secrets.isSecret) ? value.map { _ in Secrets.mask } : value.map(store.secrets.masked)
    return BindingReport(
      property: property, binding: program?.text, value: value, reads: reads,
      cause: node.flatMap(store.graph.cause).flatMap(store.describe), runs: runs, ran: runs > 0 ? ran : nil)
  }
}
