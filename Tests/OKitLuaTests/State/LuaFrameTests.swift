import OKitEngine
import OKitLua
import Testing

/// No Swift frame is ever skipped: the objects of a frame are released, however Lua left it.
@Suite struct LuaFrameTests {
  static let ways = [
    "return 1", "error('x')", "error()", "fail()", "local t = nil + 1", "nest(function() fail() end)",
    "pcall(nest, function() error({}) end) error('y')", "wait()", "coroutine.wrap(function() nest(fail) end)()",
    "nest(nest)", "nest(5)", "while true do end", "local s = 'x' while true do s = s .. s end",
    "local t = {} t.t = t return t", "for i = 1, 10 do pcall(nest, function() fail() end) end",
    "local function deep() return nest(deep) end deep()",
  ]

  @Test(arguments: ways)
  func framesAreLeftProperly(text: String) throws {
    let counter = Counter()
    do {
      let sandbox = try Sandbox(limits: LuaLimits(memory: 4 << 20, time: .milliseconds(50)))
      let state = sandbox.state
      try state.register("fail") { _ in
        let alive = counter.make()
        defer { _ = alive }
        throw Diagnostic("test.failed", "it failed")
      }
      try state.register("wait") { _ in .yield([]) }
      try state.register("nest") { [unowned state] call in
        let alive = counter.make()
        defer { _ = alive }
        let function = try call.function(0)
        return .values(try state.call(function, [.function(function), ["table": [1, 2, 3]]]))
      }
      _ = problem { try state.call(state.load("nest(function() \(text) end)", chunk: "test.lua")) }
      _ = problem { _ = try state.start(state.load("nest(function() \(text) end)", chunk: "test.lua")) }
      _ = problem { _ = try state.start(state.load(text, chunk: "test.lua")) }
      #expect(counter.alive == 0)
    }
    #expect(counter.alive == 0)
  }

  @Test func closingLetsGoOfTheHostsClosures() throws {
    let counter = Counter()
    let sandbox = try Sandbox()
    let alive = counter.make()
    try sandbox.state.register("keep") { _ in
      withExtendedLifetime(alive) { .nothing }
    }
    let function = try sandbox.state.load("keep()", chunk: "test.lua")
    try sandbox.state.call(function)
    sandbox.state.close()
    #expect(problem { try sandbox.state.call(function) }?.code == "lua.closed")
    #expect(sandbox.state.memory == 0)
    #expect(counter.alive == 1)
  }

  @Test func aStateGoesAwayWithItsLastUser() throws {
    let counter = Counter()
    var function: LuaFunction?
    do {
      let state = try LuaState()
      let alive = counter.make()
      try state.register("keep") { _ in withExtendedLifetime(alive) { .nothing } }
      function = try state.load("return 1", chunk: "test.lua")
    }
    #expect(function != nil)
    #expect(counter.alive == 0)
    function = nil
  }

  @Test func closingWhileRunningWaits() throws {
    let sandbox = try Sandbox()
    let state = sandbox.state
    try state.register("close") { [unowned state] _ in
      state.close()
      return .value(.bool(state.isRunning))
    }
    #expect(try sandbox.run("return close(), close()") == [true, true])
    #expect(!state.isRunning)
  }

  @Test func deepRecursionThroughTheHostIsAnError() throws {
    let sandbox = try Sandbox()
    let state = sandbox.state
    try state.register("nest") { [unowned state] call in .values(try state.call(call.function(0))) }
    let failure = try #require(sandbox.failure("local function f() return nest(f) end f()"))
    #expect(failure.message.contains("C stack overflow"))
    #expect(try sandbox.run("return 1") == [1])
  }
}
