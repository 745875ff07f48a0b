/// What stands between operators.
extension FormulaParser {
  mutating func parseOperand() throws(Diagnostic) -> Int {
    let range = token.range
    switch token.kind {
    case .number(let value): return try literal(value)
    case .text(let text): return try literal(.string(text))
    case .blob(let bytes): return try literal(.data(DataValue(bytes: bytes)))
    case .keyword(.null): return try literal(.null)
    case .keyword(.yes), .keyword(.no):
      let truth = token.kind == .keyword(.yes)
      try advance()
      return add(.truth(truth), [], range)
    case .keyword(.case): return try nested(at: range) { parser throws(Diagnostic) in try parser.parseCase() }
    case .symbol("("): return try parseParentheses()
    case .symbol("["): return try parseBrackets()
    case .name(let name): return try parseName(name)
    case .keyword(let keyword):
      throw failure(
        "expected a value, found \(keyword.rawValue)", at: range,
        hint: "a property of that name is written [\(lexer.spelling(range))]")
    case .symbol, .end: throw failure("expected a value, found \(found)", at: range)
    }
  }

  private mutating func literal(_ value: Value) throws(Diagnostic) -> Int {
    let range = token.range
    try advance()
    return add(.literal(value), [], range)
  }

  private mutating func parseParentheses() throws(Diagnostic) -> Int {
    let open = token.range
    try advance()
    let content = try nested(at: open) { parser throws(Diagnostic) in try parser.parseExpression(.or) }
    try close(open, "to close \"(\"")
    return content
  }

  /// `( expression, … )`; may be empty.
  mutating func parseList(after word: String) throws(Diagnostic) -> [Int] {
    let open = token.range
    guard token.kind == .symbol("(") else { throw failure("expected \"(\" after \(word), found \(found)", at: open) }
    try advance()
    if token.kind == .symbol("*") {
      throw failure(
        "expected a value, found \(found)", at: token.range,
        hint: "there are no aggregate functions; a binding in brackets counts: [books.@count]")
    }
    var elements: [Int] = []
    if token.kind != .symbol(")") {
      elements = try nested(at: open) { parser throws(Diagnostic) in
        var elements = [try parser.parseExpression(.or)]
        while parser.token.kind == .symbol(",") {
          try parser.advance()
          elements.append(try parser.parseExpression(.or))
        }
        return elements
      }
    }
    try close(open, "to close the list")
    return elements
  }

  private mutating func close(_ open: SourceRange, _ purpose: String) throws(Diagnostic) {
    switch token.kind {
    case .symbol(")"): try advance()
    case .end: throw failure("expected \")\" \(purpose)", at: open)
    default: throw failure("expected an operator or \")\", found \(found)", at: token.range)
    }
  }

  /// `[any binding]`
  private mutating func parseBrackets() throws(Diagnostic) -> Int {
    let open = token.range
    outer.position = lexer.position
    let parts = try nested(at: open) { parser throws(Diagnostic) in try parser.outer.parseBracketed() }
    lexer.position = outer.position
    let range = SourceRange(open.lower, outer.tokens[outer.position - 1].range.upper)
    try advance()
    return add(.binding(parts), [], range)
  }

  // MARK: Names

  private mutating func parseName(_ name: String) throws(Diagnostic) -> Int {
    let (first, word) = (token, token.word)
    try advance()
    if token.kind == .symbol("(") {
      if word == "CAST" { return try parseCast(first.range) }
      return add(.call(name), try parseList(after: "\"\(name)\""), first.range)
    }
    if token.kind != .symbol("."), let moment = word.flatMap({ Self.moments[$0] }) {
      return add(.call(moment), [add(.literal(.string("now")), [], first.range)], first.range)
    }
    var steps = [Binding.KeyPathStep(range: first.range, kind: .name(name))]
    while token.kind == .symbol(".") {
      try advance()
      steps.append(try parseStep())
    }
    guard token.kind != .symbol("[") else {
      throw failure(
        "expected an operator, found \"[\"", at: token.range,
        hint: "an element is written [\(lexer.spelling(SourceRange(first.range.lower, token.range.lower)))[0]]")
    }
    return add(.path(steps), [], SourceRange(first.range.lower, steps.last?.range.upper ?? first.range.upper))
  }

  /// The names that have another meaning where a path or a function begins.
  static let reservedWords = Set(FormulaToken.Keyword.allCases.map(\.rawValue) + moments.keys + ["CAST"])

  /// What SQL calls the time.
  private static let moments = ["CURRENT_DATE": "date", "CURRENT_TIME": "time", "CURRENT_TIMESTAMP": "datetime"]

  /// A name after a dot, which may be a keyword, or a collection operator.
  private mutating func parseStep() throws(Diagnostic) -> Binding.KeyPathStep {
    let range = token.range
    switch token.kind {
    case .name(let name):
      try advance()
      return Binding.KeyPathStep(range: range, kind: .name(name))
    case .keyword:
      let name = lexer.spelling(range)
      try advance()
      return Binding.KeyPathStep(range: range, kind: .name(name))
    case .symbol("@"):
      try advance()
      guard case .name(let name) = token.kind, token.range.lower == range.upper else {
        throw failure("expected a collection operator after \"@\"", at: token.range)
      }
      let whole = SourceRange(range.lower, token.range.upper)
      guard let operation = CollectionOperator(rawValue: name) else { throw unknownOperator(name, at: whole) }
      try advance()
      return Binding.KeyPathStep(range: whole, kind: .collection(operation))
    default: throw failure("expected a name after \".\", found \(found)", at: range)
    }
  }

  // MARK: CASE, CAST and COLLATE

  /// `CASE [x] WHEN … THEN … [ELSE …] END`
  private mutating func parseCase() throws(Diagnostic) -> Int {
    let start = token.range
    try advance()
    var operands: [Int] = []
    let hasOperand = token.kind != .keyword(.when)
    if hasOperand { operands.append(try parseExpression(.or)) }
    try expect(.when, "expected WHEN in CASE")
    repeat {
      operands.append(try parseExpression(.or))
      try expect(.then, "expected THEN after the condition of WHEN")
      operands.append(try parseExpression(.or))
    } while try accept(.when)
    let hasElse = try accept(.else)
    if hasElse { operands.append(try parseExpression(.or)) }
    if token.kind == .end { throw failure("expected END to close CASE", at: start) }
    try expect(.end, hasElse ? "expected END to close CASE" : "expected WHEN, ELSE or END in CASE")
    return add(.conditional(hasOperand: hasOperand, hasElse: hasElse), operands, start)
  }

  private mutating func accept(_ keyword: FormulaToken.Keyword) throws(Diagnostic) -> Bool {
    guard token.kind == .keyword(keyword) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ keyword: FormulaToken.Keyword, _ message: String) throws(Diagnostic) {
    guard try accept(keyword) else { throw failure("\(message), found \(found)", at: token.range) }
  }

  /// `CAST(x AS type)`, from its `(`.
  private mutating func parseCast(_ range: SourceRange) throws(Diagnostic) -> Int {
    let open = token.range
    try advance()
    let operand = try nested(at: open) { parser throws(Diagnostic) in try parser.parseExpression(.or) }
    guard token.word == "AS" else { throw failure("expected AS in CAST, found \(found)", at: token.range) }
    try advance()
    let names = Formula.CastType.allCases.map(\.rawValue)
    guard let type = token.word.map({ $0 == "INT" ? "INTEGER" : $0 }).flatMap(Formula.CastType.init(rawValue:)) else {
      throw unknownWord("type of CAST", among: names)
    }
    try advance()
    try close(open, "to close CAST")
    return add(.cast(type), [operand], range)
  }

  mutating func parseCollation() throws(Diagnostic) -> Formula.Collation {
    guard let collation = token.word.flatMap(Formula.Collation.init(rawValue:)) else {
      throw unknownWord("collation", among: Formula.Collation.allCases.map(\.rawValue))
    }
    try advance()
    return collation
  }
}
