internal import CLua
internal import OKitEngine

/// The position of an error in its line. Lua reports only the line; the position is known where one token fits the
/// facts.
struct ErrorLocation {
  private let line: ScriptLine
  private let length: Int
  private let facts: LuaErrorFacts?
  private let subject: Diagnostic.Subject?
  private let calledName: String?

  init(_ diagnostic: Diagnostic, _ facts: LuaErrorFacts?, line: String?) {
    self.line = ScriptLine(line ?? "")
    length = line?.utf8.count ?? 0
    self.facts = facts
    subject = diagnostic.subject
    calledName = Self.calledName(diagnostic)
  }

  /// The name of the function that the line of the error called: the frame above that of the line.
  private static func calledName(_ diagnostic: Diagnostic) -> String? {
    guard let place = diagnostic.place else { return nil }
    let index = diagnostic.notes.firstIndex {
      if case .frame(let frame) = $0 { frame.file == place.file && frame.line == place.line } else { false }
    }
    guard let index, index > 0, case .frame(let called) = diagnostic.notes[index - 1] else { return nil }
    return called.name
  }

  // MARK: Position

  /// The range in the line; nil where several tokens fit, or none.
  var range: SourceRange? {
    if let facts, facts.variable != .none {
      let found = indices(of: facts)
      return only(found.count == 1 ? found : found.filter { isUsed($0, as: facts.kind) })
    }
    if facts?.kind == .unexpectedEnd || subject == .end { return SourceRange(length, length) }
    var names = ["error", "assert"]
    if let calledName { names.insert(calledName, at: 0) }
    if case .name(let name)? = subject { names.insert(name, at: 0) }
    if let facts, !facts.name.isEmpty { names.insert(facts.name, at: 0) }
    for name in names {
      if let range = only(line.tokens.indices.filter { line.tokens[$0].text == name }) { return range }
    }
    return nil
  }

  private func only(_ indices: [Int]) -> SourceRange? { indices.count == 1 ? line.tokens[indices[0]].range : nil }

  private func indices(of variable: LuaErrorFacts) -> [Int] {
    line.tokens.indices.filter { index in
      guard line.tokens[index].isWord, line.tokens[index].text == variable.name else { return false }
      let before = index > 0 ? line.tokens[index - 1].text : ""
      switch variable.variable {
      case .field: return before == "."
      case .method: return before == ":"
      default: return before != "." && before != ":"
      }
    }
  }

  /// Whether the token after the name does what failed.
  private func isUsed(_ index: Int, as kind: okit_lua_error_kind) -> Bool {
    guard line.tokens.indices.contains(index + 1) else { return false }
    let next = line.tokens[index + 1].text
    switch kind {
    case .index: return [".", "[", ":"].contains(next)
    case .call: return next == "(" || next == "{"
    default: return false
    }
  }

  // MARK: Nearest name

  /// A hint with the name that was probably meant instead of a variable or member that is nil.
  func nearestName(_ facts: LuaErrorFacts, in candidates: LuaCandidates) -> String? {
    switch facts.variable {
    case .global: return NearestName.hint(for: facts.name, in: candidates.variables.filter { $0 != facts.name })
    case .field, .method:
      let owners = Set(indices(of: facts).compactMap(line.owner))
      guard let owner = owners.first, owners.count == 1 else { return nil }
      return NearestName.hint(for: facts.name, in: candidates.members(of: owner).filter { $0 != facts.name })
    default: return nil
    }
  }
}
