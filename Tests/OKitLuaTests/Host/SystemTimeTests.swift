import OKitEngine
import OKitLua
import Testing

/// `os.date` and `os.time` tell the application's time, and fail as Lua's own do.
@Suite struct SystemTimeTests {
  private func launch(_ text: String = "") throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince1970: 86_400)))
    options.timeZone = "UTC"
    return try LuaApplication(
      text: "require('okit').ModelDetailTableController:extend('home', { titlePath = '#x' })\n" + text,
      chunk: "app.lua", folder: "/tmp", options: options)
  }

  @Test(arguments: [
    ("return os.date('%Q')", "bad argument #1 to 'date' (invalid conversion specifier '%Q')"),
    ("return (os.date('%Q'))", "bad argument #1 to 'date' (invalid conversion specifier '%Q')"),
    ("local own = os.date own('%')", "bad argument #1 to 'own' (invalid conversion specifier '%')"),
    ("return os.date({})", "bad argument #1 to 'date' (string expected, got table)"),
    ("return os.date('%c', 'x')", "bad argument #2 to 'date' (number expected, got string)"),
    ("return os.time { year = 2020 }", "field 'month' missing in date table"),
    ("return os.time { year = 2020, month = 'x', day = 1 }", "field 'month' is not an integer"),
    ("os.time(1)", "bad argument #1 to 'time' (table expected, got number)"),
  ])
  func errorsSayWhatTheScriptCalled(code: String, message: String) throws {
    let application = try launch("function go()\n\n  \(code)\nend")
    defer { application.close() }
    let failure = problem { _ = try application.evaluate("(function() local x = go() end)()") }
    #expect(failure?.message == message)
    #expect(failure?.place == Diagnostic.Place(file: "app.lua", line: 4))
    let caught = try application.evaluate("select(2, pcall(go))").first
    #expect(caught == "app.lua:4: " + message)
  }

  @Test func theTimeIsTheApplications() throws {
    let application = try launch()
    defer { application.close() }
    #expect(try application.evaluate("os.time(), os.date('!%Y-%m-%d %H:%M:%S')") == ["86400", "1970-01-02 00:00:00"])
    #expect(try application.evaluate("os.date('!%H', nil), os.time(nil)") == ["00", "86400"])
    try application.runtime.advance(seconds: 3600.7)
    #expect(try application.evaluate("os.time(), os.date('!*t').hour, os.date('!%H', 7200)") == ["90000", "1", "02"])
    #expect(try application.evaluate("os.time { year = 2020, month = 1, day = 1, hour = 0 } > os.time()") == ["true"])
  }
}
