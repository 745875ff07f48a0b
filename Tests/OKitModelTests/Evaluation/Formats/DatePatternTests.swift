import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct DatePatternTests {
  @Test(arguments: [
    ("", "it shows no part of a date", 1), ("'at'", "it shows no part of a date", 5),
    ("- -", "it shows no part of a date", 4),
    ("yyyy-MM-dd'T", "the quote is not closed", 11),
    ("yyyy o", "\"o\" has no meaning in date patterns; quote a text: 'text'", 6),
    ("dd.MM.yyyy jj", "\"j\" has no meaning in date patterns; an hour is \"H\" or \"h\"; quote a text: 'text'", 12),
    ("yyyy-MM-ddTHH", "\"T\" has no meaning in date patterns; write \"'T'\"; quote a text: 'text'", 11),
    ("dddd", "\"d\" can be written 1 to 2 times, not 4; the name of the day is \"EEEE\"", 1),
    ("HH:mmm", "\"m\" can be written 1 to 2 times, not 3", 4), ("y OO", "\"O\" can be written 1 or 4 times, not 2", 3),
  ])
  func refuses(pattern: String, reason: String, column: Int) {
    let problem = #expect(throws: Diagnostic.self) {
      try FunctionFixture().call("format", .moment("2020-01-31"), [.string(pattern)])
    }
    #expect(problem?.code == "function.pattern")
    #expect(problem?.message == "\"\(pattern)\" is not a date pattern: \(reason) (column \(column))")
  }

  @Test(arguments: [
    String(repeating: "y", count: 10_000), String(repeating: "y", count: 1000), String(repeating: "'", count: 999),
    String(repeating: "y'", count: 400), "y\u{0}M", "😀y", "y\u{301}", String(repeating: "y;", count: 400),
    String(repeating: "S", count: 900), String(repeating: "g", count: 900),
  ])
  func hostilePatternsAreAnswered(pattern: String) throws {
    for date in ["2020-01-31", "-000044-03-15", "+009999-12-31"] {
      do {
        _ = try FunctionFixture().call("format", .moment(date), [.string(pattern)])
      } catch {
        #expect(error.code == "function.pattern")
      }
    }
  }

  private func read(_ text: String, _ pattern: String, base: String? = nil, locale: String = "en_US") throws -> String?
  {
    let format = try DateFormat(pattern, locale: locale, timeZone: "Europe/Berlin")
    let now = DateValue(secondsSince1970: 1_580_472_000)
    let date = try format.date(in: text, base: base.flatMap(ISO8601.parse), now: now)
    return ISO8601.text(of: date)
  }

  private static let readable: [(String, String, String?, String)] = [
    ("dd.MM.yyyy", "24.12.2021", nil, "2021-12-23T23:00:00Z"), ("dd.MM.yyyy", "1.2.21", nil, "2021-01-31T23:00:00Z"),
    ("dd.MM.yyyy", "24.12.2021", "2020-01-31T12:30:15Z", "2021-12-24T12:30:15Z"),
    ("HH:mm", "8:05", "2020-07-31T12:30:15Z", "2020-07-31T06:05:15Z"), ("HH:mm", "8:05", nil, "2020-01-31T07:05:00Z"),
    ("MM.yyyy", "02.2021", "2020-01-31T12:00:00Z", "2021-02-28T12:00:00Z"),
    ("MM.yyyy", "02.2021", nil, "2021-01-31T23:00:00Z"),
    ("s.S", "1.123456789", "2020-01-31T12:30:15Z", "2020-01-31T12:30:01.123Z"),
    ("yyyyMMdd", "20211224", nil, "2021-12-23T23:00:00Z"), ("d. MMMM yyyy", "1. May 2021", nil, "2021-04-30T22:00:00Z"),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2021-12-24T01:02:03-05:00", nil, "2021-12-24T06:02:03Z"),
    // A text that does not tell the date, but is that of the date so far.
    ("QQQ yyyy", "Q1 2024", "2024-02-29T12:00:00Z", "2024-02-29T12:00:00Z"),
    ("MMMMM", "J", "2020-07-31T12:00:00Z", "2020-07-31T12:00:00Z"),
    ("dMMyyyy", "31012020", "2020-01-31T12:00:00Z", "2020-01-31T12:00:00Z"),
  ]

  @Test(arguments: readable)
  func reads(pattern: String, text: String, base: String?, expected: String) throws {
    #expect(try read(text, pattern, base: base) == expected)
  }

  /// As in ISO 8601, there is no Julian calendar.
  @Test(arguments: [
    ("yyyy-MM-dd", "1500-01-01", "1500-01-01T12:30:15Z"), ("yyyy-MM-dd", "1582-10-10", "1582-10-10T12:30:15Z"),
    ("dd.MM.yyyy", "29.02.0004", "0004-02-29T12:30:15Z"), ("d. MMM yyyy G", "31. Dec 0001 BC", "0000-12-31T12:30:15Z"),
  ])
  func readsAndWritesGregorianDates(pattern: String, text: String, expected: String) throws {
    let format = try DateFormat(pattern, locale: "en_US", timeZone: "UTC")
    let base = ISO8601.parse("2020-01-31T12:30:15Z")
    let date = try format.date(in: text, base: base, now: DateValue(secondsSince1970: 1_580_472_000))
    #expect(ISO8601.text(of: date) == expected)
    #expect(format.text(of: date) == text)
  }

  @Test(arguments: [
    ("dd.MM.yyyy", "31.02.2021", 0), ("dd.MM.yyyy", "24.12.2021x", 10), ("dd.MM.yyyy", "24.12.", 6),
    ("dd.MM.yyyy", "", 0), ("HH:mm", "25:00", 0), ("s.S", "1." + String(repeating: "2", count: 36), 2),
    (String(repeating: "S", count: 40), String(repeating: "2", count: 36), 0),
    ("s.S s.S s.S s.S", "1.222222222 1.222222222 1.222222222 1.2", 36), ("s.S", "é1.1234567890", 4),
  ])
  func refusesTexts(pattern: String, text: String, offset: Int) throws {
    let format = try DateFormat(pattern, locale: "en_US", timeZone: "UTC")
    let mistake = #expect(throws: PatternMistake.self) {
      try format.date(in: text, base: nil, now: DateValue(secondsSince1970: 1_580_472_000))
    }
    #expect(mistake?.range.lower == offset)
  }

  /// A pattern with all parts of a date reads what it has written.
  @Test(arguments: ["en_US", "de_DE", "fr_FR", "hi_IN", "ar", "ja_JP"])
  func readsItsOwnTexts(locale: String) throws {
    let patterns = [
      "yyyy-MM-dd HH:mm:ss", "d. MMMM yyyy, H:mm:ss", "EEEE, MMM d, yyyy h:mm:ss a", "yyyyMMddHHmmss", "D yyyy k:m:s",
    ]
    for pattern in patterns {
      let format = try DateFormat(pattern, locale: locale, timeZone: "Europe/Berlin")
      for seed in 0..<UInt64(50) {
        var random = SplitMix(seed: seed)
        // Not in the hour that clocks show twice.
        let day = Int.random(in: -30_000...60_000, using: &random)
        let date = DateValue(secondsSince1970: Double(day * 86_400 + Int.random(in: 10_800...80_000, using: &random)))
        let text = FormatterCache.withPlainBlanks(try #require(format.text(of: date)))
        let read = try? format.date(in: text, base: nil, now: date)
        #expect(read == date, "seed \(seed): \(pattern) \(text)")
      }
    }
  }
}
