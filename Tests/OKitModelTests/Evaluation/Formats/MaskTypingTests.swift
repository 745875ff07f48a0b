import OKitModel
import OKitTestSupport
import Testing

@Suite struct MaskTypingTests {
  @Test(arguments: [
    ("(###) ###-####", "(808) 555-1212", "8085551212"), ("(###) ###-####", "8085551212", "8085551212"),
    ("(###) ###-####", "808-555-1212", "8085551212"), ("(###) ###-####", "80855512129", "8085551212"),
    ("XX-0000", "ab-1234", "AB1234"), ("XX-0000", "AB1234", "AB1234"), ("xx", "AB", "ab"), ("***", "aBc", "aBc"),
    // A literal that is a digit too: with it where it stands at its place, without it else.
    ("+4\\9 ##", "+49 12", "12"), ("+4\\9 ##", "49", "49"), ("0-0", "1-2", "12"), ("_-_", "a-b", "ab"),
    ("_-_", "ab", "ab"),
    ("_-_", "--", "-"), ("___", "ab", "ab"), ("___", "", ""), ("abc", "", ""), ("abc", "abc", ""), ("\\##", "#1", "1"),
    ("\\##", "1", "1"), ("#\\", "5", "5"), ("_", "e\u{301}", "e\u{301}"), ("_ _", "👩‍👩‍👧 x", "👩‍👩‍👧x"), ("", "abc", ""),
  ])
  func reads(mask: String, text: String, slots: String) throws {
    #expect(try Mask(mask).typed(text) == slots)
  }

  @Test(arguments: [
    ("###", "1a2", "does not fit the mask: a digit is needed, not \"a\"", 1),
    ("###", "12", "is too short for the mask: a digit is missing", 2),
    ("X", "ß", "does not fit the mask: a letter is needed, not \"ß\"", 0),
    ("#", "１", "does not fit the mask: a digit is needed, not \"１\"", 0),
    ("00", "é1", "does not fit the mask: a digit is needed, not \"é\"", 0),
    ("0*", "1\u{301}a", "does not fit the mask: a digit is needed, not \"1\u{301}\"", 0),
    ("(##)", "(1)", "is too short for the mask: a digit is missing", 3),
  ])
  func refuses(mask: String, text: String, message: String, offset: Int) {
    let mistake = #expect(throws: PatternMistake.self) { try Mask(mask).typed(text) }
    #expect(mistake?.message == message)
    #expect(mistake?.range.lower == offset)
  }

  /// A valid text reads the same with and without the literals.
  @Test func literalsMayBeMissing() throws {
    let signs = Array("#0Xx*_- ()/\\")
    for seed in 0..<UInt64(2000) {
      var random = SplitMix(seed: seed)
      let pattern = String(
        (0..<Int.random(in: 0...10, using: &random)).map { _ in signs[Int.random(in: signs.indices, using: &random)] })
      let input = String((0..<10).map { _ in "aB3"[Int.random(in: 0...2, using: &random)] })
      let mask = Mask(pattern)
      let (text, isValid) = mask.apply(input)
      guard isValid else { continue }
      #expect(try mask.typed(text) == mask.remove(from: text), "seed \(seed): \(pattern) \(text)")
      #expect(try mask.typed(mask.remove(from: text)) == mask.remove(from: text), "seed \(seed): \(pattern) \(text)")
      #expect(mask.apply(mask.remove(from: text)).text == text, "seed \(seed): \(pattern) \(text)")
    }
  }
}

extension String {
  fileprivate subscript(index: Int) -> Character { self[self.index(startIndex, offsetBy: index)] }
}
