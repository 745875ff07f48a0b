import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Screens as tables, whose parts are made when something reads them.
@Suite struct ScreenTests {
  static let script = """
    local Item = okit.ModelEntity:extend("Item", { name = "" })
    function Item:description() return self.name end
    local Box = okit.Model:extend("Box", { items = okit.types.list(Item) })
    local box = okit.Model.register(Box)
    box.items:add { name = "one" }
    box.items:add { name = "two" }
    okit.ModelListTableController:extend("home", { titlePath = "#Home", dataPath = "items", searchPath = "name" })
    """

  private func application() throws -> LuaApplication {
    let options = LuaApplication.Options(clock: RuntimeClock(virtual: TestClock.start))
    let application = try LuaApplication(text: Self.script, chunk: "app.lua", folder: "/tmp", options: options)
    try application.runtime.launch()
    return application
  }

  /// The host reads tables that no script has read.
  @Test(arguments: [
    "okit.app.screen", "{ okit.app.screen, { okit.app.screen } }", "okit.app.screen.sections",
    "okit.app.screen.sections[1].rows[2]",
    "(function() local s = okit.app.screen local _ = s.sections[1].rows[1].text return s end)()",
  ])
  func isCompleteForTheHost(lua: String) throws {
    let json = try #require(try application().evaluate(lua, asJSON: true).first)
    #expect(json.contains(#""text":"two""#), "\(json)")
  }

  /// A screen stays as it was read.
  @Test func isWhatWasSeen() throws {
    let application = try application()
    _ = try application.evaluate("seen = okit.app.screen")
    _ = try application.evaluate("okit.Model.get().items[2].name = 'three'")
    #expect(try application.evaluate("seen.sections[1].rows[2].text") == ["two"])
    #expect(try application.evaluate("okit.app.screen.sections[1].rows[2].text") == ["three"])
  }

  /// A script can mark its own tables; they are read as they are.
  @Test(arguments: [("'x'", #"{"name":"x"}"#), ("{ 1 }", #"{"name":[1]}"#)])
  func leavesMarkedTablesAlone(value: String, expected: String) throws {
    let lua = "setmetatable({ name = \(value) }, { __fills = true, __index = function() error 'read' end })"
    #expect(try application().evaluate(lua, asJSON: true) == [expected])
  }
}
