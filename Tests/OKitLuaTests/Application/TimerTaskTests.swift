import OKitLua
import Testing

/// Timers that tasks run, and asynchronous functions of the program.
@Suite struct TimerTaskTests {
  @Test func `the next timer is known, and runs when it is due`() throws {
    var time = DateValue(secondsSince2001: 1000)
    var options = LuaApplication.Options(clock: RuntimeClock { time })
    options.onReport = { _ in }
    let app = try LuaApplication(
      text: "ran = 0 function start() okit.after(60, function() ran = ran + 1 end) end",
      options: options)
    defer { app.close() }
    #expect(try app.nextTimer == nil)
    try app.call("start")
    let next = try #require(try app.nextTimer)
    #expect(next > .now)
    try app.runDueTimers()
    #expect(try app.global("ran") == 0)
    time = DateValue(secondsSince2001: 1061)
    try app.runDueTimers()
    #expect(try app.global("ran") == 1)
    #expect(try app.nextTimer == nil)
  }

  @Test func `a virtual clock has no next timer`() throws {
    let options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    let app = try LuaApplication(text: "okit.after(0.5, function() end)", options: options)
    #expect(try app.nextTimer == nil)
    app.close()
    #expect(try #require(throws: Diagnostic.self) { _ = try app.nextTimer }.code == .applicationClosed)
    #expect(try #require(throws: Diagnostic.self) { try app.runDueTimers() }.code == .applicationClosed)
  }

  @Test func `an earlier timer wakes the task that runs timers`() async throws {
    let clock = Clock()
    var printed = try await clock.open(
      """
      okit.after(3600, function() print 'late' end)
      function soon() okit.after(0, function() okit.after(0.001, function() print 'soon' end) end) end
      """
    ).makeAsyncIterator()
    let timers = Task { await clock.runTimers() }
    try await clock.call("soon")
    #expect(await printed.next() == "soon")
    timers.cancel()
    await timers.value
    let again = Task { await clock.runTimers() }
    await clock.close()
    await again.value
  }

  @Test func `a script waits for an asynchronous function, while others run`() async throws {
    let clock = Clock()
    var printed = try await clock.open(
      """
      function go()
        okit.after(0, function()
          print(rate('EUR'))
          print(pcall(rate, {}))
          local ok, failure = pcall(rate, 'bad')
          print(failure.code, failure.message)
          print(pcall(rate, 'unknown'))
        end)
      end
      function tick() print 'tick' end
      """
    ).makeAsyncIterator()
    let timers = Task { await clock.runTimers() }
    try await clock.call("go")
    try await clock.call("tick")
    #expect(await printed.next() == "tick")
    clock.release.finish()
    #expect(await printed.next() == "3")
    #expect(await printed.next()?.contains("bad argument #1 to 'rate' (string expected, got table)") == true)
    #expect(await printed.next() == "shop.rate\tno rate")
    #expect(await printed.next() == "false\tUnknown()")
    timers.cancel()
    await timers.value
  }

  @Test func `what ends the wait cancels the task`() async throws {
    let clock = Clock()
    var printed = try await clock.open(
      """
      function go() timer = okit.after(0, function() forever() print 'never' end) end
      function stop() timer:cancel() end
      """
    ).makeAsyncIterator()
    let timers = Task { await clock.runTimers() }
    try await clock.call("go")
    #expect(await printed.next() == "begun")
    try await clock.call("stop")
    #expect(await printed.next() == "cancelled")
    timers.cancel()
    await timers.value
  }

  @Test func `a caller that cannot wait gets an error`() throws {
    let app = try LuaApplication()
    defer { app.close() }
    try app.register("rate") { (code: String) async throws in code }
    try app.run(text: "function direct() return rate('x') end")
    var failure: Diagnostic?
    do { try app.call("direct") } catch { failure = error as? Diagnostic }
    #expect(failure?.code == "lua.wait")
  }

  @Test func `a thread waits for asynchronous functions`() async throws {
    let clock = Clock()
    clock.release.finish()
    _ = try await clock.open("okit.after(0, function() result = rate('four') end)")
    #expect(try await clock.waitForRequests() == 4)
  }

  @Test func `what does not end in time is named, and goes on`() async throws {
    let clock = Clock()
    _ = try await clock.open("okit.after(0, function() result = rate('four') end)")
    let failure = try await #require(throws: Diagnostic.self) { try await clock.waitForRequests(seconds: 0) }
    #expect(failure.code == "app.waiting" && failure.message == "no answer within 0 s: the function rate")
    clock.release.finish()
    #expect(try await clock.waitForRequests() == 4)
  }
}

private struct Unknown: Error {}

private actor Clock {
  private let executor = ApplicationExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var app: LuaApplication?
  /// Holds the asynchronous functions up until it finishes.
  nonisolated let release: AsyncStream<Void>.Continuation
  private let held: AsyncStream<Void>

  init() { (held, release) = AsyncStream<Void>.makeStream() }

  func open(_ text: String) throws -> AsyncStream<String> {
    let (stream, printed) = AsyncStream<String>.makeStream()
    var options = LuaApplication.Options()
    options.print = { printed.yield($0) }
    options.onReport = { _ in }
    let app = try LuaApplication(options: options)
    try app.register("rate") { [held] (code: String) async throws in
      for await _ in held {}
      if code == "bad" { throw Diagnostic("shop.rate", "no rate") }
      if code == "unknown" { throw Unknown() }
      return code.count
    }
    try app.register("forever") { () async throws in
      printed.yield("begun")
      do { try await Task.sleep(for: .seconds(100_000)) } catch {
        printed.yield("cancelled")
        throw error
      }
    }
    try app.run(text: text)
    self.app = app
    return stream
  }

  /// Blocks the thread of the actor, and none of those of all tasks.
  func waitForRequests(seconds: Double = 60) throws -> Int? {
    try app?.runDueTimers()
    try app?.waitForRequests(seconds: seconds)
    return try app?.global("result")
  }

  func runTimers() async { await app?.runTimers() }
  func call(_ name: String) throws { try app?.call(name) }
  func close() { app?.close() }
}
