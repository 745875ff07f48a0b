extension LuaParser {
  mutating func expressions() throws(Diagnostic) -> [LuaSyntax.Expression] {
    var all = [try expression()]
    while consume(symbol: ",") { all.append(try expression()) }
    return all
  }

  mutating func expression() throws(Diagnostic) -> LuaSyntax.Expression { try expression(above: 0) }

  // MARK: Operators

  /// The binding strength of a binary operator to its left and right; those of Lua's own parser.
  private static let priorities: [LuaToken.Word: (left: Int, right: Int)] = [
    "or": (1, 1), "and": (2, 2), "<": (3, 3), ">": (3, 3), "<=": (3, 3), ">=": (3, 3), "~=": (3, 3), "==": (3, 3),
    "|": (4, 4), "~": (5, 5), "&": (6, 6), "<<": (7, 7), ">>": (7, 7), "..": (9, 8), "+": (10, 10), "-": (10, 10),
    "*": (11, 11), "/": (11, 11), "//": (11, 11), "%": (11, 11), "^": (14, 13),
  ]
  private static let unaryPriority = 12

  /// The operator at the position; nil when there is something else.
  private var sign: LuaToken.Word? {
    switch token.kind {
    case .symbol(let sign), .keyword(let sign): sign
    default: nil
    }
  }

  private mutating func expression(above limit: Int) throws(Diagnostic) -> LuaSyntax.Expression {
    try enter()
    defer { leave() }
    return try operation(above: limit)
  }

  private mutating func operation(above limit: Int) throws(Diagnostic) -> LuaSyntax.Expression {
    let start = token.range.lower
    var left: LuaSyntax.Expression
    if let sign, ["not", "-", "#", "~"].contains(sign) {
      advance()
      let operand = try expression(above: Self.unaryPriority)
      left = .unary(sign.text, operand, SourceRange(start, end))
    } else {
      left = try simpleExpression()
    }
    var count = 0
    while let sign, let priority = Self.priorities[sign], priority.left > limit {
      advance()
      count += 1
      guard count <= Self.maximumChain else { throw tooComplex() }
      left = .binary(sign.text, left, try expression(above: priority.right))
    }
    return left
  }

  private mutating func simpleExpression() throws(Diagnostic) -> LuaSyntax.Expression {
    if let string = try string() { return .string(string) }
    let token = token
    switch token.kind {
    case .number, .keyword("nil"), .keyword("true"), .keyword("false"), .symbol("..."):
      advance()
      return .constant(token.range, isNil: token.isKeyword("nil"))
    case .keyword("function"):
      advance()
      return .function(try functionBody(isMethod: false, start: token.range.lower))
    case .symbol("{"): return .table(try table())
    default: return try suffixedExpression()
    }
  }

  // MARK: Suffixes

  mutating func suffixedExpression() throws(Diagnostic) -> LuaSyntax.Expression {
    let start = token.range.lower
    var value: LuaSyntax.Expression
    if consume(symbol: "(") {
      let inner = try expression()
      try expect(symbol: ")")
      value = .parenthesized(inner, SourceRange(start, end))
    } else {
      value = reference(try name())
    }
    var count = 0
    while true {
      count += 1
      guard count <= Self.maximumChain else { throw tooComplex() }
      if consume(symbol: ".") {
        value = .field(value, try name())
      } else if consume(symbol: "[") {
        let key = try expression()
        try expect(symbol: "]")
        value = .index(value, key, SourceRange(start, end))
      } else if token.isSymbol(":") {
        advance()
        let method = try name()
        guard isArgumentStart else { throw unexpected("the arguments of a call") }
        value = try call(value, method: method, start)
      } else if isArgumentStart {
        value = try call(value, method: nil, start)
      } else {
        return value
      }
    }
  }

  private var isArgumentStart: Bool {
    token.isString || token.isSymbol("(") || token.isSymbol("{")
  }

  private mutating func call(
    _ callee: LuaSyntax.Expression, method: LuaSyntax.Name?, _ start: Int
  ) throws(Diagnostic) -> LuaSyntax.Expression {
    let first = token
    let arguments: [LuaSyntax.Expression]
    if let string = try string() {
      arguments = [.string(string)]
    } else if first.isSymbol("{") {
      arguments = [.table(try table())]
    } else {
      advance()
      arguments = token.isSymbol(")") ? [] : try expressions()
      try expect(symbol: ")")
    }
    let call = LuaSyntax.Call(
      callee, method: method, arguments, range: SourceRange(start, end), argumentStart: first.range.lower)
    calls.append(call)
    return .call(call)
  }

  // MARK: Tables and functions

  private mutating func table() throws(Diagnostic) -> LuaSyntax.Table {
    let start = token.range.lower
    try expect(symbol: "{")
    let entries = try entries()
    try expect(symbol: "}")
    return LuaSyntax.Table(entries, SourceRange(start, end))
  }

  private mutating func entries() throws(Diagnostic) -> [LuaSyntax.Table.Entry] {
    try enter()
    defer { leave() }
    var entries: [LuaSyntax.Table.Entry] = []
    while !token.isSymbol("}") {
      let start = token.range.lower
      var key: LuaSyntax.Table.Key?
      if consume(symbol: "[") {
        key = .value(try expression())
        try expect(symbol: "]")
        try expect(symbol: "=")
      } else if token.kind == .name, next.isSymbol("=") {
        key = .name(try name())
        advance()
      }
      let value = try expression()
      entries.append(.init(key: key, value: value, range: SourceRange(start, end)))
      guard consume(symbol: ",") || consume(symbol: ";") else { break }
    }
    return entries
  }

  /// The parameters and the body of a function, up to its `end`.
  mutating func functionBody(isMethod: Bool, start: Int) throws(Diagnostic) -> LuaSyntax.Function {
    let function = LuaSyntax.Function(isMethod: isMethod, start: start)
    openScope()
    defer { closeScope() }
    func add(_ name: LuaSyntax.Name, to parser: inout LuaParser) {
      let variable = LuaSyntax.Variable(name, .parameter(.init(function: function), index: function.parameters.count))
      function.parameters.append(variable)
      parser.declare(variable)
    }
    if isMethod { add(LuaSyntax.Name(text: "self", range: SourceRange(start, start)), to: &self) }
    try expect(symbol: "(")
    while !token.isSymbol(")") {
      if consume(symbol: "...") {
        function.isVariadic = true
        break
      }
      add(try name(), to: &self)
      guard consume(symbol: ",") else { break }
    }
    try expect(symbol: ")")
    function.body = try block()
    try expect(keyword: "end")
    function.range = SourceRange(start, end)
    return function
  }
}
