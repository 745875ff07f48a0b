import OKitTestSupport
import Testing

@testable import OKitTestRunner

/// `okit.launch` of a script without controllers.
@Suite("Programs under test")
struct ProgramLaunchTests {
  static let programs: [(script: String, options: String, checks: String)] = [
    ("print('hello', arg[1])", "arguments = { 'you' }", "expect(app.output).to_be('hello\\tyou\\n')"),
    ("print(1)", "", "expect(app.exitCode).to_be(0)"),
    ("print('a') okit.exit(3) print('b')", "", "expect(app.exitCode).to_be(3) expect(app.output).to_be('a\\n')"),
    ("okit.exit(false)", "", "expect(app.exitCode).to_be(1)"),
    ("pcall(function() okit.exit(4) end)", "", "expect(app.exitCode).to_be(4)"),
    (
      "for line in okit.input:lines() do print(#line) end", "input = 'a\\n\\nbcd\\n'",
      "expect(app.output).to_be('1\\n0\\n3\\n')"
    ),
    ("print(okit.input:lines()())", "", "expect(app.output).to_be('nil\\n')"),
    (
      "okit.sleep(3600) print(okit.now())", "",
      "expect(app.output).to_match('2020') expect(app.clock.now).to_be(okit.date('2020-01-01T01:00:00Z'))"
    ),
    (
      "local Shop = okit.Model:extend('Shop', { runs = 0 }) local s = okit.Model.register(Shop) s.runs = s.runs + 1",
      "",
      "expect(app:get('runs')).to_be(1) app:relaunch() expect(app:get('runs')).to_be(2) expect(app.exitCode).to_be(0)"
    ),
    ("print(1)", "", "expect(function() app:tap('Add') end).to_fail('none is available')"),
  ]

  @Test(arguments: programs)
  func `a program runs to its end`(_ script: String, _ options: String, _ checks: String) throws {
    let folder = try TestFolder([
      "program.lua": script,
      "a_test.lua": "it('runs', function() local app = okit.launch('program.lua', { \(options) }) \(checks) end)",
    ])
    var printed: [String] = []
    #expect(try folder.outcomes { $0.host.print = { printed.append($0) } } == ["ok runs"])
    #expect(printed == [])
  }

  private static let exiting = "local x <close> = setmetatable({}, { __close = function() okit.exit(0) end })"

  static let failures: [(script: String, options: String, message: String)] = [
    ("print('so far') error('bad data')", "", "bad data at program.lua:1"),
    ("print('so far') okit.sleep(1) error('bad data')", "", "bad data at program.lua:1"),
    ("print('so far') okit.await(okit.call)", "", "at program.lua:1"),
    ("print('so far') \(exiting) error('bad data')", "", "bad data at program.lua:1"),
    ("print('so far') okit.sleep(1) \(exiting) error('bad data')", "", "bad data at program.lua:1"),
    ("print('so far') while true do okit.sleep(1) end", "", "the program did not end within 1.000 s"),
    ("print('so far')", "fixture = { a = 1 }", "a fixture is for applications (pass documents"),
    ("print('so far') error('bad data')", "fixture = { a = 1 }", "bad data at program.lua:1"),
    ("print('so far')", "fixture = { 1, 2 }", "fixture needs the names of properties"),
    ("print('so far') local x = 1 x.y.z = 1", "", "attempt to index"),
  ]

  @Test(arguments: failures)
  func `the error of a program is that of the launch`(_ script: String, _ options: String, _ message: String) throws {
    let folder = try TestFolder([
      "program.lua": script,
      "a_test.lua": "it('fails', function() okit.launch('program.lua', { \(options) }) end)",
    ])
    var printed: [String] = []
    let outcomes = try folder.outcomes {
      $0.host.print = { printed.append($0) }
      $0.host.timeout = .seconds(2)
    }
    #expect(outcomes.count == 1 && outcomes.allSatisfy { $0.contains(message) }, "\(outcomes)")
    // What should not have run has no output.
    let isRefused = ["a fixture is for applications", "fixture needs"].contains { message.contains($0) }
    #expect(printed == (isRefused ? [] : ["so far"]))
  }

  @Test(arguments: ["print(s)", "okit.sleep(1) print(s)", "pcall(print, s) print(s)"])
  func `the output of a program has a limit`(_ body: String) throws {
    let folder = try TestFolder([
      "program.lua": "local s = ('x'):rep(1 << 20)\nwhile true do \(body) end",
      "a_test.lua": "it('fails', function() okit.launch('program.lua') end)",
    ])
    let outcomes = try folder.outcomes()
    #expect(
      outcomes == ["FAIL fails: the output of the script under test exceeded the limit of 16 MiB at program.lua:2"])
  }

  @Test func `the output of an application is that of the tests`() throws {
    let folder = try TestFolder([
      "app.lua": "print('one') okit.ModelDetailTableController:extend('home', {}) print('two')",
      "a_test.lua": """
      it("starts", function()
        local app = okit.launch("app.lua")
        expect(app.output).to_be(nil)
        expect(app.exitCode).to_be(nil)
      end)
      """,
    ])
    var printed: [String] = []
    #expect(try folder.outcomes { $0.host.print = { printed.append($0) } } == ["ok starts"])
    #expect(printed == ["one\ntwo"])
  }
}
