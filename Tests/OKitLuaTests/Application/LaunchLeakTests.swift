import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Closed applications leave no memory behind.
@Suite struct LaunchLeakTests {
  /// Everything that could keep something alive: observers, followers of patches, timers, functions that wait, an open
  /// alert and sheet, computed properties, references, pushed and presented screens, Lua values that hold entities.
  static let script = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", {
      name = "", price = t.float(1), twice = t.computed(function(self) return self.price * 2 end), friend = \
    t.ref("Item"),
    })
    function Item:later() okit.sleep(60) self.name = "late" end
    function Item:ask()
      okit.alert { title = "Sure?", fields = { { name = "why" } }, actions = { { title = "OK" } } }
    end
    local Box = okit.ModelTransient:extend("Box", {
      items = t.list(Item), total = t.computed(function(self) return self:get("items.@sum.twice") end),
    })
    local box = okit.Model.register(Box)
    for i = 1, 20 do box.items:add { id = "i" .. i, name = "item " .. i, friend = "i" .. (21 - i) } end
    kept = box.items[3]
    box:observe("total", function(new) kept.name = "total " .. new end)
    box.items[1]:observe("$friend/name", function() end)
    box:onPatch(function(patches) last = patches end)
    okit.every(5, function() box.items[2].price = box.items[2].price + 1 end)
    okit.after(1000, function() end)
    okit.ModelListTableController:extend("items", {
      type = "Item", dataPath = "items", titlePath = "%Items", rowSort = "name", searchPath = "name", more = true,
      moreActions = { { name = "%Later", tap = "later()" } },
      cell = okit.ModelTableCell { path = "name", detailPath = "twice, $friend/name", segue = "item" },
    })
    okit.ModelDetailTableController:extend("item", {
      titlePath = "name", right = { okit.ModelBarButtonItem { title = "%Ask", tap = "ask()" } },
      sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = "name" } } } },
    })
    """

  private struct Remains {
    weak var application: LuaApplication?
    weak var runtime: AppRuntime?
    weak var store: ModelStore?
    weak var graph: DependencyGraph?
    weak var evaluator: Evaluator?
    weak var state: LuaState?
    weak var host: ScriptHost?
    weak var controller: Controller?

    var isEmpty: Bool {
      application == nil && runtime == nil && store == nil && graph == nil && evaluator == nil && state == nil
        && host == nil && controller == nil
    }
  }

  private static func options() -> LuaApplication.Options {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince1970: 1_580_472_000)))
    options.parts = .everything
    options.print = { _ in }
    return options
  }

  /// Launches, drives and closes it. - Returns: what must be gone then.
  private func life() throws -> Remains {
    let application = try LuaApplication(
      text: Self.script, chunk: "app.lua", folder: ".", options: Self.options())
    let driver = AppDriver(application.runtime)
    try driver.row(Locator("item 4")).more(Locator("Later"))
    try application.runtime.advance(seconds: 12)
    try driver.row(Locator("item 7")).tap()
    try driver.performTap(Locator("Ask"))
    #expect(driver.screen.alert != nil)
    let runtime = application.runtime
    return Remains(
      application: application, runtime: runtime, store: runtime.store, graph: runtime.store.graph,
      evaluator: runtime.evaluator, state: application.state, host: application.host, controller: runtime.top)
  }

  /// The same with an example: the bookshop has every kind of dialog, the orders have forms and formulas.
  private func life(of example: String) throws -> Remains {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let application = try LuaApplication(
      script: root.appendingPathComponent("scripts/\(example)/app.lua").standardizedFileURL.path,
      options: Self.options())
    let (driver, runtime) = (AppDriver(application.runtime), application.runtime)
    for row in driver.allRows.prefix(2) {
      try driver.row(Locator(row.text ?? "")).tap()
      _ = driver.screen
      if runtime.stack.count > 1 { try driver.back() }
    }
    return Remains(
      application: application, runtime: runtime, store: runtime.store, graph: runtime.store.graph,
      evaluator: runtime.evaluator, state: application.state, host: application.host, controller: runtime.top)
  }

  @Test func closedApplicationsLeaveNothing() throws { try launch(100, life) }
  @Test(arguments: ["bookshop", "orders"])
  func closedExamplesLeaveNothing(example: String) throws { try launch(20) { try life(of: example) } }

  /// `OKIT_LEAK_LAUNCHES` asks for more launches, and tells what they have left in memory: for a run of one test alone.
  private func launch(_ usual: Int, _ life: () throws -> Remains) throws {
    let wanted = ProcessInfo.processInfo.environment["OKIT_LEAK_LAUNCHES"].flatMap { Int($0) }
    let launches = wanted ?? usual
    var before = 0
    for launch in 1...launches {
      let remains = try life()
      #expect(remains.isEmpty, "launch \(launch)")
      if launch == launches / 4 { before = Self.resident() }
    }
    guard wanted != nil else { return }
    print("\(launches) launches: \((Self.resident() - before) / (launches - launches / 4)) bytes left by each")
  }

  /// The bytes of the process that are in memory.
  private static func resident() -> Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * 4096
  }

  /// Objects that an application removes while it runs are freed completely.
  @Test func aRunningApplicationForgetsWhatHasGone() throws {
    let application = try LuaApplication(
      text: Self.script, chunk: "app.lua", folder: ".", options: Self.options())
    let (driver, runtime) = (AppDriver(application.runtime), application.runtime)
    func round() throws {
      _ = try application.evaluate(
        """
        (function()
          local box = okit.Model.get()
          local item = box.items:add { id = "x", name = "extra", price = 7 }
          local o = item:observe("name", function() end)
          item.name = "changed"
          o:cancel()
          box.items:remove(item)
        end)()
        """)
      try driver.row(Locator("item 7")).tap()
      _ = driver.screen
      try driver.back()
      _ = driver.screen
      // Nothing is to be undone: the history would hold what was removed.
      runtime.store.history.clear(runtime.store)
      try application.state.collectGarbage()
      try runtime.turn {}
    }
    for _ in 0..<10 { try round() }
    let (census, entities) = (runtime.store.graph.census, runtime.store.entityCount)
    let memory = application.state.memory
    for _ in 0..<100 { try round() }
    #expect(runtime.store.graph.census == census)
    #expect(runtime.store.entityCount == entities)
    #expect(application.state.memory <= memory + 1024, "\(application.state.memory) after \(memory)")
  }
}
