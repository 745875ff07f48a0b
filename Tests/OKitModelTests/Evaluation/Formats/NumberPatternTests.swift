import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct NumberPatternTests {
  @Test(arguments: [
    ("", "a digit is missing: \"0\", \"#\" or \"@\"", 1), ("abc", "a digit is missing: \"0\", \"#\" or \"@\"", 4),
    ("#.#.#", "\".\" cannot stand there; quote it where it is a text: '.'", 4),
    ("0;0;0", "\";\" cannot stand there; quote it where it is a text: ';'", 4),
    ("0;", "a digit is missing: \"0\", \"#\" or \"@\"", 3), ("'a", "the quote is not closed", 1),
    ("0 'km", "the quote is not closed", 3), ("0E", "the exponent needs a \"0\"", 3),
    ("#,##0E0", "a number with an exponent has no groups", 6), ("*x", "a digit is missing: \"0\", \"#\" or \"@\"", 3),
    ("0*", "\"*\" needs the character of the padding", 3), ("*x0*y", "there is a second padding", 4),
    ("0#", "\"#\" cannot follow \"0\" before the decimal separator", 2),
    ("0.#0", "\"0\" cannot follow \"#\" after the decimal separator", 4), ("@0", "\"@\" and \"0\" cannot be mixed", 2),
    ("0@", "\"@\" and \"0\" cannot be mixed", 2), ("@#@", "\"@\" cannot follow \"#\" after \"@\"", 3),
    ("0,,0", "a group has no digits", 3), ("0,", "the last group has no digits", 3),
    ("¤¤¤¤0", "at most three currency signs can follow each other", 1),
    ("0 ¤¤¤¤¤¤", "at most three currency signs can follow each other", 3),
    ("😀0#", "\"#\" cannot follow \"0\" before the decimal separator", 3),
  ])
  func refuses(pattern: String, reason: String, column: Int) {
    let problem = #expect(throws: Diagnostic.self) {
      try FunctionFixture().call("formatNumber", .int(1), [.string(pattern)])
    }
    #expect(problem?.code == "function.pattern")
    #expect(problem?.message == "\"\(pattern)\" is not a number pattern: \(reason) (column \(column))")
    #expect(problem?.excerpt?.source.text == pattern)
  }

  @Test func pointsAtTheMistake() {
    let problem = #expect(throws: Diagnostic.self) {
      try FunctionFixture().call("formatNumber", .int(1), [.string("#,##0.00;#.#.#")])
    }
    #expect(
      problem?.description == """
        "#,##0.00;#.#.#" is not a number pattern: "." cannot stand there; quote it where it is a text: '.' (column 13)
            #,##0.00;#.#.#
                        ^
        """)
  }

  @Test(arguments: [
    String(repeating: "#", count: 10_000), Array(repeating: "0", count: 1000).joined(separator: ";"),
    String(repeating: "'", count: 999), String(repeating: "0", count: 1000), String(repeating: "*x", count: 400),
    "\u{0}0", "0\u{0}", "😀0😀", "\u{202E}0", "e\u{301}0", "0." + String(repeating: "0", count: 990),
  ])
  func hostilePatternsAreAnswered(pattern: String) throws {
    do {
      let text = try FunctionFixture().call("formatNumber", .double(-1234.5), [.string(pattern)])
      #expect(text.typeName == "String")
    } catch {
      #expect(error.code == "function.pattern")
      #expect(error.message.utf8.count < 1000)
    }
  }

  /// Every pattern gives a string or a diagnostic, and ICU accepts what the grammar does.
  @Test func anyPatternIsAnswered() {
    let pieces = [
      "#", "0", ",", ".", "#,##0.00", "%", "‰", "¤", ";", "'", "''", "-", "+", "E", "E0", " ", "7", "*", "@", "~",
      "~\u{301}", "¤¤¤",
    ]
    let numbers: [Value] = [.int(.min), .int(.max), .double(.nan), .double(-.infinity), .double(1e300), .double(-1.5)]
    let fixture = FunctionFixture()
    for seed in 0..<UInt64(3000) {
      var random = SplitMix(seed: seed)
      let count = Int.random(in: 1...8, using: &random)
      let pattern = (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
      let isValid = (try? NumberPattern.check(pattern)) != nil
      for number in numbers {
        do {
          let text = try fixture.call("formatNumber", number, [.string(pattern)])
          #expect(text.typeName == "String", "seed \(seed)")
          // Parsing has a reader of the affixes of its own.
          _ = try? FormatterCache().numberFormat(pattern, locale: "en_US").number(in: text.scalarText ?? "")
        } catch {
          #expect(error.code == "function.pattern", "seed \(seed)")
          #expect(!isValid, "seed \(seed): \(pattern)")
        }
      }
    }
  }
}
