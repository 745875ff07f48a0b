import OKitEngine
import Testing

@testable import OKitLua

/// No allocation that fails ends the process, skips a Swift frame, or leaves memory behind.
@Suite struct AllocationFailureTests {
  /// The scripts, which run one after the other in the same state.
  static let texts = [
    """
    local t = { 1, 2, 3, name = "table", inner = { x = 1.5, f = function() return "kept" end } }
    local back = echo(t, "text", 7, true, nil, function() return 5 end, thing(3), 2.5, { { {} } })
    assert(back.name == "table" and back.inner.f() == "kept")
    """,
    """
    local a, b = thing(1), thing(11)
    assert(a.value == 1 and a.next.value == 2 and a[4] == 40 and #b == 11 and a == b and a < thing(2))
    assert(a:double() == 2 and a.price and tostring(a) == "thing 1" and a + 2 == 3 and a .. "x")
    a.price = "written"
    local names = {}
    for key, value in pairs(thing(12)) do names[#names + 1] = key .. value end
    assert(#names == 12 and select("#", a(1, 2, 3, 4, 5, 6, 7, 8, 9)) == 10)
    pcall(function() return a.missing end)
    """,
    """
    assert(nest(function(x) return x.table[2] end) == 2)
    pcall(nest, function() error({ code = "own", message = "a table" }) end)
    nest(function() return pcall(nest, function() fail() end) end)
    nest(function() error(setmetatable({}, { __tostring = function() return ("an object "):rep(10) end })) end)
    """,
    "local function deep(n) if n > 0 then return 1 + deep(n - 1) end fail() end deep(40)",
    "xpcall(function() local x = nil + 1 end, function(m) return 'handled ' .. m end) error()",
    "local m = require 'module' assert(m.name == 'module') require 'broken'",
    """
    local text = ("word "):rep(50)
    local count = 0
    for w in text:gmatch("%a+") do count = count + #w end
    text = text:gsub("w(o)", function(o) return o:upper() end):format(1) .. ("%5.2f %q %s"):format(1.5, "q", {})
    local list = {}
    for i = 1, 40 do list[i] = text:sub(i, i + 3) .. i end
    table.sort(list, function(x, y) return x > y end)
    local joined = table.concat(list, ", ", 1, 20)
    table.move(list, 1, 20, 30) table.insert(list, "x") table.remove(list, 1)
    assert(#table.pack(table.unpack(list, 1, 30)) == 30)
    assert(load("return ...", "=chunk")(joined) == joined and not load("return return"))
    string.unpack("z", string.pack("z", joined)) utf8.char(8364, 120) os.date("%Y") tostring(print)
    """,
    """
    local order = {}
    local co = coroutine.wrap(function(...)
      local closed <close> = setmetatable({}, { __close = function() order[#order + 1] = "closed" end })
      for i = 1, 5 do coroutine.yield(i, { i }) end
      error("at the end")
    end)
    for i = 1, 5 do assert(co(i) == i) end
    pcall(co)
    local other = coroutine.create(function()
      local closed <close> = setmetatable({}, { __close = function() error("in close") end })
      coroutine.yield()
    end)
    coroutine.resume(other) coroutine.close(other)
    print(table.concat(order), coroutine.isyieldable(), collectgarbage("count") > 0)
    """,
    "this is not Lua", "return ('x'):rep(100000)",
    "local a <close> = setmetatable({}, { __close = fail }) error('first')",
  ]

  static let waiting = """
    local first, second = wait("a", { 1 }), coroutine.wrap(function() return wait("b") end)()
    local closed <close> = setmetatable({}, { __close = function() print("closed") end })
    pcall(function() wait("c") end)
    for i = 1, 3 do wait(i) end
    return first, second
    """

  /// Runs all scripts, also after failures.
  private func session(_ what: String, _ counter: Counter) throws -> LuaState? {
    let state: LuaState
    do { state = try LuaState(limits: LuaLimits(memory: 64 << 20, time: .seconds(60))) } catch {
      #expect((error as? Diagnostic)?.code == "lua.limit", "\(what): \(error)")
      return nil
    }
    /// Everything ends well or in a diagnostic.
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch {
        let diagnostic = error as? Diagnostic
        #expect(diagnostic != nil, "\(what): \(error)")
        if state.isDead { #expect(diagnostic?.code == "lua.limit", "\(what): \(error)") }
      }
    }
    attempt { try define(state, counter) }
    for text in Self.texts {
      attempt { try state.call(state.load(text, chunk: "session.lua"), [.string("argument"), ["list": [1, 2]]]) }
      attempt { _ = try state.start(state.load(text, chunk: "started.lua")) }
    }
    attempt {
      let function = try state.load(Self.waiting, chunk: "waiting.lua")
      for cancels in [false, true] {
        guard case .yielded(let waits, _) = try state.start(function) else { continue }
        for _ in 1...2 { _ = try state.resume(waits, ["answer", [1, 2, ["x": .function(function)]]]) }
        _ = try state.resume(waits, throwing: Diagnostic("test.late", "raised where it waits"))
        if cancels { try state.cancel(waits) } else { for _ in 1...3 { _ = try state.resume(waits, [.double(0.5)]) } }
      }
    }
    attempt {
      let function = try state.load("local value = ... return value .. 'x'", chunk: "direct.lua")
      _ = try state.value(of: function) { $0.add("a text that Swift cannot store inline") }
      _ = try state.value(of: function) { $0.add(7) }
      _ = try state.value(of: state.load("return inside(...)", chunk: "inside.lua")) { $0.add(7) }
    }
    attempt { try state.set("some.path.here", to: ["x": [1, .string("y")]]) }
    attempt {
      let value = try state.value(at: "some.path.here")
      #expect(value != .null, "\(what)")
    }
    attempt { _ = try state.reference(at: "string.format") }
    attempt { try state.collectGarbage() }
    _ = (state.drainReleased(), state.memory, state.place)
    return state
  }

  private func define(_ state: LuaState, _ counter: Counter) throws {
    let alive = counter.make()
    state.print = { _ in withExtendedLifetime(alive) {} }
    state.resolve = { name in
      LuaModule(text: name == "broken" ? "local x = " : "return { name = ... }", chunk: name + ".lua")
    }
    let things = Things()
    let kind = try state.defineKind("Thing", handler: things, weight: 40)
    try state.setSlot(1, for: "price", of: kind)
    let double = try state.makeFunction("double") { call in .value(.int(Int(call.object(0)?.bits ?? 0) * 2)) }
    try state.setMember("double", to: .function(double), of: kind)
    try state.register("thing") { .value(.object(LuaObject(kind: kind, bits: UInt64(try $0.int(0))))) }
    try state.register("echo") { call in
      let alive = counter.make()
      defer { _ = alive }
      return .values(try call.values())
    }
    try state.register("fail") { _ in
      let alive = counter.make()
      defer { _ = alive }
      throw Diagnostic("test.failed", "it failed", hint: "a hint")
    }
    try state.register("inside") { [unowned state] call in
      let alive = counter.make()
      defer { _ = alive }
      let function = try state.load("return ...", chunk: "inner.lua")
      let number = try call.int(0)
      return .values([
        try state.value(of: function) { $0.add("a text inside") }, try state.value(of: function) { $0.add(number) },
      ])
    }
    try state.register("wait") { call in .yield(try call.values()) }
    try state.register("nest") { [unowned state] call in
      let alive = counter.make()
      defer { _ = alive }
      return .values(try state.call(call.function(0), [["table": [1, 2, 3]]]))
    }
  }

  @Test func everyAllocationMayFail() throws {
    try AllocationFailures(name: "state", tries: 300).run { what, _ in
      let counter = Counter()
      do {
        let state = try session(what, counter)
        state?.close()
        #expect(state?.core.leftBytes ?? 0 == 0, "\(what)")
      }
      #expect(counter.alive == 0, "\(what)")
    }
  }
}
