import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// `okit-run explore`, and `okit-run trace --map`.
@Suite struct ExploreCommandTests {
  /// A timer runs although its row is gone; with `fix`, it ends with its row.
  private static func script(_ fix: String = "") -> String {
    """
    local okit = require "okit"
    local t = okit.types
    local Task = okit.ModelEntity:extend("Task", { name = "", done = false })
    local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task), finished = 0 })
    function Task:finishLater()
      okit.after(300, function()
        self.model.finished = self.model.finished + 1
      end\(fix))
    end
    okit.Model.initialize(function() okit.Model.register(Tasks) end)
    okit.ModelListTableController:extend("tasks", {
      type = "Task", dataPath = "tasks", titlePath = "#Tasks", addName = "name",
      quickName = "#Finish", quickTap = "finishLater()",
      cell = okit.ModelTableCell { path = "name", segue = "task" },
    })
    okit.ModelDetailTableController:extend("task", { titlePath = "name", sections = {} })
    okit.ModelDetailTableController:extend("never", { titlePath = "name", sections = {} })
    """
  }

  private let folder: TestFolder

  init() throws { folder = try TestFolder(["late.lua": Self.script()]) }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder)
  }

  @Test func `a finding becomes a test, a trace and a page`() throws {
    let result = try run("explore", "late.lua", "--steps", "5000", "--corpus", "c")
    #expect(result.status == 1, "\(result)")
    #expect(result.lines.first == "1) error  late.lua:7  attempt to index a nil value (field 'model')", "\(result)")
    #expect(result.output.contains("2 of 3 screens") && result.output.contains("never reached: \"never\""), "\(result)")
    // The test fails with the same code at the same place.
    let test = try run("test", "explore/1_test.lua", "--format", "json")
    #expect(test.status == 1)
    let failed = try #require(test.output.split(separator: "\n").first { $0.contains("\"fail\"") })
    let event = try JSONValue.parse(json: Array(failed.utf8))
    guard case .array(let failures)? = event["failures"] else { throw CocoaError(.coderInvalidValue) }
    #expect(failures.first?["code"] == "lua.error" && failures.first?["line"] == 7, "\(failed)")
    #expect(try run("trace", "explore/1.okittrace").output.contains("advance"))
    #expect(try folder.read("explore/1.html").hasPrefix("<!doctype html>"))
    // It passes on the corrected application, and the flow is in the corpus.
    try folder.write(Self.script(", { owner = self }"), to: "late.lua")
    #expect(try run("test", "explore/1_test.lua").status == 0)
    #expect(try run("explore", "late.lua", "--steps", "2000", "--corpus", "c").status == 0)
    try folder.write(Self.script(), to: "late.lua")
    let again = try run("explore", "late.lua", "--steps", "1", "--corpus", "c", "--output", "again")
    #expect(again.status == 1 && again.output.contains("late.lua:7"), "\(again)")
    #expect(again.output.contains("explored 1 step:"), "the steps of the corpus are not those of the search: \(again)")
  }

  /// With less data, the flow of a finding is shorter: the corpus keeps both.
  @Test func `a corpus has the data with which a flow begins`() throws {
    try folder.write(
      """
      local okit = require "okit"
      local t = okit.types
      local Task = okit.ModelEntity:extend("Task", { name = "" })
      local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task), last = "" })
      function Tasks:first() self.last = self.tasks[1].name end
      okit.Model.initialize(function() okit.Model.register(Tasks) end)
      okit.ModelListTableController:extend("tasks", {
        type = "Task", dataPath = "tasks", titlePath = "#Tasks", cell = okit.ModelTableCell { path = "name" },
        toolbar = { okit.ModelBarButtonItem { title = "#First", tap = "first()" } },
      })
      """, to: "first.lua")
    try folder.write(
      #"it.explore("first", { app = "first.lua", fixture = { tasks = { { name = "a" }, { name = "b" } } } })"#,
      to: "first_test.lua")
    let found = try run("explore", "first_test.lua", "--steps", "3000", "--corpus", "c", "--only", "error")
    #expect(found.status == 1 && found.output.contains("shrunk to 1:"), "\(found)")
    let again = try run("explore", "first_test.lua", "--steps", "1", "--corpus", "c")
    #expect(again.status == 1 && again.output.contains("first.lua:5"), "\(again)")
    #expect(again.output.contains("shrunk to 1:") && !again.output.contains("the test passes"), "\(again)")
  }

  @Test func `reports for programs`() throws {
    let json = try run("explore", "late.lua", "--steps", "5000", "--format", "json")
    let records = try json.output.split(separator: "\n").map { try JSONValue.parse(json: Array($0.utf8)) }
    #expect(records.first?["kind"] == "finding" && records.first?["code"] == "lua.error")
    #expect(records.first?["place"] == ["file": "late.lua", "line": 7])
    #expect(records.first?["shortest"] == true)
    #expect(records.last?["kind"] == "end" && records.last?["neverReached"] == ["never"], "\(json.output)")
    let sarif = try run("explore", "late.lua", "--steps", "5000", "--format", "sarif").output
    #expect(try JSONValue.parse(json: Array(sarif.utf8))["version"] == "2.1.0")
    let junit = try run("explore", "late.lua", "--steps", "5000", "--format", "junit").output
    #expect(junit.components(separatedBy: "<failure ").count == 2 && junit.contains("type=\"lua.error\""), "\(junit)")
  }

  @Test func `a map has no data, and its tests pass`() throws {
    try folder.write(Self.script(", { owner = self }"), to: "late.lua")
    let result = try run("explore", "late.lua", "--steps", "2000", "--map", "m.json", "--map-tests", "m_test.lua")
    #expect(result.status == 0, "\(result)")
    let map = try JSONValue.parse(json: Array(folder.read("m.json").utf8))
    guard case .array(let screens)? = map["screens"], case .array(let ways)? = map["transitions"] else {
      throw CocoaError(.coderInvalidValue)
    }
    let ids = screens.compactMap { $0["id"] }
    #expect(
      ids == ["never", "task", "task.editing", "tasks", "tasks.alert", "tasks.editing", "tasks.editing.alert"],
      "\(screens)")
    let opens = ways.first { $0["from"] == "tasks" && $0["to"] == "task" }
    #expect(opens?["declared"] == true && opens?["action"] == "tap row", "\(ways)")
    #expect(screens.first?["visits"] == 0)
    let tests = try run("test", "m_test.lua")
    #expect(tests.status == 0, "\(tests)")
    for ending in ["dot", "mmd", "html"] {
      #expect(try run("explore", "late.lua", "--steps", "200", "--map", "m.\(ending)").status == 0)
    }
    #expect(try folder.read("m.dot").hasPrefix("digraph flow {\n"))
    #expect(try folder.read("m.mmd").hasPrefix("flowchart LR\n"))
    // Graphviz may not be installed.
    let svg = try run("explore", "late.lua", "--steps", "200", "--map", "m.svg")
    if svg.status == 0 {
      #expect(try folder.read("m.svg").hasPrefix("<?xml"))
    } else {
      #expect(svg.errors.contains("install Graphviz"), "\(svg)")
    }
  }

  @Test func `the tests of a map begin as the exploration that has reached the screen`() throws {
    try folder.write(
      """
      it.explore("empty", { app = "late.lua" })
      it.explore("full", { app = "late.lua", fixture = { tasks = { { name = "Read" } } } })
      """, to: "two_test.lua")
    let result = try run(
      "explore", "two_test.lua", "--steps", "200", "--only", "tap", "--map", "m.json", "--map-tests", "m_test.lua")
    #expect(result.status == 0, "\(result)")
    // Only the second exploration can open a task.
    let tests = try folder.read("m_test.lua")
    #expect(tests.contains("fixture = { tasks = { { name = \"Read\" } } }"), "\(tests)")
    let run = try run("test", "m_test.lua")
    #expect(run.status == 0, "\(run)")
    let map = try JSONValue.parse(json: Array(folder.read("m.json").utf8))
    guard case .array(let screens)? = map["screens"] else { throw CocoaError(.coderInvalidValue) }
    #expect(screens.first { $0["id"] == "task" }?["flow"] == ["app:row(\"Read\"):tap()"], "\(screens)")
  }

  @Test func `a map of traces`() throws {
    try folder.write(
      """
      it("opens a task", function()
        local app = okit.launch("late.lua", { fixture = { tasks = { { name = "Read" } } } })
        app:row("Read"):tap():back()
      end)
      """, to: "late_test.lua")
    #expect(try run("test", "late_test.lua", "--trace", "t", "--trace-when", "always").status == 0)
    let result = try run("trace", "t/late_test-1.okittrace", "--map", "t.json")
    #expect(result.status == 0, "\(result)")
    let map = try JSONValue.parse(json: Array(folder.read("t.json").utf8))
    guard case .array(let ways)? = map["transitions"] else { throw CocoaError(.coderInvalidValue) }
    let found = ways.map { [$0["from"], $0["action"], $0["to"]] }
    #expect(found == [["task", "back", "tasks"], ["tasks", "tap row", "task"]])
    #expect(ways.first?["tests"] == ["late_test.lua: opens a task"])
  }

  static let wrong: [([String], String)] = [
    (["explore"], "Missing expected argument"), (["explore", "lat.lua"], "did you mean \"late.lua\""),
    (["explore", "late.lua", "--steps", "0"], "--steps must be at least 1"),
    (["explore", "late.lua", "--steps", "5", "--time", "1s"], "--time excludes --steps"),
    (["explore", "late.lua", "--map-tests", ""], "--map-tests needs the name of a file"),
    (["explore", "late.lua", "--only", "tpa"], "did you mean \"tap\""),
    (["explore", "late.lua", "--jobs", "0"], "--jobs must be at least 1"),
    (["explore", "late.lua", "--map", "m.png"], ".dot, .mmd, .json, .html, .svg"),
    (["explore", "late.lua", "--only", "stale", "--without", "stale"], "leave nothing to do"),
    (["explore", "none_test.lua"], "declares no exploration"),
    (["explore", "late.lua", "--output", "late.lua"], "late.lua"),
    (["explore", "."], ". is a folder; name a script, or a test file"),
    (["explore", "late.lua:3"], "late.lua is no test file"),
    (["explore", "program.lua"], "program.lua defines no controller, so that there is nothing to explore"),
    (["explore", "late.lua", "--corpus", "wrong"], "wrong/late_lua.jsonl:2: unknown kind \"tpa\""),
  ]

  @Test(arguments: wrong)
  func `wrong usage`(arguments: [String], message: String) throws {
    try folder.write("it('x', function() end)", to: "none_test.lua")
    try folder.write("print(1)", to: "program.lua")
    try folder.write(
      "{\"kind\":\"okit explore corpus\",\"version\":1}\n[{\"kind\":\"tpa\"}]\n", to: "wrong/late_lua.jsonl")
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.status != 0 && result.errors.contains(message), "\(result)")
  }

  @Test func `the number of threads changes nothing that is written`() throws {
    func explored(_ jobs: Int) throws -> [String] {
      let result = try run(
        "explore", "late.lua", "--steps", "5000", "--jobs", "\(jobs)", "--format", "json", "--output", "found",
        "--map", "m.dot", "--map-tests", "m_test.lua")
      #expect(result.status == 1 && result.errors.isEmpty, "\(result)")
      defer { try? FileManager.default.removeItem(atPath: "\(folder.path)/found") }
      return [result.output] + (try ["found/1_test.lua", "m.dot", "m_test.lua"].map(folder.read))
    }
    #expect(try explored(1) == explored(4))
  }

  /// What cannot be written later is noticed before anything is explored.
  static let unwritable = [
    ["--map", "none/m.dot"], ["--map", "foreign.dot"], ["--map", "foreign.mmd"], ["--map", "foreign.json"],
    ["--map", "foreign.html"], ["--map-tests", "none/m_test.lua"], ["--map-tests", "late.lua"],
    ["--corpus", "late.lua"], ["--corpus", "foreign"], ["--output", "late.lua"], ["--output", "foreign"],
  ]

  @Test(arguments: unwritable)
  func `a wrong path is noticed at the start`(option: [String]) throws {
    let foreign = [
      "foreign.dot": "digraph flow { a -> b }", "foreign.mmd": "flowchart LR\n  a --> b", "foreign.json": "{}",
      "foreign.html": "<!doctype html>", "foreign/12_test.lua": "-- mine", "foreign/late_lua.jsonl": "{}",
    ]
    for (name, text) in foreign { try folder.write(text, to: name) }
    let result = try CommandProcess.run(["explore", "late.lua", "--steps", "20"] + option, in: folder)
    #expect(result.status == 2 && result.output.isEmpty, "\(result)")
    #expect(result.errors.contains("cannot write") || result.errors.contains("is a file, not a folder"), "\(result)")
    for (name, text) in foreign { #expect(try folder.read(name) == text) }
  }

  @Test func `names of files that belong to nobody are left alone`() throws {
    for name in ["1_tests.lua", "x1_test.lua", "_test.lua"] { try folder.write("-- mine", to: "explore/\(name)") }
    #expect(try run("explore", "late.lua", "--steps", "20").status == 0)
  }

  /// Nothing locks a task, or opens the settings.
  private static let impossible = """
    local okit = require "okit"
    local t = okit.types
    local Task = okit.ModelEntity:extend("Task", { name = "", locked = false })
    local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task), old = t.list(Task), sealed = false })
    function Task:note() self.name = "noted" end
    function Tasks:note() self.sealed = false end
    okit.Model.initialize(function() okit.Model.register(Tasks) end)
    okit.ModelListTableController:extend("tasks", {
      type = "Task", dataPath = "tasks", titlePath = "#Tasks", addName = "name", deleteEnabled = "locked",
      reorder = true, reorderEnabled = "locked", quickName = "#Finish", quickTap = "note()", quickEnabled = "locked",
      more = true, moreActions = {
        { name = "#Note", tap = "note()" }, { name = "#Open", tap = "note()", enabled = "locked" },
      },
      cell = okit.ModelTableCell { path = "name", segue = "task" },
      right = {
        okit.ModelBarButtonItem { title = "#Settings", tap = "note()", enabled = "sealed" },
        okit.ModelBarButtonItem { title = "#Notes", tap = "note()" },
        okit.ModelBarButtonItem { title = "#A text", enabled = false },
      },
      toolbar = {
        okit.ModelBarButtonItem { title = "#Hidden", tap = "note()", showPath = "sealed" },
        okit.ModelBarButtonItem { title = "#Old", segue = "old" },
      },
    })
    okit.ModelDetailTableController:extend("task", { titlePath = "name", sections = { { cells = {
      okit.ModelTextCell { path = "#Name", textPath = "name" },
      okit.ModelTextCell { path = "#Key", textPath = "name", enabledPath = "locked" },
      okit.ModelTableCell { path = "#Nothing" },
      okit.ModelTableCell { path = "name", tap = "note()", hiddenPath = "!locked" },
    } } } })
    okit.ModelListTableController:extend("old", {
      type = "Task", dataPath = "old", titlePath = "#Old", add = false, search = "sealed",
      cell = okit.ModelTableCell { path = "name", segue = "task" },
    })
    """

  @Test func `what is declared and was never possible is named`() throws {
    try folder.write(Self.impossible, to: "tasks.lua")
    let json = try run("explore", "tasks.lua", "--steps", "4000", "--format", "json")
    #expect(json.status == 0, "\(json)")
    let end = try JSONValue.parse(json: Array(try #require(json.output.split(separator: "\n").last).utf8))
    guard case .array(let never)? = end["neverPossible"] else { throw CocoaError(.coderInvalidValue) }
    #expect(
      never.map { [$0["screen"], $0["action"], $0["label"]] } == [
        ["tasks", "right button 1", "Settings"], ["tasks", "toolbar button 1", "Hidden"],
        ["tasks", "delete", "Delete"],
        ["tasks", "action of the sheet", "Open"], ["tasks", "move", "Move"], ["tasks", "quick", "Finish"],
        ["task", "cell 2", "Key"], ["task", "cell 4", .null], ["old", "search", .null], ["old", "rows", .null],
      ], "\(never)")
    let text = try run("explore", "tasks.lua", "--steps", "4000")
    #expect(
      text.output.contains(
        "; never possible: \"Settings\" on tasks, \"Hidden\" on tasks, \"Delete\" on tasks, \"Open\" on tasks, "
          + "\"Move\" on tasks, and 5 more"), "\(text)")
    // What is not performed may be possible.
    let without = try run("explore", "tasks.lua", "--steps", "2000", "--without", "move", "--without", "quick")
    #expect(!without.output.contains("\"Move\"") && !without.output.contains("\"Finish\""), "\(without)")
  }

  /// What the search types into a secure field is a part of the flow; what the models have had before is a secret.
  @Test func `a test types what is needed, and a report has no secrets`() throws {
    try folder.write(
      """
      local okit = require "okit"
      local Diary = okit.Model:extend("Diary", { pin = "" })
      function Diary:open() if #self.pin == 8 then error("open") end end
      okit.Model.initialize(function() okit.Model.register(Diary).pin = "" end)
      okit.ModelDetailTableController:extend("diary", {
        titlePath = "#Diary", editAlways = true,
        right = { okit.ModelBarButtonItem { title = "#Open", tap = "open()" } },
        sections = { { cells = { okit.ModelTextCell { path = "#PIN", textPath = "pin", secure = true } } } },
      })
      """, to: "diary.lua")
    let error = try run("explore", "diary.lua", "--steps", "500", "--only", "error", "--only", "tap", "--only", "edit")
    #expect(error.status == 1 && error.output.contains("shrunk to 2:"), "\(error)")
    #expect(!error.output.contains("the test passes"), "\(error)")
    #expect(try run("test", "explore/1_test.lua").output.contains("FAIL  error at diary.lua:3: open"))
    let trace = try folder.read("explore/1.okittrace").split(separator: "\n").filter {
      !$0.contains("\"kind\":\"source\"")
    }
    #expect(!trace.contains { $0.contains("secret-1") || $0.contains("secret-2") }, "\(trace)")
    try folder.write(
      #"it.explore("keeps its pin", { app = "diary.lua", fixture = { pin = "hunter2!" } })"#, to: "diary_test.lua")
    let lost = try run("explore", "diary_test.lua", "--steps", "500", "--only", "store", "--output", "lost")
    #expect(lost.status == 1 && lost.output.contains("/pin is \"•••\" before and \"•••\" after"), "\(lost)")
  }
}
