internal import LuaSyntax

/// The place in a test after the statement that has performed an action.
struct TestInsertion {
  private let script: LuaScript
  private let statement: SourceRange
  /// The variables that may hold the application there, most likely first.
  let variables: [String]

  /// - Returns: nil for a file that cannot be parsed, and for a line without a statement after which another one may
  ///   come.
  init?(_ file: String, _ text: String, line: Int) {
    guard let script = LuaScript(valid: text, file: file) else { return nil }
    var found: (statement: LuaSyntax.Statement, range: SourceRange)?
    for block in LuaSyntax.blocks(in: script.block) {
      for (statement, range) in zip(block.statements, block.ranges) {
        let lines = script.lines.line(of: range.lower)...script.lines.line(of: max(range.lower, range.upper - 1))
        guard lines.contains(line),
          found.map({ $0.range.lower <= range.lower && range.upper <= $0.range.upper }) ?? true
        else { continue }
        found = (statement, range)
      }
    }
    guard let found else { return nil }
    if case .results = found.statement { return nil }
    (self.script, statement) = (script, found.range)
    var names: [String] = []
    for call in script.calls(atLine: line) { if let name = Self.root(of: .call(call)) { names.append(name) } }
    switch found.statement {
    case .local(let variables, _): names += variables.map(\.name.text)
    case .assignment(let targets, _): names += targets.compactMap { Self.root(of: $0) }
    default: break
    }
    variables = (names + ["app"]).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The last line of the statement.
  var line: Int { script.lines.line(of: max(statement.lower, statement.upper - 1)) }

  /// Returns the test with a statement after that of the action.
  func text(adding added: String) -> String {
    let first = script.lines.line(of: statement.lower)
    let indentation = String(repeating: " ", count: script.lines.indentation(ofLine: first))
    let all = SourceRange(0, script.text.utf8.count)
    return script.text(in: SourceRange(all.lower, statement.upper)) + "\n\(indentation)\(added)\n"
      + script.text(in: SourceRange(statement.upper, all.upper))
  }

  /// The variable whose methods a chain of calls begins with.
  private static func root(of expression: LuaSyntax.Expression) -> String? {
    switch expression {
    case .name(let name, _): name.text
    case .call(let call) where call.method != nil: root(of: call.callee)
    case .field(let object, _): root(of: object)
    default: nil
    }
  }
}
