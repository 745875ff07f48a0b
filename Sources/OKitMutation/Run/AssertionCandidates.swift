internal import OKitTrace

/// The assertions about an action that may see a difference, the most readable first.
struct AssertionCandidates {
  private let difference: TraceComparison.Difference
  private let trace: Trace

  init(_ difference: TraceComparison.Difference, _ trace: Trace) { (self.difference, self.trace) = (difference, trace) }

  /// - Parameter variable: That of the application.
  func statements(_ variable: String) -> [String] {
    var statements: [String] = []
    for part in difference.parts {
      switch part.name {
      case "screen":
        let screen = difference.first.done?.after.flatMap { trace.screens[$0] }
        if let screen { statements += Self.ofScreen(screen, part.patch, variable) }
      case "changes": statements += ofChanges(variable)
      case "log": statements += ofLog(variable)
      case "requests": statements.append("expect(\(variable).requests).to_have_count(\(requestCount))")
      default: break
      }
    }
    return statements.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: Screens

  /// Returns assertions that see the difference of a screen from another one.
  static func ofScreen(_ screen: JSONValue, _ patch: JSONPatch, _ variable: String) -> [String] {
    var (short, long): ([String], [String]) = ([], [])
    for operation in patch.operations.prefix(6) {
      let tokens = operation.target
      let value = Self.value(tokens, in: screen)
      guard Self.isLiteral(value ?? .null) else { continue }
      let expected = LuaText.literal(value ?? .null)
      let matcher = Self.isScalar(value ?? .null) ? "to_be(\(expected))" : "to_equal \(expected)"
      if let (row, field) = Self.row(tokens, in: screen) {
        short.append("expect(\(variable):row(\(LuaText.quoted(row)))\(field)).\(matcher)")
      }
      long.append("expect(\(variable).screen\(Self.path(tokens))).\(matcher)")
    }
    return short + ScreenExpectation.statements(variable, screen) + long
  }

  /// The text of the row that a path leads into, and the rest of the path.
  private static func row(_ tokens: [String], in screen: JSONValue) -> (text: String, field: String)? {
    guard tokens.count > 4, tokens[0] == "sections", tokens[2] == "rows",
      case .string(let text)? = value(Array(tokens[..<4]) + ["text"], in: screen), tokens[4] != "text"
    else { return nil }
    return (text, path(Array(tokens[4...])))
  }

  private static func path(_ tokens: [String]) -> String {
    tokens.map { token in
      if let index = Int(token) { return "[\(index + 1)]" }
      return LuaText.isName(token) ? ".\(token)" : "[\(LuaText.quoted(token))]"
    }.joined()
  }

  private static func value(_ tokens: [String], in value: JSONValue) -> JSONValue? {
    var value = value
    for token in tokens {
      switch value {
      case .object(let members):
        guard let member = members[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// Whether a test can spell the value out: it has no identifier, and it is short.
  private static func isLiteral(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): text.utf8.count <= maximumLength
    case .array(let elements): elements.count <= 8 && elements.allSatisfy(isLiteral)
    case .object(let members): members.count <= 8 && members["id"] == nil && members.values.allSatisfy(isLiteral)
    default: true
    }
  }

  /// The length of a text in a test.
  private static let maximumLength = 200

  private static func isScalar(_ value: JSONValue) -> Bool {
    switch value {
    case .array, .object: false
    default: true
    }
  }

  // MARK: The start

  /// Returns assertions that see what the start of an application has led to differently.
  static func ofStart(_ difference: TraceComparison.StartDifference.Kind, _ variable: String) -> [String] {
    switch difference {
    case .screen(let screen, let patch): ofScreen(screen, patch, variable)
    case .program(let old, let new): ofProgram(old, new, variable)
    case .models(let models, let patch): ofModels(models, patch, variable)
    }
  }

  private static func ofProgram(_ old: TraceLaunch, _ new: TraceLaunch, _ variable: String) -> [String] {
    var statements: [String] = []
    if let code = old.exitCode, code != new.exitCode {
      statements.append("expect(\(variable).exitCode).to_be(\(code))")
    }
    guard let output = old.output, output != new.output else { return statements }
    if output.utf8.count <= maximumLength {
      statements.append("expect(\(variable).output).to_be(\(LuaText.quoted(output)))")
    }
    let others = Set((new.output ?? "").split(separator: "\n"))
    let lines = output.split(separator: "\n").filter { !others.contains($0) && $0.utf8.count <= maximumLength }
    return statements
      + lines.prefix(4).map { "expect(\(variable).output).to_contain(\(LuaText.quoted(String($0))))" }
  }

  private static func ofModels(_ models: JSONValue, _ patch: JSONPatch, _ variable: String) -> [String] {
    patch.operations.prefix(6).flatMap { operation -> [String] in
      guard let model = operation.target.first,
        let path = binding("/" + operation.target.dropFirst().joined(separator: "/"))
      else { return [] }
      let value = value(operation.target, in: models) ?? .null
      guard isScalar(value), isLiteral(value) else { return [] }
      return ofValue(value, at: model == "default" ? path : "\(model)>\(path)", variable)
    }
  }

  // MARK: Models, log and requests

  /// What the model has at the paths that only one of the runs has changed, or both in different ways.
  private func ofChanges(_ variable: String) -> [String] {
    let (old, new) = (difference.first.done?.changes ?? [], difference.second.done?.changes ?? [])
    func value(_ change: JSONValue) -> [JSONValue?] { [change["op"], change["path"], change["value"]] }
    let changed = old.filter { change in !new.contains { value($0) == value(change) } }.map {
      ($0["path"], $0["value"])
    }
    let added = new.filter { change in !old.contains { $0["path"] == change["path"] } }.map { ($0["path"], $0["old"]) }
    return (changed + added).prefix(4).flatMap { path, value -> [String] in
      guard case .string(let pointer)? = path, let binding = Self.binding(pointer) else { return [] }
      guard case .object(let members)? = value else { return Self.ofValue(value ?? .null, at: binding, variable) }
      // The identifier of an entity says nothing to a reader.
      return members.sorted { $0.key < $1.key }.filter { $0.key != "id" && LuaText.isName($0.key) }.prefix(4)
        .flatMap { Self.ofValue($0.value, at: "\(binding)/\($0.key)", variable) }
    }
  }

  /// Returns assertions about a value of a model: as JSON has it, and as a date, a day or bytes, which JSON does not
  /// tell from numbers and texts.
  private static func ofValue(_ value: JSONValue, at binding: String, _ variable: String) -> [String] {
    func statement(_ binding: String, _ expected: String) -> String {
      "expect(\(variable):get \(LuaText.quoted(binding))).to_be(\(expected))"
    }
    func date(_ seconds: Double) -> [String] {
      guard let text = ISO8601.text(of: DateValue(secondsSince2001: seconds)) else { return [] }
      return [statement(binding, "okit.date \(LuaText.quoted(text))")]
    }
    guard isScalar(value) else { return [] }
    let typed: [String] =
      switch value {
      case .int(let seconds): date(Double(seconds))
      case .double(let seconds): date(seconds)
      case .string(let text) where DayValue(text) != nil: [statement(binding, "okit.day \(LuaText.quoted(text))")]
      case .string(let text) where !text.isEmpty && isLiteral(value) && DataValue(base64: text) != nil:
        [statement("\(binding)/base64", LuaText.quoted(text))]
      default: []
      }
    return [statement(binding, LuaText.literal(value))] + typed
  }

  /// The binding that reads what a path of a change leads to: `items[0]/stock` for `/items/0/stock`.
  private static func binding(_ pointer: String) -> String? {
    var steps: [String] = []
    for token in pointer.split(separator: "/") {
      if let index = Int(token) {
        guard let last = steps.popLast() else { return nil }
        steps.append("\(last)[\(index)]")
      } else {
        guard LuaText.isName(String(token)) else { return nil }
        steps.append(String(token))
      }
    }
    return steps.isEmpty ? nil : steps.joined(separator: "/")
  }

  private func ofLog(_ variable: String) -> [String] {
    let lines = trace.actions.filter { $0.action.app == difference.first.action.app }
      .prefix { $0.action.id <= difference.first.action.id }.flatMap { $0.done?.log ?? [] }
    var statements = ["expect(\(variable).log).to_have_count(\(lines.count))"]
    if case .string(let text)? = lines.last?["message"] {
      statements.insert(
        "expect(\(variable).log[#\(variable).log].message).to_be(\(LuaText.quoted(text)))", at: 0)
    }
    return statements
  }

  private var requestCount: Int {
    let first = difference.first.action
    return trace.launches.filter { $0.app == first.app }.reduce(0) { $0 + $1.requests.count }
      + trace.actions.filter { $0.action.app == first.app }.prefix { $0.action.id <= first.id }
      .reduce(0) { $0 + ($1.done?.requests.count ?? 0) }
  }
}

extension JSONPatch.Operation {
  /// The place that the operation changes.
  fileprivate var target: [String] {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path.tokens
    case .move(let from, _), .copy(let from, _): from.tokens
    }
  }
}
