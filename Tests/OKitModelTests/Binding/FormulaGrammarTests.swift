import OKitModel
import OKitTestSupport
import Testing

@Suite struct FormulaGrammarTests {
  private func notation(_ text: String) throws -> String { BindingNotation.text(of: try Binding.parse(text).parts) }

  @Test(arguments: [
    // precedence, from the strongest operator to the weakest
    ("= -a COLLATE NOCASE", "(COLLATE NOCASE (minus a))"), ("= a || b COLLATE RTRIM", "(|| a (COLLATE RTRIM b))"),
    ("= a * b || c", "(* a (|| b c))"), ("= a + b * c - d", "(- (+ a (* b c)) d)"),
    ("= a & b + c << d", "(<< (& a (+ b c)) d)"), ("= a < b | c", "(< a (| b c))"), ("= a = b < c", "(= a (< b c))"),
    ("= a = b <> c", "(<> (= a b) c)"), ("= NOT a = b", "(not (= a b))"), ("= NOT a AND b", "(AND (not a) b)"),
    ("= a OR b AND c", "(OR a (AND b c))"), ("= (a OR b) AND c", "(AND (OR a b) c)"),
    ("= 1 + NOT a = b", "(+ 1 (not (= a b)))"), ("= ~a * b", "(* (bitNot a) b)"), ("= - - 1", "(minus (minus 1))"),
    // tests
    ("= a IS NOT NULL", "(IS NOT a null)"), ("= a IS NOT b = c", "(= (IS NOT a b) c)"),
    ("= a IS DISTINCT FROM b", "(IS NOT a b)"), ("= a IS NOT DISTINCT FROM b", "(IS a b)"),
    ("= a IS distinct", "(IS a distinct)"), ("= a NOT NULL ISNULL", "(isNull (notNull a))"),
    ("= a BETWEEN b AND c AND d", "(AND (BETWEEN a b c) d)"),
    ("= a NOT BETWEEN b = c AND d", "(NOT BETWEEN a (= b c) d)"),
    ("= a IN (1, b + 2) = c", "(= (IN a 1 (+ b 2)) c)"), ("= a NOT IN ()", "(NOT IN a)"),
    ("= a LIKE b || c ESCAPE d", "(LIKE a (|| b c) d)"), ("= a NOT GLOB b", "(NOT GLOB a b)"),
    // words
    ("= case when a then b end", "(CASE a b)"), ("= CASE a WHEN 1 THEN 2 ELSE 3 END", "(CASE of else a 1 2 3)"),
    ("= cast(a as int)", "(CAST INTEGER a)"), ("= like + escape", "(+ like escape)"), ("= like(a, b)", "(like() a b)"),
    ("= current_date", "(date() \"now\")"), ("= true", "true"),
    // literals
    ("= 'it''s' || \"a\"\"b\"", "(|| \"it\\'s\" \"a\\\"b\")"), ("= 0x1F", "31"), ("= .5e1 + 5.", "(+ 5 5)"),
    ("= -9223372036854775808", "-9223372036854775808"),
    ("= - (9223372036854775808)", "-9223372036854775808"), ("= 9223372036854775808", "9.223372036854776e+18"),
    ("= 0xFFFFFFFFFFFFFFFF", "-1"),
    ("= '\\u{27}\\u{2c}'", "\"\\',\""), ("= \\u{63}ase", "case"), ("= x'0aFF'", "Cv8="),
    // names
    ("= a.b.c", "(. a b c)"), ("= a.end", "(. a end)"), ("= größe * 2", "(* größe 2)"), ("= x", "x"),
    ("= books.@count", "(. books @count)"), ("= books.@sum.price", "(. books @sum price)"),
    // other bindings
    ("= [case]", "[(path case)]"), ("= [%Sold out] || [#a(b]c)]", "(|| [%\"Sold out\"] [\"a(b]c)\"])"),
    ("= [a, b(c)] + 1", "(+ [(path a) , (path (call b (path c)))] 1)"), ("= [= [= a]]", "[[a]]"),
    ("= [tags[0]]", "[(path (at tags 0))]"), ("= [ ]", "[(path)]"),
    // parts
    ("a, = b + 1, #c", "(path a) , (+ b 1) , \"c\""), ("= f(a, b), c", "(f() a b) , (path c)"),
    ("= ',' || [a,b] /* , */ || c, d", "(|| (|| \",\" [(path a) , (path b)]) c) , (path d)"),
    ("!= a > 1", "(! (> a 1))"), ("f(= a + 1, = (b))", "(path (call f (+ a 1) b))"),
    ("= a -- comment, (", "a"), ("= a /* open", "a"), ("= 1 -- one\n + 2", "(+ 1 2)"),
  ])
  func structure(text: String, expected: String) throws {
    #expect(try notation(text) == expected)
    let printed = try Binding.parse(text).description
    #expect(try notation(printed) == expected, "printed as \(printed)")
  }

  @Test func `random expressions are printed as what they are`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomExpressions(seed: seed)
    for _ in 0..<RandomSteps.count(2000) {
      let text = "=" + random.expression(depth: random.number(0...5), isClosed: random.number(0...1) == 0).formula
      let binding = try Binding.parse(text)
      let printed = binding.description
      let again = try Binding.parse(printed)
      #expect(BindingNotation.text(of: again.parts) == BindingNotation.text(of: binding.parts), "seed \(seed): \(text)")
      #expect(again.description == printed, "seed \(seed): \(text)")
    }
  }

  @Test func `long chains and deep nesting`() throws {
    let chain = "= " + Array(repeating: "a", count: 10_000).joined(separator: "||")
    #expect(try Binding.parse(chain).description.utf8.count > chain.utf8.count)
    #expect(
      try Binding.parse("= " + String(repeating: "(", count: 100) + "1" + String(repeating: ")", count: 100)).parts
        .count == 1)
    for (text, column) in [
      (String(repeating: "(", count: 10_000), 102), (String(repeating: "- ", count: 10_000), 202),
      (String(repeating: "NOT ", count: 10_000), 402), (String(repeating: "f(", count: 10_000), 203),
      (String(repeating: "CASE ", count: 10_000), 502), (String(repeating: "[=", count: 10_000), 202),
      (String(repeating: "x IN (", count: 10_000), 607),
    ] {
      let error = #expect(throws: Diagnostic.self) { try Binding.parse("=" + text) }
      #expect(error?.code == "binding.limit", "\(text.prefix(6))")
      #expect(error?.excerpt?.range?.lower == column - 1, "\(text.prefix(6))")
    }
  }
}
