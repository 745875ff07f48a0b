import Foundation
import OKitTestSupport
import OKitTrace
import Testing

/// `trace --compare`, `--replay` and `test --trace-baseline`.
@Suite struct TraceComparisonTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { name = "", stock = 0 })
    function Item:sell()
      self.stock = self.stock - 1
      okit.log.info("sold " .. self.name)
    end
    function Item:level() return self.stock > 0 and "in stock" or "sold out" end
    local Shop = okit.Model:extend("Shop", { items = t.list(Item), note = "" })
    function Shop:ask() self.note = okit.fetch { url = "https://shop.test/note" }.body end
    function Shop:confirm() okit.alert { title = "Sure?", actions = { { title = "OK" } } } end
    okit.Model.initialize(function() okit.Model.register(Shop) end)
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", quickName = "#Sell", quickTap = "sell()", add = true,
      right = {
        okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" },
        okit.ModelBarButtonItem { title = "#Sure", tap = "confirm()" },
      },
      cell = okit.ModelTableCell { path = "name", detailPath = "level()" },
    })
    """

  private static let test = """
    it("sells", function()
      local app = okit.launch("shop.lua", {
        fixture = { items = { { name = "Lamp", stock = 1 }, { name = "Desk", stock = 5 } } },
        endpoint = { ["GET https://shop.test/note"] = { status = 200, body = "fresh" } },
      })
      app:step("sell", function() app:row("Lamp"):quick() end)
      app:tap "Ask"
      app:tap "Sure"
      app.alert:tap "OK"
      app:tap "Add"
      app:row("Desk"):quick()
    end)
    """

  /// A folder with the trace `old/shop_test-1.okittrace` of the test.
  private func folder() throws -> TestFolder {
    let folder = try TestFolder(["shop.lua": Self.script, "shop_test.lua": Self.test])
    let result = try run(folder, "test", "--trace", "old", "--trace-when", "always")
    #expect(result.status == 0, "\(result.output)")
    return folder
  }

  private func run(_ folder: TestFolder, _ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder)
  }

  private static let trace = "old/shop_test-1.okittrace"

  private func edit(_ folder: TestFolder, _ file: String, _ old: String, _ new: String) throws {
    let text = try folder.read(file)
    #expect(text.contains(old))
    try folder.write(text.replacing(old, with: new), to: file)
  }

  @Test func `a trace equals itself, another run and its replay`() throws {
    let folder = try folder()
    _ = try run(folder, "test", "--trace", "new", "--trace-when", "always")
    for arguments in [["--compare", Self.trace], ["--compare", "new/shop_test-1.okittrace"], ["--replay"]] {
      let result = try CommandProcess.run(["trace", Self.trace] + arguments, in: folder)
      #expect(result.output == "equal: 6 actions\n" && result.status == 0, "\(arguments) \(result)")
    }
  }

  /// Each case: a change of the script, and what a replay prints first.
  @Test(arguments: [
    (
      "self.stock - 1", "self.stock - 2",
      """
      ! 1  row "Lamp": quick  shop_test.lua:6
           changes:
             - /items/0/stock 1 → 0
             + /items/0/stock 1 → -1

      """
    ),
    (
      "\"sold out\"", "\"none\"",
      """
      ! 1  row "Lamp": quick  shop_test.lua:6
           screen:
             row "Lamp" detail "sold out" → "none"

      """
    ),
    (
      "\"sold \" ..", "\"bought \" ..",
      """
      ! 1  row "Lamp": quick  shop_test.lua:6
           log:
             - info: sold Lamp
             + info: bought Lamp

      """
    ),
    (
      "shop.test/note", "shop.test/notes",
      """
      ! 2  button "Ask": tap  shop_test.lua:7

      """
    ),
    (
      "\"Sure?\"", "\"Really?\"",
      """
      ! 3  button "Sure": tap  shop_test.lua:8
           screen:
             alert title "Sure?" → "Really?"
           dialogs:
             - alert open: Sure?
             + alert open: Really?

      """
    ),
    (
      "\"#Ask\"", "\"#Query\"",
      """
      ! 1  row "Lamp": quick  shop_test.lua:6
           screen before:
             right button "Ask" title "Ask" → "Query"

      """
    ),
  ])
  func `a replay names the first action that behaves differently`(_ old: String, _ new: String, _ text: String) throws {
    let folder = try folder()
    try edit(folder, "shop.lua", old, new)
    let result = try run(folder, "trace", Self.trace, "--replay")
    #expect(result.status == 1 && result.output.hasPrefix(text), "\(result.output)\(result.errors)")
  }

  @Test func `a replay names a target that is missing, and why a script does not start`() throws {
    let folder = try folder()
    try edit(folder, "shop.lua", "quickName = \"#Sell\", quickTap = \"sell()\", ", "")
    let missing = try run(folder, "trace", Self.trace, "--replay")
    #expect(missing.status == 1)
    #expect(missing.output.contains("     error:\n       - no error\n       + \"Lamp\" has no quick action now\n"))
    try folder.write("local x = = 1", to: "shop.lua")
    let broken = try run(folder, "trace", Self.trace, "--replay", "--format", "json")
    #expect(broken.status == 1 && broken.errors.contains(#""code":"trace.replay""#), "\(broken.errors)")
  }

  @Test func `actions are aligned by their steps and elements`() throws {
    let folder = try folder()
    // Another entity shifts all identifiers, another line all places.
    try edit(folder, "shop_test.lua", "it(\"sells\"", "\n\nit(\"sells\"")
    try edit(folder, "shop_test.lua", "app:tap \"Ask\"", "app:refresh()\n  app:tap \"Ask\"")
    try edit(folder, "shop.lua", "okit.Model.register(Shop)", "Item { name = \"other\" } okit.Model.register(Shop)")
    _ = try run(folder, "test", "--trace", "new", "--trace-when", "always")
    let result = try run(folder, "trace", Self.trace, "--compare", "new/shop_test-3.okittrace")
    #expect(
      result.output == "+ 2  refresh  shop_test.lua:9  only in new/shop_test-3.okittrace\n" && result.status == 1,
      "\(result.output)")
    let json = try run(folder, "trace", Self.trace, "--compare", "new/shop_test-3.okittrace", "--format", "json")
    let data = try JSONValue.parse(json: json.output)
    #expect(data["equal"] == false && data["actions"] == 6, "\(json.output)")
  }

  @Test func `what a test writes by itself is in its trace, and is written again`() throws {
    let folder = try TestFolder([
      "shop.lua": Self.script,
      "shop_test.lua": """
      it("writes", function()
        local app = okit.launch("shop.lua", { fixture = { items = { { name = "Lamp", stock = 1 } } } })
        app:model().note = "first"
        app:row("Lamp"):quick()
        app:model().items[1].stock = 9
        app:model().items:add { name = "Desk" }
        app:row("Desk"):quick()
        app:model().items:remove(1)
      end)
      """,
    ])
    _ = try run(folder, "test", "--trace", "old", "--trace-when", "always")
    let trace = try Trace(contentsOf: "\(folder.path)/\(Self.trace)")
    let writes = trace.actions.filter { $0.summary == "write" }.compactMap(\.done).map(\.changes.count)
    #expect(writes == [1, 2, 1], "\(trace.actions.map(\.summary))")
    #expect(try run(folder, "trace", Self.trace, "--replay").output == "equal: 5 actions\n")
    _ = try run(folder, "trace", Self.trace, "--to", "test", "--output", "again_test.lua")
    let again = try run(folder, "test", "again_test.lua")
    let text = try folder.read("again_test.lua")
    #expect(again.status == 0, "\(text)\(again.output)")
  }

  @Test func `a failed test names the first difference from its passed run`() throws {
    let folder = try folder()
    try edit(folder, "shop.lua", "self.stock - 1", "self.stock - 2")
    // The test has moved meanwhile.
    try edit(folder, "shop_test.lua", "it(\"sells\"", "\nit(\"sells\"")
    try edit(
      folder, "shop_test.lua", "\nend)", "\n  expect(app:row(\"Desk\").detail).to_be \"none\"\nend)\nit(\"new\", error)"
    )
    let options = ["test", "--trace", "new", "--trace-baseline", "old"]
    let result = try CommandProcess.run(options, in: folder)
    let difference =
      "differs first at shop_test.lua:7 (row \"Lamp\": quick): changes: - /items/0/stock 1 → 0, + /items/0/stock 1 → -1"
    #expect(result.output.contains("   trace: new/shop_test-2.okittrace\n   \(difference)\n"), "\(result.output)")
    #expect(result.output.contains("   no passed trace of it in old\n"), "\(result.output)")
    let junit = try CommandProcess.run(options + ["--format", "junit", "--jobs", "2"], in: folder)
    #expect(junit.output.contains("differs first at shop_test.lua:7"), "\(junit.output)")
    for wrong in [["--trace-baseline", "old"], ["--trace", "old", "--trace-baseline", "./old"]] {
      #expect(try CommandProcess.run(["test"] + wrong, in: folder).status == 2)
    }
  }

  @Test(arguments: [
    ["--compare", "missing"], ["--compare", "shop.lua"], ["--compare", trace, "--replay"],
    ["--compare", trace, "--view", "log"],
    ["--lua-path", "."],
  ])
  func `wrong usage is an error`(_ arguments: [String]) throws {
    let folder = try folder()
    let result = try CommandProcess.run(["trace", Self.trace] + arguments, in: folder)
    #expect(result.status == 2 && result.output == "" && !result.errors.isEmpty, "\(result)")
  }
}
