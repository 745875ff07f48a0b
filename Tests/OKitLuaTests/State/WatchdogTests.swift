import Foundation
import OKitEngine
import OKitLua
import Testing

/// The watchdog leaves operations that Lua does not interrupt soon after the deadline.
@Suite(.serialized) struct WatchdogTests {
  /// Each would take minutes to hours.
  static let stubborn = [
    // A call that leads through the same value until Lua's stack is full.
    "local mt = {} local t = setmetatable({}, mt) mt.__call = t pcall(t) print('swallowed')",
    """
    local mt = {} local t = setmetatable({}, mt) mt.__call = t coroutine.wrap(function() t() end)() \
    print('swallowed')
    """,
    """
    local mt = {} local t = setmetatable({}, mt) mt.__call = t mt.__index = function() t() end return #mt, ({ \
    pcall(call, function() return t.x end) })[1]
    """,
    // A chain through a table with weak keys, in no order.
    """
    local weak, keys = setmetatable({}, { __mode = "k" }), {}
    for i = 1, 300000 do keys[i] = {} end
    for i = 1, 299999 do weak[keys[i]] = keys[i + 1] end
    local first = keys[1]
    keys = nil
    while true do local t = {} end
    """,
  ]

  @Test(arguments: stubborn)
  func isLeft(text: String) throws {
    let counter = Counter()
    do {
      let sandbox = try Sandbox(limits: LuaLimits(memory: 128 << 20, time: .milliseconds(400)))
      let state = sandbox.state
      try state.register("call") { [unowned state] call in
        let alive = counter.make()
        defer { _ = alive }
        return .values(try state.call(call.function(0)))
      }
      let kept = try state.load("return 1", chunk: "kept.lua")
      let failure = try #require(sandbox.failure("call(function() \(text) end)"))
      #expect(failure.code == "lua.limit")
      #expect(failure.message == "the script exceeded the time limit of 400 ms")
      #expect(counter.alive == 0)
      #expect(sandbox.printed.isEmpty)
      // Nothing of it is used again.
      #expect(state.isDead && !state.isRunning)
      #expect(problem { try state.call(kept) }?.code == "lua.limit")
      #expect(problem { try state.collectGarbage() }?.code == "lua.limit")
      #expect(state.drainReleased().isEmpty && state.place == nil)
      state.close()
      #expect(problem { try state.call(kept) }?.code == "lua.closed")
    }
    // The thread is as it was: the next deadline is met, too.
    let next = try Sandbox(limits: LuaLimits(time: .milliseconds(30)))
    #expect(next.failure("while true do end")?.code == "lua.limit")
  }

  /// System resources of a script are closed even though its memory is kept.
  @Test func whatItHadOpenIsClosed() throws {
    let folder = try PermittedFolder()
    let sandbox = try folder.sandbox("read=@/in,os", limits: LuaLimits(memory: 128 << 20, time: .seconds(3)))
    let text = "file = io.open('\(folder.path)/in/a.txt') pipe = io.popen('echo $$; exec sleep 600') print(pipe:read())"
    #expect(sandbox.failure(text + " " + Self.stubborn[0])?.code == "lua.limit")
    let child = try #require(sandbox.printed.first.flatMap { Int32($0) })
    let open = {
      let files = FileManager.default
      return try files.contentsOfDirectory(atPath: "/proc/self/fd")
        .compactMap { try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        .filter { $0.hasPrefix(folder.path) }
    }
    #expect(try open().count == 2)
    #expect(kill(child, 0) == 0)
    sandbox.state.close()
    #expect(try open() == [])
    #expect(kill(child, 0) == -1)
  }

  /// Lua in Lua: only the inner state is left.
  @Test func theStateOutsideGoesOn() throws {
    let outer = try Sandbox()
    try outer.state.register("run") { call in
      let inner = try Sandbox(limits: LuaLimits(time: .milliseconds(100)))
      return .value(.string(inner.failure(try call.string(0))?.code.rawValue ?? "none"))
    }
    #expect(try outer.run("return run(...), #{ 1, 2 }", .string(Self.stubborn[0])) == ["lua.limit", 2])
  }

  /// A host function is never left, however long it takes.
  @Test func theHostIsNotLeft() throws {
    let counter = Counter()
    let sandbox = try Sandbox(limits: LuaLimits(time: .milliseconds(20)))
    let inner = try Sandbox(limits: LuaLimits(time: .milliseconds(900)))
    try sandbox.state.register("host") { _ in
      let alive = counter.make()
      defer { _ = alive }
      _ = inner.failure("while true do end")
      return .nothing
    }
    #expect(sandbox.failure("host() print('swallowed')")?.place?.line == 1)
    #expect(counter.alive == 0 && sandbox.printed.isEmpty)
  }
}
