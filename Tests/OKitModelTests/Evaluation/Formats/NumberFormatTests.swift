import OKitTestSupport
import Testing

@testable import OKitModel

/// Numbers that people type.
@Suite struct NumberFormatTests {
  private func read(_ text: String, _ pattern: String, _ locale: String) throws -> Value {
    try FormatterCache().numberFormat(pattern, locale: locale).number(in: text)
  }

  private static let readable: [(String, String, String, Value)] = [
    ("#,##0.00", "de_DE", "1.234,50", .double(1234.5)), ("#,##0.00", "de_DE", "1234,5", .double(1234.5)),
    ("#,##0.00", "de_DE", "2.50", .double(2.5)), ("#,##0.00", "de_DE", "1.234", .int(1234)),
    ("#,##0.00", "en_US", "-1,234.50", .double(-1234.5)),
    ("#,##0.00;(#,##0.00)", "en_US", "(1,234.50)", .double(-1234.5)),
    ("#,##0.00;(#,##0.00)", "en_US", "( 1234.5 )", .double(-1234.5)), ("#,##0.00;(#,##0.00)", "en_US", "-7", .int(-7)),
    ("0.00 ¤", "de_DE", "12,50 €", .double(12.5)), ("0.00 ¤", "de_DE", "12,5€", .double(12.5)),
    ("0.00 ¤", "de_DE", "-12,5", .double(-12.5)), ("0%", "en_US", "15%", .double(0.15)),
    ("0%", "en_US", "7", .double(0.07)),
    ("0%", "en_US", "1200", .int(12)), ("0.0‰", "en_US", "12.3", .double(0.0123)), ("'%'0", "en_US", "%5", .int(5)),
    ("'%'0", "en_US", "5", .int(5)), ("#,##0", "fr_FR", "1 234 567", .int(1_234_567)),
    ("#,##0", "fr_FR", "1234567", .int(1_234_567)),
    ("#,##,##0.00", "hi_IN", "12,34,567.5", .double(1_234_567.5)), ("*x#,##0", "en_US", "xx123", .int(123)),
    ("0.00E0", "en_US", "1.23E4", .int(12300)), ("0", "en_US", "9223372036854775807", .int(.max)),
    ("0", "ar_EG", "١٢٣", .int(123)), ("0", "en_US", " 12 ", .int(12)), ("#,##0 'kg'", "en_US", "12kg", .int(12)),
    ("0.00 ¤¤¤", "fr_FR", "1,00 euro", .int(1)), ("0.00 ¤¤¤", "fr_FR", "-2,5 euros", .double(-2.5)),
    ("¤¤¤ 0", "en_US", "US dollar 1", .int(1)), ("0 ¤¤¤", "pl_PL", "3 złote polskie", .int(3)),
    ("~0", "en_US", "~12", .int(12)), ("0~", "de_DE", "12", .int(12)), ("*~#0", "en_US", "5", .int(5)),
  ]

  @Test(arguments: readable)
  func reads(pattern: String, locale: String, text: String, number: Value) throws {
    #expect(try read(text, pattern, locale) == number)
  }

  @Test(arguments: [
    ("0", "en_US", "", 0), ("0", "en_US", "12x", 2), ("#,##0.00", "de_DE", "1,2,3", 3), ("0", "en_US", "nan", 0),
    ("0", "en_US", "∞", 0), ("0", "en_US", "0x10", 1), ("#,##0.00;(#,##0.00)", "en_US", "(12", 3),
    ("0%", "en_US", "5‰", 1),
    ("0", "en_US", "1e999", 0), ("0", "en_US", "1\u{0}2", 1), ("0 ¤", "de_DE", "5 $", 2), ("0", "en_US", "--5", 1),
    ("#,##0.00", "en_US", "12,34.5", 2), ("#,##0.00", "en_US", "1,23,456", 1), ("#,##0.00", "en_US", "1234,567", 4),
    ("¤#,##0.00", "en_US", "5$", 1), ("¤#,##0.00", "en_US", "$ 5.5.5", 5), ("0%", "en_US", "15%%", 3),
    ("0 'kg'", "en_US", "12 k", 3), ("0 'kg'", "en_US", "-", 1), ("#,##0", "fr_FR", "1 23", 1),
    ("#,##0.0", "de_DE", "1.2.3", 1),
    ("0", "en_US", "1-2", 1), ("0", "en_US", "5e", 1),
  ])
  func refuses(pattern: String, locale: String, text: String, offset: Int) throws {
    let mistake = #expect(throws: PatternMistake.self) { try read(text, pattern, locale) }
    #expect(mistake?.range.lower == offset)
  }

  /// Numbers with as many digits as a pattern shows read as themselves.
  @Test(arguments: ["en_US", "de_DE", "fr_FR", "hi_IN", "ar", "ja_JP"])
  func readsWhatItWrites(locale: String) throws {
    let patterns = [
      "#,##0.00", "0.00;(0.00)", "#,##,##0.00", "0.00 ¤¤", "¤ #,##0.00", "*_#,##0.00", "0.0000%", "0.00000‰",
      "0.################",
      "0.################E0", "'a'#,##0.00'b'", "@@@@@@@@@@@@@@@@@",
    ]
    let cache = FormatterCache()
    for pattern in patterns where !(locale == "ja_JP" && pattern.contains("¤")) {
      let format = try cache.numberFormat(pattern, locale: locale)
      for seed in 0..<UInt64(200) {
        var random = SplitMix(seed: seed)
        let number = Double(Int.random(in: -100_000_000...100_000_000, using: &random)) / 100
        let text = FormatterCache.withPlainBlanks(try #require(format.text(of: .double(number))))
        let read = try? format.number(in: text)
        #expect(read?.double == number, "seed \(seed): \(pattern) \(text)")
      }
    }
  }
}
