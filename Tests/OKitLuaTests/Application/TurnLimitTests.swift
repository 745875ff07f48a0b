import OKitEngine
import OKitLua
import Testing

/// A turn has one time, and so has a screen, however many functions are called for it that would each end in theirs.
@Suite struct TurnLimitTests {
  private static let script = """
    local Row = okit.ModelEntity:extend("Row", { n = 0, slow = okit.types.computed(function() return busy() end) })
    local Root = okit.Model:extend("Root", { mark = 0, rows = okit.types.list(Row), go = false })
    root = okit.Model.register(Root)
    for i = 1, 500 do root.rows:add { n = i } end
    function busy() for i = 1, 20000000 do end return 1 end
    function Row:invalidated() if root.go then busy() end end
    function Root:hooks() self.mark, self.go = 1, true for i = 1, #self.rows do self.rows[i].n = 0 end end
    function Root:observers()
      for i = 1, 500 do self:observe("mark", busy) end
      self.mark = 1
    end
    function Root:again()
      self:observe("mark", function() busy() self.mark = self.mark + 1 end)
      self.mark = 1
    end
    function Root:storm() for i = 1, 500 do okit.after(0, busy) end end
    function Root:flood() okit.every(0.001, busy) end
    function Root:patches() self.mark = 1 return self.rows:sorted("slow") end
    okit.extend("Row", { function_of_rows = busy })
    local function list(name, options)
      options.type, options.dataPath, options.cell = "Row", "rows", options.cell or okit.ModelTableCell { path = "n" }
      okit.ModelListTableController:extend(name, options)
    end
    list("rows", { cell = okit.ModelTableCell { path = "function_of_rows()" } })
    list("computed", { cell = okit.ModelTableCell { path = "slow" } })
    list("sorted", { rowSort = "function_of_rows()" })
    local function cell(name) return okit.ModelTableCell { path = "#" .. name, segue = name } end
    okit.ModelDetailTableController:extend("home", {
      sections = { { cells = { cell "rows", cell "computed", cell "sorted" } } },
    })
    """

  private func launch() throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(time: .seconds(1))
    return try LuaApplication(text: Self.script, chunk: "app.lua", options: options)
  }

  @Test(arguments: ["hooks", "observers", "again"])
  func `a turn ends with the time of one function, and is rolled back`(name: String) throws {
    let application = try launch()
    defer { application.close() }
    let root = try #require(application.runtime.store.root(named: ModelStore.defaultModelName))
    let program = try application.runtime.evaluator.program("\(name)()")
    try application.runtime.turn { _ = application.runtime.evaluator.get(program, root) }
    #expect(application.runtime.diagnostics.first?.message == "the script exceeded the time limit of 1 s")
    #expect(application.state.isDead)
    #expect(application.runtime.store.get(root, "mark") == .int(0))
  }

  @Test func `timers of one moment have one time`() throws {
    let application = try launch()
    defer { application.close() }
    let root = try #require(application.runtime.store.root(named: ModelStore.defaultModelName))
    let program = try application.runtime.evaluator.program("storm()")
    try application.runtime.turn { _ = application.runtime.evaluator.get(program, root) }
    #expect(application.runtime.diagnostics.map(\.message) == ["the script exceeded the time limit of 1 s"])
    #expect(application.state.isDead)
  }

  @Test func `timers have one time until the clock arrives`() throws {
    let application = try launch()
    defer { application.close() }
    let root = try #require(application.runtime.store.root(named: ModelStore.defaultModelName))
    let program = try application.runtime.evaluator.program("flood()")
    try application.runtime.turn { _ = application.runtime.evaluator.get(program, root) }
    #expect(!application.state.isDead)
    try application.runtime.advance(seconds: 3600)
    #expect(application.runtime.diagnostics.map(\.message) == ["the script exceeded the time limit of 1 s"])
    #expect(application.state.isDead)
  }

  @Test(arguments: ["rows", "computed", "sorted"])
  func `a screen ends with the time of one function`(name: String) throws {
    let application = try launch()
    defer { application.close() }
    try application.driver.performTap(Locator(name))
    _ = application.driver.screen
    #expect(application.runtime.diagnostics.first?.message == "the script exceeded the time limit of 1 s")
    #expect(application.state.isDead)
  }
}
