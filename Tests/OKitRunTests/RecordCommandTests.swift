import Foundation
import OKitTestSupport
import OKitTrace
import Testing

/// `okit-run record`, and `record FILE` in sessions of `run`.
@Suite struct RecordCommandTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { name = "", stock = 0, sold = 0 })
    function Item:sell() self.stock = self.stock - 1 end
    function Item:fail() error("broken") end
    local Shop = okit.Model:extend("Shop", { items = t.list(Item), code = "", note = "" })
    function Shop:ask() self.note = okit.fetch { url = okit.arguments[1] .. "/note" }.body end
    okit.Model.initialize(function() okit.Model.register(Shop) end)
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "#Items", quickName = "#Sell", quickTap = "sell()", add = true,
      cell = okit.ModelTableCell { path = "name", detailPath = "stock" },
      right = {
        okit.ModelBarButtonItem { title = "#Code", segue = "code" },
        okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" },
      },
    })
    okit.ModelDetailTableController:extend("code", { titlePath = "#Code", editAlways = true, sections = { { cells = {
      okit.ModelTextCell { path = "#Code", textPath = "code", secure = true } } } } })
    """

  private let folder: TestFolder

  init() throws { folder = try TestFolder(["shop.lua": Self.script]) }

  private func record(_ commands: String, _ options: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["record", "shop.lua", "--documents", "d", "--output", "new_test.lua", "--exec", commands] + options, in: folder)
  }

  /// Stores three items, of which two differ in their details only, and two in nothing.
  private func fill() throws {
    let items = "{ { name = 'Lamp', stock = 1 }, { name = 'Lamp', stock = 2 }, { name = 'Desk' }, { name = 'Desk' } }"
    let result = try CommandProcess.run(
      ["shop.lua", "--documents", "d", "--exec", "eval okit.Model.get().items = \(items)"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  private func lines(_ file: String = "new_test.lua") throws -> [String] {
    try folder.read(file).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `a session becomes a test that passes`() throws {
    try fill()
    let result = try record("step sell; quick 2; tap Nowhere; step look; expect; expect 3 > detail; advance 5m; back")
    #expect(result.status == 0 && result.output.hasSuffix("2 actions recorded in new_test.lua: the test passes\n"))
    #expect(result.errors.contains("Nowhere"), "\(result.errors)")
    let lines = try lines()
    #expect(lines.contains(#"app:row({ detail = "2", text = "Lamp" }):quick()"#), "\(lines)")
    #expect(lines.contains(#"expect(app:row({ index = 1, text = "Desk" }).detail).to_be("0")"#), "\(lines)")
    #expect(lines.contains("app:step(\"look\", function()") && lines.contains("app.clock:advance(300)"))
    #expect(!lines.contains { $0.contains("Nowhere") || $0.contains("back") })
    // The next session begins with what this one has stored, and its test replaces this one.
    #expect(try record("quick 2").status == 0)
    #expect(try self.lines().contains { $0.contains("stock = 1 }, {") && $0.hasPrefix("fixture") })
  }

  @Test func `claims make the test fail for any other change`() throws {
    try fill()
    #expect(try record("quick 1; tap Add", "--assert", "changes").status == 0)
    #expect(
      try lines().contains { $0.contains(#":quick():changes { { path = "/items/0/stock", old = 1, new = 0 } }"#) })
    try folder.write(Self.script.replacing("stock - 1 end", with: "stock - 1 self.sold = 1 end"), to: "shop.lua")
    let result = try CommandProcess.run(["test", "new_test.lua"], in: folder)
    #expect(result.status == 1 && result.output.contains("/items/0/sold"), "\(result.output)")
  }

  @Test func `a failure of the script is recorded`() throws {
    try fill()
    let result = try record("call items[0]/fail(); quick 1")
    #expect(result.status == 0, "\(result)")
    #expect(try lines().contains(#"expect(app.diagnostics[#app.diagnostics].code).to_be "lua.error""#))
  }

  @Test func `no secret is in a test or its documents`() throws {
    _ = try CommandProcess.run(["shop.lua", "--documents", "d", "--exec", "set-path code = stored-4711"], in: folder)
    #expect(try record("tap Code; type Code = typed-0815; back").status == 0)
    let text = try folder.read("new_test.lua")
    #expect(text.contains("•••") && !text.contains("4711") && !text.contains("0815"), "\(text)")
  }

  @Test func `answers of servers become an endpoint, also in traces`() throws {
    let server = try HTTPServer { _ in .complete(200, ["Content-Type: text/plain"], "fresh") }
    let result = try record(
      "tap Ask; get note; expect", "--allow", "net=127.0.0.1", "--trace", "s.okittrace", "--", server.url)
    #expect(result.status == 0 && result.output.hasPrefix("fresh\n"), "\(result)")
    #expect(try folder.read("new_test.lua").contains("[\"GET \(server.url)/note\"] = { status = 200, body = \"fresh\""))
    let requests = try CommandProcess.run(["trace", "s.okittrace", "--view", "requests"], in: folder)
    #expect(requests.output.contains("GET \(server.url)/note → 200 \"fresh\""), "\(requests.output)")
    #expect(try CommandProcess.run(["trace", "s.okittrace", "--replay"], in: folder).output == "equal: 1 action\n")
  }

  @Test func `every session can become a test`() throws {
    try fill()
    let commands = "quick 1; eval 1; record new_test.lua; quick 1"
    let result = try CommandProcess.run(["shop.lua", "--documents", "d", "--no-store", "--exec", commands], in: folder)
    #expect(result.output == "1\n1 action recorded in new_test.lua: the test passes\n", "\(result)")
    let lines = try lines()
    #expect(lines.contains(#"-- eval "1""#) && lines.count { $0.contains(":quick()") } == 1)
    #expect(
      lines.contains { $0.hasPrefix("fixture = { code = \"\", items = { {") && $0.contains("stock = 1 }") }, "\(lines)")
  }

  /// Models in databases and other models become a folder beside the test.
  @Test(arguments: ["Model", "ModelSQLite"])
  func `other models become a folder beside the test`(_ kind: String) throws {
    try folder.write(
      """
      local okit = require "okit"
      local Box = okit.\(kind):extend("Box", { value = 0 })
      function Box:add() self.value = self.value + 1 end
      okit.Model.initialize(function()
        okit.Model.register(Box, "box")
        okit.Model.register(okit.Model:extend("Other", {}))
      end)
      okit.ModelDetailTableController:extend("home", { contextPath = "box>", titlePath = "value",
        right = { okit.ModelBarButtonItem { title = "#Add", tap = "add()" } } })
      """, to: "shop.lua")
    _ = try CommandProcess.run(["shop.lua", "--documents", "d", "--exec", "tap Add; tap Add"], in: folder)
    #expect(try record("tap Add; expect > title").status == 0)
    #expect(try lines().contains("documents = \"new_test_documents\","))
    #expect(try lines().contains("expect(app.screen.title).to_be(\"3\")"))
    let result = try CommandProcess.run(["shop.lua", "--documents", "d", "--exec", "record late_test.lua"], in: folder)
    #expect(result.status == (kind == "Model" ? 0 : 1), "\(result)")
    if kind != "Model" { #expect(result.errors.contains("record it from the beginning: okit-run record")) }
  }

  @Test func `a folder with files that okit has not written is not replaced`() throws {
    try folder.write(
      """
      local okit = require "okit"
      okit.Model.initialize(function()
        okit.Model.register(okit.Model:extend("Box", { value = 0 }), "box")
        okit.Model.register(okit.Model:extend("Other", {}))
      end)
      okit.ModelDetailTableController:extend("home", { contextPath = "box>", titlePath = "value" })
      """, to: "shop.lua")
    _ = try CommandProcess.run(["shop.lua", "--documents", "d", "--exec", "set-path value = 1"], in: folder)
    #expect(try record("expect", "--no-store").status == 0)
    #expect(try record("expect", "--no-store").status == 0)
    try folder.write("mine", to: "new_test_documents/okit/README")
    let refused = try record("expect", "--no-store")
    #expect(refused.status == 1 && refused.errors.contains("okit has not written okit/README"), "\(refused.errors)")
    #expect(try folder.read("new_test_documents/okit/README") == "mine")
  }

  @Test func `a signal ends the session with a complete test`() throws {
    try fill()
    let process = try CommandProcess(
      ["record", "shop.lua", "--documents", "d", "--output", "new_test.lua"], in: folder)
    try process.send("quick 1\nget items[0]/stock\n")
    #expect(process.line() == "0")
    process.signal(SIGTERM)
    #expect(process.wait() == (128 + SIGTERM, false))
    #expect(try lines().contains { $0.hasSuffix(":quick()") })
    #expect(try CommandProcess.run(["test", "new_test.lua"], in: folder).status == 0)
  }

  @Test func `a test that fails is reported, and stays`() throws {
    try folder.write(Self.script.replacing("okit.Model:extend", with: "okit.ModelEncrypted:extend"), to: "shop.lua")
    try fill()
    // The content of encrypted models is not in the test, so that it finds no row.
    let result = try record("quick 1", "--format", "json")
    #expect(result.status == 1 && result.errors.contains(#""code":"record.failed""#), "\(result)")
    #expect(result.errors.contains("the test begins without what is stored"), "\(result.errors)")
    #expect(try lines().contains { $0.hasSuffix(":quick()") } && !lines().contains { $0.contains("fixture") })
  }

  @Test func `no other file is replaced, and wrong fields are errors`() throws {
    try folder.write("-- mine", to: "new_test.lua")
    let refused = try record("tap Add")
    #expect(refused.status == 1 && refused.errors.contains("okit has not written it"), "\(refused.errors)")
    #expect(try folder.read("new_test.lua") == "-- mine")
    try fill()
    let wrong = try CommandProcess.run(
      ["shop.lua", "--documents", "d", "--exec", "expect 1 > detial", "--format", "json"], in: folder)
    #expect(wrong.status == 1 && wrong.errors.contains(#""code":"command.argument""#), "\(wrong.errors)")
    #expect(wrong.errors.contains("did you mean \\\"detail\\\"?"), "\(wrong.errors)")
  }
}
