import OKitModel

/// Random expressions and rows, reproducible by seed.
struct RandomExpressions {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// An expression as a formula and for SQLite, which has another `+`.
  struct Expression {
    var formula: String
    var sql: String

    init(_ text: String) { (formula, sql) = (text, text) }
    init(_ formula: String, sql: String) { (self.formula, self.sql) = (formula, sql) }
  }

  static let texts = [
    "", " ", "a", "A", "abc", "ABC ", "abc  ", " 12abc", "12", " 12 ", "1e3", "-5.5", "0x1f", "é", "É", "ß", "%", "_",
    "a%b", "it's", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1.", ".5", "+7", "-", "1e",
    "1e308", "1e309", "true", "NULL", "12.0", "emma", "a b", "日本", "😀", "-0", "-0.0", "0", "00012", "\t5", "5\n",
    "e\u{301}", "1 2", "\"", "0.1", "3.0e0", "1e-5",
  ]
  static let integers = [
    0, 1, -1, 2, 3, 5, 7, 10, 12, 63, 64, 65, -63, -64, 255, 1 << 31, 1 << 53, (1 << 53) + 1, .max, .max - 1, .min,
    .min + 1, 1_000_000_007,
  ]
  static let doubles = [
    0, -0.0, 1, -1, 0.5, -1.5, 2.5, 0.1, 0.30000000000000004, 12, 100, 1e15, 1e16, -1e16, 123_456_789_012_345.6, 1e308,
    -1e308, 1e-308, 9.2233720368547758e18, -9.2233720368547758e18, 1.0 / 3,
  ]
  /// What all operators take, except `+`, which is tested in parentheses.
  private static let operators = [
    "-", "*", "/", "%", "||", "&", "|", "<<", ">>", "<", "<=", ">", ">=", "=", "==", "<>", "!=", "IS", "IS NOT", "AND",
    "OR", "LIKE", "NOT LIKE", "GLOB", "NOT GLOB", "IS DISTINCT FROM", "IS NOT DISTINCT FROM",
  ]
  private static let functions: [(String, ClosedRange<Int>)] = [
    ("abs", 1...1), ("coalesce", 2...3), ("ifnull", 2...2), ("nullif", 2...2), ("iif", 3...3), ("lower", 1...1),
    ("upper", 1...1), ("trim", 1...2), ("ltrim", 1...2), ("rtrim", 1...2), ("length", 1...1), ("substr", 2...3),
    ("instr", 2...2), ("replace", 3...3), ("round", 1...2), ("min", 2...3), ("max", 2...3), ("hex", 1...1),
    ("typeof", 1...1), ("unicode", 1...1), ("sign", 1...1), ("Typeof", 1...1), ("like", 2...2),
  ]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// Returns values for all columns; those that may be nil are so in a third.
  mutating func row() -> [Value] {
    ExpressionTable.columns.map { column in
      if column.type.isNullable, number(0...2) == 0 { return .null }
      switch column.type.unwrapped {
      case .string: return .string(one(of: Self.texts))
      case .int: return .int(one(of: Self.integers))
      case .double: return .double(one(of: Self.doubles))
      default: return .bool(number(0...1) == 1)
      }
    }
  }

  /// Returns an expression whose structure follows from the precedence of its operators, or from parentheses.
  mutating func expression(depth: Int, isClosed: Bool) -> Expression {
    guard depth > 0 else { return operand() }
    switch number(0...19) {
    case 0, 1: return operand()
    case 2...9:
      let symbol = one(of: Self.operators)
      return joined("", inner(depth, isClosed), " \(symbol) ", inner(depth, isClosed), isClosed)
    case 10: return prefixed(one(of: ["-", "+", "~", "NOT ", "- ", "not "]), inner(depth, isClosed), isClosed)
    case 11:
      let suffix = one(of: [" ISNULL", " NOTNULL", " NOT NULL", " IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NULL"])
      return closed(surrounding("", inner(depth, isClosed), suffix), isClosed)
    case 12: return closed(between(depth, isClosed), isClosed)
    case 13: return closed(membership(depth, isClosed), isClosed)
    case 14: return conditional(depth, isClosed)
    case 15:
      let type = one(of: ["INTEGER", "REAL", "TEXT", "BOOLEAN", "NUMERIC", "BLOB"])
      return surrounding("CAST(", expression(depth: depth - 1, isClosed: isClosed), " AS \(type))")
    case 16:
      return closed(
        surrounding("", inner(depth, isClosed), " COLLATE " + one(of: ["NOCASE", "RTRIM", "BINARY"])), isClosed)
    case 17, 18: return call(depth, isClosed)
    default: return isClosed ? sum(depth) : operand()
    }
  }

  private mutating func inner(_ depth: Int, _ isClosed: Bool) -> Expression {
    let inner = expression(depth: depth - 1, isClosed: isClosed)
    return !isClosed && number(0...4) == 0 ? surrounding("(", inner, ")") : inner
  }

  private func closed(_ expression: Expression, _ isClosed: Bool) -> Expression {
    isClosed ? surrounding("(", expression, ")") : expression
  }

  private func surrounding(_ before: String, _ inner: Expression, _ after: String) -> Expression {
    Expression(before + inner.formula + after, sql: before + inner.sql + after)
  }

  private func joined(
    _ before: String, _ left: Expression, _ between: String, _ right: Expression, _ isClosed: Bool
  ) -> Expression {
    closed(
      Expression(
        before + left.formula + between + right.formula, sql: before + left.sql + between + right.sql), isClosed)
  }

  private func prefixed(_ sign: String, _ inner: Expression, _ isClosed: Bool) -> Expression {
    // Two signs are the beginning of a comment.
    let sign = sign.hasSuffix("-") && inner.formula.hasPrefix("-") ? sign + " " : sign
    return closed(surrounding(sign, inner, ""), isClosed)
  }

  /// A `+` joins texts that are no numbers.
  private mutating func sum(_ depth: Int) -> Expression {
    let left = expression(depth: min(depth, 2) - 1, isClosed: true)
    let right = expression(depth: min(depth, 2) - 1, isClosed: true)
    return Expression(
      "(\(left.formula) + \(right.formula))",
      sql: """
        (CASE WHEN is_other_text(\(left.sql)) OR is_other_text(\(right.sql)) THEN (\(left.sql)) || (\(right.sql)) \
        ELSE (\(left.sql)) + (\(right.sql)) END)
        """)
  }

  private mutating func between(_ depth: Int, _ isClosed: Bool) -> Expression {
    var result = surrounding("", inner(depth, isClosed), one(of: [" BETWEEN ", " NOT BETWEEN "]))
    for part in [" AND ", ""] {
      // Without parentheses, AND and OR would end the first bound.
      let bound = surrounding("(", expression(depth: depth - 1, isClosed: isClosed), ")")
      result = Expression(result.formula + bound.formula + part, sql: result.sql + bound.sql + part)
    }
    return result
  }

  private mutating func membership(_ depth: Int, _ isClosed: Bool) -> Expression {
    let list = list(number(0...4), depth, isClosed)
    let operand = inner(depth, isClosed)
    let word = one(of: [" IN (", " NOT IN ("])
    return Expression(operand.formula + word + list.formula + ")", sql: operand.sql + word + list.sql + ")")
  }

  private mutating func list(_ count: Int, _ depth: Int, _ isClosed: Bool) -> Expression {
    let elements = (0..<count).map { _ in expression(depth: depth - 1, isClosed: isClosed) }
    return Expression(
      elements.map(\.formula).joined(separator: ", "), sql: elements.map(\.sql).joined(separator: ", "))
  }

  private mutating func conditional(_ depth: Int, _ isClosed: Bool) -> Expression {
    var result = Expression("CASE ")
    func add(_ before: String, _ inner: Expression) {
      result = Expression(result.formula + before + inner.formula, sql: result.sql + before + inner.sql)
    }
    if number(0...1) == 0 { add("", expression(depth: depth - 1, isClosed: isClosed)) }
    for _ in 0..<number(1...2) {
      add(" WHEN ", expression(depth: depth - 1, isClosed: isClosed))
      add(" THEN ", expression(depth: depth - 1, isClosed: isClosed))
    }
    if number(0...1) == 0 { add(" ELSE ", expression(depth: depth - 1, isClosed: isClosed)) }
    return Expression(result.formula + " END", sql: result.sql + " END")
  }

  private mutating func call(_ depth: Int, _ isClosed: Bool) -> Expression {
    let (name, counts) = one(of: Self.functions)
    let arguments = list(number(counts), depth, isClosed)
    return Expression("\(name)(\(arguments.formula))", sql: "\(name)(\(arguments.sql))")
  }

  private mutating func operand() -> Expression {
    switch number(0...9) {
    case 0: return Expression(one(of: ["NULL", "TRUE", "FALSE", "null", "true"]))
    case 1: return Expression(ExpressionTable.literal(.int(one(of: Self.integers.filter { $0 >= 0 }))))
    case 2: return Expression(ExpressionTable.literal(.double(one(of: Self.doubles.filter { $0.sign == .plus }))))
    case 3: return Expression(one(of: ["0x10", "0xFFFFFFFFFFFFFFFF", "1.", ".5", "5e2", "1E-2", "x'6162'", "x'31'"]))
    case 4: return Expression(ExpressionTable.literal(.string(one(of: Self.texts))))
    default: return Expression(one(of: ExpressionTable.columns).name)
    }
  }
}
