import OKitTestSupport
import OKitValues
import Testing

@Suite struct DateFunctionTests {
  private let date = Value.moment("2020-01-31T23:30:05Z")

  @Test(
    arguments: [
      ("formatDate", .string("January 31, 2020"), .string("1. Februar 2020")),
      ("formatFullDate", .string("Friday, January 31, 2020"), .string("Samstag, 1. Februar 2020")),
      ("formatDateTime", .string("1/31/20, 11:30 PM"), .string("01.02.20, 00:30")),
      ("formatTime", .string("11:30 PM"), .string("00:30")),
      ("formatRelativeTime", .string("11:30 PM"), .string("00:30")),
      ("formatISO", .string("2020-01-31T23:30:05Z"), .string("2020-01-31T23:30:05Z")),
      ("formatInterval", .string("-11:30:05"), .string("-11:30:05")),
      ("formatRelativeDate", .string("Today"), .string("Morgen")),
      ("formatRelativeFullDate", .string("Today"), .string("Morgen")),
      ("formatRelativeDateTime", .string("Today, 11:30 PM"), .string("Morgen, 00:30")),
      ("year", .int(2020), .int(2020)), ("month", .int(1), .int(2)), ("day", .int(31), .int(1)),
      ("hour", .int(23), .int(0)),
      ("minute", .int(30), .int(30)), ("second", .int(5), .int(5)), ("weekday", .int(6), .int(7)),
    ] as [(String, Value, Value)])
  func formats(name: String, english: Value, german: Value) throws {
    #expect(try FunctionFixture().call(name, date) == english)
    #expect(try FunctionFixture(locale: "de_DE", timeZone: "Europe/Berlin").call(name, date) == german)
  }

  @Test(arguments: [
    ("en_US", "2020-01-30T00:00:00Z", "Yesterday"), ("en_US", "2020-01-29T23:59:59Z", "January 29, 2020"),
    ("en_US", "2020-02-01T23:59:59Z", "Tomorrow"), ("en_US", "2020-02-02T00:00:00Z", "February 2, 2020"),
    ("en-GB", "2020-01-31T00:00:00Z", "Today"), ("de_DE", "2020-01-29T12:00:00Z", "Vorgestern"),
    ("de_DE", "2020-02-02T12:00:00Z", "Übermorgen"), ("de_DE", "2020-02-03T12:00:00Z", "3. Februar 2020"),
    ("fr_FR", "2020-01-31T12:00:00Z", "Aujourd’hui"), ("fr_FR", "2020-02-02T12:00:00Z", "Après-demain"),
    ("fr_FR", "2020-02-03T12:00:00Z", "3 février 2020"), ("ja_JP", "2020-01-30T12:00:00Z", "昨日"),
    ("pt_BR", "2020-01-29T12:00:00Z", "Anteontem"), ("ar_EG", "2020-02-01T12:00:00Z", "غدًا"),
  ])
  func relativeDates(locale: String, date: String, expected: String) throws {
    #expect(try FunctionFixture(locale: locale).call("formatRelativeDate", .moment(date)) == .string(expected))
  }

  @Test(arguments: [
    ("formatRelativeDateTime", "2020-01-30T01:02:00Z", "Yesterday, 1:02 AM"),
    ("formatRelativeDateTime", "2020-01-01T01:02:00Z", "1/1/20, 1:02 AM"),
    ("formatRelativeFullDate", "2020-01-01T01:02:00Z", "Wednesday, January 1, 2020"),
    ("formatInterval", "2020-01-31T09:58:55Z", "02:01:05"), ("formatInterval", "2020-01-01T12:00:00Z", "720:00:00"),
  ])
  func nearAndFar(name: String, date: String, expected: String) throws {
    #expect(try FunctionFixture().call(name, .moment(date)) == .string(expected))
  }

  @Test(arguments: [
    ("yyyy-MM-dd HH:mm", "2020-01-31 23:30"), ("EEEE, d. MMM", "Friday, 31. Jan"), ("'at' h a", "at 11 PM"),
  ])
  func patterns(pattern: String, expected: String) throws {
    #expect(try FunctionFixture().call("format", date, [.string(pattern)]) == .string(expected))
  }

  @Test func summerTime() throws {
    let fixture = FunctionFixture(locale: "de_DE", timeZone: "Europe/Berlin")
    #expect(try fixture.call("hour", .moment("2020-03-29T00:59:59Z")) == .int(1))
    #expect(try fixture.call("hour", .moment("2020-03-29T01:00:00Z")) == .int(3))
    #expect(try fixture.call("formatTime", .moment("2020-07-01T12:00:00Z")) == .string("14:00"))
  }

  @Test(arguments: ["formatDate", "formatISO", "formatRelativeDate", "formatRelativeDateTime", "year", "hour"])
  func outOfTheCalendar(name: String) throws {
    #expect(try FunctionFixture().call(name, .date(DateValue(secondsSince2001: 1e300))) == .null)
    #expect(try FunctionFixture().call(name, .date(DateValue(secondsSince2001: .nan))) == .null)
  }

  @Test func unknownTimeZone() {
    let problem = #expect(throws: Diagnostic.self) { try FunctionFixture(timeZone: "Europe/Berln").call("hour", date) }
    #expect(problem?.code == "function.timeZone")
    #expect(problem?.description == "unknown time zone \"Europe/Berln\" (did you mean \"Europe/Berlin\"?)")
  }

  @Test func cachesAreBounded() throws {
    let fixture = FunctionFixture()
    for width in 1...600 {
      let text = try fixture.call("format", date, [.string("yyyy'\(width)'")])
      #expect(text == .string("2020\(width)"))
    }
  }
}
