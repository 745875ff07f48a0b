import LuaSyntax

// Conditions become statements that count their outcomes.
extension ScriptInstrumenter {
  /// `if a then … elseif b then … end` becomes `if a then … else … if b then … else … end end`, so that each `else`
  /// counts that a condition was false.
  func visitCondition(
    _ branches: [(test: LuaSyntax.Expression, body: LuaSyntax.Block)], _ otherwise: LuaSyntax.Block?,
    _ range: SourceRange, _ context: Context
  ) {
    var endCount = 0
    // A false condition is counted where the next one begins, or in an `else` of its own.
    var whenFalse: Counter?
    for (index, branch) in branches.enumerated() {
      var keyword = SourceRange(range.lower, range.lower + "if".utf8.count)
      if index > 0 {
        let start = branches[index - 1].body.range.upper
        keyword = SourceRange(start, start + "elseif".utf8.count)
      }
      let isCounted = isBranch(branch.test) && !isIgnored(branch.test.range.lower)
      let otherwise = index == branches.count - 1 ? otherwise : nil
      let isNested = endCount > 0 || whenFalse != nil
      let isLowered =
        isCounted && isChain(branch.test) && endCount < Self.maximumDepth && (index == 0 || whenFalse != nil)
      if let counter = whenFalse {
        replace(keyword, " else \(statement(counter))\(isLowered ? "local \(names.value);" : "if ")")
        endCount += 1
      } else if isLowered {
        replace(keyword, "do local \(names.value);")
      }
      whenFalse = nil
      // Beyond that depth, a function counts the outcomes.
      guard isCounted, endCount <= Self.maximumDepth else {
        if isCounted {
          visitOperand(branch.test, context, of: branch.test.range, at: branch.test.range.lower)
        } else {
          visit(branch.test, context)
        }
        visit(branch.body, context, needsEntry: false)
        if let otherwise { visit(otherwise, context, needsEntry: false) }
        continue
      }
      let number = makeBranch(context)
      if isLowered {
        lower(branch.test, .truth, context)
        let then = SourceRange(branch.body.range.lower - "then".utf8.count, branch.body.range.lower)
        replace(then, "if not \(names.value) then")
        if !isNested { insert(" end", at: range.upper) }
      } else {
        visit(branch.test, context)
      }
      let whenTrue = visit(branch.body, context, needsEntry: true)
      let counter = otherwise.flatMap { visit($0, context, needsEntry: true) } ?? makeCounter(context)
      if otherwise == nil { whenFalse = counter }
      if let whenTrue {
        addBranch(
          number, at: branch.test.range.lower, branch.test.range, context, whenTrue: whenTrue, whenFalse: counter)
      }
    }
    let last = whenFalse.map { " else \(statement($0))" } ?? ""
    let text = last + String(repeating: " end ", count: endCount)
    if !text.isEmpty { insert(text, at: range.upper - "end".utf8.count) }
  }

  /// The depth of conditions in a row; Lua's own limit is 200.
  private static let maximumDepth = 50

  /// `while a do …` becomes `while true do if a then … else … break end …`.
  func visitWhile(
    _ test: LuaSyntax.Expression, _ body: LuaSyntax.Block, _ range: SourceRange, _ context: Context
  ) {
    defer { visit(body, context, needsEntry: false) }
    guard isBranch(test), !isIgnored(test.range.lower) else { return visit(test, context) }
    let (number, whenTrue, whenFalse) = (makeBranch(context), makeCounter(context), makeCounter(context))
    let (keyword, isLowered) = (SourceRange(range.lower, range.lower + "while".utf8.count), isChain(test))
    replace(keyword, isLowered ? "while true do local \(names.value);" : "while true do if ")
    if isLowered { lower(test, .truth, context) } else { visit(test, context) }
    replace(
      SourceRange(body.range.lower - "do".utf8.count, body.range.lower),
      "\(isLowered ? "if not \(names.value) " : "")then \(statement(whenTrue)) else \(statement(whenFalse)) break end ")
    addBranch(number, at: test.range.lower, test.range, context, whenTrue: whenTrue, whenFalse: whenFalse)
  }

  /// `repeat … until a` becomes `repeat … local v= a if v then … else … end until v`.
  func visitRepeat(_ body: LuaSyntax.Block, _ test: LuaSyntax.Expression, _ context: Context) {
    visit(body, context, needsEntry: false)
    // Nothing can follow a return.
    var isReached = true
    if case .results? = body.statements.last { isReached = false }
    guard isBranch(test), isReached, !isIgnored(test.range.lower) else { return visit(test, context) }
    let (number, whenTrue, whenFalse) = (makeBranch(context), makeCounter(context), makeCounter(context))
    let (keyword, isLowered) = (
      SourceRange(body.range.upper, body.range.upper + "until".utf8.count), isChain(test)
    )
    replace(keyword, "local \(names.value)\(isLowered ? ";" : "= ")")
    if isLowered { lower(test, .truth, context) } else { visit(test, context) }
    let value = isLowered ? "not \(names.value)" : names.value
    insert(
      " if \(value) then \(statement(whenTrue))else \(statement(whenFalse))end until \(value) ", at: test.range.upper)
    addBranch(number, at: test.range.lower, test.range, context, whenTrue: whenTrue, whenFalse: whenFalse)
  }

  /// Whether an expression is not always true, or always false.
  func isBranch(_ test: LuaSyntax.Expression) -> Bool {
    switch test {
    case .constant(let range, _): script.text(in: range) == "..."
    case .string, .function, .table: false
    case .parenthesized(let inner, _), .unary("not", let inner, _): isBranch(inner)
    case .binary("and", let left, let right), .binary("or", let left, let right): isBranch(left) || isBranch(right)
    default: true
    }
  }
}
