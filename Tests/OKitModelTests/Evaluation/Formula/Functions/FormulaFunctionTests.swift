import OKitModel
import OKitTestSupport
import Testing

/// What the comparison with SQLite does not cover: functions of our own, Dates and Bools, errors, limits.
@Suite struct FormulaFunctionTests {
  private let fixture = FormulaFunctionFixture()
  /// 2020-01-31T12:00:00.250Z
  private static let date = Value.date(DateValue(secondsSince1970: 1_580_472_000.25))

  @Test(
    arguments: [
      ("concat", [.null, .int(1), .double(2), .bool(true), .string("é")], .string("12.01é")),
      ("concat", [.null], .string("")),
      ("compare", [.null, .int(1), .int(2)], .int(2)), ("compare", [.string("1x"), .int(1), .int(2)], .int(1)),
      ("COMPARE", [.bool(true), .int(1), .int(2)], .int(1)), ("iif", [.bool(false), .int(1), .int(2)], .int(2)),
      ("abs", [.int(.min)], .double(0x1p63)), ("abs", [.bool(true)], .int(1)),
      ("typeof", [.bool(true)], .string("integer")),
      ("typeof", [date], .string("text")), ("typeof", [.double(.nan)], .string("null")),
      ("typeof", [.data(DataValue(bytes: []))], .string("blob")), ("lower", [.bool(true)], .string("1")),
      ("lower", [.string("ÀB")], .string("Àb")), ("random", [], .int(0)),
      ("zeroblob", [.int(2)], .data(DataValue(bytes: [0, 0]))), ("zeroblob", [.int(-1)], .data(DataValue(bytes: []))),
      ("char", [.int(0xD800), .int(0x110000), .int(-1), .int(.max)], .string("\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")),
      ("printf", [.string("%.3s|%!.2s"), .string("aöü"), .string("öü")], .string("aö|öü")),
      ("printf", [.string("%.2s|"), .string("aöü")], .string("a|")),
      ("printf", [.string("%!.60000000f|%!.3e"), .double(1.5), .int(2)], .string("1.5|2.0e+00")),
      ("max", [.bool(true), .int(0)], .bool(true)),
      ("coalesce", [.null, .double(.nan), .list([]), .int(3)], .int(3)),
    ] as [(String, [Value], Value)])
  func values(name: String, arguments: [Value], expected: Value) throws {
    #expect(try fixture.call(name, arguments) == expected)
  }

  @Test(
    arguments: [
      ("date", [date], .string("2020-01-31")), ("datetime", [date], .string("2020-01-31 12:00:00")),
      ("strftime", [.string("%Y %f"), date], .string("2020 00.250")), ("unixepoch", [date], .int(1_580_472_000)),
      ("julianday", [date], .double(212_447_232_000_250 / 86_400_000)),
      ("datetime", [date, .string("localtime")], .string("2020-01-31 13:00:00")),
      ("datetime", [date, .string("utc")], .string("2020-01-31 12:00:00")),
      ("datetime", [.string("2020-07-01 12:00"), .string("utc")], .string("2020-07-01 10:00:00")),
      ("datetime", [], .string("2020-01-31 12:00:00")),
      ("date", [.string("NOW"), .string("+1 day")], .string("2020-02-01")),
      ("strftime", [.string("%H")], .string("12")), ("length", [date], .int(24)),
      ("substr", [date, .int(1), .int(4)], .string("2020")),
      ("date", [.date(DateValue(secondsSince1970: 1e12))], .null),
      ("date", [.date(DateValue(secondsSince1970: .nan))], .null),
      ("min", [date, .string("2020-01-30")], .string("2020-01-30")),
      ("max", [date, .string("2020-01-30T23:00:00Z")], date),
      ("nullif", [.date(DateValue(secondsSince1970: 0)), .string("1970-01-01T01:00+01:00")], .null),
    ] as [(String, [Value], Value)])
  func dates(name: String, arguments: [Value], expected: Value) throws {
    #expect(try FormulaFunctionFixture(timeZone: "Europe/Berlin").call(name, arguments) == expected)
  }

  @Test(
    arguments: [
      ("date", [Value.string("2020-01-01")], 0, 0), ("date", [.string("now")], 1, 0), ("date", [], 1, 0),
      ("datetime", [.string("2020-01-01"), .string("localtime")], 0, 1), ("strftime", [.string("%Y")], 1, 0),
      ("date", [.string("2020-01-01"), .string("+1 day")], 0, 0),
    ] as [(String, [Value], Int, Int)])
  func `only what depends on the clock or the zone reads it`(name: String, arguments: [Value], clock: Int, zone: Int)
    throws
  {
    final class Reads { var clock = 0, zone = 0 }
    let reads = Reads()
    let context = FormulaContext(
      now: {
        reads.clock += 1
        return DateValue(secondsSince1970: 0)
      },
      offset: { _ in
        reads.zone += 1
        return 0
      }, random: { 0 }, budget: ExecutionBudget(), expressions: RegularExpressionCache())
    _ = try #require(FormulaFunction.named(name)).evaluate(arguments, context)
    #expect([reads.clock, reads.zone] == [clock, zone])
  }

  /// Only what is written counts for the limit.
  @Test(
    arguments: [
      ("%.100000000s", .string("abc"), "abc"), ("%.2147483647z", .string("abc"), "abc"),
      ("%.100000000q", .string("it's"), "it''s"), ("%.100000000w", .string("a"), "a"),
      ("%.100000000g", .int(3), "3"), ("%!.100000000f", .double(0.5), "0.5"), ("%.100000000%", .null, "%"),
    ] as [(String, Value, String)])
  func `a large precision limits the length`(format: String, argument: Value, text: String) throws {
    #expect(try fixture.call("printf", [.string(format), argument]) == .string(text))
  }

  @Test func `numbers of stars have 32 bits`() throws {
    #expect(try fixture.call("printf", [.string("%*d"), .int(1 << 32 | 3), .int(7)]) == .string("  7"))
    #expect(try fixture.call("printf", [.string("%.*s"), .int(1 << 32 | 2), .string("abc")]) == .string("ab"))
  }

  @Test(
    arguments: [
      ("abs", [], "function.parameters", "\"abs\" takes 1 argument, not 0"),
      ("COALESCE", [.null], "function.parameters", "\"coalesce\" takes at least 2 arguments, not 1"),
      ("substr", [.null], "function.parameters", "\"substr\" takes 2 to 3 arguments, not 1"),
      ("concat", [], "function.parameters", "\"concat\" takes at least 1 argument, not 0"),
      (
        "like", [.string("a"), .string("a"), .string("ab")], "function.argument",
        "the text of ESCAPE must be a single character, not \"ab\""
      ),
      (
        "like", [.string("a"), .string("a"), .string("")], "function.argument",
        "the text of ESCAPE must be a single character, not \"\""
      ),
      ("zeroblob", [.int(.max)], "app.size", "the result of \"zeroblob\" exceeds 64 MiB"),
      ("printf", [.string("%1000000000d")], "app.size", "the result of \"printf\" exceeds 64 MiB"),
      ("printf", [.string("%.1000000000d")], "app.size", "the result of \"printf\" exceeds 64 MiB"),
      ("printf", [.string("%#.100000000g"), .int(3)], "app.size", "the result of \"printf\" exceeds 64 MiB"),
      ("printf", [.string("%.*f"), .int(.max >> 33), .int(1)], "app.size", "the result of \"printf\" exceeds 64 MiB"),
      (
        "printf", [.string("%.40000000c%.40000000c"), .string("é")], "app.size",
        "the result of \"printf\" exceeds 64 MiB"
      ),
      (
        "replace",
        [.string(String(repeating: "a", count: 70_000)), .string("a"), .string(String(repeating: "b", count: 1000))],
        "app.size", "the result of \"replace\" exceeds 64 MiB"
      ),
    ] as [(String, [Value], Diagnostic.Code, String)])
  func errors(name: String, arguments: [Value], code: Diagnostic.Code, message: String) {
    let problem = #expect(throws: Diagnostic.self) { try fixture.call(name, arguments) }
    #expect(problem?.code == code)
    #expect(problem?.message == message)
  }

  @Test(arguments: [
    ("like", "%" + String(repeating: "a", count: 5000) + "b"),
    ("glob", "*" + String(repeating: "a", count: 5000) + "b"),
    ("regexp", "(a*)*(a|a)*(a?){500}$b"), ("regexp", "((a{0,9}){0,9}){0,9}b"),
  ])
  func `hostile patterns end with the budget`(name: String, pattern: String) {
    var checks = 0
    let budget = ExecutionBudget(
      TestExecutionHost {
        checks += 1
        return checks > 20 ? .exceeded : .running
      })
    let text = Value.string(String(repeating: "a", count: 20_000))
    let problem = #expect(throws: Diagnostic.self) {
      try FormulaFunctionFixture(budget: budget).call(name, [.string(pattern), text])
    }
    #expect(problem?.code == "app.limit")
    #expect(checks == 21)
  }

  @Test func `names are found in any case`() {
    #expect(FormulaFunction.named("SubStr")?.name == "substr")
    #expect(FormulaFunction.named("nothing") == nil)
  }
}
