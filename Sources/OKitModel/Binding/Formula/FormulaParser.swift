/// Parses a formula, by precedence climbing. Only parentheses, brackets, signs, CASE and the right sides of operators
/// recurse; the levels of nesting are limited as in any binding.
///
/// This file parses operators, `FormulaParser+Operands` what stands between them, and `FormulaParser+Failure` has the
/// messages.
struct FormulaParser {
  /// The parser of the binding, whose parts in brackets it parses.
  var outer: BindingParser
  var lexer: FormulaLexer
  var token: FormulaToken
  var nodes: [Formula.Node] = []
  /// What may end the formula, besides its own parentheses and brackets.
  let closer: Unicode.Scalar?

  /// - Parameter outer: a parser at the first character after `=`.
  init(_ outer: BindingParser) throws(Diagnostic) {
    self.outer = outer
    closer = outer.closer
    lexer = FormulaLexer(text: outer.text, tokens: outer.tokens, position: outer.position)
    token = try lexer.next()
  }

  /// Parses up to the end of the part. `outer` is at what ends it then.
  mutating func parse() throws(Diagnostic) -> Formula {
    try parseExpression(.or)
    guard isAtEnd else { throw unexpectedToken() }
    outer.position = position(of: token)
    return Formula(nodes: nodes)
  }

  /// Whether the current token ends the part.
  private var isAtEnd: Bool {
    switch token.kind {
    case .end, .symbol(","): true
    case .symbol(let symbol): symbol.unicodeScalars.elementsEqual(closer.map { [$0] } ?? [])
    default: false
    }
  }

  /// The position of the first character of the current token among those of the binding.
  func position(of token: FormulaToken) -> Int {
    guard token.kind != .end else { return outer.tokens.count }
    // A symbol that ends a formula is one character.
    return lexer.position - 1
  }

  mutating func advance() throws(Diagnostic) { token = try lexer.next() }

  // MARK: Nodes

  mutating func add(_ kind: Formula.Kind, _ operands: [Int] = [], _ range: SourceRange) -> Int {
    nodes.append(Formula.Node(kind: kind, operands: operands, range: range))
    return nodes.count - 1
  }

  /// Counts levels of nesting.
  mutating func nested<Result>(
    _ levels: Int = 1, at range: SourceRange, _ body: (inout Self) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard outer.depth + levels <= BindingParser.maximumDepth else { throw depthFailure(at: range) }
    outer.depth += levels
    defer { outer.depth -= levels }
    return try body(&self)
  }

  // MARK: Operators

  /// Parses operators of at least a precedence, with their operands.
  @discardableResult
  mutating func parseExpression(_ least: Formula.Precedence) throws(Diagnostic) -> Int {
    var left = try parsePrefixed(least)
    while let next = try parseOperator(after: left, least) { left = next }
    return left
  }

  /// Signs bind more strongly than anything after their operand; NOT takes everything that binds more strongly than
  /// itself.
  private mutating func parsePrefixed(_ least: Formula.Precedence) throws(Diagnostic) -> Int {
    let range = token.range
    switch token.kind {
    case .symbol("-"):
      try advance()
      return try parseSigned(.minus, range)
    case .symbol("+"):
      try advance()
      return try parseSigned(.plus, range)
    case .symbol("~"):
      try advance()
      return try parseSigned(.bitNot, range)
    case .keyword(.not):
      try advance()
      // After an operator that binds more strongly it counts as in parentheses, with which it is printed.
      let levels = least > .not ? 2 : 1
      let operand = try nested(levels, at: range) { parser throws(Diagnostic) in try parser.parseExpression(.not) }
      return add(.unary(.not), [operand], range)
    default: return try parseOperand()
    }
  }

  private mutating func parseSigned(
    _ sign: Formula.UnaryOperator, _ range: SourceRange
  ) throws(Diagnostic) -> Int {
    let operand = try nested(at: range) { parser throws(Diagnostic) in try parser.parsePrefixed(.sign) }
    if sign == .minus, isMagnitudeOfLeastInteger(nodes[operand]) {
      nodes[operand] = Formula.Node(
        kind: .literal(.int(.min)), operands: [], range: SourceRange(range.lower, nodes[operand].range.upper))
      return operand
    }
    return add(.unary(sign), [operand], range)
  }

  /// Whether a literal, which can be in parentheses, has digits that are too large for an integer without the sign.
  private func isMagnitudeOfLeastInteger(_ node: Formula.Node) -> Bool {
    guard case .literal(.double(0x1p63)) = node.kind else { return false }
    return lexer.spelling(node.range) == "9223372036854775808"
  }

  /// Parses the operator after an operand, with the rest of its operands; nil where it binds less strongly.
  private mutating func parseOperator(
    after left: Int, _ least: Formula.Precedence
  ) throws(Diagnostic) -> Int? {
    let range = token.range
    if let operation = Formula.BinaryOperator(token.kind) {
      guard operation.precedence >= least else { return nil }
      try advance()
      return add(.binary(operation), [left, try parseExpression(operation.precedence.next)], range)
    }
    if token.kind == .keyword(.collate) {
      guard .collate >= least else { return nil }
      try advance()
      return add(.collate(try parseCollation()), [left], range)
    }
    guard .equality >= least else { return nil }
    switch token.kind {
    case .keyword(.isNull):
      try advance()
      return add(.unary(.isNull), [left], range)
    case .keyword(.notNull):
      try advance()
      return add(.unary(.notNull), [left], range)
    case .keyword(.is):
      try advance()
      return try parseIs(left, range)
    case .keyword(.not):
      try advance()
      if token.kind == .keyword(.null) {
        try advance()
        return add(.unary(.notNull), [left], range)
      }
      guard let node = try parseTest(left, range, negated: true) else {
        throw failure("expected IN, LIKE, GLOB, REGEXP, BETWEEN or NULL after NOT, found \(found)", at: token.range)
      }
      return node
    default: return try parseTest(left, range, negated: false)
    }
  }

  /// `IS`, `IS NOT`, `IS DISTINCT FROM` and `IS NOT DISTINCT FROM`
  private mutating func parseIs(_ left: Int, _ range: SourceRange) throws(Diagnostic) -> Int {
    var isNegated = false
    if token.kind == .keyword(.not) {
      isNegated = true
      try advance()
    }
    if token.word == "DISTINCT" {
      let before = self
      try advance()
      if token.word == "FROM" {
        isNegated.toggle()
        try advance()
      } else {
        self = before
      }
    }
    let right = try parseExpression(.comparison)
    return add(.binary(isNegated ? .notSame : .same), [left, right], range)
  }

  /// `LIKE`, `GLOB`, `REGEXP`, `BETWEEN` and `IN`; nil for anything else.
  private mutating func parseTest(
    _ left: Int, _ range: SourceRange, negated: Bool
  ) throws(Diagnostic) -> Int? {
    if let operation = token.word.flatMap(Formula.PatternOperator.init(rawValue:)) {
      try advance()
      var operands = [left, try parseExpression(.comparison)]
      if token.word == "ESCAPE" {
        let escape = token.range
        try advance()
        guard operation == .like else { throw failure("\(operation.rawValue) has no ESCAPE", at: escape) }
        operands.append(try parseExpression(.comparison))
      }
      return add(.pattern(operation, negated: negated), operands, range)
    }
    switch token.kind {
    case .keyword(.between):
      try advance()
      let least = try parseExpression(.not)
      guard token.kind == .keyword(.and) else {
        throw failure("expected AND after the first bound of BETWEEN, found \(found)", at: token.range)
      }
      try advance()
      return add(.between(negated: negated), [left, least, try parseExpression(.comparison)], range)
    case .keyword(.in):
      try advance()
      return add(.membership(negated: negated), [left] + (try parseList(after: "IN")), range)
    default: return nil
    }
  }
}
