import LuaSyntax

extension ScriptInstrumenter {
  /// Counts the lines of a block, and all that is in them.
  ///
  /// - Parameter needsEntry: Whether to count how often the block began.
  /// - Returns: The counter of its beginning, if it is needed.
  @discardableResult
  func visit(_ block: LuaSyntax.Block, _ context: Context, needsEntry: Bool) -> Counter? {
    var entry: Counter?
    // That of the statement before, if this one runs as often.
    var shared: Counter?
    for (statement, range) in zip(block.statements, block.ranges) {
      let isLabel = script.text(in: SourceRange(range.lower, range.lower + 1)) == ":"
      let isIgnored = isIgnored(range.lower)
      var counter: Counter?
      if isLabel { shared = nil }
      if !isLabel, !isIgnored, !countedLines.contains(line(of: range.lower)), statement.isCounted {
        let own = shared ?? makeCounter(context)
        if shared == nil { insert(self.statement(own), at: range.lower) }
        addLine(at: range.lower, own, context)
        counter = own
      }
      if needsEntry, entry == nil {
        entry = counter ?? makeEntry(isLabel ? block.range.lower : range.lower, context)
        counter = entry
      }
      if isLabel { continue }
      if !isIgnored { visit(statement, range, context) }
      shared = statement.isPlain && !script.text(in: range).contains("<") ? counter ?? shared : nil
    }
    return entry ?? (needsEntry ? makeEntry(block.range.lower, context) : nil)
  }

  /// Inserts a counter at an offset.
  private func makeEntry(_ offset: Int, _ context: Context) -> Counter {
    let counter = makeCounter(context)
    insert(" " + statement(counter), at: offset)
    return counter
  }

  private func visit(_ statement: LuaSyntax.Statement, _ range: SourceRange, _ context: Context) {
    if lower(statement, range, context) { return }
    switch statement {
    case .local(let variables, let values):
      for (index, value) in values.enumerated() {
        visit(value, context, name: variables.indices.contains(index) ? variables[index].name.text : nil)
      }
    case .localFunction(let variable, let function): visit(function, variable.name.text, context)
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
    case .condition(let branches, let otherwise): visitCondition(branches, otherwise, range, context)
    case .numericLoop(_, let values, let body), .genericLoop(_, let values, let body):
      for value in values { visit(value, context) }
      visit(body, context, needsEntry: false)
    case .results(let values): for value in values { visit(value, context) }
    case .jump: break
    }
  }

  /// Counts a function: its calls, and all that is in it.
  func visit(_ function: LuaSyntax.Function, _ name: String, _ context: Context) {
    guard !isIgnored(function.range.lower) else { return }
    let own = makeContext(name, in: context)
    note(function, own)
    insert(" local \(names.own)=\(names.all)[\(own.number)];", at: function.body.range.lower)
    if let entry = visit(function.body, own, needsEntry: true) { addFunction(at: function.range.lower, entry, own) }
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

  /// Whether the statement after it runs as often, whatever happens.
  fileprivate var isPlain: Bool {
    switch self {
    case .local(_, let values): values.allSatisfy(\.isPlain)
    case .localFunction: true
    case .function(.name(_, _?), _): true
    default: false
    }
  }
}

extension LuaSyntax.Expression {
  /// Whether its evaluation cannot fail.
  fileprivate var isPlain: Bool {
    switch self {
    case .constant, .string, .function, .name(_, _?): true
    case .parenthesized(let inner, _), .unary("not", let inner, _): inner.isPlain
    case .table(let table): table.entries.isEmpty
    default: false
    }
  }
}
