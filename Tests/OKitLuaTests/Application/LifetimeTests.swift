import OKitEngine
import OKitLua
import Testing

/// What is left is freed when the turn has ended, and what a program keeps or drops at any time ends nothing.
@Suite struct LifetimeTests {
  private static let script = """
    local okit = require "okit"
    local Todo = okit.ModelEntity:extend("Todo", { title = "a" })
    local root = okit.Model.register(okit.Model:extend("Todos", {
      todos = okit.types.list(Todo), chosen = okit.types.optional(okit.types.ref(Todo)),
    }))
    root.todos = { {}, { title = "b" } }
    local Cell = okit.ModelTextCell:extend("Cell", { path = "#Title", textPath = "title" })
    function Cell:setText(text) self.super.setText(self, text) self.controller:close() end
    local buttons = { okit.ModelBarButtonItem { title = "#Tap", tap = function() end } }
    okit.ModelForm:extend("form", {
      editAlways = true, titleView = okit.ModelButton { titlePath = "#Title" }, right = buttons,
      sections = { { cells = { Cell {}, okit.ModelButton { titlePath = "#Press" }, okit.ModelDateCell { path = "title" \
    } } } },
    })
    local list = okit.ModelListTableController:extend("list", {
      contextPath = "/", dataPath = "todos", rowSort = "title", search = true, delete = true, right = buttons,
      cell = okit.ModelTableCell { path = "title", accessoryView = okit.ModelButton { titlePath = "#More" } },
    })
    function list:filterData() return true end
    function list:sortData(a, b) return a.title < b.title end
    function list:getEntity(row) return root.todos[row] end
    function list:rowFor() return { detail = "x" } end
    function list:configure(cell) kept = cell end
    okit.ModelSelectionTableController:extend("selection", {
      contextPath = "/", dataPath = "todos", selectionPath = "chosen", cell = okit.ModelTableCell { path = "title" },
    })
    okit.ModelController:extend("views", { views = { okit.ModelButton { titlePath = "#Press" } }, right = buttons })
    local base = okit.ModelBaseTableController:extend("base", {})
    function base:fetchData() return root.todos end
    okit.ModelListTableController:extend("home", {
      contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { path = "title", segue = "form" },
    })
    okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })
    function log() okit.log.info "now" okit.log.info "still here" return 1 end
    """

  @Test(arguments: ["form", "list", "selection", "views", "base"])
  func `a controller is freed with its cells when it has left the screen`(_ name: String) throws {
    let app = try LuaApplication(text: Self.script)
    defer { app.close() }
    _ = try app.evaluate("okit = require 'okit' okit.navigate('\(name)', okit.Model.get().todos[1])")
    weak let controller = app.runtime.top
    #expect(controller?.name == name)
    _ = app.runtime.screen()
    if name == "form" { try app.driver.cell("Title").type("c") }
    try app.runtime.perform(.back)
    #expect(app.runtime.top?.name == "home")
    _ = app.runtime.screen()
    #expect(controller == nil)
  }

  @Test func `a dialog keeps the list that has asked, and not its handle`() throws {
    let app = try LuaApplication(text: Self.script)
    defer { app.close() }
    _ = try app.evaluate("okit = require 'okit' okit.navigate('list')")
    weak let controller = app.runtime.top
    try app.driver.row("b").delete()
    _ = try app.evaluate("okit.back()")
    #expect(controller != nil)
    #expect(throws: Diagnostic.self) { try app.evaluate("return kept.text") }
    try app.driver.tapAlert("Yes")
    #expect(try app.evaluate("#okit.Model.get().todos") == ["1"])
    #expect(controller == nil)
  }

  @Test func `a program drops the application while a function of the script runs`() throws {
    var app: LuaApplication?
    var lines: [String] = []
    var options = LuaApplication.Options()
    options.onLog = {
      lines.append($0.message)
      app = nil
    }
    app = try LuaApplication(text: Self.script, options: options)
    let result: Int? = try app?.call("log")
    #expect(app == nil && result == 1)
    #expect(lines == ["now", "still here"])
  }

  @Test func `a function that the program has registered drops the application`() throws {
    let script = """
      function leave() return drop(3, 0.5) end
      okit.extend("Todos", { leave = function(todos) return leave() .. #todos.todos end })
      """
    var app: LuaApplication?
    var numbers: [Int] = []
    func makeApplication() throws -> LuaApplication {
      let application = try LuaApplication(text: Self.script + "\n" + script)
      try application.register("drop") { (number: Int, part: Double) in
        app = nil
        numbers.append(number)
        return "gone \(number) \(part)"
      }
      return application
    }
    app = try makeApplication()
    let result: String? = try app?.call("leave")
    #expect(app == nil && result == "gone 3 0.5")
    // Nobody else keeps this one.
    app = try makeApplication()
    let runtime = try #require(app?.runtime)
    let program = try runtime.evaluator.program("leave")
    _ = try runtime.turn { runtime.evaluator.get(program, runtime.store.root(named: ModelStore.defaultModelName)) }
    #expect(app == nil && numbers == [3, 3])
  }

  @Test func `a runtime that a program keeps goes on without its script`() throws {
    var app: LuaApplication? = try LuaApplication(text: Self.script)
    let runtime = try #require(app?.runtime)
    app?.close()
    app = nil
    #expect(try runtime.turn { 1 } == 1)
    _ = runtime.screen()
    try runtime.store.transaction {}
  }
}
