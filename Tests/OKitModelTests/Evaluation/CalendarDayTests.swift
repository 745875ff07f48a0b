import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitModel

/// Days in time zones.
@Suite struct CalendarDayTests {
  private static func context(_ zone: String, now: String = "2024-01-10T05:00:00Z") throws -> FunctionContext {
    FunctionContext(
      locale: "en_US", timeZone: zone, now: try #require(ISO8601.parse(now)), localization: Localization(),
      formatters: FormatterCache())
  }

  /// The first moments of days without midnight, with two midnights, and of others.
  @Test(
    arguments: [
      ("America/Santiago", "2024-09-08", "2024-09-08T04:00:00Z"),
      ("America/Havana", "2024-03-10", "2024-03-10T05:00:00Z"),
      ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
      ("America/Asuncion", "2023-10-01", "2023-10-01T04:00:00Z"),
      ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00Z"), ("Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00Z"),
      // Midnight comes twice.
      ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"), ("Asia/Beirut", "2024-10-27", "2024-10-26T22:00:00Z"),
      ("America/Santiago", "2024-04-07", "2024-04-07T04:00:00Z"),
      ("Atlantic/Azores", "2024-10-27", "2024-10-27T00:00:00Z"),
      // Samoa skipped December 30.
      ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"), ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
      ("UTC", "2024-06-15", "2024-06-15T00:00:00Z"), ("America/New_York", "2024-06-15", "2024-06-15T04:00:00Z"),
      ("Asia/Kolkata", "2024-06-15", "2024-06-14T18:30:00Z"),
      ("Pacific/Kiritimati", "2024-06-15", "2024-06-14T10:00:00Z"),
      ("America/St_Johns", "2006-04-02", "2006-04-02T03:30:00Z"),
    ])
  func daysBegin(zone: String, day: String, moment: String) throws {
    let context = try Self.context(zone)
    let value = try #require(DayValue(day))
    let first = try #require(context.firstMoment(of: value))
    #expect(ISO8601.text(of: first) == moment)
    #expect(context.day(of: first) == value)
    #expect(context.day(of: DateValue(secondsSince2001: first.secondsSince2001 - 1)) != value)
    #expect(try context.text(of: first, pattern: "yyyy-MM-dd") == day)
  }

  /// Each text that a person may type or pick stays the day that it names.
  @Test(
    arguments: [
      ("America/Santiago", "9/8/24", "2024-09-08"), ("America/Santiago", "September 8, 2024", "2024-09-08"),
      ("America/Havana", "2024-03-10", "2024-03-10"), ("America/Sao_Paulo", "11/4/18", "2018-11-04"),
      ("America/New_York", "6/15/24", "2024-06-15"), ("Asia/Tokyo", "2024-06-15", "2024-06-15"),
    ])
  func typedDaysStay(zone: String, text: String, day: String) throws {
    let context = try Self.context(zone)
    #expect(try context.day(in: text)?.text == day)
    let current = try #require(ISO8601.parse("2024-01-10T05:30:00Z"))
    for mode in [DateMode.date, .dateAndTime] {
      for current in [nil, current] {
        let date = try #require(try context.date(in: text, mode: mode, current: current))
        #expect(context.day(of: date)?.text == day, "\(mode)")
      }
    }
    for pattern in ["yyyy-MM-dd", "d.M.yyyy", "d MMM yy"] {
      let format = try TextFormat(.date, pattern: pattern, context)
      let named = try #require(DayValue(day))
      let typed = try #require(try context.text(of: named, pattern: pattern))
      let value = try format.value(in: typed, replacing: .null, context)
      #expect(context.day(value)?.text == day, "\(pattern)")
      #expect(format.text(of: value, context) == typed)
    }
  }

  @Test func daysThatDoNotExistAreRefused() throws {
    let context = try Self.context("America/Santiago")
    let format = try TextFormat(.date, pattern: "d.M.yyyy", context)
    #expect(throws: Diagnostic.self) { try format.value(in: "30.2.2024", replacing: .null, context) }
    #expect(try context.day(in: "2/30/24") == nil)
    #expect(try context.day(in: "2024-02-30") == nil)
  }

  /// A time that clocks skip is as much later.
  @Test(
    arguments: [
      ("America/New_York", "2024-03-10T02:30:00", "2024-03-10T07:30:00Z"),
      ("Europe/Berlin", "2024-03-31T02:30:00", "2024-03-31T01:30:00Z"),
      ("America/New_York", "2024-03-10T03:30:00", "2024-03-10T07:30:00Z"),
    ])
  func skippedTimesAreLater(zone: String, clock: String, moment: String) throws {
    let clock = try #require(ISO8601.parse(clock)).secondsSince1970
    #expect(ISO8601.text(of: try Self.context(zone).moment(clock: clock)) == moment)
  }

  @Test(
    arguments: [
      ("2024-06-15", "2024-06-15"), ("2024-06-15T23:30", "2024-06-15"), ("2024-06-15 23:30:00", "2024-06-15"),
      ("2024-06-15T02:00:00Z", "2024-06-14"), ("2024-06-15T02:00:00+09:00", "2024-06-14"),
      (" 2024-06-15 ", "2024-06-15"),
    ])
  func textsNameDays(text: String, day: String) throws {
    #expect(try Self.context("America/New_York").day(.string(text))?.text == day)
  }

  /// Against Foundation's calendar.
  @Test func momentsAreThoseOfTheCalendar() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SplitMix(seed: seed)
    let zones = [
      "America/Santiago", "America/Havana", "Asia/Beirut", "Europe/Berlin", "Pacific/Auckland", "Asia/Tehran",
    ]
    for _ in 0..<300 {
      let zone = try #require(zones.randomElement(using: &random))
      let context = try Self.context(zone)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: zone))
      let day = try #require(DayValue(daysSince1970: Int.random(in: 3_653...25_000, using: &random)))
      let first = try #require(context.firstMoment(of: day))
      let start = calendar.startOfDay(for: Date(timeIntervalSince1970: first.secondsSince1970 + 43_200))
      #expect(start.timeIntervalSince1970 == first.secondsSince1970, "seed \(seed): \(zone) \(day.text)")
    }
  }

  @Test(
    arguments: [
      ("formatDate", "June 15, 2024"), ("formatFullDate", "Saturday, June 15, 2024"), ("formatISO", "2024-06-15"),
      ("formatRelativeDate", "Today"), ("formatRelativeFullDate", "Today"), ("year", "2024"), ("month", "6"),
      ("day", "15"), ("weekday", "7"),
    ])
  func functionsKnowDays(name: String, result: String) throws {
    for zone in ["America/New_York", "UTC", "Pacific/Kiritimati"] {
      let noon = zone == "Pacific/Kiritimati" ? "2024-06-14T22:00:00Z" : "2024-06-15T16:00:00Z"
      let function = try #require(BuiltInFunctions.function(name, of: "Day"))
      let day = try #require(DayValue("2024-06-15"))
      let value = try function.call(.day(day), [], Self.context(zone, now: noon))
      #expect(value.scalarText == result, "\(zone)")
    }
    #expect(BuiltInFunctions.function("hour", of: "Day") == nil)
  }
}
