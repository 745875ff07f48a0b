import LuaSyntax

// Chains of `and` and `or` become statements, where nothing else is evaluated before them.
extension ScriptInstrumenter {
  /// What the variable has after the statements of a chain.
  enum ChainResult {
    /// Whether the chain is false. A value of the script would live longer than in the script.
    case truth
    /// The value of the chain.
    case value
  }

  /// Whether a condition is made of `and` and `or`.
  func isChain(_ test: LuaSyntax.Expression) -> Bool {
    switch test {
    case .binary("and", _, _), .binary("or", _, _): true
    case .parenthesized(let inner, _), .unary("not", let inner, _): isChain(inner)
    default: false
    }
  }

  /// Makes statements of a chain: `a and b` becomes `v=not(a);if v then … else … v=not(b);end`, or, for its value,
  /// `v=a;if v then … v=b;else … end`.
  func lower(_ test: LuaSyntax.Expression, _ result: ChainResult, _ context: Context) {
    switch (test, result) {
    case (.parenthesized(let inner, let range), _) where isChain(inner):
      replace(SourceRange(range.lower, range.lower + 1), " ")
      lower(inner, result, context)
      replace(SourceRange(range.upper - 1, range.upper), " ")
    case (.unary("not", let inner, let range), .truth) where isChain(inner):
      replace(SourceRange(range.lower, range.lower + "not".utf8.count), "")
      lower(inner, result, context)
      insert("\(names.value)=not \(names.value);", at: range.upper)
    case (.binary("and", let left, let right), _), (.binary("or", let left, let right), _):
      guard let token = token(from: left.range.upper), isBranch(left), !isIgnored(token.range.lower) else {
        return lowerOperand(test, result, context)
      }
      let number = makeBranch(context)
      lower(left, result, context)
      let (whenTrue, whenFalse) = (makeCounter(context), makeCounter(context))
      addBranch(number, at: token.range.lower, test.range, context, whenTrue: whenTrue, whenFalse: whenFalse)
      // The right side is evaluated after an `and` whose left side is true, or an `or` whose left side is false.
      let (skipped, evaluated) = token.isKeyword("and") ? (whenFalse, whenTrue) : (whenTrue, whenFalse)
      if token.isKeyword("and") == (result == .value) {
        replace(token.range, " if \(names.value) then \(statement(evaluated))")
        lower(right, result, context)
        insert("else \(statement(skipped))end ", at: right.range.upper)
      } else {
        replace(token.range, " if \(names.value) then \(statement(skipped))else \(statement(evaluated))")
        lower(right, result, context)
        insert("end ", at: right.range.upper)
      }
    default: lowerOperand(test, result, context)
    }
  }

  private func lowerOperand(_ test: LuaSyntax.Expression, _ result: ChainResult, _ context: Context) {
    insert("\(names.value)=\(result == .truth ? "not(" : "")", at: test.range.lower)
    visit(test, context)
    insert(result == .truth ? ");" : ";", at: test.range.upper)
  }

  // MARK: Statements

  /// Makes statements of one that only evaluates a chain: `local x = a and b`, `x = a or b`, `return a and b`.
  ///
  /// - Returns: Whether it is one.
  func lower(_ statement: LuaSyntax.Statement, _ range: SourceRange, _ context: Context) -> Bool {
    let start = "do local \(names.value);"
    switch statement {
    case .local(let variables, let values):
      guard let variable = variables.first, let value = only(values), variables.count == 1,
        // The value of a variable with the same name is that of another one.
        !mentions(variable.name.text, in: value.range),
        let sign = token(from: variable.name.range.upper), sign.isSymbol("=")
      else { return false }
      replace(sign.range, ";\(start)")
      lower(value, .value, context)
      insert(" \(variable.name.text)=\(names.value);end ", at: value.range.upper)
    case .assignment(let targets, let values):
      guard let target = targets.first, let value = only(values), targets.count == 1, isPlainTarget(target),
        let sign = token(from: target.range.upper), sign.isSymbol("="),
        line(of: range.lower) == line(of: sign.range.lower)
      else { return false }
      replace(SourceRange(range.lower, sign.range.upper), start)
      lower(value, .value, context)
      insert(" \(script.text(in: target.range))=\(names.value);end ", at: value.range.upper)
    case .results(let values):
      guard let value = only(values) else { return false }
      replace(SourceRange(range.lower, range.lower + "return".utf8.count), start)
      lower(value, .value, context)
      insert(" return \(names.value) end ", at: value.range.upper)
    default: return false
    }
    return true
  }

  private func only(_ values: [LuaSyntax.Expression]) -> LuaSyntax.Expression? {
    guard let value = values.first, values.count == 1 else { return nil }
    // A negation is one value, and a chain of constants has no branch.
    if case .unary = value { return nil }
    return isChain(value) && isBranch(value) ? value : nil
  }

  /// Whether evaluating a target has no effect and gives the same after the value was evaluated.
  private func isPlainTarget(_ target: LuaSyntax.Expression) -> Bool {
    switch target {
    case .name, .field(.name(_, _?), _): true
    default: false
    }
  }

  private func mentions(_ name: String, in range: SourceRange) -> Bool {
    var offset = range.lower
    while let token = token(from: offset), token.range.lower < range.upper {
      if token.kind == .name, script.text(in: token.range) == name { return true }
      offset = token.range.upper
    }
    return false
  }
}
