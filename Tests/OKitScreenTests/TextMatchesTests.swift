import OKitScreen
import OKitTestSupport
import Testing

@Suite struct TextMatchesTests {
  /// Short texts of letters that need care: other cases of one letter, letters of several bytes, combining marks.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func matchesWhatDiffersInCase(seed: UInt64) {
    let letters = [
      "a", "A", "e", "E", "é", "É", "e\u{301}", "E\u{301}", "\u{301}", "k", "K", "\u{212A}", "Σ", "σ", "İ", "ß", "1",
      "@", "[", "{",
    ]
    var random = SplitMix(seed: seed)
    func text() -> String {
      (0..<Int.random(in: 0..<4, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<RandomSteps.count(20_000) {
      let (wanted, name) = (text(), text())
      let fits = TextMatches<Int>(wanted).fits(name)
      let expected = name == wanted || name.lowercased() == wanted.lowercased()
      #expect(fits == expected, "seed \(seed): \(wanted.debugDescription), \(name.debugDescription)")
    }
    #expect(TextMatches<Int>(nil).fits("a") && !TextMatches<Int>("a").fits(nil))
  }
}
