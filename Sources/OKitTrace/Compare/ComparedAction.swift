/// What an action of a trace has led to, in a form in which two runs are equal unless they behave differently.
///
/// Identifiers change with the script: those of elements and screens are left out, and those of entities are numbers in
/// the order in which a trace shows them.
enum ComparedAction {
  /// The part of an action that is compared, in the order in which differences are reported.
  enum Part: String, CaseIterable { case before, error, changes, screen, dialogs, log, requests }

  /// What an action is known by in another trace: its steps, what it does, and its element.
  ///
  /// - Parameter steps: The names of the steps around it, outermost first.
  static func key(_ action: TraceAction, steps: [String]) -> [String] {
    let target = action.target
    return [
      steps.joined(separator: "\n"), action.what.text, target?.role ?? "", target?.label ?? "",
      target?.identifier ?? "", target?.section ?? "", target?.index.map(String.init) ?? "",
      action.window.map(String.init) ?? "",
    ]
  }

  /// The parts of an action, whose entities get their numbers. Those that the trace does not have are missing.
  static func parts(_ traced: TracedAction, _ trace: Trace, _ numbers: inout EntityNumbers) -> [Part: JSONValue] {
    var parts: [Part: JSONValue] = [:]
    parts[.before] = traced.action.before.flatMap { numbers.screen($0, of: trace) }
    guard let done = traced.done else { return parts }
    parts[.error] = numbers.value(done.error.map(problem) ?? .null)
    parts[.changes] = numbers.value(.array(done.changes.filter { !isMasked($0) }))
    parts[.screen] = done.after.flatMap { numbers.screen($0, of: trace) }
    // Without both screens, the trace does not know what happened to dialogs.
    if parts[.before] != nil, parts[.screen] != nil { parts[.dialogs] = numbers.elements(.array(done.dialogs)) }
    parts[.log] = numbers.value(.array(done.log + done.diagnostics.map(problem)))
    // Requests at the same time have no order.
    let requests = done.requests.map(request).sorted { TraceData.request($0) < TraceData.request($1) }
    parts[.requests] = numbers.value(.array(requests))
    return parts
  }

  /// Whether a secret has changed: which value it has, no trace tells.
  private static func isMasked(_ patch: JSONValue) -> Bool {
    patch["op"] == "replace" && patch["old"] == patch["value"]
  }

  /// A diagnostic without its place, which changes with the script.
  private static func problem(_ diagnostic: JSONValue) -> JSONValue {
    .object(diagnostic.members.filter { ["code", "severity", "message"].contains($0.key) })
  }

  /// A request without the headers of its answer, which differ between two runs with a server.
  private static func request(_ request: JSONValue) -> JSONValue {
    var members = request.members
    if case .object(var answer)? = members["answer"] {
      answer["headers"] = nil
      members["answer"] = .object(answer)
    }
    members["error"] = members["error"].map(problem)
    return .object(members)
  }
}

/// The numbers of the entities in the order in which a trace shows them.
package struct EntityNumbers {
  private var numbers: [String: Int] = [:]
  /// The screens so far, by their numbers in the trace.
  private var screens: [Int: JSONValue] = [:]

  /// Returns a value with numbers in place of identifiers of entities.
  mutating func value(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text) where Self.isIdentifier(text):
      let number = numbers[text] ?? numbers.count + 1
      numbers[text] = number
      return .string("id \(number)")
    case .array(let elements): return .array(elements.map { self.value($0) })
    case .object(let members):
      // In the same order in each trace.
      var result = members
      for (key, member) in members.sorted(by: { $0.key < $1.key }) { result[key] = self.value(member) }
      return .object(result)
    default: return value
    }
  }

  /// Returns a screen without its identifier and those of its elements.
  mutating func screen(_ id: Int, of trace: Trace) -> JSONValue? {
    if let screen = screens[id] { return screen }
    guard let screen = trace.screens[id].map({ elements($0) }) else { return nil }
    screens[id] = screen
    return screen
  }

  /// Returns a part of a screen without the identifiers of its elements.
  mutating func elements(_ part: JSONValue) -> JSONValue { value(Self.withoutIDs(part)) }

  private static func withoutIDs(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(withoutIDs))
    case .object(let members): .object(members.filter { $0.key != "id" && $0.key != "instance" }.mapValues(withoutIDs))
    default: value
    }
  }

  /// Whether a text is a UUID in the form that generated identifiers have.
  package static func isIdentifier(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count == 36 else { return false }
    return zip(0..., bytes).allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-")
        : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
    }
  }
}

extension JSONValue {
  /// The members of an object; none for anything else.
  var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
}
