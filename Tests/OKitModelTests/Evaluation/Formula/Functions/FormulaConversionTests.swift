import OKitModel
import OKitTestSupport
import Testing

/// Conversions give what SQLite's CAST, arithmetic and columns give.
@Suite struct FormulaConversionTests {
  @Test(
    arguments: [
      (.null, nil), (.bool(true), "1"), (.int(.min), "-9223372036854775808"), (.double(1), "1.0"),
      (.double(-0.0), "0.0"),
      (.double(1e15), "1.0e+15"), (.double(123_456_789_012_345), "123456789012345.0"), (.double(1e20), "1.0e+20"),
      (.double(0.1 + 0.2), "0.3"), (.double(.infinity), "Inf"), (.double(-.infinity), "-Inf"), (.double(.nan), nil),
      (.double(.leastNonzeroMagnitude), "4.94065645841247e-324"), (.double(0.0001), "0.0001"),
      (.double(0.00001), "1.0e-05"),
      (.double(1_234_567_890_123.125), "1234567890123.13"), (.double(999_999_999_999_999.9), "1.0e+15"),
      (.data(DataValue(bytes: [0x61, 0xFF])), "a\u{FFFD}"),
      (.date(DateValue(secondsSince1970: 0)), "1970-01-01T00:00:00Z"),
      (.list([]), nil),
    ] as [(Value, String?)])
  func texts(value: Value, text: String?) { #expect(FormulaConversion.text(value) == text) }

  @Test(
    arguments: [
      ("", .int(0)), ("abc", .int(0)), (" 12abc", .int(12)), ("+5", .int(5)), (".5", .double(0.5)), ("5.", .double(5)),
      (".", .int(0)), ("0x1f", .int(0)), ("1e", .int(1)), ("1.5e", .double(1.5)), ("1e5x", .double(1e5)),
      ("-", .int(0)),
      ("9223372036854775807", .int(.max)), ("9223372036854775808", .double(0x1p63)),
      ("-9223372036854775808", .int(.min)), ("99999999999999999999abc", .double(1e20)),
      ("1e999999999999", .double(.infinity)),
      ("1e-999999999999", .double(0)), ("1e00000000000000000001", .double(10)), ("\u{B}\t12", .int(12)),
      ("Inf", .int(0)),
      ("0." + String(repeating: "0", count: 400) + "1e401", .double(1)),
    ] as [(String, Value)])
  func numbers(text: String, number: Value) { #expect(FormulaConversion.numeric(.string(text)) == number) }

  @Test(arguments: [
    ("INTEGER", FormulaAffinity.integer), ("REAL", .real), ("TEXT", .text), ("BLOB", .none), ("NUMERIC", .numeric),
    ("BOOLEAN", .numeric),
  ])
  func casts(type: String, affinity: FormulaAffinity) {
    compare("CAST(? AS \(type))") { FormulaConversion.cast($0, to: affinity) }
  }

  @Test func operands() { compare("? + 0") { FormulaConversion.numeric($0) } }

  @Test(arguments: [("INTEGER", FormulaAffinity.integer), ("REAL", .real), ("TEXT", .text), ("NUMERIC", .numeric)])
  func columns(type: String, affinity: FormulaAffinity) throws {
    let oracle = SQLiteOracle()
    try oracle.execute("CREATE TABLE t (x \(type)); INSERT INTO t VALUES (NULL)")
    compare("x FROM t", update: "UPDATE t SET x = ?", oracle) { FormulaConversion.apply(affinity, to: $0) }
  }

  @Test(arguments: FormulaCollation.allCases) func orders(collation: FormulaCollation) {
    let seed = RandomSteps.seed(of: 2)
    var random = RandomArguments(seed: seed)
    let oracle = SQLiteOracle()
    for _ in 0..<RandomSteps.count(500) {
      let values = random.values(2)
      let order = FormulaOrder.compare(values[0], values[1], collation).signum()
      let expected = oracle.evaluate(
        """
        (?1 IS NOT ?2 COLLATE \(collation)) * iif((?1 IS NULL) <> (?2 IS NULL), iif(?1 IS NULL, -1, 1), iif(?1 < ?2 \
        COLLATE \(collation), -1, 1))
        """,
        values)
      #expect(expected == .value(.int(order)), "\(values) with seed \(seed)")
    }
  }

  /// Compares a conversion of random values with an expression of SQLite.
  ///
  /// - Parameter update: The statement that stores the value where the expression reads it; nil if it is a parameter of
  ///   the expression.
  private func compare(
    _ expression: String, update: String? = nil, _ oracle: SQLiteOracle = SQLiteOracle(),
    _ convert: (Value) -> Value
  ) {
    let seed = RandomSteps.seed(of: 2)
    var random = RandomArguments(seed: seed)
    for _ in 0..<RandomSteps.count(500) {
      let value = random.value()
      if let update { #expect(throws: Never.self) { try oracle.execute(update, [value]) } }
      let expected = oracle.evaluate(expression, update == nil ? [value] : [])
      let converted = convert(value)
      if case .value(let wanted) = expected, FormulaDifferences.areSame(converted, wanted) { continue }
      if expected == .invalidText { continue }
      Issue.record("\(expression) of \(value.literal) is \(converted.literal), not \(expected), seed \(seed)")
      return
    }
  }
}
