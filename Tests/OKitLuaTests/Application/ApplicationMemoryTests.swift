import OKitEngine
import OKitLua
import Testing

/// Each application has a memory of its own.
@Suite struct ApplicationMemoryTests {
  private static let script = """
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", { text = "", bytes = t.optional(t.data) })
    local Root = okit.Model:extend("Root", { text = "", mark = 0, texts = t.list(t.string), items = t.list(Item) })
    root = okit.Model.register(Root)
    long = ("x"):rep(100000)
    function spin() local n = 0 for i = 1, 3e7 do n = n + i % 3 end root.mark = n return n end
    """

  private func app(_ growth: Int = 48 << 20) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(memory: 16 << 20, growth: growth, time: .seconds(60))
    options.onReport = { _ in }
    return try LuaApplication(text: Self.script, options: options)
  }

  @Test(arguments: [
    "for i = 1, 1e9 do root.texts:add(long .. i) end",
    "for i = 1, 1e9 do root.items:add { text = long .. i } end",
    "for i = 1, 1e9 do root.items:add { bytes = long .. i } end",
    "for i = 1, 1e9 do okit.log.debug(long .. i) end", "for i = 1, 1e9 do okit.alert { title = long .. i } end",
  ])
  func `one application that exceeds its memory stops no other`(_ code: String) throws {
    let (greedy, innocent) = (try app(), try app())
    defer {
      greedy.close()
      innocent.close()
    }
    let failure = #expect(throws: Diagnostic.self) { try greedy.evaluate(code) }
    #expect(failure?.code == .luaLimit && failure?.limit == .growth, "\(String(describing: failure))")
    #expect(try innocent.call("spin") as Int > 0)
    #expect(innocent.state.isDead == false)
    #expect(try #require(throws: Diagnostic.self) { try greedy.call("spin") }.limit == .growth)
  }

  @Test(arguments: [0, -1, .min])
  func `a limit of nothing permits nothing`(_ number: Int) throws {
    func limit(_ change: (inout LuaLimits) -> Void) -> Diagnostic.Limit? {
      var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
      options.onReport = { _ in }
      change(&options.limits)
      let code = "local function f(n) if n > 0 then return 1 + f(n - 1) end return 1 end while true do f(1000) end"
      return #expect(throws: Diagnostic.self) { try LuaApplication(text: code, options: options) }?.limit
    }
    #expect(limit { $0.memory = number } == .memory)
    #expect(limit { $0.time = .seconds(number) } == .time)
    #expect(limit { $0.instructions = number } == .instructions)
    #expect(limit { $0.depth = number } == .depth)
  }

  @Test func `a growth of nothing stops what grows`() throws {
    let failure = #expect(throws: Diagnostic.self) {
      let app = try app(0)
      defer { app.close() }
      _ = try app.evaluate("for i = 1, 1e9 do root.texts:add(long .. i) end")
    }
    #expect(failure?.limit == .growth)
  }

  @Test func `what a program itself has does not count`() throws {
    let app = try app()
    defer { app.close() }
    var bytes: [[UInt8]] = []
    try app.register("grow") { for _ in 0..<10 { bytes.append(Array(repeating: 1, count: 16 << 20)) } }
    _ = try app.evaluate("grow() spin()")
    #expect(bytes.count == 10)
    #expect(try app.call("spin") as Int > 0)
  }

  @Test func `models, texts and bytes are counted, shared ones once`() throws {
    let app = try app(1 << 30)
    defer { app.close() }
    func growth(_ code: String) throws -> Int {
      let before = app.runtime.memoryInUse
      _ = try app.evaluate(code)
      return app.runtime.memoryInUse - before
    }
    let shared = try growth("for i = 1, 100 do root.texts:add(long) end")
    #expect((100_000..<300_000).contains(shared) || (10_000_000..<12_000_000).contains(shared), "\(shared)")
    let own = try growth("for i = 1, 100 do root.texts:add(long .. i) end")
    #expect((10_000_000..<30_000_000).contains(own), "\(own)")
    let entities = try growth("for i = 1, 1000 do root.items:add {} end")
    #expect((100_000..<2_000_000).contains(entities), "\(entities)")
  }

  @Test func `failing actions leave nothing`() throws {
    let shop = try Shop()
    let tap = try Shop.tap("Throw", on: shop.app.screen)
    func fail(_ count: Int) -> Int {
      for _ in 0..<count { #expect(throws: Diagnostic.self) { try shop.app.perform(tap) } }
      return shop.app.runtime.memoryInUse + shop.app.state.memory
    }
    let first = fail(1100)
    #expect(fail(2000) - first < 1 << 20)
  }
}
