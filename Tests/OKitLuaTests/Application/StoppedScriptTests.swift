import Dispatch
import OKitEngine
import OKitLua
import Synchronization
import Testing

/// The features of an application after its script has stopped, and those during a running script.
@Suite struct StoppedScriptTests {
  private let script = """
    local Model = okit.Model:extend("Counter", { value = 0 })
    local model = okit.Model.register(Model)
    okit.Model.state(function() okit.Model.store(model) end)
    function Model:go()
      self.value = 1
      okit.every(1, function() print("tick") end)
      self:observe("value", function() print("observed") end)
      for _ = 1, 1e9 do end
    end
    function Model:greet() print("hello") end
    okit.ModelDetailTableController:extend("home", {
      titlePath = "value",
      right = { okit.ModelBarButtonItem { title = "#Go", tap = "go()" }, okit.ModelBarButtonItem { title = "#Greet", \
    tap = "greet()" } },
    })
    """

  private final class Heard {
    var printed: [String] = []
    var reported: [Diagnostic] = []
  }

  private func launch(_ heard: Heard) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(instructions: 10_000_000)
    options.print = { heard.printed.append($0) }
    options.onReport = { heard.reported.append($0) }
    return try LuaApplication(text: script, chunk: "app.lua", folder: ".", options: options)
  }

  @Test func `models and screens go on, callbacks do not, and what needs the script says why`() throws {
    let heard = Heard()
    let application = try launch(heard)
    defer { application.close() }
    let (runtime, driver) = (application.runtime, AppDriver(application.runtime))
    try driver.performTap(Locator("Go"))
    #expect(heard.reported.map(\.code) == ["lua.limit"])
    #expect(driver.screen.title == "0")
    let root = try #require(runtime.store.root(named: ModelStore.defaultModelName))
    try runtime.turn { try runtime.store.set(root, "value", .int(7)) }
    #expect(driver.screen.title == "7")
    try runtime.advance(seconds: 10)
    #expect(try runtime.undo())
    #expect(heard.printed.isEmpty)
    #expect(heard.reported.count == 1)
    try driver.performTap(Locator("Greet"))
    let why = try #require(heard.reported.last)
    #expect(heard.reported.count == 2)
    #expect(why.code == "lua.limit")
    #expect(why.message == "stopped: the script exceeded the limit of 10000000 instructions")
    #expect(why.hint == "reload it to continue")
    try runtime.background()
    #expect(try runtime.registry.storage.list(ModelRegistry.folder) == ["\(ModelRegistry.folder)/default.json"])
  }

  @Test func `an application can be closed from within, and ends with the turn`() throws {
    let heard = Heard()
    let application = try launch(heard)
    try application.state.register("quit") { _ in
      application.close()
      return .nothing
    }
    #expect(throws: Never.self) { try application.evaluate("quit() okit.after(0, print) print('still here')") }
    #expect(heard.printed == ["still here"])
    #expect(application.state.isDead)
    #expect(application.runtime.state == .terminated)
  }

  @Test func `a host function may call into Lua, which calls the host again`() throws {
    let sandbox = try Sandbox()
    let state = sandbox.state
    try state.register("down") { [unowned state] call in
      let depth = try call.int(0)
      guard depth > 0, let function = try state.reference(at: "up") else { return .value(.int(0)) }
      return .values(try state.call(function, [.int(depth - 1)]))
    }
    #expect(try sandbox.run("function up(n) return down(n) + 1 end return up(20)") == [.int(21)])
  }

  @Test func `a state that runs tells another thread so`() throws {
    final class Shared: @unchecked Sendable {  // One thread after the other uses it, which is what is tested.
      let state: LuaState
      init() throws { state = try LuaState() }
    }
    final class Found: Sendable { let code = Mutex("") }
    let shared = try Shared()
    // Its function holds it.
    defer { shared.state.close() }
    try shared.state.register("elsewhere") { _ in
      let done = DispatchSemaphore(value: 0)
      let found = Found()
      DispatchQueue.global().async {
        let code = problem { _ = try shared.state.value(at: "print") }?.code.rawValue
        found.code.withLock { $0 = code ?? "nothing" }
        done.signal()
      }
      done.wait()
      return .value(.string(found.code.withLock { $0 }))
    }
    let function = try shared.state.load("return elsewhere()", chunk: "=test")
    #expect(try shared.state.call(function) == ["lua.thread"])
  }
}
