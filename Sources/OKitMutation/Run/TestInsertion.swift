internal import LuaSyntax

/// A line of a test after which an assertion can be added.
struct TestInsertion {
  private let script: LuaScript
  /// The line after which it is added.
  let line: Int
  private let indentation: Int
  /// The expressions that may be the application there, most likely first: variables, then calls that launch it again.
  let applications: [String]

  private init(_ script: LuaScript, after line: Int, indentedAs sample: Int, _ names: [String]) {
    (self.script, self.line) = (script, line)
    indentation = script.lines.indentation(ofLine: sample)
    let usual = script.text.contains("app") ? ["app"] : []
    let calls = Self.calls(fromLine: sample, to: line, in: script)
    applications = (names + usual + calls).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
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

  /// Returns the place after the innermost statement of a line and those that share the line with it, or before them.
  ///
  /// - Returns: nil for a file that cannot be parsed, and where the line has more than statements of one block.
  static func around(_ line: Int, isBefore: Bool, in file: String, _ text: String) -> TestInsertion? {
    guard let script = LuaScript(valid: text, file: file),
      let (block, statements) = innermost(at: line, in: script)
    else { return nil }
    let (start, end) = (block.ranges[statements.lowerBound], block.ranges[statements.upperBound])
    let (first, last) = (lines(of: start, in: script).first, lines(of: end, in: script).last)
    var names = roots(atLine: line, in: script)
    names += statements.flatMap { assigned(by: block.statements[$0], in: script) }
    if isBefore {
      guard isBlank(SourceRange(script.lines.start(ofLine: first), start.lower), in: script) else { return nil }
      return TestInsertion(script, after: first - 1, indentedAs: first, names)
    }
    if case .results = block.statements[statements.upperBound] { return nil }
    guard isAlone(end, in: script) else { return nil }
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
    let launched = all.filter { script.text(in: $0.1).contains("launch") }.flatMap { assigned(by: $0.0, in: script) }
    var insertions: [TestInsertion] = []
    let first = script.lines.line(of: firstRange.lower)
    if isBlank(SourceRange(script.lines.start(ofLine: first), firstRange.lower), in: script) {
      let used = roots(of: firstRange, in: script)
      insertions.append(TestInsertion(script, after: first - 1, indentedAs: first, launched + used))
    }
    for (statement, range) in zip(body.statements, body.ranges).prefix(3) {
      if case .results = statement { break }
      guard isAlone(range, in: script) else { continue }
      insertions.append(
        TestInsertion(
          script, after: lines(of: range, in: script).last, indentedAs: lines(of: range, in: script).first,
          assigned(by: statement, in: script) + launched + roots(of: range, in: script)))
    }
    return insertions
  }

  /// The innermost statement of a line, with those of its block that share a line with it.
  private static func innermost(
    at line: Int, in script: LuaScript
  ) -> (block: LuaSyntax.Block, statements: ClosedRange<Int>)? {
    var found: (block: LuaSyntax.Block, index: Int)?
    for block in LuaSyntax.blocks(in: script.block) {
      for (index, range) in block.ranges.enumerated() {
        let lines = lines(of: range, in: script)
        guard lines.first <= line, line <= lines.last,
          found.map({ $0.block.ranges[$0.index].contains(range) }) ?? true
        else { continue }
        found = (block, index)
      }
    }
    guard let (block, index) = found else { return nil }
    func shareLine(_ index: Int) -> Bool {
      lines(of: block.ranges[index], in: script).last == lines(of: block.ranges[index + 1], in: script).first
    }
    var (first, last) = (index, index)
    while first > 0, shareLine(first - 1) { first -= 1 }
    while last < block.ranges.count - 1, shareLine(last) { last += 1 }
    return (block, first...last)
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

  // MARK: Applications

  private static func assigned(by statement: LuaSyntax.Statement, in script: LuaScript) -> [String] {
    switch statement {
    case .local(let variables, _): variables.map(\.name.text)
    case .assignment(let targets, _): targets.compactMap { root(of: $0, in: script) }
    default: []
    }
  }

  /// What the chains of calls in a statement begin with.
  private static func roots(of range: SourceRange, in script: LuaScript) -> [String] {
    let (first, last) = lines(of: range, in: script)
    return (first...max(first, last)).flatMap { roots(atLine: $0, in: script) }
  }

  private static func roots(atLine line: Int, in script: LuaScript) -> [String] {
    script.calls(atLine: line).compactMap { root(of: .call($0), in: script) }
  }

  /// What a chain of calls begins with: `app`, and `self.app` of `self.app:tap("Add")`.
  private static func root(of expression: LuaSyntax.Expression, in script: LuaScript) -> String? {
    switch expression {
    case .name(let name, _): name.text
    case .call(let call) where call.method != nil: root(of: call.callee, in: script)
    case .field(let object, _):
      root(of: object, in: script).map { _ in script.text(in: expression.range) }
    default: nil
    }
  }

  /// The calls of some lines that begin with no variable, such as `okit.launch("app.lua"):tap("Add")`, longest first.
  private static func calls(fromLine first: Int, to last: Int, in script: LuaScript) -> [String] {
    guard first <= last else { return [] }
    let calls = (first...last).flatMap(script.calls).filter {
      !isAssertion(.call($0)) && root(of: .call($0), in: script) == nil
    }
    let texts = Set(calls.map { onOneLine(script.text(in: $0.range)) }).filter {
      $0.utf8.count <= maximumLength && !$0.contains(where: \.isNewline)
    }
    return Array(texts.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.prefix(3))
  }

  /// A text with a comment or a long string stays as it is.
  private static func onOneLine(_ text: String) -> String {
    guard !text.contains("--"), !text.contains("[[") else { return text }
    return text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
  }

  /// The length of a call that an assertion repeats.
  private static let maximumLength = 200

  /// Whether a call is `expect(…)`, or one of its functions.
  private static func isAssertion(_ expression: LuaSyntax.Expression) -> Bool {
    switch expression {
    case .name(let name, _): name.text == "expect"
    case .field(let object, _): isAssertion(object)
    case .call(let call): isAssertion(call.callee)
    default: false
    }
  }
}
