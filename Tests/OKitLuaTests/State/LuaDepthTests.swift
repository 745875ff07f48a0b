import Foundation
import OKitEngine
import OKitLua
import Testing

/// Calls that nest without end are an error that scripts may catch, also where the thread's stack is small.
@Suite struct LuaDepthTests {
  static let recursions = [
    "local function f() return 1 + f() end f()",
    "local function f() f() end f()",
    "local function f(...) return (f(1, 2, 3, ...)) end f()",
    "local function f() pcall(f) error('again') end pcall(f) error('stack overflow')",
    "local function f() return (select(2, pcall(f))) end error('stack overflow ' .. tostring(f()))",
    "local function f() return (select(2, xpcall(f, f))) end f() f = nil error('stack overflow')",
    "local function f() return nest(f) end f()",
    "local function f() return start(f) end f()",
    "local t = setmetatable({}, { __index = function(t, k) return t[k .. 'x'] end }) return t.x",
    "local function f() return coroutine.wrap(f)() end f()",
    "local function f() return select(2, assert(coroutine.resume(coroutine.create(f)))) end f()",
    "local function f() return nest(function() return coroutine.wrap(function() return nest(f) end)() end) end f()",
    """
    local t = setmetatable({}, {}) for name in ('index newindex add concat eq lt len call unm'):gmatch('%a+') do \
    getmetatable(t)['__' .. name] = function(a, b) return a.x end end return t.x
    """,
    "local mt = {} mt.__index = function(t, k) return t[k] end return setmetatable({}, mt).x",
    """
    local mt = {} mt.__eq = function(a, b) return setmetatable({}, mt) == b end return setmetatable({}, mt) == \
    setmetatable({}, mt)
    """,
    "local mt = {} mt.__concat = function(a, b) return a .. b end return setmetatable({}, mt) .. 'x'",
    "local mt = {} mt.__tostring = function(t) return tostring(t) end tostring(setmetatable({}, mt))",
    "local mt = {} mt.__tostring = function(t) return ('%s'):format(t) end tostring(setmetatable({}, mt))",
    "local mt = {} mt.__tostring = function(t) print(t) return '' end print(setmetatable({}, mt))",
    "local mt = {} mt.__pairs = function(t) return pairs(t) end pairs(setmetatable({}, mt))",
    "local mt = {} mt.__len = function(t) return #t end return #setmetatable({}, mt)",
    """
    local mt = {} mt.__close = function(t) local x <close> = setmetatable({}, mt) end local x <close> = \
    setmetatable({}, mt)
    """,
    "local function f(s) return (s:gsub('.', f)) end f('abc')",
    "local function f(a, b) table.sort({ 3, 2, 1 }, f) return a < b end f(1, 2)",
    "local function f() return load(f) and '' end load(f) error('stack overflow')",
    "local text = ('('):rep(100000) assert(load('return ' .. text))",
    "assert(load(('do '):rep(100000)))",
    "assert(load('return ' .. ('function() return '):rep(100000)))",
    "assert(load('x = ' .. ('{'):rep(100000)))",
    "assert(load('return ' .. ('- '):rep(100000) .. '1'))",
    "assert(load('return ' .. ('a..'):rep(100000) .. '1'))",
    "local s = 'x' for i = 1, 3000 do s = '(' .. s .. ')' end ('x'):find(s)",
    "require 'endless1'",
    "local t = {} for i = 1, 1000 do t = { t } end nest(function() end, t) return call(t)",
    """
    local c = coroutine.create(function() end) local function f() local x <close> = setmetatable({}, { __close = \
    function() local c = coroutine.create(function() f() coroutine.yield() end) coroutine.resume(c) \
    coroutine.close(c) end }) end f() local function g() local c = coroutine.create(function() local x <close> = \
    setmetatable({}, { __close = function() g() end }) coroutine.yield() end) coroutine.resume(c) \
    assert(coroutine.close(c)) end g()
    """,
    "error(setmetatable({}, { __tostring = function(t) error(t) end }))",
    "local function f() error(setmetatable({}, { __tostring = f })) end nest(f) f()",
    "local function h(m) error(m) end xpcall(error, h, 'x') error('stack overflow')",
  ]

  private static func run(_ text: String, depth: Int? = nil) throws -> Diagnostic? {
    var limits = LuaLimits(memory: 128 << 20, time: .seconds(60))
    if let depth { limits.depth = depth }
    let sandbox = try Sandbox(limits: limits)
    let state = sandbox.state
    state.resolve = { name in
      let number = (Int(name.dropFirst(7)) ?? 0) + 1
      return LuaModule(text: "require 'endless\(number)'", chunk: name)
    }
    try state.register("nest") { [unowned state] call in
      .values(try state.call(call.function(0), [["table": [1, 2, 3]]]))
    }
    try state.register("call") { call in .values([try call[0]]) }
    try state.register("start") { [unowned state] call in
      guard case .finished(let values) = try state.start(call.function(0)) else { return .nothing }
      return .values(values)
    }
    let things = Things()
    let kind = try state.defineKind("Thing", handler: things)
    try state.register("thing") { .value(.object(LuaObject(kind: kind, bits: UInt64(try $0.int(0))))) }
    let failure = sandbox.failure(text)
    // The state lives on, with all of its depth.
    #expect(
      try sandbox.run("local function f(n) return n == 0 and 7 or f(n - 1) + 0 end return f(100)") == [7], "\(text)")
    return failure
  }

  private static func check(_ failure: Diagnostic?, _ text: String) {
    #expect(failure?.code != "lua.limit", "\(text)")
    let message = failure?.message ?? "no error"
    #expect(
      ["overflow", "too many", "too deeply", "too complex", "no text", "nest"].contains { message.contains($0) }
        || failure?.code == "lua.error" && message.contains("error object"),
      "\(text): \(message)")
  }

  @Test(arguments: recursions)
  func recursionIsAnError(text: String) throws { Self.check(try Self.run(text), text) }

  /// Threads of 512 KiB, which the Swift API lets people use.
  @Test(arguments: recursions)
  func recursionIsAnErrorOnSmallStacks(text: String) throws {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do { Self.check(try Self.run(text), text) } catch { Issue.record(error) }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  @Test func levelsAreLimited() throws {
    let count = "local n = 0 local function f() n = n + 1 f() end local ok, m = pcall(f) return n, ok, m"
    for depth in [100, 1000, 50_000] {
      let sandbox = try Sandbox(limits: LuaLimits(depth: depth))
      for _ in 1...3 {
        let result = try sandbox.run(count)
        guard case .int(let levels) = result[0] else { throw Diagnostic("test", "no number") }
        #expect(levels >= depth - 3 && levels < depth * 9 / 8 + 3, "\(depth): \(levels)")
        #expect(result[1] == false)
        #expect("\(result[2])".contains("stack overflow (calls nest deeper than \(depth))"))
      }
      #expect(sandbox.failure("local function f() f() end f()")?.code == "lua.depth")
      #expect(sandbox.failure("error('other')")?.code == "lua.error")
    }
  }

  @Test func levelsAreLimitedInCoroutinesAndWithABudget() throws {
    let sandbox = try Sandbox(limits: LuaLimits(instructions: 1_000_000, depth: 1000))
    let failure = sandbox.failure("coroutine.wrap(function() local function f() f() end f() end)()")
    #expect(failure?.message.contains("calls nest deeper than 1000") == true)
    // Nothing is given away: the budget still ends the script.
    #expect(sandbox.failure("local function f() f() end while true do pcall(f) end")?.code == "lua.limit")
  }

  @Test func entriesOfTheHostAreLimited() throws {
    let sandbox = try Sandbox(limits: LuaLimits(depth: 10))
    let state = sandbox.state
    var deepest = 0
    var depth = 0
    try state.register("nest") { [unowned state] call in
      depth += 1
      deepest = max(deepest, depth)
      defer { depth -= 1 }
      return .values(try state.call(call.function(0)))
    }
    #expect(sandbox.failure("local function f() nest(f) end f()")?.code == "lua.depth")
    #expect(deepest > 1 && deepest <= 10)
  }
}
