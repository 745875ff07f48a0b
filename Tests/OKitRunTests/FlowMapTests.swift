import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// Maps of traces and explorations.
@Suite struct FlowMapTests {
  private let folder: TestFolder

  /// `settings` is declared, and opened by no test.
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Task = okit.ModelEntity:extend("Task", { name = "" })
    local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task) })
    okit.Model.initialize(function() okit.Model.register(Tasks) end)
    okit.ModelListTableController:extend("tasks", {
      type = "Task", dataPath = "tasks", titlePath = "#Tasks",
      cell = okit.ModelTableCell { path = "name", segue = "task" },
      right = { okit.ModelBarButtonItem { title = "#Settings", segue = "settings" } },
      left = { okit.ModelBarButtonItem { title = "#First", segue = "task", contextPath = "tasks[0]" } },
    })
    okit.ModelDetailTableController:extend("task", { titlePath = "name", sections = {} })
    okit.ModelDetailTableController:extend("settings", { titlePath = "#Settings", sections = {} })
    """

  init() throws { folder = try TestFolder(["tasks.lua": Self.script]) }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder)
  }

  /// Runs tests with traces, and returns their map.
  private func map(_ traces: String, _ file: String = "map.json") throws -> JSONValue {
    let result = try run("test", "tasks_test.lua", "--trace", traces, "--trace-when", "always")
    #expect(result.status == 0, "\(result)")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(traces)").filter {
      $0.hasSuffix(".okittrace")
    }
    let drawn = try CommandProcess.run(
      ["trace"] + files.sorted().map { "\(traces)/\($0)" } + ["--map", file], in: folder)
    #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn)")
    return file.hasSuffix(".json") ? try JSONValue.parse(json: Array(folder.read(file).utf8)) : .null
  }

  private static func test(_ name: String, rows: Int) -> String {
    """
    it("\(name)", function()
      local tasks = {}
      for i = 1, \(rows) do tasks[i] = { name = "\(name) " .. i } end
      local app = okit.launch("tasks.lua", { fixture = { tasks = tasks } })
      app:row("\(name) 1"):tap():back()
      \(rows > 9 ? "for i = 2, 9 do app:row(\"\(name) \" .. i):tap():back() end" : "")
    end)
    """
  }

  /// A map without counts, flows and tests.
  private static func shape(_ map: JSONValue) throws -> [String] {
    guard case .array(let screens)? = map["screens"], case .array(let ways)? = map["transitions"] else {
      throw CocoaError(.coderInvalidValue)
    }
    return try (screens + ways).map { entry in
      guard case .object(var members) = entry else { throw CocoaError(.coderInvalidValue) }
      for key in ["visits", "count", "flow", "tests"] { members[key] = nil }
      return try JSONValue.object(members).json(pretty: false)
    }
  }

  private static func flows(_ map: JSONValue) throws -> [JSONValue?] {
    guard case .array(let screens)? = map["screens"] else { throw CocoaError(.coderInvalidValue) }
    return screens.map { $0["flow"] }
  }

  @Test func `a map of traces has the segues that no test has followed`() throws {
    try folder.write(Self.test("Read", rows: 1), to: "tasks_test.lua")
    let map = try map("t")
    guard case .array(let ways)? = map["transitions"], case .array(let screens)? = map["screens"] else {
      throw CocoaError(.coderInvalidValue)
    }
    let found = ways.map { [$0["from"], $0["to"], $0["action"], $0["count"], $0["declared"]] }
    #expect(
      found == [
        ["task", "tasks", "back", 1, false], ["tasks", "settings", "", 0, true], ["tasks", "task", "tap row", 1, true],
      ])
    #expect(screens.map { [$0["id"], $0["visits"]] } == [["settings", 0], ["task", 1], ["tasks", 2]])
    _ = try self.map("t", "map.dot")
    let dot = try folder.read("map.dot")
    #expect(dot.contains("\"tasks\" -> \"settings\" [label=\"\", style=dotted]"), "\(dot)")
    #expect(dot.contains("\"settings\" [style=dotted]"), "\(dot)")
    // The scripts are those of the traces.
    try folder.write("error 'changed'", to: "tasks.lua")
    let later = try run("trace", "t/tasks_test-1.okittrace", "--map", "later.dot")
    #expect(later.status == 0 && later.errors.isEmpty, "\(later)")
    #expect(try folder.read("later.dot") == dot)
  }

  @Test func `more rows and other tests change numbers and names of tests alone`() throws {
    try folder.write(Self.test("Read", rows: 1), to: "tasks_test.lua")
    let small = try map("t")
    try folder.write(Self.test("Read", rows: 1000), to: "tasks_test.lua")
    #expect(try Self.shape(map("u")) == Self.shape(small))
    try folder.write(Self.test("Read", rows: 1) + "\n" + Self.test("Write", rows: 20), to: "tasks_test.lua")
    let two = try map("v")
    #expect(try Self.shape(two) == Self.shape(small))
    // Only what counts visits and tests differs.
    #expect(try Self.flows(two) == Self.flows(small))
    guard case .array(let ways)? = two["transitions"] else { throw CocoaError(.coderInvalidValue) }
    #expect(ways.last?["count"] == 10 && ways.last?["tests"] == ["tasks_test.lua: Read", "tasks_test.lua: Write"])
  }

  @Test func `all ways from one screen to another are one line`() throws {
    try folder.write(
      """
      it("opens a task", function()
        local app = okit.launch("tasks.lua", { fixture = { tasks = { { name = "Read" } } } })
        app:row("Read"):tap():back():tap("First")
      end)
      """, to: "tasks_test.lua")
    _ = try map("t", "map.dot")
    let dot = try folder.read("map.dot")
    #expect(dot.contains(#""tasks" -> "task" [label="First\ntap row", style=solid]"#), "\(dot)")
    _ = try map("t", "map.mmd")
    let mermaid = try folder.read("map.mmd")
    #expect(mermaid.contains(#"s2 -->|"First<br>tap row"| s1"#), "\(mermaid)")
  }

  /// Explores the tasks, and returns the screens and the transitions of the map.
  private func explored(_ rows: Int) throws -> (screens: [JSONValue?], ways: Set<[JSONValue?]>) {
    try folder.write(
      """
      local tasks = {}
      for i = 1, \(rows) do tasks[i] = { name = "Task " .. i } end
      it.explore("tasks", { app = "tasks.lua", fixture = { tasks = tasks } })
      """, to: "tasks_test.lua")
    // With few kinds of steps, the map is complete.
    let result = try run(
      "explore", "tasks_test.lua", "--steps", "1500", "--map", "map.json", "--map-tests", "map_test.lua", "--only",
      "tap", "--only", "back")
    #expect(result.status == 0, "\(result)")
    let tests = try run("test", "map_test.lua")
    #expect(tests.status == 0, "\(tests)")
    let map = try JSONValue.parse(json: Array(folder.read("map.json").utf8))
    guard case .array(let screens)? = map["screens"], case .array(let ways)? = map["transitions"] else {
      throw CocoaError(.coderInvalidValue)
    }
    return (screens.map { $0["id"] }, Set(ways.map { [$0["from"], $0["to"], $0["action"], $0["label"]] }))
  }

  @Test func `a map of an exploration does not grow with its data`() throws {
    let (small, large) = (try explored(1), try explored(1000))
    #expect(small.screens == large.screens)
    #expect(small.ways == large.ways)
    #expect(small.ways.contains(["tasks", "tasks.editing", "tap right:edit", "Edit"]), "\(small.ways)")
    #expect(small.ways.contains(["tasks.editing", "tasks", "tap right:edit", "Done"]), "\(small.ways)")
  }

  @Test func `labels are texts of the script, and never data`() throws {
    try folder.write(
      """
      local okit = require "okit"
      local Box = okit.Model:extend("Box", { name = "Fragile" })
      function Box:ask()
        okit.alert { title = self.name, actions = { { title = "Open " .. self.name }, { title = "Leave" } } }
      end
      okit.Model.initialize(function() okit.Model.register(Box) end)
      okit.ModelDetailTableController:extend("box", { titlePath = "#Box", sections = { { cells = {
        okit.ModelTableCell { path = "name", tap = "ask()" }, okit.ModelTableCell { path = "#Ask", tap = "ask()" },
      } } }, toolbar = {
        okit.ModelBarButtonItem { title = "name", tap = "ask()" },
        okit.ModelBarButtonItem { title = "%Done", tap = "ask()" },
      } })
      """, to: "box.lua")
    try folder.write(
      """
      it("asks", function()
        local app = okit.launch("box.lua", { fixture = { name = "Vase" }, locale = "de_DE" })
        app:row("Vase"):tap().alert:tap("Leave")
        app:row("Ask"):tap().alert:tap("Open Vase")
        app:tap("Vase").alert:tap("Leave")
        app:tap("Fertig").alert:tap("Leave")
      end)
      """, to: "tasks_test.lua")
    let map = try map("t")
    guard case .array(let ways)? = map["transitions"] else { throw CocoaError(.coderInvalidValue) }
    #expect(
      ways.map { [$0["from"], $0["action"], $0["label"]] } == [
        ["box", "tap cell:0", ""], ["box", "tap cell:1", "Ask"], ["box", "tap toolbar:0", ""],
        ["box", "tap toolbar:1", "Fertig"], ["box.alert", "tap action:0", ""], ["box.alert", "tap action:1", "Leave"],
      ], "\(ways)")
  }

  @Test func `what cannot be defined again is named`() throws {
    try folder.write(Self.test("Read", rows: 1), to: "tasks_test.lua")
    _ = try map("t")
    let path = "t/tasks_test-1.okittrace"
    let trace = try folder.read(path).replacing("local okit = require", with: "error 'no' local okit = require")
    try folder.write(trace, to: path)
    let result = try run("trace", path, "--map", "map.dot")
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("the map lacks what tasks.lua declares"), "\(result)")
  }
}
