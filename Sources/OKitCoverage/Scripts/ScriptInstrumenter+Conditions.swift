import LuaSyntax

// Conditions become statements that count their outcomes.
extension ScriptInstrumenter {
  /// Counts a condition: `if a then … elseif b then … end` becomes `if a then … else … if b then … else … end end`, so
  /// that each `else` counts that a condition was false. One with chains, or with many conditions, becomes jumps.
  func visitCondition(
    _ branches: [(test: LuaSyntax.Expression, body: LuaSyntax.Block)], _ otherwise: LuaSyntax.Block?,
    _ range: SourceRange, _ context: Context
  ) {
    var endCount = 0
    // A false condition is counted where the next one begins, or in an `else` of its own.
    var whenFalse: Counter?
    for (index, branch) in branches.enumerated() {
      let isCounted = isCounted(branch.test)
      let otherwise = index == branches.count - 1 ? otherwise : nil
      if let counter = whenFalse {
        replace(keyword(of: index, branches, range), " else \(statement(counter))if ")
        endCount += 1
      }
      whenFalse = nil
      guard isCounted else {
        visit(branch.test, context)
        visit(branch.body, context, needsEntry: false)
        if let otherwise { visit(otherwise, context, needsEntry: false) }
        continue
      }
      let number = makeBranch(context)
      visit(branch.test, context)
      let whenTrue = visit(branch.body, context, needsEntry: true)
      let entry = otherwise.flatMap { visit($0, context, needsEntry: true) }
      if entry == nil { whenFalse = makeCounter(context) }
      addBranch(
        number, at: branch.test.range.lower, branch.test.range, context, whenTrue: whenTrue ?? [],
        whenFalse: entry ?? [whenFalse].compactMap(\.self))
    }
    let last = whenFalse.map { " else \(statement($0))" } ?? ""
    let text = last + String(repeating: " end ", count: endCount)
    if !text.isEmpty { insert(text, at: range.upper - "end".utf8.count) }
  }

  /// Whether a condition becomes jumps.
  func isJumping(_ branches: [(test: LuaSyntax.Expression, body: LuaSyntax.Block)]) -> Bool {
    branches.count > Self.maximumDepth || branches.contains { isChain($0.test) && isCounted($0.test) }
  }

  /// Writes a condition as jumps: `do if not(a) then … goto f end do … end goto e ::f:: … ::e:: end`.
  ///
  /// - Returns: The counters of the statement.
  func visitJumps(
    _ branches: [(test: LuaSyntax.Expression, body: LuaSyntax.Block)], _ otherwise: LuaSyntax.Block?,
    _ range: SourceRange, _ context: Context, countsRun: Bool
  ) -> [Counter] {
    let writer = ChainWriter(self, context, countsRun: countsRun)
    let end = branches.count > 1 || otherwise != nil ? makeLabel() : nil
    let leave = end.map { " end goto \($0) " } ?? " end "
    var next = ""
    for (index, branch) in branches.enumerated() {
      let test = branch.test
      replace(keyword(of: index, branches, range), index == 0 ? "do " : "\(leave)::\(next)::")
      next = makeLabel()
      var (yes, no) = (ChainWriter.Exit(), ChainWriter.Exit(jump: "goto \(next) "))
      if isCounted(test) {
        let number = writer.addBranch(at: test.range.lower, test.range)
        (yes.events, no.events) = ([.outcome(number, true)], [.outcome(number, false)])
      }
      writer.write(test, yes, no)
      replace(SourceRange(branch.body.range.lower - "then".utf8.count, branch.body.range.lower), "do ")
      writer.flush(into: visit(branch.body, context, needsEntry: writer.isWaiting) ?? [])
    }
    if let otherwise {
      replace(
        SourceRange(otherwise.range.lower - "else".utf8.count, otherwise.range.lower), "\(leave)::\(next)::do ")
      visit(otherwise, context, needsEntry: false)
      next = ""
    }
    let labels = [next, end ?? ""].filter { !$0.isEmpty }.map { "::\($0)::" }.joined()
    replace(SourceRange(range.upper - "end".utf8.count, range.upper), " end \(labels)end")
    return writer.finish()
  }

  /// The depth of conditions in a row; Lua's own limit is 200.
  private static let maximumDepth = 50

  private func isCounted(_ test: LuaSyntax.Expression) -> Bool { isBranch(test) && !isIgnored(test.range.lower) }

  private func keyword(
    of index: Int, _ branches: [(test: LuaSyntax.Expression, body: LuaSyntax.Block)], _ range: SourceRange
  ) -> SourceRange {
    let start = index == 0 ? range.lower : branches[index - 1].body.range.upper
    return SourceRange(start, start + (index == 0 ? "if" : "elseif").utf8.count)
  }

  // MARK: Loops

  /// `while a do …` becomes `while true do if not(a) then … break end …`.
  func visitWhile(
    _ test: LuaSyntax.Expression, _ body: LuaSyntax.Block, _ range: SourceRange, _ context: Context
  ) {
    guard isCounted(test) else {
      visit(test, context)
      visit(body, context, needsEntry: false)
      return
    }
    let writer = ChainWriter(self, context)
    replace(SourceRange(range.lower, range.lower + "while".utf8.count), "while true do ")
    let number = writer.addBranch(at: test.range.lower, test.range)
    writer.write(
      test, .init(events: [.outcome(number, true)]), .init(jump: "break ", events: [.outcome(number, false)]))
    replace(SourceRange(body.range.lower - "do".utf8.count, body.range.lower), " ")
    writer.flush(into: visit(body, context, needsEntry: writer.isWaiting) ?? [])
    writer.finish()
  }

  /// `repeat … until a` becomes `repeat … local v= a if v then … else … end until v`; a chain jumps to a label before
  /// `until`.
  func visitRepeat(_ body: LuaSyntax.Block, _ test: LuaSyntax.Expression, _ context: Context) {
    visit(body, context, needsEntry: false)
    // Nothing can follow a return.
    var isReached = true
    if case .results? = body.statements.last { isReached = false }
    guard isReached, isCounted(test) else { return visit(test, context) }
    let value = names.value
    let keyword = SourceRange(body.range.upper, body.range.upper + "until".utf8.count)
    guard isChain(test) else {
      let (number, whenTrue, whenFalse) = (makeBranch(context), makeCounter(context), makeCounter(context))
      replace(keyword, "local \(value)= ")
      visit(test, context)
      insert(
        " if \(value) then \(statement(whenTrue))else \(statement(whenFalse))end until \(value) ", at: test.range.upper)
      return addBranch(
        number, at: test.range.lower, test.range, context, whenTrue: [whenTrue], whenFalse: [whenFalse])
    }
    let (writer, label) = (ChainWriter(self, context), makeLabel())
    replace(keyword, "local \(value)=false;")
    let number = writer.addBranch(at: test.range.lower, test.range)
    writer.write(
      test, .init(events: [.outcome(number, true)]),
      .init(jump: "goto \(label) ", events: [.outcome(number, false)]))
    writer.flush(at: test.range.upper)
    insert(" \(value)=true;::\(label)::until \(value) ", at: test.range.upper)
    writer.finish()
  }

  // MARK: What the text tells

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

  /// Whether an expression is always true, or always false; nil for any other.
  func constantTruth(_ expression: LuaSyntax.Expression) -> Bool? {
    switch expression {
    case .constant(let range, let isNil):
      switch script.text(in: range) {
      case "...": nil
      case "false": false
      default: !isNil
      }
    case .string, .function, .table: true
    case .parenthesized(let inner, _): constantTruth(inner)
    default: nil
    }
  }

  /// Whether the evaluation of an expression cannot fail, and runs no function.
  func isPlain(_ expression: LuaSyntax.Expression) -> Bool {
    switch expression {
    case .constant, .string, .function, .name(_, _?): true
    case .parenthesized(let inner, _), .unary("not", let inner, _): isPlain(inner)
    case .table(let table): table.entries.isEmpty
    case .binary("and", let left, let right), .binary("or", let left, let right): isPlain(left) && isPlain(right)
    // A value that is not a table is compared without a function.
    case .binary("==", let left, let right), .binary("~=", let left, let right):
      isPlain(left) && isPlain(right) && (isScalar(left) || isScalar(right))
    case .binary("<", let left, let right), .binary("<=", let left, let right), .binary(">", let left, let right),
      .binary(">=", let left, let right):
      isNumber(left) && isNumber(right)
    default: isNumber(expression)
    }
  }

  private func isScalar(_ expression: LuaSyntax.Expression) -> Bool {
    switch expression {
    case .string: true
    case .constant(let range, _): script.text(in: range) != "..."
    case .parenthesized(let inner, _): isScalar(inner)
    default: isNumber(expression)
    }
  }

  /// Whether an expression is a number, and its evaluation cannot fail.
  func isNumber(_ expression: LuaSyntax.Expression) -> Bool {
    switch expression {
    case .constant(let range, _): isNumber(at: range)
    case .name(_, let variable?): !variable.isReassigned && isNumber(variable.value)
    case .parenthesized(let inner, _), .unary("-", let inner, _): isNumber(inner)
    case .binary("+", let left, let right), .binary("-", let left, let right), .binary("*", let left, let right),
      .binary("/", let left, let right):
      isNumber(left) && isNumber(right)
    // Zero is no divisor of an integer.
    case .binary("%", let left, .constant(let range, _)), .binary("//", let left, .constant(let range, _)):
      isNumber(left) && isNumber(at: range) && (Int(script.text(in: range)) ?? 0) > 0
    default: false
    }
  }

  private func isNumber(_ value: LuaSyntax.Variable.Value) -> Bool {
    switch value {
    case .number: true
    case .result(let expression, 0): isNumber(expression)
    default: false
    }
  }

  private func isNumber(at range: SourceRange) -> Bool {
    script.text(in: range).utf8.first.map { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") } == true
      && script.text(in: range) != "..."
  }
}
