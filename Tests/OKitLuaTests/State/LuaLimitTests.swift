import OKitEngine
import Testing

@testable import OKitLua

@Suite struct LuaLimitTests {
  static let endless = [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "while true do pcall(error) pcall(error, {}) end", "while true do pcall(function() error('x') end) end",
    "while true do xpcall(error, function() end) end",
    "pcall(pcall, pcall, function() while true do end end) print('swallowed')",
    "xpcall(function() while true do end end, function() while true do end end) print('swallowed')",
    "coroutine.wrap(function() while true do end end)() print('swallowed')",
    "coroutine.resume(coroutine.create(function() while true do end end)) print('swallowed')",
    "while true do coroutine.wrap(function() for i = 1, 100 do end end)() end",
    "local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
    """
    local co = coroutine.wrap(function()
      local x <close> = setmetatable({}, { __close = function() while true do end end })
      while true do end
    end)
    co()
    """,
    """
    local co = coroutine.create(function()
      local x <close> = setmetatable({}, { __close = function() while true do end end })
      coroutine.yield()
    end)
    coroutine.resume(co) coroutine.close(co) print('swallowed')
    """,
    "local t = setmetatable({}, { __index = function() while true do end end }) print(t.x)",
    "load(function() while true do end end) print('swallowed')",
    "tostring(setmetatable({}, { __tostring = function() while true do end end }))",
    "error(setmetatable({}, { __tostring = function() while true do end end }))",
    "table.sort({ 3, 2, 1 }, function() while true do end end)",
    "string.gsub('x', 'x', function() while true do end end)",
    "call(function() while true do end end) print('swallowed')",
    "pcall(call, function() pcall(call, function() while true do end end) end) print('swallowed')",
    "start(function() while true do end end) print('swallowed')",
    "module = 'while true do end' require 'm'",
    "pcall(string.find, ('a'):rep(30000), ('a*'):rep(30) .. 'b') print('swallowed')",
    "pcall(string.rep, '', 1 << 60) print('swallowed')",
    "pcall(table.move, {}, 1, 1 << 60, 2) print('swallowed')",
    """
    coroutine.wrap(function() table.sort(setmetatable({}, { __len = function() return 1 << 30 end, __index = rawlen \
    })) end)()
    """,
    "pcall(load, function() return ' ' end) print('swallowed')",
  ]

  @Test(arguments: endless)
  func timeStops(text: String) throws {
    let sandbox = try Sandbox(limits: LuaLimits(time: .milliseconds(30)))
    let state = sandbox.state
    try state.register("call") { [unowned state] call in .values(try state.call(call.function(0))) }
    try state.register("start") { [unowned state] call in
      // A host that swallows errors cannot save the script either.
      do { _ = try state.start(call.function(0)) } catch {}
      return .nothing
    }
    state.resolve = { name in LuaModule(text: "while true do end", chunk: name) }
    let failure = try #require(sandbox.failure(text))
    #expect(failure.code == "lua.limit")
    #expect(failure.message == "the script exceeded the time limit of 30 ms")
    #expect(failure.place?.line != nil)
    #expect(sandbox.printed.isEmpty)
    #expect(state.isDead)
    #expect(sandbox.failure("return 1")?.code == "lua.limit")
  }

  @Test(arguments: endless)
  func timeStopsFunctionsThatMayWait(text: String) throws {
    let sandbox = try Sandbox(limits: LuaLimits(time: .milliseconds(30)))
    let state = sandbox.state
    try state.register("call") { [unowned state] call in .values(try state.call(call.function(0))) }
    try state.register("start") { [unowned state] call in
      _ = try state.start(call.function(0))
      return .nothing
    }
    state.resolve = { name in LuaModule(text: "while true do end", chunk: name) }
    let function = try state.load(text, chunk: "test.lua")
    let failure = problem { _ = try state.start(function) }
    #expect(failure?.code == "lua.limit")
    #expect(failure?.place?.line != nil)
    #expect(sandbox.printed.isEmpty)
  }

  @Test(arguments: endless)
  func instructionsStop(text: String) throws {
    let sandbox = try Sandbox(limits: LuaLimits(time: nil, instructions: 20_000))
    let state = sandbox.state
    try state.register("call") { [unowned state] call in .values(try state.call(call.function(0))) }
    try state.register("start") { [unowned state] call in
      do { _ = try state.start(call.function(0)) } catch {}
      return .nothing
    }
    state.resolve = { name in LuaModule(text: "while true do end", chunk: name) }
    let failure = try #require(sandbox.failure(text))
    #expect(failure.code == "lua.limit")
    #expect(failure.message == "the script exceeded the limit of 20000 instructions")
    #expect(sandbox.printed.isEmpty)
    #expect(state.isDead)
  }

  @Test func instructionsAreCountedTheSameEachTime() throws {
    let reached = try (0..<3).map { _ in
      let sandbox = try Sandbox(limits: LuaLimits(time: nil, instructions: 5000))
      _ = sandbox.failure("local n = 0 while true do n = n + 1 print(n) end")
      return try #require(sandbox.printed.last)
    }
    #expect(Set(reached).count == 1)
    let sandbox = try Sandbox(limits: LuaLimits(time: nil, instructions: 5000))
    for _ in 1...10 { try sandbox.run("for i = 1, 1000 do end") }
    #expect(sandbox.failure("for i = 1, 10000 do end")?.code == "lua.limit")
  }

  /// Compiling counts as work, for every way to load a chunk.
  @Test(arguments: [
    "load((' a=1'):rep(1000))",
    "local n = 0 load(function() n = n + 1 if n == 1 then return (' a=1'):rep(1000) end end)",
  ])
  func compilingTakesInstructions(text: String) throws {
    let sandbox = try Sandbox(limits: LuaLimits(time: nil, instructions: 1_000_000))
    let failure = sandbox.failure("for i = 1, 300 do \(text) end")
    #expect(failure?.message == "the script exceeded the limit of 1000000 instructions")
  }

  /// A text that comes in one piece is compiled piece by piece.
  @Test func aLongPieceIsLeftInOrder() throws {
    let sandbox = try Sandbox(limits: LuaLimits(memory: 256 << 20, time: .milliseconds(30)))
    let text = "local s, n = (' a=1'):rep(20000000), 0 load(function() n = n + 1 if n == 1 then return s end end)"
    #expect(sandbox.failure(text)?.code == "lua.limit")
    let core = sandbox.state.core
    sandbox.state.close()
    #expect(core.leftBytes == 0)
  }

  static let greedy = [
    "local s = 'x' for i = 1, 40 do s = s .. s end",
    "local t = {} for i = 1, 1e9 do t[i] = { i } end",
    "local t = {} while true do t[#t + 1] = coroutine.wrap(function() end) end",
    "while true do pcall(function() local t = {} for i = 1, 1e9 do t[i] = { i } end end) end",
    "coroutine.wrap(function() local t = {} for i = 1, 1e9 do t[i] = { i } end end)()",
    "while true do xpcall(function() local t = {} for i = 1, 1e9 do t[i] = i end end, print) end",
    "local t = {} for i = 1, 1e9 do t[i] = big() .. i end",
    "local t = {} for i = 1, 1e9 do t[i] = object(i) end",
    "load(function() return ('x'):rep(1 << 20) end) print('swallowed')",
    "local t = {} for i = 1, 80000 do t[i] = 'x' end take({ t, t, t, t, t, t, t, t })",
    "local t = { 1 } for i = 1, 60 do t = { t, t } end take(t)",
    "local t = {} for i = 1, 1e9 do local _, e = pcall(fail) t[i] = e end",
  ]

  @Test(arguments: greedy)
  func memoryStops(text: String) throws {
    let sandbox = try Sandbox(limits: LuaLimits(memory: 4 << 20, time: .seconds(60)))
    let kind = try sandbox.state.defineKind("Thing", handler: Things())
    try sandbox.state.register("big") { _ in .value(.string(String(repeating: "x", count: 100_000))) }
    try sandbox.state.register("object") { .value(.object(LuaObject(kind: kind, bits: UInt64(try $0.int(0))))) }
    try sandbox.state.register("take") { .value(.int(try $0.table(0).array.count)) }
    try sandbox.state.register("fail") { _ in throw Diagnostic("test.failed", "it failed") }
    let failure = try #require(sandbox.failure(text))
    #expect(failure.code == "lua.limit")
    #expect(failure.message == "the script exceeded the memory limit of 4 MiB")
    #expect(sandbox.printed.isEmpty)
    #expect(sandbox.state.memory <= 4 << 20)
    #expect(sandbox.failure("return 1")?.code == "lua.limit")
    sandbox.state.close()
  }

  @Test func aTinyLimitLeavesNoState() throws {
    for memory in stride(from: 1, to: 10_000, by: 97) {
      #expect(problem { _ = try LuaState(limits: LuaLimits(memory: memory)) }?.code == "lua.limit")
    }
  }

  /// Every allocation in a nested call fails once; each time the state is dead, and no Swift frame is skipped.
  @Test func memoryMayEndAnywhere() throws {
    var finished = 0
    for memory in stride(from: 20_000, to: 60_000, by: 101) {
      let counter = Counter()
      guard let state = try? LuaState(limits: LuaLimits(memory: memory)) else { continue }
      let failure = problem {
        let kind = try state.defineKind("Thing", handler: Things())
        try state.register("nest") { [unowned state] call in
          let alive = counter.make()
          defer { _ = alive }
          let results = try state.call(
            call.function(0), [["a": [1, "two"]], "text", .object(LuaObject(kind: kind, bits: 5))])
          return .values(results + [["x": "y"]])
        }
        let text = "return nest(function(t, s, o) return nest(function(...) return s .. s, { ... }, o, print end) end)"
        _ = try state.start(state.load(text, chunk: "test.lua"))
        finished += 1
      }
      #expect(failure == nil || failure?.code == "lua.limit")
      #expect(counter.alive == 0)
    }
    #expect(finished > 0)
  }

  @Test func eachEntryHasItsOwnTimeLimit() throws {
    let sandbox = try Sandbox(limits: LuaLimits(time: .seconds(3600)))
    try sandbox.state.register("wait") { _ in
      LuaState.advanceClock(by: .seconds(3000))
      return .nothing
    }
    for _ in 1...3 { try sandbox.run("wait()") }
    #expect(!sandbox.state.isDead)
    #expect(sandbox.failure("while true do wait() end")?.code == "lua.limit")
    #expect(sandbox.state.isDead)
  }

  @Test func oneStatesLimitLeavesOthersAlone() throws {
    let outer = try Sandbox(limits: LuaLimits(time: .seconds(60)))
    let inner = try Sandbox(limits: LuaLimits(time: .milliseconds(20)))
    try outer.state.register("inner") { _ in
      .value(.string(inner.failure("while true do end")?.code.rawValue ?? "none"))
    }
    #expect(try outer.run("return inner()") == ["lua.limit"])
    #expect(!outer.state.isDead)
    #expect(inner.state.isDead)
  }

  @Test func theOuterStatesLimitAlsoStops() throws {
    let outer = try Sandbox(limits: LuaLimits(time: .milliseconds(20)))
    let inner = try Sandbox(limits: LuaLimits(time: .milliseconds(100)))
    try outer.state.register("inner") { _ in
      _ = inner.failure("while true do end")
      return .nothing
    }
    #expect(outer.failure("inner() print('on')")?.code == "lua.limit")
    #expect(outer.printed.isEmpty)
  }

  @Test func statesRunOnAnyThread() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 1...8 {
        group.addTask {
          for _ in 1...3 {
            guard let state = try? LuaState(limits: LuaLimits(time: .milliseconds(20))) else { return false }
            let failure = problem { try state.call(state.load("while true do end", chunk: "test.lua")) }
            if failure?.code != "lua.limit" { return false }
          }
          return true
        }
      }
      for await stopped in group { #expect(stopped) }
    }
  }
}
