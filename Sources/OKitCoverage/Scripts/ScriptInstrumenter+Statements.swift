import LuaSyntax

extension ScriptInstrumenter {
  /// Counts the lines of a block, and all that is in them.
  ///
  /// - Parameter needsEntry: Whether to count how often the block began.
  /// - Returns: The counter of its beginning, if it is needed.
  @discardableResult
  func visit(_ block: LuaSyntax.Block, _ context: Context, needsEntry: Bool) -> [Counter]? {
    var entry: [Counter]?
    // Those of the statement before, if this one runs as often.
    var shared: [Counter] = []
    for (statement, range) in zip(block.statements, block.ranges) {
      let isLabel = script.text(in: SourceRange(range.lower, range.lower + 1)) == ":"
      let needsEntry = needsEntry && entry == nil
      if isLabel {
        shared = []
        if needsEntry { entry = makeEntry(block.range.lower, context) }
        continue
      }
      context.declare(statement)
      let isIgnored = isIgnored(range.lower)
      let isLine = !isIgnored && !countedLines.contains(line(of: range.lower)) && statement.isCounted
      let item = isLine ? addLine(at: range.lower, context) : nil
      var (counters, isVisited) = (shared, false)
      if shared.isEmpty, isLine || needsEntry {
        if !isIgnored, let own = visitCounting(statement, range, context) {
          (counters, isVisited) = (own, true)
        } else {
          counters = makeEntry(range.lower, context)
        }
      }
      if let item { count(item, counters) }
      if needsEntry { entry = counters }
      if !isIgnored, !isVisited { visit(statement, range, context) }
      shared = isPlain(statement) && !script.text(in: range).contains("<") ? counters : []
    }
    return entry ?? (needsEntry ? makeEntry(block.range.lower, context) : nil)
  }

  /// Inserts a counter at an offset.
  private func makeEntry(_ offset: Int, _ context: Context) -> [Counter] {
    let counter = makeCounter(context)
    insert((endsWord(offset) ? " " : "") + statement(counter), at: offset)
    return [counter]
  }

  /// Counts a statement whose own parts count that it runs.
  ///
  /// - Returns: Its counters; nil for a statement that does not, which is not changed.
  private func visitCounting(
    _ statement: LuaSyntax.Statement, _ range: SourceRange, _ context: Context
  ) -> [Counter]? {
    if case .condition(let branches, let otherwise) = statement, isJumping(branches) {
      return visitJumps(branches, otherwise, range, context, countsRun: true)
    }
    return lower(statement, range, context, countsRun: true)
  }

  private func visit(_ statement: LuaSyntax.Statement, _ range: SourceRange, _ context: Context) {
    if lower(statement, range, context, countsRun: false) != nil { return }
    switch statement {
    case .local(let variables, let values):
      for (index, value) in values.enumerated() {
        visit(value, context, name: variables.indices.contains(index) ? variables[index].name.text : nil)
      }
    case .localFunction(let variable, let function):
      // Its range begins after the keyword.
      visit(function, variable.name.text, context, at: variable.name.range.lower)
    case .assignment(let targets, let values):
      for target in targets { visit(target, context) }
      for (index, value) in values.enumerated() {
        visit(value, context, name: targets.indices.contains(index) ? name(of: targets[index]) : nil)
      }
    case .function(let target, let function): visit(function, name(of: target), context)
    case .call(let call): visit(call, context)
    case .block(let block): visit(block, context, needsEntry: false)
    case .whileLoop(let test, let body): visitWhile(test, body, range, context)
    case .repeatLoop(let body, let test): visitRepeat(body, test, context)
    case .condition(let branches, let otherwise) where isJumping(branches):
      _ = visitJumps(branches, otherwise, range, context, countsRun: false)
    case .condition(let branches, let otherwise): visitCondition(branches, otherwise, range, context)
    case .numericLoop(_, let values, let body), .genericLoop(_, let values, let body):
      for value in values { visit(value, context) }
      visit(body, context, needsEntry: false)
    case .results(let values): for value in values { visit(value, context) }
    case .jump: break
    }
  }

  /// Counts a function: its calls, and all that is in it.
  ///
  /// - Parameter place: Its place in reports; nil for its beginning.
  func visit(_ function: LuaSyntax.Function, _ name: String, _ context: Context, at place: Int? = nil) {
    guard !isIgnored(function.range.lower) else { return }
    let own = makeContext(name, in: context)
    own.variables = Set(function.parameters.map(ObjectIdentifier.init))
    note(function, own)
    insert(" local \(names.own)=\(names.all)[\(own.number)];", at: function.body.range.lower)
    if let entry = visit(function.body, own, needsEntry: true) {
      addFunction(at: place ?? function.range.lower, entry, own)
    }
  }

  /// The name of a function that is assigned: `Shop.total`, also for `Shop:total`.
  private func name(of target: LuaSyntax.Expression) -> String {
    switch target {
    case .name(let name, _): name.text
    case .field(let object, let name): "\(self.name(of: object)).\(name.text)"
    case .index(let object, .string(let key), _): "\(name(of: object)).\(key.value)"
    default: "function"
    }
  }
}

extension LuaSyntax.Statement {
  /// Whether a line in which it begins is counted.
  fileprivate var isCounted: Bool { if case .block = self { false } else { true } }
}

extension ScriptInstrumenter {
  /// Whether the statement after one runs as often, whatever happens.
  fileprivate func isPlain(_ statement: LuaSyntax.Statement) -> Bool {
    switch statement {
    case .local(_, let values): values.allSatisfy(isPlain)
    case .localFunction: true
    case .function(.name(_, _?), _): true
    default: false
    }
  }

  /// Whether a word ends at an offset.
  private func endsWord(_ offset: Int) -> Bool {
    offset > 0
      && script.text(in: SourceRange(offset - 1, offset)).utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
      }
  }
}

extension ScriptInstrumenter.Context {
  /// Notes the variables that a statement declares.
  fileprivate func declare(_ statement: LuaSyntax.Statement) {
    switch statement {
    case .local(let new, _), .genericLoop(let new, _, _): variables.formUnion(new.map(ObjectIdentifier.init))
    case .localFunction(let variable, _), .numericLoop(let variable, _, _): variables.insert(ObjectIdentifier(variable))
    default: break
    }
  }
}
