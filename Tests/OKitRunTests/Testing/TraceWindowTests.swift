import OKitTestSupport
import Testing

/// Traces of tests with several windows.
@Suite struct TraceWindowTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { name = "", stock = 1 })
    local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
    local shop = okit.Model.register(Shop)
    function Shop:confirm() okit.alert { title = "Sure?", actions = { { title = "OK" } } } end
    function Item:sell() self.stock = self.stock - 1 end
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", quickName = "#Sell", quickTap = "sell()",
      right = { okit.ModelBarButtonItem { title = "#Sure", tap = "confirm()" } },
      cell = okit.ModelTableCell { path = "name", detailPath = "stock", segue = "item" },
    })
    okit.ModelDetailTableController:extend("item", {
      titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "#Stock", textPath = "stock" } } } },
    })
    """

  private static let test = """
    it("uses two windows", function()
      local app = okit.launch("shop.lua", { fixture = { items = { { name = "Lamp" }, { name = "Desk" } } } })
      local second
      app:step("open", function()
        second = app:window()
        second:row("Desk"):tap()
      end)
      app:tap "Sure"
      second:back()
      second:row("Lamp"):quick()
      app.alert:tap "OK"
      local third = app:window()
      third:row("Desk"):tap()
      second:closeWindow()
      third:back()
    end)
    """

  private static let trace = "old/shop_test-1.okittrace"

  private func folder() throws -> TestFolder {
    let folder = try TestFolder(["shop.lua": Self.script, "shop_test.lua": Self.test])
    let result = try CommandProcess.run(["test", "--trace", "old", "--trace-when", "always"], in: folder)
    #expect(result.status == 0, "\(result.output)")
    return folder
  }

  @Test func `actions have the numbers of their windows`() throws {
    let folder = try folder()
    let result = try CommandProcess.run(["trace", Self.trace], in: folder)
    for line in [
      "window 2: row \"Desk\": tap", "button \"Sure\": tap", "window 2: row \"Lamp\": quick", "window 3: back",
    ] {
      #expect(result.output.contains(line), "\(result.output)")
    }
  }

  @Test func `a replay and the test that a trace becomes use the same windows`() throws {
    let folder = try folder()
    for arguments in [["--compare", Self.trace], ["--replay"]] {
      let result = try CommandProcess.run(["trace", Self.trace] + arguments, in: folder)
      #expect(result.output == "equal: 10 actions\n" && result.status == 0, "\(arguments) \(result)")
    }
    let text = try CommandProcess.run(["trace", Self.trace, "--to", "test"], in: folder).output
    let expected = """
        local app_window2
        app:step("open", function()
          app_window2 = app:window()
          app_window2:row("Desk"):tap()
        end)
        app:tap("Sure")
        app_window2:back()
        app_window2:row("Lamp"):quick()
      """
    #expect(text.contains(expected), "\(text)")
    try folder.write(text, to: "again_test.lua")
    let result = try CommandProcess.run(["test", "again_test.lua"], in: folder)
    #expect(result.status == 0, "\(result.output)")
  }
}
