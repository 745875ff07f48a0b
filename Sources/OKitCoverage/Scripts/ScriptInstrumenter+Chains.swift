import LuaSyntax

// Statements with a chain of `and` and `or` whose value nothing is evaluated before.
extension ScriptInstrumenter {
  /// Whether an expression is made of `and` and `or`.
  func isChain(_ test: LuaSyntax.Expression) -> Bool {
    switch test {
    case .binary("and", _, _), .binary("or", _, _): true
    case .parenthesized(let inner, _), .unary("not", let inner, _): isChain(inner)
    default: false
    }
  }

  /// Makes statements of one with a chain: `local x = a and b`, `x = n + (a or b)`, `return f(a or b)`. The chain is
  /// evaluated first; what is before it follows then.
  ///
  /// - Parameter countsRun: Whether to count that the statement runs.
  /// - Returns: The counters of the statement; nil for one that stays as it is.
  func lower(
    _ statement: LuaSyntax.Statement, _ range: SourceRange, _ context: Context, countsRun: Bool
  ) -> [Counter]? {
    if case .local(let variables, let values) = statement, values.count > 1 {
      return lower(variables, values, context, countsRun: countsRun)
    }
    guard let (value, start, end, declared) = value(of: statement, range), let chain = firstChain(value, context)
    else { return nil }
    let isWhole = chain.range == value.range
    let moved = SourceRange(start, isWhole ? end : chain.range.lower)
    // Errors have the lines of what is moved.
    guard line(of: start) == line(of: isWhole ? end : chain.range.upper) else { return nil }
    let writer = ChainWriter(self, context, countsRun: countsRun)
    if isWhole, let declared { writer.variable = declared }
    let isDirect = writer.variable != names.value
    replace(moved, (declared == nil ? "" : ";") + (isDirect ? "do " : "do local \(names.value);"))
    writer.write(chain, .init(needsValue: true), .init(needsValue: true))
    if !isDirect {
      insert(" \(declared ?? "")\(script.text(in: moved)) \(names.value)", at: chain.range.upper)
    }
    visit(value, context, except: chain.range)
    insert(" end ", at: value.range.upper)
    return writer.finish()
  }

  /// Makes assignments of a declaration with several values: `local x, y = a and b, c` becomes `local x, y;do x=…;y=c;
  /// end`.
  private func lower(
    _ variables: [LuaSyntax.Variable], _ values: [LuaSyntax.Expression], _ context: Context, countsRun: Bool
  ) -> [Counter]? {
    // Attributes stand between the names.
    let separators = variables.compactMap { token(from: $0.name.range.upper) }
    guard variables.count == values.count, values.contains(where: { isValueChain($0) && isBranch($0) }),
      separators.count == variables.count, separators.dropLast().allSatisfy({ $0.isSymbol(",") }),
      let sign = separators.last, sign.isSymbol("="), let first = values.first, let last = values.last,
      Set(variables.map(\.name.text)).count == variables.count,
      !variables.contains(where: { mentions($0.name.text, in: SourceRange(first.range.lower, last.range.upper)) })
    else { return nil }
    let writer = ChainWriter(self, context, countsRun: countsRun)
    replace(sign.range, ";do ")
    for (variable, value) in zip(variables, values) {
      writer.variable = variable.name.text
      if isValueChain(value), isBranch(value) {
        writer.write(value, .init(needsValue: true), .init(needsValue: true))
      } else {
        writer.writeValue(value, name: variable.name.text)
      }
      if let comma = token(from: value.range.upper), comma.isSymbol(","), value.range != last.range {
        replace(comma.range, " ")
      }
    }
    insert(" end ", at: last.range.upper)
    return writer.finish()
  }

  /// Returns the only value of a statement, where the text begins that may follow a chain in it, the end of `=` or
  /// `return`, and the name of a variable that it declares.
  private func value(
    of statement: LuaSyntax.Statement, _ range: SourceRange
  ) -> (value: LuaSyntax.Expression, start: Int, end: Int, declared: String?)? {
    switch statement {
    case .local(let variables, let values):
      guard let name = variables.first?.name, let value = values.first, variables.count == 1, values.count == 1,
        // The value of a variable with the same name is that of another one.
        !mentions(name.text, in: value.range), let sign = token(from: name.range.upper), sign.isSymbol("=")
      else { return nil }
      return (value, sign.range.lower, sign.range.upper, name.text)
    case .assignment(let targets, let values):
      guard let target = targets.first, let value = values.first, targets.count == 1, values.count == 1,
        isPlainTarget(target), let sign = token(from: target.range.upper), sign.isSymbol("=")
      else { return nil }
      return (value, range.lower, sign.range.upper, nil)
    case .results(let values):
      guard let value = values.first, values.count == 1 else { return nil }
      return (value, range.lower, range.lower + "return".utf8.count, nil)
    case .call(let call): return (call, range.lower, range.lower, nil)
    default: return nil
    }
  }

  // MARK: What is evaluated first

  /// Returns the chain in an expression that can be evaluated before everything else in it, without a trace in the
  /// messages of errors, which name variables.
  private func firstChain(_ expression: LuaSyntax.Expression, _ context: Context) -> LuaSyntax.Expression? {
    if isValueChain(expression) { return isBranch(expression) ? expression : nil }
    switch expression {
    case .parenthesized(let inner, _), .unary("not", let inner, _): return firstChain(inner, context)
    case .binary(let sign, let left, let right) where sign != "and" && sign != "or" && sign != "..":
      let isComparison = ["<", "<=", ">", ">=", "==", "~="].contains(sign)
      func chain(in operand: LuaSyntax.Expression) -> LuaSyntax.Expression? {
        firstChain(operand, context).flatMap { chain in
          isComparison || isNumericChain(chain) || !isWhole(chain, of: operand) ? chain : nil
        }
      }
      // An operator reads a variable of its function when both operands are evaluated.
      return chain(in: left) ?? (isStable(left, context, isRead: true) ? chain(in: right) : nil)
    case .index(let object, let key, _):
      // So does an index. An error names an object that is a variable, but not one that is a part of a table.
      return chain(inside: object, context)
        ?? (isStable(object, context, isRead: true) ? firstChain(key, context) : nil)
    case .field(let object, _): return chain(inside: object, context)
    case .call(let call):
      guard call.method == nil, isStable(call.callee, context, isRead: false) else { return nil }
      for argument in call.arguments {
        if let chain = firstChain(argument, context) { return chain }
        guard isStable(argument, context, isRead: false) else { return nil }
      }
      return nil
    default: return nil
    }
  }

  /// Returns the chain in the index or the arguments of an expression; nil if it is the expression itself.
  private func chain(inside expression: LuaSyntax.Expression, _ context: Context) -> LuaSyntax.Expression? {
    switch expression {
    case .index, .field, .call: firstChain(expression, context)
    default: nil
    }
  }

  /// Whether the value of an expression is that of a chain in it.
  private func isWhole(_ chain: LuaSyntax.Expression, of expression: LuaSyntax.Expression) -> Bool {
    switch expression {
    case .parenthesized(let inner, _), .unary(_, let inner, _): isWhole(chain, of: inner)
    default: expression.range == chain.range
    }
  }

  /// Whether each value that a chain can have is a number.
  private func isNumericChain(_ chain: LuaSyntax.Expression) -> Bool { results(of: chain).allSatisfy(isNumber) }

  /// Returns the operands whose values a chain can have: of one truth, or of both.
  private func results(of chain: LuaSyntax.Expression, _ truth: Bool? = nil) -> [LuaSyntax.Expression] {
    switch chain {
    case .parenthesized(let inner, _) where isValueChain(inner): return results(of: inner, truth)
    case .binary("and", let left, let right):
      return (truth == true ? [] : results(of: left, false)) + results(of: right, truth)
    case .binary("or", let left, let right):
      return (truth == false ? [] : results(of: left, true)) + results(of: right, truth)
    default:
      guard let truth, let constant = constantTruth(chain) else { return [chain] }
      return truth == constant ? [chain] : []
    }
  }

  /// A negation is one value.
  private func isValueChain(_ value: LuaSyntax.Expression) -> Bool {
    switch value {
    case .binary("and", _, _), .binary("or", _, _): true
    case .parenthesized(let inner, _): isValueChain(inner)
    default: false
    }
  }

  /// Whether an expression has the same value after a chain was evaluated, without any effect.
  ///
  /// - Parameter isRead: Whether a variable of the function is read only when it is used.
  private func isStable(_ expression: LuaSyntax.Expression, _ context: Context, isRead: Bool) -> Bool {
    switch expression {
    case .constant(let range, _): script.text(in: range) != "..."
    case .string: true
    case .name(_, let variable?):
      !variable.isReassigned || isRead && context.variables.contains(ObjectIdentifier(variable))
    case .parenthesized(let inner, _): isStable(inner, context, isRead: isRead)
    default: false
    }
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
