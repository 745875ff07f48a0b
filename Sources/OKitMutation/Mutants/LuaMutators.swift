internal import LuaSyntax

/// Finds the mutants of the statements and expressions of a script. Texts, log calls and error messages stay.
struct LuaMutators {
  let script: LuaScript
  /// The tokens, in which operators and separators are found.
  let tokens: LuaTokens
  private(set) var collector: MutantCollector

  init(_ script: LuaScript, _ tokens: LuaTokens, _ collector: MutantCollector) {
    (self.script, self.tokens, self.collector) = (script, tokens, collector)
  }

  mutating func collect() { visit(script.block) }

  mutating func add(_ mutator: Mutator, _ range: SourceRange, _ replacement: String, shown: SourceRange? = nil) {
    collector.add(mutator, range, replacement, shown: shown)
  }

  // MARK: Statements

  private mutating func visit(_ block: LuaSyntax.Block) {
    for (statement, range) in zip(block.statements, block.ranges) { visit(statement, range) }
  }

  private mutating func visit(_ statement: LuaSyntax.Statement, _ range: SourceRange) {
    switch statement {
    case .local(_, let values): for value in values { visit(value, shown: range) }
    case .localFunction(_, let function), .function(_, let function): visit(function.body)
    case .assignment(let targets, let values):
      drop(range)
      for expression in targets { visit(expression) }
      for value in values { visit(value, shown: range) }
    case .call(let call):
      guard !SpecialCall.isLog(call) else { return }
      drop(range)
      visit(call)
    case .block(let block): visit(block)
    case .whileLoop(let test, let body):
      visit(condition: test)
      visit(body)
    case .repeatLoop(let body, let test):
      visit(body)
      visit(condition: test)
    case .condition(let branches, let otherwise):
      for branch in branches {
        visit(condition: branch.test)
        visit(branch.body)
      }
      if let otherwise { visit(otherwise) }
    case .numericLoop(_, let bounds, let body), .genericLoop(_, let bounds, let body):
      for bound in bounds { visit(bound) }
      visit(body)
    case .results(let values): visit(results: values)
    case .jump: break
    }
  }

  /// Removes a statement. What follows must not become arguments of what is before it.
  private mutating func drop(_ range: SourceRange) {
    let next = tokens.firstIndex(endingAfter: range.upper)
    add(.statement, range, tokens.isSymbol(next, "(") ? ";" : "")
  }

  private mutating func visit(results values: [LuaSyntax.Expression]) {
    if let first = values.first, let last = values.last {
      let range = SourceRange(first.range.lower, last.range.upper)
      if let other = values.count == 1 ? otherBool(first) : nil { add(.result, range, other) }
      add(.result, range, "nil")
    }
    for value in values { visit(value) }
  }

  private mutating func visit(condition test: LuaSyntax.Expression) {
    for truth in ["true", "false"] { add(.condition, test.range, truth) }
    switch test {
    case .unary("not", let operand, _): add(.condition, test.range, script.text(in: operand.range))
    // The opposite comparison negates it.
    case .binary(let sign, _, _) where Self.comparisons[sign] != nil: break
    case .constant: break
    default: add(.condition, test.range, "not (\(script.text(in: test.range)))")
    }
    visit(test)
  }

  // MARK: Expressions

  /// - Parameter shown: What reports show with the change of a constant.
  private mutating func visit(_ expression: LuaSyntax.Expression, shown: SourceRange? = nil) {
    switch expression {
    case .constant(let range, _): visit(constant: range, shown: shown)
    case .string, .name: break
    case .field(let object, _): visit(object)
    case .index(let object, let key, _):
      visit(object)
      visit(key)
    case .call(let call):
      guard !SpecialCall.isLog(expression) else { return }
      visit(call.callee)
      for argument in call.arguments.prefix(SpecialCall.count(ofMutatedArguments: call)) { visit(argument) }
    case .function(let function): visit(function.body)
    case .table(let table):
      for entry in table.entries {
        if case .value(let key)? = entry.key { visit(key) }
        visit(entry.value, shown: entry.range)
      }
    case .unary(let sign, let operand, let range):
      if sign == "-" { add(.arithmetic, range, script.text(in: operand.range)) }
      visit(operand)
    case .parenthesized(let inner, _): visit(inner)
    case .binary(let sign, let left, let right):
      visit(operator: sign, left, right)
      visit(left, shown: expression.range)
      visit(right, shown: expression.range)
    }
  }

  /// The operators with the next ones and the opposite ones.
  private static let comparisons = [
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["~="], "~=": ["=="],
  ]
  private static let others: [String: (Mutator, String)] = [
    "and": (.logic, "or"), "or": (.logic, "and"),
    "+": (.arithmetic, "-"), "-": (.arithmetic, "+"), "*": (.arithmetic, "/"), "/": (.arithmetic, "*"),
    "//": (.arithmetic, "*"), "%": (.arithmetic, "*"), "^": (.arithmetic, "*"),
    "&": (.arithmetic, "|"), "|": (.arithmetic, "&"), "~": (.arithmetic, "&"),
    "<<": (.arithmetic, ">>"), ">>": (.arithmetic, "<<"),
  ]

  private mutating func visit(operator sign: String, _ left: LuaSyntax.Expression, _ right: LuaSyntax.Expression) {
    let shown = SourceRange(left.range.lower, right.range.upper)
    let index = tokens.firstIndex(endingAfter: left.range.upper)
    guard tokens.all.indices.contains(index), tokens.text(index) == sign else { return }
    let range = tokens.all[index].range
    for other in Self.comparisons[sign] ?? [] { add(.comparison, range, other, shown: shown) }
    guard let (mutator, other) = Self.others[sign] else { return }
    // Two hyphens begin a comment.
    let isNegative = other == "-" && tokens.isSymbol(index + 1, "-")
    add(mutator, range, isNegative ? "- " : other, shown: shown)
  }

  private mutating func visit(constant range: SourceRange, shown: SourceRange?) {
    if let other = Self.otherBools[script.text(in: range)] { return add(.constant, range, other, shown: shown) }
    for number in NumberMutations.all(of: script.text(in: range)) {
      // Two hyphens begin a comment.
      add(.constant, range, number.hasPrefix("-") ? "(\(number))" : number, shown: shown)
    }
  }

  private static let otherBools = ["true": "false", "false": "true"]

  /// The other Bool; nil for anything else.
  private func otherBool(_ expression: LuaSyntax.Expression) -> String? {
    guard case .constant(let range, _) = expression else { return nil }
    return Self.otherBools[script.text(in: range)]
  }
}

/// Calls whose arguments people read.
private enum SpecialCall {
  /// Whether a call writes to the log or to the terminal.
  static func isLog(_ expression: LuaSyntax.Expression) -> Bool {
    guard case .call(let call) = expression else { return false }
    let names = path(of: call.callee)
    switch names.first {
    case "print", "warn": return names.count == 1 && call.method == nil
    case "io": return names.count > 1 && ["write", "stderr"].contains(names[1])
    case "math": return false
    default: return names.contains("log")
    }
  }

  /// The names of `a.b.c`; empty for anything else.
  private static func path(of expression: LuaSyntax.Expression) -> [String] {
    switch expression {
    case .name(let name, _): return [name.text]
    case .field(let object, let name):
      let outer = path(of: object)
      return outer.isEmpty ? [] : outer + [name.text]
    default: return []
    }
  }

  /// The number of arguments that are not messages of errors.
  static func count(ofMutatedArguments call: LuaSyntax.Call) -> Int {
    guard case .name(let name, nil) = call.callee, call.method == nil else { return .max }
    return ["error": 0, "assert": 1][name.text] ?? .max
  }
}
