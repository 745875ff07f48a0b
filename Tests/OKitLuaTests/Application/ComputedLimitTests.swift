import OKitEngine
import OKitLua
import Testing

/// A computed property that meets a limit has no value, and neither have its readers.
@Suite struct ComputedLimitTests {
  private static let script = """
    local t = okit.types
    local Root = okit.Model:extend("Root", {
      stops = t.computed(function() stop() for i = 1, 100 do end return 1 end),
      reader = t.computed(function(self) return (self.stops or 10) + 1 end),
      binding = t.computed(function(self) return (self:getInt("stops") or 10) + 1 end),
    })
    okit.Model.register(Root)
    okit.ModelDetailTableController:extend("home", { titlePath = "#Limits" })
    """

  @Test(arguments: ["stops", "reader", "binding"]) func `an interrupted value is computed again`(name: String) throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(time: .seconds(30))
    let application = try LuaApplication(text: Self.script, chunk: "app.lua", options: options)
    defer { application.close() }
    var interrupts = true
    try application.state.register("stop") { _ in
      if interrupts { LuaState.interrupt() }
      return .nothing
    }
    let store = application.runtime.store
    let root = try #require(store.root(named: ModelStore.defaultModelName))
    #expect(store.get(root, name) == .null)
    #expect(application.runtime.diagnostics.map(\.message) == ["interrupted"])
    interrupts = false
    #expect(store.get(root, name) == .int(name == "stops" ? 1 : 2))
    #expect(application.runtime.diagnostics.count == 1)
  }

  @Test func `a stopped script has no values`() throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(time: .milliseconds(500))
    let application = try LuaApplication(text: Self.script, chunk: "app.lua", options: options)
    defer { application.close() }
    try application.state.call(application.state.load("function stop() while true do end end", chunk: "stop.lua"))
    let store = application.runtime.store
    let root = try #require(store.root(named: ModelStore.defaultModelName))
    for name in ["reader", "binding", "stops"] { #expect(store.get(root, name) == .null) }
    #expect(application.state.isDead)
    #expect(application.runtime.diagnostics.allSatisfy { $0.code == "lua.limit" })
  }
}
