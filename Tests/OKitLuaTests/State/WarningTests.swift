import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Lua's `warn` writes to the log.
@Suite struct WarningTests {
  private func log(_ script: String) throws -> [LogEntry] {
    var entries: [LogEntry] = []
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.onLog = { entries.append($0) }
    _ = try LuaApplication(text: script, options: options)
    return entries
  }

  static let scripts: [(String, [String])] = [
    ("warn 'a'", []), ("warn '@on' warn('careful ', 'now', 1)", ["careful now1"]),
    ("warn '@on' warn 'a' warn '@off' warn 'b' warn '@on' warn 'c'", ["a", "c"]),
    ("warn '@on' warn '@unknown' warn('@off', '') warn 'a'", ["@off", "a"]), ("warn '@on' warn ''", [""]),
  ]

  @Test(arguments: scripts)
  func `warnings that are on are written to the log`(_ script: String, _ messages: [String]) throws {
    #expect(try log(script) == messages.map { LogEntry(.warn, $0) })
  }

  @Test(arguments: [
    ("warn()", "bad argument #1 to 'warn' (string expected, got no value)"),
    ("warn('a', {})", "bad argument #2 to 'warn' (string expected, got table)"),
  ])
  func `the arguments are checked`(_ script: String, _ message: String) {
    #expect(problem { _ = try log(script) }?.message == message)
  }
}
