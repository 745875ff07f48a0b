import OKitEngine

/// Where in its line a mistake is, and what may have been meant: read from Lua's message, which names no column.
struct ScriptMistake {
  private let message: String
  private let line: ScriptLine
  private let length: Int
  /// The functions that were being called, innermost first, and the place of the diagnostic.
  private let notes: [String]
  private let place: String
  /// What Lua says of the variable: `(field 'x')`.
  private let variable: (kind: String, name: String)?

  init(_ diagnostic: Diagnostic, line: String?) {
    message = diagnostic.message
    self.line = ScriptLine(line ?? "")
    length = line?.utf8.count ?? 0
    notes = diagnostic.notes
    place = diagnostic.place?.description ?? ""
    variable = Self.variable(in: diagnostic.message)
  }

  private static let kinds = ["global", "field", "method", "local", "upvalue", "constant"]

  private static func variable(in message: String) -> (kind: String, name: String)? {
    for kind in kinds {
      guard let start = message.firstRange(of: "(\(kind) '"), message.hasSuffix("')") else { continue }
      return (kind, String(message[start.upperBound...].dropLast(2)))
    }
    return nil
  }

  // MARK: The column

  /// What is wrong in the line; nil where that cannot be told for sure.
  var range: SourceRange? {
    if let variable {
      let found = indices(of: variable)
      return only(found.count == 1 ? found : found.filter(isUsed))
    }
    if message.hasSuffix("near <eof>") { return SourceRange(length, length) }
    if let near = message.firstRange(of: " near '"), message.hasSuffix("'") {
      return only(line.tokens.indices.filter { line.tokens[$0].text == message[near.upperBound...].dropLast() })
    }
    for name in quoted + called {
      if let range = only(line.tokens.indices.filter { line.tokens[$0].isWord && line.tokens[$0].text == name }) {
        return range
      }
    }
    return nil
  }

  private func only(_ indices: [Int]) -> SourceRange? { indices.count == 1 ? line.tokens[indices[0]].range : nil }

  private func indices(of variable: (kind: String, name: String)) -> [Int] {
    line.tokens.indices.filter { index in
      guard line.tokens[index].isWord, line.tokens[index].text == variable.name else { return false }
      let before = index > 0 ? line.tokens[index - 1].text : ""
      switch variable.kind {
      case "field": return before == "."
      case "method": return before == ":"
      default: return before != "." && before != ":"
      }
    }
  }

  /// Whether what follows the name is what the message says that was attempted.
  private func isUsed(_ index: Int) -> Bool {
    guard line.tokens.indices.contains(index + 1) else { return false }
    let next = line.tokens[index + 1].text
    if message.hasPrefix("attempt to index") { return [".", "[", ":"].contains(next) }
    if message.hasPrefix("attempt to call") { return next == "(" || next == "{" }
    return false
  }

  /// The names that the message has in quotes.
  private var quoted: [String] {
    var names: [String] = []
    for quote in ["'", "\""] as [Character] {
      let parts = message.split(separator: quote, omittingEmptySubsequences: false)
      names += parts.indices.filter { $0 % 2 == 1 && $0 < parts.count - 1 }.map { String(parts[$0]) }
    }
    return names
  }

  /// What the line called: the function of the frame above its own one, and what raises errors.
  private var called: [String] {
    var names = ["error", "assert"]
    if let own = notes.firstIndex(where: { $0.hasPrefix(place + ": in ") }), own > 0,
      case let parts = notes[own - 1].split(separator: "'"), parts.count >= 2
    {
      names.insert(String(parts[parts.count - 1]), at: 0)
    }
    return names
  }

  // MARK: What was meant

  /// - Parameter names: a line for each variable, or `owner.member`, that there is where the error arose.
  func hint(names: String) -> String? {
    guard let variable, !names.isEmpty else { return nil }
    let names = Set(names.split(separator: "\n").map(String.init)).sorted()
    switch variable.kind {
    case "global":
      return NearestName.hint(for: variable.name, in: names.filter { $0 != variable.name && !$0.contains(".") })
    case "field", "method":
      let owners = Set(indices(of: variable).compactMap(line.owner))
      guard let owner = owners.first, owners.count == 1 else { return nil }
      let members = names.filter { $0.hasPrefix(owner + ".") }.map { String($0.dropFirst(owner.count + 1)) }
      return NearestName.hint(for: variable.name, in: members.filter { $0 != variable.name })
    default: return nil
    }
  }
}
