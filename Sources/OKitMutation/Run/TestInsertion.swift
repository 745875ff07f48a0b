internal import LuaSyntax

/// A line of a test after which an assertion can be added.
struct TestInsertion {
  private let script: LuaScript
  /// The line after which it is added.
  let line: Int
  private let indentation: Int
  /// The variables that may hold the application there, most likely first.
  let variables: [String]

  private init(_ script: LuaScript, after line: Int, indentedAs sample: Int, _ names: [String]) {
    (self.script, self.line) = (script, line)
    indentation = script.lines.indentation(ofLine: sample)
    variables = (names + ["app"]).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the test with a statement on a line of its own.
  func text(adding added: String) -> String {
    let end = script.lines.start(ofLine: line + 1)
    let all = script.text.utf8.count
    let head = script.text(in: SourceRange(0, end))
    return head + (head.hasSuffix("\n") ? "" : "\n") + String(repeating: " ", count: indentation) + added + "\n"
      + script.text(in: SourceRange(end, all))
  }

  // MARK: Places

  /// Returns the place after the innermost statement of a line, or before it.
  ///
  /// - Returns: nil for a file that cannot be parsed, and where the statement shares its line with others.
  static func around(_ line: Int, isBefore: Bool, in file: String, _ text: String) -> TestInsertion? {
    guard let script = LuaScript(valid: text, file: file),
      let (statement, range) = innermost(at: line, in: script)
    else { return nil }
    let (first, last) = lines(of: range, in: script)
    var names = script.calls(atLine: line).compactMap { root(of: .call($0)) }
    names += assigned(by: statement)
    if isBefore {
      guard isBlank(SourceRange(script.lines.start(ofLine: first), range.lower), in: script) else { return nil }
      return TestInsertion(script, after: first - 1, indentedAs: first, names)
    }
    if case .results = statement { return nil }
    guard isAlone(range, in: script) else { return nil }
    return TestInsertion(script, after: last, indentedAs: first, names)
  }

  /// Returns the places in the test that a line declares after which an application may have been launched and not
  /// been used: the beginning of the test, and after each of its first statements.
  static func atStart(ofTestAt line: Int, in file: String, _ text: String) -> [TestInsertion] {
    guard let script = LuaScript(valid: text, file: file) else { return [] }
    let bodies = script.calls(atLine: line).flatMap(\.arguments).compactMap { argument in
      if case .function(let function) = argument { function.body } else { nil }
    }
    guard let body = bodies.first, let firstRange = body.ranges.first else { return [] }
    // An application may have been launched by a hook.
    let all = LuaSyntax.blocks(in: script.block).flatMap { zip($0.statements, $0.ranges) }
    let launched = all.filter { script.text(in: $0.1).contains("launch") }.flatMap { assigned(by: $0.0) }
    var insertions: [TestInsertion] = []
    let first = script.lines.line(of: firstRange.lower)
    if isBlank(SourceRange(script.lines.start(ofLine: first), firstRange.lower), in: script) {
      insertions.append(TestInsertion(script, after: first - 1, indentedAs: first, launched))
    }
    for (statement, range) in zip(body.statements, body.ranges).prefix(3) {
      if case .results = statement { break }
      guard isAlone(range, in: script) else { continue }
      insertions.append(
        TestInsertion(
          script, after: lines(of: range, in: script).last, indentedAs: first, assigned(by: statement) + launched))
    }
    return insertions
  }

  private static func innermost(
    at line: Int, in script: LuaScript
  ) -> (statement: LuaSyntax.Statement, range: SourceRange)? {
    var found: (statement: LuaSyntax.Statement, range: SourceRange)?
    for block in LuaSyntax.blocks(in: script.block) {
      for (statement, range) in zip(block.statements, block.ranges) {
        let lines = lines(of: range, in: script)
        guard lines.first <= line, line <= lines.last,
          found.map({ $0.range.lower <= range.lower && range.upper <= $0.range.upper }) ?? true
        else { continue }
        found = (statement, range)
      }
    }
    return found
  }

  private static func lines(of range: SourceRange, in script: LuaScript) -> (first: Int, last: Int) {
    (script.lines.line(of: range.lower), script.lines.line(of: max(range.lower, range.upper - 1)))
  }

  /// Whether nothing but a comment follows a range on its line.
  private static func isAlone(_ range: SourceRange, in script: LuaScript) -> Bool {
    let end = script.lines.start(ofLine: lines(of: range, in: script).last + 1)
    let comment = script.comments.first { $0.range.lower >= range.upper && $0.range.lower < end }
    return isBlank(SourceRange(range.upper, comment?.range.lower ?? end), in: script)
  }

  private static func isBlank(_ range: SourceRange, in script: LuaScript) -> Bool {
    script.text(in: range).allSatisfy { $0.isWhitespace || $0 == ";" }
  }

  // MARK: Variables

  private static func assigned(by statement: LuaSyntax.Statement) -> [String] {
    switch statement {
    case .local(let variables, _): variables.map(\.name.text)
    case .assignment(let targets, _): targets.compactMap { root(of: $0) }
    default: []
    }
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
