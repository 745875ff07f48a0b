import Foundation
import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct DayValueTests {
  @Test(
    arguments: [
      ("2024-06-15", 19_889), ("1970-01-01", 0), ("1969-12-31", -1), ("0000-02-29", -719_469),
      ("-000001-12-31", -719_529),
      ("+010000-01-01", 2_932_897), ("-999999-01-01", -365_961_662), ("+999999-12-31", 364_522_971),
    ])
  func textsAreDays(text: String, days: Int) throws {
    let day = try #require(DayValue(text))
    #expect(Int(day.daysSince1970) == days)
    #expect(day.text == text)
    #expect(DayValue(daysSince1970: days) == day)
  }

  @Test(
    arguments: [
      "", "2024", "2024-06", "2024-02-30", "2023-02-29", "15.06.2024", "2024-06-15T00:00", "2024-06-15 x", "today",
    ])
  func otherTextsAreNot(text: String) {
    #expect(DayValue(text) == nil)
  }

  @Test func daysEndWhereTextsEnd() throws {
    let (first, last) = (try #require(DayValue("-999999-01-01")), try #require(DayValue("+999999-12-31")))
    #expect(first.adding(days: -1) == nil && last.adding(days: 1) == nil)
    #expect(
      first.adding(days: 730_484_633) == last && last.adding(days: .min) == nil && first.adding(days: .max) == nil)
    #expect(DayValue(daysSince1970: .min) == nil && DayValue(year: 2023, month: 2, day: 29) == nil)
  }

  @Test func valuesKeepDays() throws {
    let day = try #require(DayValue("2024-06-15"))
    let value = Value.day(day)
    #expect(PlainWord(value)?.value == value)
    #expect(value.scalarText == "2024-06-15" && value.typeName == "Day" && value.truth)
    #expect(value.jsonValue == .string("2024-06-15"))
    #expect(PropertyType.day.scalar(.string("2024-06-15")) == value)
    let collator = TextCollator(locale: "en")
    #expect(SortKeyPrefix(value, collator, collator.ascii).value(collator.ascii) == value)
    let next = try #require(day.adding(days: 1))
    #expect(value.order(to: .day(next)) == .before)
    #expect(
      value.order(to: .date(DateValue(secondsSince2001: 1e300))) == .after && value.order(to: .string("")) == .before)
  }

  /// Against Foundation's calendar.
  @Test func arithmeticIsThatOfTheCalendar() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SplitMix(seed: seed)
    for _ in 0..<2_000 {
      // From 1600: Foundation's calendar has Julian days before 1582.
      let days = Int.random(in: -135_140...2_000_000, using: &random)
      let count = Int.random(in: -1_000...1_000, using: &random)
      let day = try #require(DayValue(daysSince1970: days)?.adding(days: count))
      let date = Date(timeIntervalSince1970: Double(days + count) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      let civil = day.civil
      #expect(
        civil.year == parts.year && civil.month == parts.month && civil.day == parts.day
          && civil.weekday == parts.weekday,
        "seed \(seed): \(day.text)")
      #expect(DayValue(day.text) == day, "seed \(seed)")
    }
  }
}
