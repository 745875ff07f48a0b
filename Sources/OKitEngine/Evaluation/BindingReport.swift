/// What is known about one evaluation of a binding: what it read, and which write made it run.
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

  public var plain: Plain {
    var members: [String: Plain] = [
      "property": .string(property), "reads": .array(reads.map(Plain.string)), "runs": .int(runs),
    ]
    if let binding { members["binding"] = .string(binding) }
    if let value { members["value"] = .string(value) }
    if let cause { members["cause"] = .string(cause) }
    return .object(members)
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
      cause: node.flatMap(store.graph.cause).flatMap(store.describe), runs: runs)
  }
}
