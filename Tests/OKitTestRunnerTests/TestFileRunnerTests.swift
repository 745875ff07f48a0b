import Foundation
import OKitEngine
import OKitTestRunner
import OKitTestSupport
import Testing

@Suite("A test file")
struct TestFileRunnerTests {
  @Test("reports each test")
  func outcomes() throws {
    let folder = try TestFolder([
      "a_test.lua": """
      it("passes", function() expect(1).to_be(1) end)
      it("fails", function() expect(1).to_be(2) end)
      it("raises", function() error("boom") end)
      it("waits")
      describe("block", function()
        before_all(function() error("cannot begin") end)
        it("never runs", function() end)
      end)
      """,
      "b_spec.lua": "it('reads', function()\n  local x = nil\n  return x.y\nend)",
      "other.lua": "it('is not a test file')",
    ])
    #expect(
      try folder.outcomes() == [
        "ok passes",
        "FAIL fails: expected to be 2, got 1 at a_test.lua:2",
        "FAIL raises: boom at a_test.lua:3",
        "pending waits: no body yet",
        "FAIL block never runs: in before_all: cannot begin at a_test.lua:6",
        "FAIL reads: attempt to index a nil value (local 'x') at b_spec.lua:3",
      ])
  }

  @Test("that cannot be read is a failure of its own")
  func unreadable() throws {
    let folder = try TestFolder(["a_test.lua": "it('x' function", "b_test.lua": "it('runs', function() end)"])
    #expect(
      try folder.outcomes() == [
        "FAIL \(folder.path)/a_test.lua: ')' expected near 'function' at a_test.lua:1".replacing(
          folder.path + "/", with: ""),
        "ok runs",
      ])
  }

  @Test func `a syntax error is shown once, with its excerpt`() throws {
    let folder = try TestFolder(["a_test.lua": "it('x', function( end)"])
    #expect(
      try folder.run().output == """
        a_test.lua
          FAIL  a_test.lua

        Failures:

        1) a_test.lua
           <name> or '...' expected near 'end'
           at a_test.lua:1
             1 | it('x', function( end)
               |                   ^

        Ran 1 test in 0 s
        0 passed, 1 failed

        """)
  }

  @Test func `the screen is shown once, and only of applications that the test has driven`() throws {
    let folder = try TestFolder([
      "app.lua": NotesSample.script,
      "a_test.lua": """
      local app
      before_all(function() app = okit.launch("app.lua", \(NotesSample.fixture)) end)
      it("drives", function()
        app:search("a")
        expect.soft(1).to_be(2)
        expect(3).to_be(4)
      end)
      it("does not", function() expect(app:rows()).to_be(1) end)
      """,
    ])
    let parts = try folder.run().output.split(separator: "2) does not")
    #expect(parts.count == 2)
    #expect(parts[0].ranges(of: "screen:").count == 1 && parts[0].ranges(of: "last actions:").count == 1)
    #expect(!parts[1].contains("screen:") && !parts[1].contains("last actions:"))
  }

  @Test("has a state of its own")
  func isolation() throws {
    let folder = try TestFolder([
      "a_test.lua": "shared = 1; string.shared = 1; it('a', function() expect(shared).to_be(1) end)",
      "b_test.lua": "it('b', function() expect(shared).to_be(nil); expect(string.shared).to_be(nil) end)",
      "c_test.lua":
        "it('c', function() expect(io).to_be(nil); expect(debug).to_be(nil); expect(os.getenv).to_be(nil) end)",
    ])
    #expect(try folder.outcomes() == ["ok a", "ok b", "ok c"])
  }

  @Test("requires files beside it, and launches relative to the file that does")
  func paths() throws {
    let folder = try TestFolder([
      "app.lua": NotesSample.script,
      "support.lua": "return { launch = function() return okit.launch('app.lua') end }",
      "a_test.lua": """
      local support = require "support"
      it("launches", function() expect(support.launch():rows()).to_equal {} end)
      it("has okit", function() expect(require "okit").to_be(okit) end)
      """,
    ])
    #expect(try folder.outcomes() == ["ok launches", "ok has okit"])
  }

  @Test("fails with all that helps to understand it")
  func report() throws {
    let folder = try TestFolder([
      "app.lua": NotesSample.script,
      "a_test.lua": """
      describe("Notes", function()
        it("are sorted", function()
          local app = okit.launch("app.lua", \(NotesSample.fixture))
          app:search("a")
          expect(app:rows()).to_equal { "Bread", "Apples" }
        end)
      end)
      """,
    ])
    let (summary, output) = try folder.run()
    #expect(summary.failed == 1)
    #expect(
      output == """
        a_test.lua
          FAIL  Notes are sorted

        Failures:

        1) Notes are sorted
           expected to equal, but 2 places differ
             [1]: expected "Bread", got "Apples"
             [2]: expected "Apples", got "Bread"
           at a_test.lua:5
             5 |     expect(app:rows()).to_equal { "Bread", "Apples" }
           last actions:
             search "a"
           screen:
             ╭─ notes ──────────────────────────────────────────────────────────────╮
             │                                Notes                    [Add] [Edit] │
             │ ⌕ [a]                                                                │
             ├──────────────────────────────────────────────────────────────────────┤
             │ 1 Apples                                                             │
             │ 2 Bread                                                              │
             ╰─ ← Delete, More... · ↻ refresh ──────────────────────────────────────╯

        Ran 1 test in 0 s
        0 passed, 1 failed

        """)
  }

  @Test(
    "places an error where it arose",
    arguments: [
      // A place in a text is only a text.
      ("error('other.lua:7: boom', 0)", "other.lua:7: boom at a_test.lua:2"),
      ("error('boom')", "boom at a_test.lua:2"),
      ("coroutine.wrap(function()\n error('boom') end)()", "boom at a_test.lua:3"),
      ("assert(coroutine.resume(coroutine.create(function()\n error('boom', 0) end)))", "boom at a_test.lua:3"),
      ("error({ message = 'boom', file = 'data.json', line = 4 })", "boom at data.json:4"),
      ("error({ message = 'boom', place = 'data.json:4' })", "boom at a_test.lua:2"),
      ("require 'broken'", "unexpected symbol near <eof> at broken.lua:1"),
    ])
  func errorPlaces(_ step: String, _ outcome: String) throws {
    let folder = try TestFolder(["broken.lua": "x = ", "a_test.lua": "it('fails', function()\n\(step)\nend)"])
    #expect(try folder.outcomes() == ["FAIL fails: \(outcome)"])
  }

  @Test func `an error in a coroutine tells the frames in it and those that resumed it`() throws {
    let folder = try TestFolder([
      "a_test.lua": """
      local function inner() error("boom") end
      it("fails", function()
        local wrapped = coroutine.wrap(function() inner() end)
        wrapped()
      end)
      """
    ])
    #expect(
      try folder.run().output.contains(
        """
           traceback:
             a_test.lua:1: in function 'inner'
             a_test.lua:3: in function <a_test.lua:3>
             in a coroutine
             a_test.lua:4: in function <a_test.lua:2>
        """))
  }

  @Test(
    "fails for what it leaves behind",
    arguments: [
      (
        "app:row('Apples'):more('Fail')",
        "the application reported a problem that the test did not check (app.diagnostics)"
      ),
      ("app:row('Apples'):more('Ask')", "the alert \"Sure?\" is still open"),
      ("app:row('Apples'):more()", "the sheet \"Apples\" is still open"),
    ])
  func uncheckedState(_ step: String, _ message: String) throws {
    let folder = try TestFolder([
      "app.lua": NotesSample.script,
      "a_test.lua": """
      local app
      before_each(function() app = okit.launch("app.lua", \(NotesSample.fixture)) end)
      it("leaves", function() \(step) end)
      it("does not", function() end)
      """,
    ])
    let outcomes = try folder.outcomes()
    #expect(outcomes.last == "ok does not")
    #expect(outcomes.first?.hasPrefix("FAIL leaves: ") == true)
    #expect(outcomes.first?.contains(message) == true || step.hasSuffix("more()"), "\(outcomes)")
  }

  @Test func `a test fails for the mistakes of a screen that it has not looked at`() throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local M = okit.Model:extend("M", { name = "" })
      okit.Model.register(M)
      okit.ModelDetailTableController:extend("home", { sections = { { cells = {
        okit.ModelTableCell { path = "#Next", segue = "next" },
      } } } })
      okit.ModelDetailTableController:extend("next", { sections = { { cells = {
        okit.ModelTableCell { path = function(m) return m.name .. m.nothing end },
      } } } })
      """,
      "a_test.lua": """
      it("taps", function() okit.launch("app.lua"):row("Next"):tap() end)
      it("does nothing", function() okit.launch("app.lua") end)
      """,
    ])
    let outcomes = try folder.outcomes()
    #expect(outcomes.first?.contains("the application reported a problem") == true, "\(outcomes)")
    #expect(outcomes.last == "ok does nothing")
  }

  @Test(
    "an open dialog has the line of the step that opened it",
    arguments: [
      "app:row('Apples'):more()\napp:set('notes[0]/name', 'Pears')", "app:row('Apples'):more()",
      "app:row('Bread'):more() app.sheet:tap('Cancel') app:row('Apples'):more()",
      "app:window():row('Apples'):more()\napp:tap('Edit')",
    ])
  func placeOfOpenDialog(_ steps: String) throws {
    let folder = try TestFolder([
      "app.lua": NotesSample.script,
      "a_test.lua": """
      it("leaves", function()
      local app = okit.launch("app.lua", \(NotesSample.fixture))
      \(steps)
      end)
      """,
    ])
    let output = try folder.run().output
    #expect(output.contains("is still open\n   at a_test.lua:3\n"), "\(output)")
  }

  // MARK: Exhaustive tests

  private static func exhaustive(_ steps: String, _ option: String = "true") throws -> TestFolder {
    try TestFolder([
      "app.lua": NotesSample.script + "\nfunction Note:mark() self.name = 'Marked' end"
        + (steps.contains("timer") ? "\nokit.every(60, function() end)" : ""),
      "a_test.lua": """
      it("claims", function()
      local app = okit.launch("app.lua", { exhaustive = \(option), \(NotesSample.fixture.dropFirst()))
      \(steps)
      end)
      """,
    ])
  }

  @Test(
    "each change of a step must be claimed",
    arguments: [
      (
        "app:set('notes[0]/name', 'Cherries')",
        [
          "set notes[0]/name", "/notes/0/name \"Apples\" → \"Cherries\"", "row 2 of section 1 moved to row 1",
          "a_test.lua:3",
        ]
      ),
      (
        "app:set('notes[0]/name', 'Aples'):shows { sections = { { rows = { { text = 'Aples' } } } } }",
        ["/notes/0/name"]
      ),
      ("app:set('notes[0]/name', 'Aples'):changes { { path = '/notes/0/name' } }", ["row \"Aples\": text"]),
      ("app:row('Apples'):more()", ["sheet \"Apples\" opened", ":shows { sheet = { title = \"Apples\" } }"]),
      ("app:relaunch()", ["screen notes → notes"]),
      (
        "app:window():tap('Edit') local _ = app.screen.editing",
        ["window 2: tap \"Edit\"", "screen.editing false → true"]
      ),
      ("-- timer", ["a timer still runs at the end of the test at app.lua:"]),
    ])
  func unclaimedChanges(_ steps: String, _ parts: [String]) throws {
    let outcomes = try Self.exhaustive(steps).outcomes().joined(separator: "\n")
    for part in parts { #expect(outcomes.contains(part), "\(outcomes)") }
    var printed = ""
    let shown = try Self.exhaustive(steps, "'show'").outcomes { $0.host.print = { printed += $0 } }
    if steps.contains("more") {
      #expect(shown.count == 1 && shown.first?.contains("is still open") == true)
    } else {
      #expect(shown == ["ok claims"], "\(shown)")
    }
    for part in parts { #expect(printed.contains(part.replacing(" at app.lua:", with: "")), "\(printed)") }
  }

  @Test(
    "--write-claims makes a test pass, and repeated, changes nothing",
    arguments: [
      "app:set('notes[0]/name', 'Cherries')", "app:row('Apples'):more('Fail') app.diagnostics",
      "app:set('notes[0]/name', 'Nuts')\n  :set('notes[1]/name', 'Figs')",
      "app:tap('Edit'):row('Bread'):delete() app.alert:tap('Yes') app:tap('Done')",
      "for i = 1, 3 do app:tap('Edit'):tap('Done') end",
      "app:call('notes[0]/mark()')", "app:background():relaunch()", "app:set('notes[1]/name', 'A \"b\" \\n')",
    ])
  func writtenClaims(_ steps: String) throws {
    let folder = try Self.exhaustive(steps.replacing("app.diagnostics", with: "local _ = app.diagnostics"))
    _ = try folder.outcomes { $0.selection.writeClaims = true }
    let written = try folder.read("a_test.lua")
    #expect(try folder.outcomes() == ["ok claims"], "\(written)")
    _ = try folder.outcomes { $0.selection.writeClaims = true }
    #expect(try folder.read("a_test.lua") == written)
  }

  @Test("shares what it launches before all tests")
  func beforeAll() throws {
    let folder = try TestFolder([
      "app.lua": NotesSample.script,
      "a_test.lua": """
      local app
      before_all(function() app = okit.launch("app.lua", \(NotesSample.fixture)) end)
      it("changes it", function() app:set("notes[0]/name", "Nuts") end)
      it("finds it changed", function() expect(app:rows()).to_equal { "Bread", "Nuts" } end)
      """,
    ])
    #expect(try folder.outcomes() == ["ok changes it", "ok finds it changed"])
  }

  @Test("goes on after a test that never ends")
  func timeout() throws {
    let folder = try TestFolder([
      "a_test.lua": """
      it("first", function() end)
      it("never ends", function() while true do pcall(function() end) end end)
      it("last", function() end)
      """
    ])
    let outcomes = try folder.outcomes { $0.host.timeout = .milliseconds(400) }
    #expect(
      outcomes == [
        "ok first", "FAIL never ends: the script exceeded the time limit of 400 ms at a_test.lua:2", "ok last",
      ])
  }

  @Test(arguments: [
    ("it('hangs', function() while true do end end)", "hangs"),
    ("local function spin()\n  while true do end\nend\nit('hangs', function() spin() end)", "hangs"),
    ("it('hangs', function()\n  coroutine.wrap(function()\n    while true do end\n  end)()\nend)", "hangs"),
    ("before_each(function() while true do end end)\nit('hangs', function() end)", "hangs"),
    ("after_each(function() while true do end end)\nit('hangs', function() end)", "hangs"),
    ("before_all(function() while true do end end)\nit('x', function() end)", "x"),
    ("describe('x', function() while true do end end)", "a_test.lua"),
  ])
  func `a timeout reports the line that hangs`(_ script: String, _ name: String) throws {
    let folder = try TestFolder(["a_test.lua": script])
    let output = try folder.run { $0.host.timeout = .milliseconds(400) }.output
    let lines = script.split(separator: "\n")
    let line = try #require(lines.firstIndex { $0.contains("while true") })
    #expect(output.contains("FAIL  \(name)"))
    #expect(output.contains("exceeded the time limit of 400 ms"))
    #expect(output.contains("   at a_test.lua:\(line + 1)\n     \(line + 1) | \(lines[line])"), "\(output)")
  }

  /// A test file with a hook that hangs, and the outcomes of all of its tests.
  static let hooks: [(String, [String])] = [
    (
      "describe('a', function()\n  before_all(function() while true do end end)\n  it('one', function() end)\n"
        + "  describe('b', function() it('two', function() end) end)\nend)\nit('three', function() end)",
      [
        "FAIL a one: in before_all: LIMIT at a_test.lua:2", "FAIL a b two: in before_all: LIMIT at a_test.lua:2",
        "ok three",
      ]
    ),
    (
      "before_all(function() while true do end end)\nit('one', function() end)\nit('two', function() end)",
      ["FAIL one: in before_all: LIMIT at a_test.lua:1", "FAIL two: in before_all: LIMIT at a_test.lua:1"]
    ),
    (
      "describe('a', function()\n  after_all(function() while true do end end)\n  it('one', function() end)\nend)\n"
        + "it('two', function() end)",
      ["ok a one", "FAIL a: in after_all: LIMIT at a_test.lua:2", "ok two"]
    ),
    (
      "describe('a', function()\n  describe('b', function()\n    before_all(function() while true do end end)\n"
        + "    it('one', function() end)\n  end)\n  it('two', function() end)\nend)",
      ["FAIL a b one: in before_all: LIMIT at a_test.lua:3", "ok a two"]
    ),
    (
      "describe('a', function()\n  before_all(function() while true do end end)\n  it('one', function() end)\nend)\n"
        + "describe('a', function() it('one', function() end) end)",
      ["FAIL a one: in before_all: LIMIT at a_test.lua:2", "ok a one"]
    ),
  ]

  @Test(arguments: hooks)
  func `a hook that hangs fails its tests, and the other tests run`(_ script: String, _ expected: [String]) throws {
    let folder = try TestFolder(["a_test.lua": script])
    let outcomes = try folder.outcomes { $0.host.timeout = .milliseconds(400) }
    let limit = "the script exceeded the time limit of 400 ms"
    #expect(outcomes == expected.map { $0.replacing("LIMIT", with: limit) })
  }

  @Test func `after a test that hangs, --bail skips the others`() throws {
    let folder = try TestFolder([
      "a_test.lua": "it('hangs', function() while true do end end)\nit('next', function() end)"
    ])
    let (summary, _) = try folder.run {
      $0.host.timeout = .milliseconds(400)
      $0.selection.bail = true
    }
    #expect((summary.failed, summary.skipped, summary.passed) == (1, 1, 0))
  }

  @Test func `a test that hangs has a duration`() throws {
    let folder = try TestFolder(["a_test.lua": "it('hangs', function() while true do end end)"])
    let report = try folder.report(.json) { $0.host.timeout = .milliseconds(400) }
    #expect(report.contains(/"duration":(0\.[1-9]|[1-9])/), "\(report)")
  }

  @Test("stops an application that hangs before its own time is over")
  func applicationTimeout() throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local Counter = okit.Model:extend("Counter", { value = 0 })
      function Counter:hang() self.value = 1
        while true do end end
      okit.Model.register(Counter)
      okit.ModelDetailTableController:extend("home", {
        right = { okit.ModelBarButtonItem { title = "#Hang", tap = "hang()" } },
      })
      """,
      "a_test.lua": """
      it("hangs", function()
        local app = okit.launch("app.lua")
        app:tap("Hang")
        expect(app:get("value")).to_be(0)
        expect(app.diagnostics[1].text).to_match("app.lua:4: the script exceeded the time limit of 1 s")
      end)
      it("last", function() end)
      """,
    ])
    #expect(try folder.outcomes { $0.host.timeout = .seconds(2) } == ["ok hangs", "ok last"])
  }

  @Test("keeps snapshots beside it")
  func snapshots() throws {
    let folder = try TestFolder(["a_test.lua": "it('is kept', function() expect({ a = 1 }).to_match_snapshot() end)"])
    #expect(try folder.outcomes() == ["ok is kept"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/__snapshots__/a_test").count == 1)
    try folder.write("it('is kept', function() expect({ a = 2 }).to_match_snapshot() end)", to: "a_test.lua")
    #expect(
      try folder.outcomes() == [
        "FAIL is kept: expected to match snapshot \"is kept\", but 2 lines differ (- expected, + got) at a_test.lua:1"
      ])
    #expect(try folder.outcomes { $0.selection.updateSnapshots = true } == ["ok is kept"])
    #expect(try folder.outcomes() == ["ok is kept"])
  }
}
