internal import CLua
import LuaSyntax

/// The position of an error in its line. Lua reports only the line; the position is known where one token fits the
/// facts.
struct ErrorLocation {
  private let tokens: LuaTokens
  private let facts: LuaErrorFacts?
  private let subject: Diagnostic.Subject?
  private let calledName: String?

  init(_ diagnostic: Diagnostic, _ facts: LuaErrorFacts?, line: String?) {
    tokens = LuaTokens(line: line ?? "")
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
    if facts?.kind == .unexpectedEnd || subject == .end { return SourceRange(tokens.bytes.count, tokens.bytes.count) }
    var names = ["error", "assert"]
    if let calledName { names.insert(calledName, at: 0) }
    if case .name(let name)? = subject { names.insert(name, at: 0) }
    if let facts, !facts.name.isEmpty { names.insert(facts.name, at: 0) }
    for name in names {
      if let range = only(tokens.all.indices.filter { tokens.text($0) == name }) { return range }
    }
    return nil
  }

  private func only(_ indices: [Int]) -> SourceRange? { indices.count == 1 ? tokens.all[indices[0]].range : nil }

  private func indices(of variable: LuaErrorFacts) -> [Int] {
    tokens.all.indices.filter { index in
      guard tokens.isName(index), tokens.text(index) == variable.name else { return false }
      switch variable.variable {
      case .field: return tokens.isSymbol(index - 1, ".")
      case .method: return tokens.isSymbol(index - 1, ":")
      default: return !tokens.isSymbol(index - 1, [".", ":"])
      }
    }
  }

  /// Whether the token after the name does what failed.
  private func isUsed(_ index: Int, as kind: okit_lua_error_kind) -> Bool {
    switch kind {
    case .index: tokens.isSymbol(index + 1, [".", "[", ":"])
    case .call: tokens.isSymbol(index + 1, ["(", "{"]) || tokens.isString(index + 1)
    default: false
    }
  }

  // MARK: Nearest name

  /// A hint with the name that was probably meant instead of a variable or member that is nil.
  func nearestName(_ facts: LuaErrorFacts, in candidates: LuaCandidates) -> String? {
    switch facts.variable {
    case .global: return NearestName.hint(for: facts.name, in: candidates.variables.filter { $0 != facts.name })
    case .field, .method:
      let owners = Set(indices(of: facts).compactMap(owner))
      guard let owner = owners.first, owners.count == 1 else { return nil }
      return NearestName.hint(for: facts.name, in: candidates.members(of: owner).filter { $0 != facts.name })
    default: return nil
    }
  }

  /// The qualifier of a name: `string` for the second name of `string.format`.
  private func owner(of index: Int) -> String? {
    guard tokens.isSymbol(index - 1, [".", ":"]), tokens.isName(index - 2) else { return nil }
    return tokens.isSymbol(index - 3, [".", ":"]) ? nil : tokens.text(index - 2)
  }
}
