import OKitEngine
import Testing

@Suite struct NumberPatternTests {
  @Test(arguments: [
    ("", "it has no digits"), ("abc", "it has no digits"), ("#.#.#", "\".\" cannot stand there"),
    ("0;0;0", "\";\" cannot stand there"), ("0;", "it has no digits"), ("#5", "\"5\" cannot stand there"),
    ("9223372036854775807", "it has no digits"), ("'a", "the quote is not closed"),
    ("0E", "the exponent has no digits"),
    ("*x0", "it has no digits"), ("@@@", "it has no digits"), ("0#", "\"#\" cannot stand there"),
  ])
  func refuses(pattern: String, reason: String) {
    let problem = #expect(throws: Diagnostic.self) {
      try FunctionFixture().call("formatNumber", .int(1), [.string(pattern)])
    }
    #expect(problem?.code == "function.pattern")
    #expect(problem?.message == "\"\(pattern)\" is not a number pattern: \(reason)")
  }

  @Test(arguments: [
    ("0", "1234"), ("#,##0.##", "1,234.5"), ("0.00E0", "1.23E3"), ("'#'0", "#1234"), ("0 'km'", "1234 km"),
    ("$0.00;($0.00)", "$1234.50"), ("EUR 0.0", "EUR 1234.5"),
  ])
  func accepts(pattern: String, expected: String) throws {
    #expect(try FunctionFixture().call("formatNumber", .double(1234.5), [.string(pattern)]) == .string(expected))
  }

  /// Every pattern gives a string or a diagnostic.
  @Test func anyPatternIsAnswered() {
    let pieces = [
      "#", "0", ",", ".", "#,##0.00", "%", "‰", "¤", ";", "'", "''", "-", "+", "E", "E0", " ", "7", "*", "@",
    ]
    let numbers: [Value] = [.int(.min), .int(.max), .double(.nan), .double(-.infinity), .double(1e300), .double(-1.5)]
    let fixture = FunctionFixture()
    for seed in 0..<UInt64(1000) {
      var random = SplitMix(seed: seed)
      let count = Int.random(in: 1...8, using: &random)
      let pattern = (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
      for number in numbers {
        do {
          let text = try fixture.call("formatNumber", number, [.string(pattern)])
          #expect(text.typeName == "String", "seed \(seed)")
        } catch {
          #expect(error.code == "function.pattern", "seed \(seed)")
        }
      }
    }
  }
}
