import OKitEngine
import OKitLua
import Testing

@Suite struct LuaCoroutineTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.state.register("wait") { call in .yield(try call.values()) }
    return sandbox
  }

  private func start(_ text: String, in sandbox: Sandbox) throws -> LuaRun {
    try sandbox.state.start(sandbox.state.load(text, chunk: "test.lua"))
  }

  private func waiting(_ run: LuaRun) throws -> (LuaCoroutine, [LuaValue]) {
    guard case .yielded(let coroutine, let values) = run else { throw Diagnostic("test", "finished") }
    return (coroutine, values)
  }

  private func results(_ run: LuaRun) throws -> [LuaValue] {
    guard case .finished(let values) = run else { throw Diagnostic("test", "waits") }
    return values
  }

  @Test func functionsThatDoNotWaitFinish() throws {
    let sandbox = try sandbox()
    for _ in 1...3 { #expect(try results(start("return 1, 2", in: sandbox)) == [1, 2]) }
  }

  /// Each text waits twice, and returns what it was resumed with.
  @Test(arguments: [
    "return wait('a'), wait('b')",
    "local f = coroutine.wrap(function() return wait('a'), wait('b') end) return f()",
    """
    local co = coroutine.create(function()
      return select(2, coroutine.resume(coroutine.create(function() return wait('a'), wait('b') end)))
    end)
    return select(2, coroutine.resume(co))
    """,
    "return select(2, pcall(function() return wait('a'), wait('b') end))",
    "return select(2, xpcall(function() return wait('a'), wait('b') end, print))",
    "local t = setmetatable({}, { __index = function(_, k) return wait(k) end }) return t.a, t.b",
    """
    local r = {}
    for x in function() return wait(#r == 0 and 'a' or 'b') end do
      r[#r + 1] = x
      if r[2] then break end
    end
    return table.unpack(r)
    """,
  ])
  func waitsAndGoesOn(text: String) throws {
    let sandbox = try sandbox()
    let (first, question) = try waiting(start(text, in: sandbox))
    #expect(question == ["a"])
    #expect(first.isSuspended)
    let (second, next) = try waiting(sandbox.state.resume(first, [10]))
    #expect(next == ["b"])
    #expect(second === first)
    #expect(try results(sandbox.state.resume(second, [20])) == [10, 20])
    #expect(!first.isSuspended)
    #expect(problem { _ = try sandbox.state.resume(first) }?.message == "this function is not waiting")
  }

  @Test func generatorsStayApartFromWaiting() throws {
    let sandbox = try sandbox()
    let text = """
      local gen = coroutine.wrap(function() for i = 1, 3 do wait('w' .. i) coroutine.yield(i) end end)
      return gen() + gen()
      """
    let (coroutine, first) = try waiting(start(text, in: sandbox))
    #expect(first == ["w1"])
    #expect(try waiting(sandbox.state.resume(coroutine)).1 == ["w2"])
    #expect(try results(sandbox.state.resume(coroutine)) == [3])
  }

  @Test func manyFunctionsWaitAtOnce() throws {
    let sandbox = try sandbox()
    let function = try sandbox.state.load("local n = ... return wait(n) + n", chunk: "test.lua")
    var coroutines: [LuaCoroutine] = []
    for n in 1...50 { coroutines.append(try waiting(sandbox.state.start(function, [.int(n)])).0) }
    for (index, coroutine) in coroutines.enumerated().reversed() {
      #expect(try results(sandbox.state.resume(coroutine, [1000])) == [.int(1001 + index)])
    }
  }

  @Test func waitingFailsWhereNothingCanWait() throws {
    let sandbox = try sandbox()
    let message = "cannot wait here: the caller of this function needs its result at once"
    #expect(sandbox.failure("wait()")?.message == message)
    #expect(
      problem { _ = try start("table.sort({ 1, 2, 3 }, function() wait() end)", in: sandbox) }?.message == message)
    #expect(sandbox.failure("coroutine.wrap(wait)()")?.message == message)
  }

  @Test func aWaitCanEndInAnError() throws {
    let sandbox = try sandbox()
    let problemOfHost = Diagnostic("net.down", "no network")
    let (a, _) = try waiting(start("local ok, e = pcall(wait) return ok, e.code", in: sandbox))
    #expect(try results(sandbox.state.resume(a, throwing: problemOfHost)) == [false, "net.down"])
    let (b, _) = try waiting(start("\nwait()", in: sandbox))
    let failure = problem { _ = try sandbox.state.resume(b, throwing: problemOfHost) }
    #expect(failure?.code == "net.down")
    #expect(failure?.place == .init(file: "test.lua", line: 2))
  }

  @Test func errorsInWaitingFunctionsHaveATraceback() throws {
    let sandbox = try sandbox()
    let (coroutine, _) = try waiting(start("local function f() wait() error('late') end\nf()", in: sandbox))
    let failure = try #require(problem { _ = try sandbox.state.resume(coroutine) })
    #expect(failure.message == "late")
    #expect(failure.notes.map(\.description) == ["test.lua:1: in function 'f'", "test.lua:2: in main chunk"])
  }

  @Test func cancellingClosesVariables() throws {
    let sandbox = try sandbox()
    let text =
      "local x <close> = setmetatable({}, { __close = function(_, e) print('closed', e) end }) wait() print('no')"
    try sandbox.state.cancel(waiting(start(text, in: sandbox)).0)
    #expect(sandbox.printed == ["closed\tnil"])
    #expect(
      problem { _ = try start("local x <close> = setmetatable({}, { __close = print }) error('e', 0)", in: sandbox) }
        != nil)
    #expect(sandbox.printed.count == 2)
  }

  @Test func theHostsCoroutinesAreOutOfReach() throws {
    let sandbox = try sandbox()
    let (coroutine, _) = try waiting(start("task = coroutine.running() return wait()", in: sandbox))
    #expect(try sandbox.run("return coroutine.resume(task)") == [false, "cannot resume a coroutine of the host"])
    #expect(sandbox.failure("coroutine.close(task)")?.message == "cannot close a coroutine of the host")
    #expect(try results(sandbox.state.resume(coroutine, [7])) == [7])
    #expect(
      problem { _ = try start("coroutine.yield()", in: sandbox) }?.message
        == "attempt to yield from outside a coroutine")
  }

  @Test func droppedCoroutinesAreCollected() throws {
    let sandbox = try sandbox()
    let function = try sandbox.state.load("local big = ('x'):rep(1 << 20) wait() return big", chunk: "test.lua")
    for _ in 1...400 { _ = try sandbox.state.start(function) }
    try sandbox.state.collectGarbage()
    #expect(sandbox.state.memory < 4 << 20)
  }

  @Test func nestedStartsWaitOnTheirOwn() throws {
    let sandbox = try sandbox()
    let state = sandbox.state
    var inner: LuaCoroutine?
    try state.register("spawn") { [unowned state] call in
      guard case .yielded(let coroutine, _) = try state.start(call.function(0)) else { return .value("finished") }
      inner = coroutine
      return .value("waits")
    }
    #expect(try results(start("return spawn(function() return wait() end)", in: sandbox)) == ["waits"])
    #expect(try results(state.resume(#require(inner), [5])) == [5])
  }

  /// A coroutine that could not be resumed is unchanged.
  @Test func aVainResumeLeavesNothing() throws {
    let sandbox = try sandbox()
    let text = """
      local outer = coroutine.create(function()
        local inner = coroutine.create(function()
          for i = 1, 3 do print(coroutine.resume(outer_one)) end
          print(wait())
        end)
        print(coroutine.resume(inner))
      end)
      outer_one = outer
      print(coroutine.resume(outer))
      """
    let (coroutine, _) = try waiting(start(text, in: sandbox))
    #expect(try results(sandbox.state.resume(coroutine)) == [])
    let vain = "false\tcannot resume non-suspended coroutine"
    #expect(sandbox.printed == [vain, vain, vain, "", "true", "true"])
  }

  /// Only the host can resume a coroutine that waits for it, even if scripts reference the coroutine.
  @Test func onlyTheHostResumesACoroutineThatWaitsForIt() throws {
    let sandbox = try sandbox()
    let text = """
      inner = coroutine.create(function()
        local ok, told = pcall(wait, 1)
        return ok, tostring(told):match("told")
      end)
      return coroutine.resume(inner)
      """
    let (coroutine, _) = try waiting(start(text, in: sandbox))
    let refused: [LuaValue] = [false, "cannot resume a coroutine that waits for the host"]
    #expect(try results(start("return coroutine.resume(inner, 7)", in: sandbox)) == refused)
    #expect(sandbox.failure("coroutine.wrap(function() assert(coroutine.resume(inner)) end)()") != nil)
    #expect(
      try results(sandbox.state.resume(coroutine, throwing: Diagnostic("test.told", "told"))) == [true, false, "told"])
  }

  /// The function that resumed a coroutine learns that it was closed, and only that function gets the host's error.
  @Test func aClosedCoroutineDoesNotGoOn() throws {
    let sandbox = try sandbox()
    let text = """
      other = coroutine.create(function() return wait(2) end)
      print(pcall(reject, function() return coroutine.resume(other) end))
      inner = coroutine.create(function() return wait(1) end)
      print(coroutine.resume(inner))
      return coroutine.resume(other, 5)
      """
    try sandbox.state.register("reject") { [unowned state = sandbox.state] call in
      .values(try state.call(call.function(0)))
    }
    let (coroutine, _) = try waiting(start(text, in: sandbox))
    #expect(try sandbox.run("return coroutine.close(inner)") == [true])
    #expect(try results(sandbox.state.resume(coroutine, throwing: Diagnostic("test.told", "told"))) == [true, 5])
    #expect(sandbox.printed.last == "false\tcannot resume dead coroutine")
  }
}
