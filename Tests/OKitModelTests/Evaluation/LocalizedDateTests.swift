import OKitModel
import Testing

/// The dates of date cells, as the locale writes them and as a person types them.
@Suite struct LocalizedDateTests {
  private let formatters = FormatterCache()
  private let noon = ISO8601.parse("2020-01-31T12:00:00Z") ?? DateValue(secondsSince2001: 0)

  private func context(_ locale: String, _ timeZone: String = "UTC") -> FunctionContext {
    FunctionContext(locale: locale, timeZone: timeZone, now: noon, localization: Localization(), formatters: formatters)
  }

  @Test(
    arguments: [
      ("en_US", .time, "12:00 PM"), ("en_US", .date, "January 31, 2020"), ("en_US", .dateAndTime, "1/31/20, 12:00 PM"),
      ("en_US", .countDownTimer, "12:00"), ("de_DE", .time, "12:00"), ("de_DE", .date, "31. Januar 2020"),
      ("de_DE", .dateAndTime, "31.01.20, 12:00"),
    ] as [(String, DateMode, String)])
  func theModeDecidesWhatIsShown(locale: String, mode: DateMode, text: String) throws {
    #expect(try context(locale).text(of: noon, mode: mode) == text)
  }

  @Test(
    arguments: [
      ("de_DE", .date, "24.12.21", "2021-12-24T11:00:00Z"), ("de_DE", .date, "24.12.2021", "2021-12-24T11:00:00Z"),
      ("de_DE", .date, "24. Dezember 2021", "2021-12-24T11:00:00Z"),
      ("de_DE", .date, "Freitag, 24. Dezember 2021", "2021-12-24T11:00:00Z"),
      ("de_DE", .date, "2021-12-24", "2021-12-24T11:00:00Z"), ("de_DE", .date, "12/24/2021", nil),
      ("de_DE", .date, "31.02.2021", nil), ("de_DE", .date, "morgen", nil), ("de_DE", .date, "", nil),
      ("en_US", .date, "12/24/21", "2021-12-24T11:00:00Z"), ("en_US", .date, "24/12/21", nil),
      ("en_US", .date, "1.2.2021", nil), ("en_US", .date, "Dec 24 2021", "2021-12-24T11:00:00Z"),
      ("en_GB", .date, "24/12/21", "2021-12-24T11:00:00Z"), ("sv_SE", .date, "2021-12-24", "2021-12-24T11:00:00Z"),
      ("en_US", .date, "1/2/99", "1999-01-02T11:00:00Z"), ("en_US", .date, "1/2/1899", "1899-01-02T11:00:00Z"),
      ("de_DE", .time, "8:05", "2020-07-01T06:05:00Z"), ("en_US", .time, "8:05 PM", "2020-07-01T18:05:00Z"),
      ("en_US", .time, "20:05", "2020-07-01T18:05:00Z"), ("en_US", .time, "25:00", nil),
      ("de_DE", .time, "8:05 PM", nil),
      ("de_DE", .countDownTimer, "1:30", "2020-06-30T23:30:00Z"), ("de_DE", .countDownTimer, "90", nil),
      ("de_DE", .dateAndTime, "24.12.21, 8:05", "2021-12-24T07:05:00Z"),
      ("de_DE", .dateAndTime, "24.12.2021 8:05", "2021-12-24T07:05:00Z"),
      ("de_DE", .dateAndTime, "24.12.2021", "2021-12-23T23:00:00Z"),
      ("de_DE", .dateAndTime, "2021-12-24T08:05", "2021-12-24T07:05:00Z"),
      ("de_DE", .dateAndTime, "2021-12-24T08:05:00Z", "2021-12-24T08:05:00Z"),
      ("de_DE", .time, "2021-12-24T08:05:00Z", "2021-12-24T08:05:00Z"), ("de_DE", .dateAndTime, "8:05", nil),
    ] as [(String, DateMode, String, String?)])
  func aTypedDateChangesWhatItsModeShows(locale: String, mode: DateMode, text: String, date: String?) throws {
    // Noon at the winter's offset of Berlin, so that the summer's differs.
    let current = ISO8601.parse(mode == .date ? "2020-01-31T11:00:00Z" : "2020-07-01T11:00:00Z")
    let read = try context(locale, "Europe/Berlin").date(in: text, mode: mode, current: current)
    #expect(read.flatMap(ISO8601.text) == date)
  }

  @Test(arguments: [
    ("en_US", "January 1, 1500"), ("de_DE", "1. Januar 1500"), ("ja_JP", "1500年1月1日"),
    ("en_US@calendar=iso8601", "1500 January 1"),
  ])
  func anOldDateIsGregorian(locale: String, text: String) throws {
    let date = try #require(ISO8601.parse("1500-01-01T11:00:00Z"))
    let context = context(locale)
    #expect(try context.text(of: date, mode: .date) == text)
    #expect(try context.date(in: text, mode: .date, current: date) == date)
  }

  @Test func withoutADateTheTimeIsMidnightAndTheDayIsToday() throws {
    let context = context("de_DE", "Europe/Berlin")
    #expect(try context.date(in: "24.12.2021", mode: .date, current: nil) == ISO8601.parse("2021-12-23T23:00:00Z"))
    #expect(try context.date(in: "8:05", mode: .time, current: nil) == ISO8601.parse("2020-01-31T07:05:00Z"))
  }

  @Test(arguments: ["en_US", "de_DE", "fr_FR", "ar_EG", "fa_IR", "sv_SE", "ja_JP", "he_IL", "pt_PT", "hi_IN"])
  func whatIsShownCanBeTypedAgain(locale: String) throws {
    for mode in DateMode.allCases {
      let context = context(locale, "Asia/Tokyo")
      let text = try #require(try context.text(of: noon, mode: mode))
      #expect(try context.date(in: text, mode: mode, current: noon) == noon, "\(text)")
    }
  }

  @Test(
    arguments: [
      (.time, #""12:00 PM" or "12:00""#), (.date, #""1/31/20" or "2020-01-31""#),
      (.dateAndTime, #""1/31/20, 12:00 PM" or "2020-01-31T12:00:00Z""#), (.countDownTimer, #""12:00""#),
    ] as [(DateMode, String)])
  func theAcceptedFormsHaveExamples(mode: DateMode, forms: String) throws {
    #expect(try context("en_US").forms(of: mode) == forms)
  }

  @Test(
    arguments: [
      ("de_DE", true), ("de", true), ("en_DE", true), ("de-AT", true), ("zh_Hans_CN", true), ("es_419", true),
      ("en_US_POSIX", true), ("de_DE.UTF-8", true), ("xx_YYY", false), ("", false), ("C", false), ("german", false),
      ("de_", false), ("de_DE_", false),
    ] as [(String, Bool)])
  func aLocaleIsALanguageAndARegion(identifier: String, isLocale: Bool) {
    #expect(FormatterCache.isLocale(identifier) == isLocale)
  }
}
