extension LuaParser {
  /// Parses statements up to the keyword that ends them, in a scope of their own.
  mutating func block() throws(Diagnostic) -> LuaSyntax.Block {
    openScope()
    defer { closeScope() }
    return try statements()
  }

  private var isBlockEnd: Bool {
    [.end, .keyword("end"), .keyword("else"), .keyword("elseif"), .keyword("until")].contains(token.kind)
  }

  private mutating func statements() throws(Diagnostic) -> LuaSyntax.Block {
    try enter()
    defer { leave() }
    var block = LuaSyntax.Block()
    let blockStart = end
    while !isBlockEnd {
      if consume(symbol: ";") { continue }
      let start = token.range.lower
      if consume(keyword: "return") {
        let values = isBlockEnd || token.isSymbol(";") ? [] : try expressions()
        block.statements.append(.results(values))
        block.ranges.append(SourceRange(start, end))
        _ = consume(symbol: ";")
        guard isBlockEnd else { throw unexpected("the end of the block") }
        break
      }
      block.statements.append(try statement())
      block.ranges.append(SourceRange(start, end))
    }
    block.range = SourceRange(blockStart, token.range.lower)
    return block
  }

  private mutating func statement() throws(Diagnostic) -> LuaSyntax.Statement {
    guard case .keyword = token.kind else {
      if consume(symbol: "::") {
        _ = try name()
        try expect(symbol: "::")
        return .jump
      }
      return try expressionStatement()
    }
    if consume(keyword: "local") {
      return consume(keyword: "function") ? try localFunction() : try local()
    }
    if token.isKeyword("function") { return try functionStatement() }
    if consume(keyword: "if") { return try condition() }
    if consume(keyword: "for") { return try loop() }
    if consume(keyword: "while") {
      let test = try expression()
      try expect(keyword: "do")
      return .whileLoop(test, try closedBlock())
    }
    if consume(keyword: "do") { return .block(try closedBlock()) }
    if consume(keyword: "repeat") { return try repeatLoop() }
    if consume(keyword: "break") { return .jump }
    if consume(keyword: "goto") {
      _ = try name()
      return .jump
    }
    return try expressionStatement()
  }

  /// A block and its `end`.
  private mutating func closedBlock() throws(Diagnostic) -> LuaSyntax.Block {
    let block = try block()
    try expect(keyword: "end")
    return block
  }

  // MARK: Declarations

  private mutating func local() throws(Diagnostic) -> LuaSyntax.Statement {
    var names: [LuaSyntax.Name] = []
    repeat {
      names.append(try name())
      if consume(symbol: "<") {
        _ = try name()
        try expect(symbol: ">")
      }
    } while consume(symbol: ",")
    let values = consume(symbol: "=") ? try expressions() : []
    // The variables are visible after their values only.
    let variables = names.enumerated().map { index, name in
      LuaSyntax.Variable(name, Self.value(index, of: values))
    }
    for variable in variables { declare(variable) }
    return .local(variables, values: values)
  }

  /// The value of a variable among several; the last expression may have several results.
  private static func value(_ index: Int, of values: [LuaSyntax.Expression]) -> LuaSyntax.Variable.Value {
    if values.indices.contains(index) { return .result(values[index], index: 0) }
    guard let last = values.last, case .call = last else { return .unknown }
    return .result(last, index: index - values.count + 1)
  }

  private mutating func localFunction() throws(Diagnostic) -> LuaSyntax.Statement {
    let start = end
    let variable = LuaSyntax.Variable(try name())
    declare(variable)
    let function = try functionBody(isMethod: false, start: start)
    variable.value = .function(.init(function: function))
    return .localFunction(variable, function)
  }

  private mutating func functionStatement() throws(Diagnostic) -> LuaSyntax.Statement {
    let start = token.range.lower
    advance()
    let first = try name()
    var target = reference(first)
    if !token.isSymbol("."), !token.isSymbol(":") { assign(to: target) }
    var isMethod = false
    var count = 0
    while !isMethod {
      isMethod = token.isSymbol(":")
      guard isMethod || token.isSymbol(".") else { break }
      advance()
      count += 1
      guard count <= Self.maximumChain else { throw tooComplex() }
      target = .field(target, try name())
    }
    return .function(target: target, try functionBody(isMethod: isMethod, start: start))
  }

  // MARK: Control

  private mutating func condition() throws(Diagnostic) -> LuaSyntax.Statement {
    var branches: [(test: LuaSyntax.Expression, body: LuaSyntax.Block)] = []
    repeat {
      let test = try expression()
      try expect(keyword: "then")
      branches.append((test, try block()))
    } while consume(keyword: "elseif")
    let otherwise = consume(keyword: "else") ? try block() : nil
    try expect(keyword: "end")
    return .condition(branches, otherwise: otherwise)
  }

  private mutating func repeatLoop() throws(Diagnostic) -> LuaSyntax.Statement {
    // The condition sees the variables of the block.
    openScope()
    defer { closeScope() }
    let body = try statements()
    try expect(keyword: "until")
    return .repeatLoop(body, until: try expression())
  }

  private mutating func loop() throws(Diagnostic) -> LuaSyntax.Statement {
    let first = try name()
    openScope()
    defer { closeScope() }
    if consume(symbol: "=") {
      let bounds = try expressions()
      try expect(keyword: "do")
      let variable = LuaSyntax.Variable(first, .number)
      declare(variable)
      return .numericLoop(variable, bounds, try closedBlock())
    }
    var names = [first]
    while consume(symbol: ",") { names.append(try name()) }
    try expect(keyword: "in")
    let values = try expressions()
    try expect(keyword: "do")
    let variables = names.enumerated().map { LuaSyntax.Variable($1, .loop(values, index: $0)) }
    for variable in variables { declare(variable) }
    return .genericLoop(variables, values, try closedBlock())
  }

  // MARK: Expressions

  private mutating func expressionStatement() throws(Diagnostic) -> LuaSyntax.Statement {
    let first = try suffixedExpression()
    guard token.isSymbol("=") || token.isSymbol(",") else {
      guard case .call = first else { throw unexpected() }
      return .call(first)
    }
    var targets = [first]
    while consume(symbol: ",") { targets.append(try suffixedExpression()) }
    try expect(symbol: "=")
    for target in targets {
      switch target {
      case .name, .field, .index: assign(to: target)
      default: throw unexpected()
      }
    }
    return .assignment(targets: targets, values: try expressions())
  }
}
