import LuaSyntax

/// Writes conditions, and chains of `and` and `or`, as jumps. What is known where the script goes on is counted there
/// by one counter: if `a` of `a and b` is false, so is `a and b`.
final class ChainWriter {
  /// What a counter counts.
  enum Event: Hashable {
    /// The statement ran.
    case run
    /// The outcome of a branch of the function.
    case outcome(Int, Bool)
  }

  /// What follows when a part of a chain is true, or false.
  struct Exit {
    /// The statement that goes on elsewhere; nil to go on after the part.
    var jump: String?
    var events: [Event] = []
    /// Whether the variable must have the value.
    var needsValue = false
  }

  private struct Branch {
    var number: Int
    var offset: Int
    var source: SourceRange
  }

  let script: ScriptInstrumenter
  private let context: ScriptInstrumenter.Context
  /// What has happened before the next text, and is not counted yet.
  private var pending: [Event]
  private var branches: [Branch] = []
  private var counters: [Event: [ScriptInstrumenter.Counter]] = [:]
  /// The variable for the value of a chain.
  var variable: String

  init(_ script: ScriptInstrumenter, _ context: ScriptInstrumenter.Context, countsRun: Bool = false) {
    (self.script, self.context) = (script, context)
    (pending, variable) = (countsRun ? [.run] : [], script.names.value)
  }

  // MARK: Counting

  /// Adds a branch, and returns its number.
  func addBranch(at offset: Int, _ source: SourceRange) -> Int {
    branches.append(Branch(number: script.makeBranch(context), offset: offset, source: source))
    return branches[branches.count - 1].number
  }

  /// Returns a statement that counts events; empty for none.
  private func count(_ events: [Event]) -> String {
    guard !events.isEmpty else { return "" }
    let counter = script.makeCounter(context)
    add([counter], events)
    return script.statement(counter)
  }

  private func add(_ new: [ScriptInstrumenter.Counter], _ events: [Event]) {
    for event in events { counters[event, default: []] += new }
  }

  /// Counts what has happened before an offset.
  func flush(at offset: Int) {
    guard isWaiting else { return }
    script.insert(count(pending), at: offset)
    pending = []
  }

  /// Whether something has happened that is not counted yet.
  var isWaiting: Bool { !pending.isEmpty }

  /// Lets the counters of the next statement count what has happened.
  func flush(into counters: [ScriptInstrumenter.Counter]) {
    add(counters, pending)
    pending = []
  }

  /// Adds the items of the branches, and returns the counters of the statement.
  @discardableResult
  func finish() -> [ScriptInstrumenter.Counter] {
    for branch in branches {
      script.addBranch(
        branch.number, at: branch.offset, branch.source, context,
        whenTrue: counters[.outcome(branch.number, true)] ?? [],
        whenFalse: counters[.outcome(branch.number, false)] ?? [])
    }
    return counters[.run] ?? []
  }

  // MARK: Jumps

  /// Writes a condition.
  ///
  /// At most one exit jumps. Without any, the variable gets the value.
  func write(_ test: LuaSyntax.Expression, _ yes: Exit, _ no: Exit) {
    switch test {
    case .parenthesized(let inner, let range) where script.isChain(inner):
      script.replace(SourceRange(range.lower, range.lower + 1), " ")
      write(inner, yes, no)
      script.replace(SourceRange(range.upper - 1, range.upper), " ")
    case .unary("not", let inner, let range) where script.isChain(inner) && !yes.needsValue && !no.needsValue:
      script.replace(SourceRange(range.lower, range.lower + "not".utf8.count), "")
      write(inner, no, yes)
    case .binary("and", let left, let right), .binary("or", let left, let right):
      guard let token = script.token(from: left.range.upper), isCounted(left, token) else {
        return writeOperand(test, yes, no)
      }
      let number = addBranch(at: token.range.lower, test.range)
      let evaluated = token.isKeyword("and")
      // The left side is the result when the right one is not evaluated.
      var skipping = evaluated ? no : yes
      let label = skipping.jump == nil ? script.makeLabel() : nil
      skipping.jump = label.map { "goto \($0) " } ?? skipping.jump
      skipping.events.insert(.outcome(number, !evaluated), at: 0)
      let going = Exit(events: [.outcome(number, evaluated)])
      write(left, evaluated ? going : skipping, evaluated ? skipping : going)
      script.replace(token.range, " ")
      write(right, yes, no)
      if let label { place(label, at: right.range.upper) }
    default: writeOperand(test, yes, no)
    }
  }

  private func isCounted(_ left: LuaSyntax.Expression, _ token: LuaToken) -> Bool {
    script.isBranch(left) && !script.isIgnored(token.range.lower)
  }

  private func writeOperand(_ operand: LuaSyntax.Expression, _ yes: Exit, _ no: Exit) {
    let range = operand.range
    if !script.isPlain(operand) { flush(at: range.lower) }
    guard let jump = yes.jump ?? no.jump else { return writeValue(operand) }
    if let truth = script.constantTruth(operand) { return writeConstant(operand, truth ? yes : no) }
    let (jumping, going) = yes.jump == nil ? (no, yes) : (yes, no)
    let before = pending
    pending = []
    let head = yes.jump == nil ? "if not" : "if "
    if yes.needsValue || no.needsValue {
      script.insert("\(variable)=", at: range.lower)
      script.visit(operand, context)
      script.insert(";\(head) \(variable) then \(count(before + jumping.events))\(jump)end ", at: range.upper)
    } else {
      script.insert(yes.jump == nil ? "if not(" : "if ", at: range.lower)
      script.visit(operand, context)
      let tail = yes.jump == nil ? ")" : ""
      script.insert("\(tail) then \(count(before + jumping.events))\(jump)end ", at: range.upper)
    }
    pending = before + going.events
  }

  /// Assigns a value to the variable.
  ///
  /// - Parameter name: What a function is called.
  func writeValue(_ value: LuaSyntax.Expression, name: String? = nil) {
    flush(at: value.range.lower)
    script.insert("\(variable)=", at: value.range.lower)
    script.visit(value, context, name: name)
    script.insert(";", at: value.range.upper)
  }

  /// Writes an operand that is always true, or always false.
  ///
  /// - Parameter exit: What follows it.
  private func writeConstant(_ operand: LuaSyntax.Expression, _ exit: Exit) {
    script.insert(exit.needsValue ? "\(variable)=" : "if ", at: operand.range.lower)
    script.visit(operand, context)
    script.insert(exit.needsValue ? ";" : " then end ", at: operand.range.upper)
    pending += exit.events
    guard let jump = exit.jump else { return }
    let events = pending
    pending = []
    script.insert(count(events) + jump, at: operand.range.upper)
  }

  /// Places a label, which is also reached from elsewhere.
  func place(_ label: String, at offset: Int) {
    flush(at: offset)
    script.insert("::\(label)::", at: offset)
  }

  // MARK: Calls

  /// Counts the outcomes of a chain in an expression, where no statement can stand: `f(3,(a)) and b`.
  func writeCalls(_ test: LuaSyntax.Expression, _ yes: [Event] = [], _ no: [Event] = []) {
    switch test {
    case .parenthesized(let inner, _) where script.isChain(inner): writeCalls(inner, yes, no)
    case .unary("not", let inner, _) where script.isChain(inner): writeCalls(inner, no, yes)
    case .binary("and", let left, let right), .binary("or", let left, let right):
      guard let token = script.token(from: left.range.upper), isCounted(left, token) else {
        return writeCall(test, yes, no)
      }
      let evaluated = token.isKeyword("and")
      let number = addBranch(at: token.range.lower, test.range)
      var (going, skipping) = ([Event.outcome(number, evaluated)], [Event.outcome(number, !evaluated)])
      skipping += evaluated ? no : yes
      // What is always true or false needs no call.
      let constant = script.constantTruth(right)
      if let constant { going += constant ? yes : no }
      writeCalls(left, evaluated ? going : skipping, evaluated ? skipping : going)
      if constant == nil { writeCalls(right, yes, no) } else { script.visit(right, context) }
    default: writeCall(test, yes, no)
    }
  }

  private func writeCall(_ operand: LuaSyntax.Expression, _ yes: [Event], _ no: [Event]) {
    guard !yes.isEmpty || !no.isEmpty else { return script.visitParts(of: operand, context) }
    let number = script.makeOperator()
    add([.operation(number, true)], yes)
    add([.operation(number, false)], no)
    script.insert("\(script.names.count)(\(number),(", at: operand.range.lower)
    script.visitParts(of: operand, context)
    script.insert("))", at: operand.range.upper)
  }
}
