import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct TextCollatorTests {
  @Test(arguments: [
    ("en_US", ["", " b", "a", "A", "ä", "Äpfel", "apple", "b", "résumé", "Zebra", "zoo", "Ж"]),
    ("de_DE", ["Affe", "Ärger", "Arzt", "Öl", "Olive", "Straße", "Strasse2", "Zoo"]),
    ("sv_SE", ["Ada", "Zorn", "Åsa", "Ärlig", "Öl"]),
    ("cs_CZ", ["cena", "cz", "hora", "chata", "ikona"]),
    ("da_DK", ["Bo", "bo", "Zeta", "Æble", "Aarhus"]),
    ("hu_HU", ["cukor", "csak", "dob", "dzsem", "zene", "zsák"]),
    ("tr_TR", ["ısı", "Isparta", "iç", "İzmir", "jale"]),
    ("es_ES", ["nube", "ñu", "oca"]),
  ])
  func sortsAsTheLocaleDoes(locale: String, sorted: [String]) {
    let collator = TextCollator(locale: locale)
    for (place, text) in sorted.enumerated() {
      for later in sorted[(place + 1)...] {
        #expect(collator.order(text, later) == .before, "\(locale): \(text), \(later)")
        #expect(collator.order(later, text) == .after, "\(locale): \(later), \(text)")
      }
      #expect(collator.order(text, text) == .same)
    }
  }

  @Test func equalTextsComeInUnicodeOrder() {
    let collator = TextCollator(locale: "en_US")
    // A soft hyphen has no weight; a composed letter is the same text as a decomposed one.
    #expect(collator.order("ab", "a\u{AD}b") == .before || collator.order("a\u{AD}b", "ab") == .before)
    #expect(collator.order("é", "e\u{301}") == .same)
    #expect(collator.order("a\u{0}", "a") == .after)
  }

  static let locales = [
    "en_US", "de_DE", "sv_SE", "cs_CZ", "sk", "da_DK", "hu_HU", "hr", "cy", "tr_TR", "lt", "lv", "th", "ja", "zh_Hans",
    "en_US_POSIX", "es", "vi", "mt", "sq", "az", "uk",
  ]

  /// Keys that are made of the weights of ASCII characters say what ICU does.
  @Test(arguments: locales)
  func prefixesNeverContradictTheCollation(locale: String) {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SplitMix(seed: seed)
    let collator = TextCollator(locale: locale)
    let ascii = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }
    let others = [
      "ch", "CH", "Ch", "dzs", "ccs", "Aa", "lj", "ll", "é", "e\u{301}", "\u{301}", "Ж", "日", "ß", "ı", "İ", "\u{0}",
    ]
    func text() -> String {
      let letters = Bool.random(using: &random) ? ["a", "A", "b", "c", "h", "i", "I", "y", "-", "1"] : ascii
      let hasOthers = Int.random(in: 0..<4, using: &random) == 0
      return (0..<Int.random(in: 0...Int.random(in: 3...19, using: &random), using: &random)).map { _ in
        (hasOthers && Bool.random(using: &random) ? others : letters).randomElement(using: &random) ?? ""
      }.joined()
    }
    func prefix(_ text: String) -> SortKeyPrefix { SortKeyPrefix(.string(text), collator, collator.ascii) }
    var decided = 0
    let count = RandomSteps.count(1_000)
    for _ in 0..<count {
      let (a, b) = (text(), text())
      if prefix(a).isExact {
        let restored = prefix(a).value(collator.ascii)
        #expect(restored == .string(a), "seed \(seed), \(locale): \(a.debugDescription)")
      }
      guard let order = SortKeyPrefix.order(prefix(a), prefix(b)) else { continue }
      decided += 1
      #expect(
        order == collator.order(a, b), "seed \(seed), \(locale): \(a.debugDescription) and \(b.debugDescription)")
    }
    #expect(decided > count * 3 / 4, "\(locale): \(decided) of \(count)")
  }

  /// What most lists are sorted by needs no key of ICU, whatever the case.
  @Test func asciiTextsAreExact() {
    let collator = TextCollator(locale: "en_US")
    for text in ["n12345", "Item 99", "The Hobbit (2)", "O'Neill-Smith", "", "ABCDEFGHIJKLMNOP"] {
      #expect(SortKeyPrefix(.string(text), collator, collator.ascii).isExact, "\(text)")
    }
    for text in ["ABCDEFGHIJKLMNOPQ", "é", "a\tb"] {
      #expect(!SortKeyPrefix(.string(text), collator, collator.ascii).isExact, "\(text)")
    }
  }

  @Test func aLongTextHasThePrefixOfItsWholeKey() {
    let collator = TextCollator(locale: "en_US")
    let marks = String(repeating: "\u{AD}", count: 300)
    let pairs = [
      (marks + "é", marks + "f"), (String(repeating: "é", count: 400) + "a", String(repeating: "é", count: 400)),
    ]
    for (a, b) in pairs {
      let (x, y) = (a, b)
      let prefixes = [x, y].map { SortKeyPrefix(.string($0), collator, collator.ascii) }
      let order = SortKeyPrefix.order(prefixes[0], prefixes[1])
      #expect(order == nil || order == collator.order(x, y))
    }
  }
}
