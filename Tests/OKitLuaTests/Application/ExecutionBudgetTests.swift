import OKitEngine
import OKitLua
import Testing

import class OKitTestSupport.TestExecutionHost

/// Work that a script makes for the host, or for the engine alone, ends when a limit is over: in the middle of one
/// call.
@Suite struct ExecutionBudgetTests {
  /// Each case does more than a few thousand steps in one call of the host.
  static let works: [(name: String, code: String)] = [
    ("a list of tables", "root.items = tables"),
    ("a list the other way round", "root.items = backwards"),
    ("a list with what was in another one", "root.others = root.strings"),
    ("a list of texts", "root.strings = others"),
    ("a set", "root.set = others"),
    ("a map", "root.map = named"),
    ("a map of entities", "root.owned = namedTables"),
    ("references", "root.links = backwards"),
    ("no elements any more", "root.items:clear()"),
    ("an element with elements", "root.pages:add { lines = tables }"),
    ("what the host takes", "take(tables)"),
    ("what the host gives", "give()"),
    ("the data of a snapshot", "root:snapshot()"),
    ("a snapshot", "root:apply(snapshot)"),
    ("a document to write", "okit.Model.store(root)"),
    ("a document to read", "okit.Model.sync()"),
    ("a path on each element", "root:get 'items.title.length'"),
    ("a sum of what a path gives", "root:get 'items.@sum.title.length'"),
    ("many lists as one", "root:get 'items.@unionOfArrays.parent.strings/count'"),
    ("texts", "root:get 'items/joined(#-)'"),
    ("an order", "root:get 'strings/sorted'"),
    ("an order by a path", "root:get 'items/sorted(#title/length)'"),
    ("an order for Lua", "root.items:sorted 'title'"),
    ("placeholders", "okit.localized(('%@ '):rep(5000), 'x')"),
  ]

  /// Loops without an end.
  static let endlessWorks: [(name: String, code: String)] = [
    ("each element for each element", "root:get 'items.parent.items.title'"),
    ("each element for each element for each element", "root:get 'items.parent.items.parent.items/count'"),
    ("what a path visits", "root:contexts 'items.parent.items.parent'"),
  ]

  private static let script = """
    local Item = okit.ModelEntity:extend("Item", { title = "" })
    okit.ModelEntity:extend("Page", { lines = okit.types.list(Item) })
    local t = okit.types
    local Root = okit.Model:extend("Root", {
      mark = 0, items = t.list(Item), strings = t.list(t.string), others = t.list(t.string), set = t.set(t.string),
      map = t.map(t.string), owned = t.map(Item), links = t.list(t.ref "Item"), pages = t.list(t.entity "Page"),
    })
    root = okit.Model.register(Root)
    tables, named, namedTables, others, backwards = {}, {}, {}, {}, {}
    local strings, items = {}, {}
    for i = 1, 1500 do
      tables[i] = { title = "new " .. i }
      items[i] = { title = "title " .. i }
      strings[i] = "text " .. i
      others[i] = "other " .. i
      named["key " .. i] = "value"
      namedTables["key " .. i] = { title = "named" }
    end
    root.items, root.strings, root.links = items, strings, {}
    for i = 1, 1500 do backwards[i] = root.items[1501 - i] end
    root.links = root.items
    okit.Model.store(root)
    -- The next store writes the whole document, not a record for the journal.
    okit.Model.sync()
    snapshot = root:snapshot()
    for i = 1, 1500 do snapshot.items[i].title = "again " .. i end
    root.mark = 1
    """

  private func launch(_ limits: LuaLimits = LuaLimits()) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = limits
    let application = try LuaApplication(options: options)
    try application.state.register("take") { call in .value(.int(try call.table(0).array.count)) }
    try application.state.register("give") { _ in
      .value(.table(LuaTable(array: (0..<5000).map { .int($0) })))
    }
    try application.run(text: Self.script, chunk: "app.lua")
    return application
  }

  /// All that can be seen of the models.
  private func state(of application: LuaApplication) throws -> JSONValue {
    let store = application.runtime.store
    return store.jsonValue(try #require(store.root(named: ModelStore.defaultModelName)))
  }

  @Test(arguments: works + endlessWorks)
  func `a limit ends a call of the host`(work: (name: String, code: String)) throws {
    let application = try launch(LuaLimits(time: nil))
    defer { application.close() }
    let before = try state(of: application)
    var looks = 0
    // The third check finds an exceeded limit; the script gets that error, not the result of the host's function.
    let budget = application.state.budget
    let host = budget.host
    budget.host = TestExecutionHost(over: host) {
      looks += 1
      guard looks > 2 else { return .running }
      if looks == 3 { for _ in 1...2 { LuaState.interrupt() } }
      return .exceeded
    }
    let failure = problem { _ = try application.evaluate("(function() root.mark = 2 \(work.code) print('on') end)()") }
    budget.host = host
    #expect(failure?.code == "lua.limit")
    #expect(failure?.message == "the script was interrupted")
    #expect(application.state.isDead)
    #expect(looks >= 3 && looks < 40, "\(looks) looks")
    #expect(try state(of: application) == before)
  }

  /// The first interrupt also ends the work, and is an error of the script: nothing dies.
  @Test(arguments: ["stop", "function(text) return stop(text) + 1 end"])
  func `an interrupt ends a call of the host`(function: String) throws {
    let application = try launch(LuaLimits(time: nil))
    defer { application.close() }
    var calls = 0
    try application.state.register("stop") { _ in
      calls += 1
      if calls == 2 { LuaState.interrupt() }
      return .value(.int(1))
    }
    _ = try application.evaluate("okit.extend('String', { slow = \(function) })")
    let before = try state(of: application)
    let failure = problem {
      _ = try application.evaluate("(function() root.mark = 2 local x = root:get 'items.title.slow' end)()")
    }
    #expect(failure?.message == "interrupted")
    #expect(!application.state.isDead)
    #expect(calls < 600, "\(calls) of 1500")
    #expect(try state(of: application) == before)
    #expect(try application.evaluate("root:get 'items.@count'") == ["1500"])
  }

  @Test func `without a limit all of it is done`() throws {
    let application = try launch(LuaLimits(time: nil))
    defer { application.close() }
    let budget = application.state.budget
    let host = budget.host
    for work in Self.works {
      var looks = 0
      budget.host = TestExecutionHost(over: host) {
        looks += 1
        return .running
      }
      #expect(try application.evaluate("(function() \(work.code) return 'done' end)()") == ["done"])
      #expect(looks > 2 || work.name.hasPrefix("an element that"), "\(work.name): \(looks) looks")
    }
  }

  // MARK: Without a function of the script

  private static let screens = """
    local Item = okit.ModelEntity:extend("Item", { title = "" })
    local Root = okit.Model:extend("Root", { mark = 0, items = okit.types.list(Item) })
    local root = okit.Model.register(Root)
    local items = {}
    for i = 1, 1500 do items[i] = { title = "title " .. i } end
    root.items = items
    okit.extend("Number", { twice = function(number) return number * 2 end })
    okit.ModelDetailTableController:extend("home", {
      titlePath = "items.@max.title.length",
      right = { okit.ModelBarButtonItem { title = "#Go", tap = "items.title.length,mark" } },
      sections = { { cells = { okit.ModelTableCell { path = "mark", segue = "list" } } } },
    })
    okit.ModelListTableController:extend("list", {
      type = "Item", dataPath = "items", rowSort = "title.length/twice", group = "title.length/twice",
      cell = okit.ModelTableCell { path = "title" },
    })
    """

  private func launchScreens() throws -> (LuaApplication, reports: () -> [Diagnostic]) {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(time: nil)
    let application = try LuaApplication(text: Self.screens, chunk: "app.lua", options: options)
    return (application, { application.runtime.diagnostics })
  }

  @Test func `a screen without time shows what there is, and the next one everything`() throws {
    let (application, reports) = try launchScreens()
    defer { application.close() }
    application.state.budget.timeLimit = .zero
    #expect(application.driver.screen.title == "")
    #expect(reports().map(\.code) == [ExecutionBudget.code])
    #expect(reports().first?.message == "stopped: exceeded the time limit of 0 s")
    application.state.budget.timeLimit = nil
    #expect(application.driver.screen.title == "10")
    #expect(reports().count == 1 && !application.state.isDead)
  }

  @Test func `a list without time is made again`() throws {
    let (application, reports) = try launchScreens()
    defer { application.close() }
    try application.driver.performTap(Locator("0"))
    application.state.budget.timeLimit = .zero
    _ = application.driver.screen
    #expect(reports().map(\.code) == [ExecutionBudget.code])
    application.state.budget.timeLimit = nil
    #expect(application.driver.screen.sections.map(\.header) == ["14", "16", "18"])
    #expect(application.driver.screen.window?.total == 1500)
  }

  @Test func `a turn without time is rolled back`() throws {
    let (application, reports) = try launchScreens()
    defer { application.close() }
    let store = application.runtime.store
    let root = try #require(store.root(named: ModelStore.defaultModelName))
    let program = try application.runtime.evaluator.program("items.title.length")
    application.state.budget.timeLimit = .zero
    let result: Void? = try application.runtime.turn {
      try store.set(root, "mark", .int(1))
      _ = application.runtime.evaluator.get(program, root)
    }
    #expect(result == nil)
    #expect(store.get(root, "mark") == .int(0))
    #expect(reports().map(\.code) == [ExecutionBudget.code])
    try application.driver.performTap(Locator("Go"))
    #expect(reports().map(\.code) == [ExecutionBudget.code, ExecutionBudget.code])
    application.state.budget.timeLimit = .seconds(60)
    #expect(try application.runtime.turn { try store.set(root, "mark", .int(2)) } != nil)
    #expect(store.get(root, "mark") == .int(2))
  }
}
