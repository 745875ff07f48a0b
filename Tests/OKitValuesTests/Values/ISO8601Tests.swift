import OKitTestSupport
import OKitValues
import Testing

@Suite struct ISO8601Tests {
  @Test(
    arguments: [
      ("2001-01-01", 0), ("2001-01-01T00:00:00Z", 0), ("2001-01-01T00:00:00", 0), ("2001-01-01 00:00", 0),
      ("2001-01-01t00:00z", 0), ("2001-01-01T01:00:00+01:00", 0), ("2001-01-01T01:00:00+0100", 0),
      ("2001-01-01T01:00+01", 0), ("2000-12-31T22:30:00-01:30", 0), ("2001-01-01T00:00:00.5Z", 0.5),
      ("2001-01-01T00:00:00,25Z", 0.25), ("2001-01-01T00:00:01.1234567890123456789Z", 1.123456789012345),
      (" 2001-01-02 ", 86400), ("1970-01-01T00:00:00Z", -978_307_200), ("2000-02-29", -26_524_800),
      ("+012001-01-01", 315_569_520_000), ("-000001-01-01", -63_177_062_400),
    ] as [(String, Double)])
  func parses(text: String, seconds: Double) {
    #expect(ISO8601.parse(text)?.secondsSince2001 == seconds)
  }

  @Test(arguments: [
    "", "2001", "2001-1-1", "2001-13-01", "2001-00-01", "2001-02-29", "1900-02-29", "2001-01-32", "2001-01-01T",
    "2001-01-01T24:00:00", "2001-01-01T00:60", "2001-01-01T00:00:60Z", "2001-01-01T00:00:00.Z", "2001-01-01T00:00:00X",
    "2001-01-01T00:00:00+1", "2001-01-01T00:00:00+01:", "2001-01-01T00:00:00+24:00", "2001-01-01Z", "2001-01-01 x",
    "20010101", "today", "２００１-01-01",
  ])
  func refuses(text: String) {
    #expect(ISO8601.parse(text) == nil)
  }

  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.500Z"), (-0.001, "2000-12-31T23:59:59.999Z"),
      (0.0004, "2001-01-01T00:00:00Z"), (602_164_800, "2020-01-31T12:00:00Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"),
      (-63_177_062_400, "-000001-01-01T00:00:00Z"), (315_569_520_000, "+012001-01-01T00:00:00Z"),
    ] as [(Double, String)])
  func prints(seconds: Double, expected: String) {
    let text = ISO8601.text(of: DateValue(secondsSince2001: seconds))
    #expect(text == expected)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 4e13, -4e13])
  func printsNothing(seconds: Double) {
    #expect(ISO8601.text(of: DateValue(secondsSince2001: seconds)) == nil)
  }

  @Test func roundTrips() {
    for seed in 0..<UInt64(5000) {
      var random = SplitMix(seed: seed)
      // Thousands of years either way, and moments near the epoch, where a Double is finest.
      let span = seed.isMultiple(of: 2) ? 200_000_000_000_000 : 5_000
      let date = DateValue(secondsSince2001: Double(Int.random(in: -span...span, using: &random)) / 1000)
      let text = ISO8601.text(of: date)
      #expect(text.flatMap(ISO8601.parse) == date, "seed \(seed): \(text ?? "no text")")
    }
  }

  @Test func civilDates() {
    var expected = CivilDate(daysSince1970: -800_000)
    for days in -799_999...800_000 {
      let day = CivilDate(daysSince1970: days)
      let isNext = day.day == expected.day + 1 && day.month == expected.month && day.year == expected.year
      let isNewMonth =
        day.day == 1 && expected.day == CivilDate.days(inMonth: expected.month, of: expected.year)
        && (day.month == expected.month + 1 && day.year == expected.year
          || day.month == 1 && expected.month == 12 && day.year == expected.year + 1)
      guard isNext || isNewMonth, day.daysSince1970 == days else {
        Issue.record("\(day) does not follow \(expected)")
        return
      }
      expected = day
    }
    #expect(CivilDate(daysSince1970: 0).weekday == 5)
    #expect(CivilDate(year: 2020, month: 1, day: 31)?.weekday == 6)
    #expect(CivilDate(year: 2000, month: 2, day: 29)?.daysSince1970 == 11_016)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(daysSince1970: .max).year > 999_999)
    #expect(CivilDate(daysSince1970: .min).year < -990_000)
  }
}
