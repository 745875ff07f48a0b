import Foundation
import OKitLua
import Synchronization
import Testing

/// Other threads end what an application does, and the application stays usable.
@Suite struct InterruptionTests {
  private static let endless = [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "xpcall(function() while true do end end, function() while true do end end)",
    "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
    "while true do coroutine.wrap(function() while true do pcall(string.rep, 'x', 10) end end)() end",
    "local t <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
    "string.rep('a', 1e6):find(('a*'):rep(30) .. 'b')",
    "while true do string.rep('x', 1e6):gsub('x', 'y') end",
    """
    local t = {} for i = 1, 1e5 do t[i] = i * 7919 % 100003 end
    while true do table.sort(t, function(a, b) return a < b end) end
    """,
    "while true do root:get 'items.title' end",
    "while true do pcall(root.get, root, 'items.title') end",
    "while true do root.items:add(Item { title = 'x' }) root.items:remove(root.items[#root.items]) end",
  ]

  private static let text = """
    Item = okit.ModelEntity:extend('Item', { title = '' })
    local Root = okit.Model:extend('Root', { mark = 0, items = okit.types.list(Item) })
    root = okit.Model.register(Root)
    for i = 1, 2000 do root.items:add(Item { title = 'item ' .. i }) end
    """

  private func launch(_ text: String = Self.text, time: Duration? = nil) throws -> LuaApplication {
    var options = LuaApplication.Options()
    options.limits.time = time
    options.onReport = { _ in }
    return try LuaApplication(text: text, options: options)
  }

  /// Interrupts from another thread when the script says that it runs.
  private func interruptWhenRunning(_ app: LuaApplication) throws {
    let interruption = app.interruption
    let begun = DispatchSemaphore(value: 0)
    try app.register("begin") { () in
      begun.signal()
      return true
    }
    // Not a queue, whose threads wait while all processors are busy.
    Thread {
      begun.wait()
      interruption.interrupt()
    }.start()
  }

  private func code(_ body: () throws -> Void) -> Diagnostic.Code? {
    do { try body() } catch { return (error as? Diagnostic)?.code }
    return nil
  }

  @Test(arguments: endless) func `an endless script ends, and the application goes on`(text: String) throws {
    for time in [nil, Duration.seconds(600)] {
      let app = try launch(time: time)
      defer { app.close() }
      try interruptWhenRunning(app)
      #expect(code { _ = try app.evaluate("(function() root.mark = 1 begin() \(text) end)()") } == "script.interrupted")
      #expect(!app.state.isDead)
      #expect(try app.evaluate("root.mark") == ["0"], "the turn is rolled back")
      #expect(try app.evaluate("root:get 'items.@count'") == ["2000"])
      // What is left of the interrupted coroutine slows nothing down, and fails nothing.
      #expect(
        try app.evaluate("select(2, pcall(function() local n = 0 for i = 1, 1000 do n = n + i end return n end))")
          == ["500500"])
    }
  }

  @Test func `an interruption ends a call, an action and the script that is loaded`() throws {
    let app = try LuaApplication()
    defer { app.close() }
    try interruptWhenRunning(app)
    #expect(code { try app.run(text: "begin() while true do end") } == "script.interrupted")
    let other = try launch()
    defer { other.close() }
    try interruptWhenRunning(other)
    _ = try other.evaluate("(function() function go() begin() while true do end end end)()")
    #expect(code { try other.call("go") } == "script.interrupted")
    #expect(try other.evaluate("1 + 1") == ["2"])
  }

  @Test func `an interruption while nothing runs has no effect`() throws {
    let app = try launch(time: .seconds(600))
    defer { app.close() }
    for _ in 1...3 {
      app.interruption.interrupt()
      #expect(try app.evaluate("(function() local n = 0 for i = 1, 1e5 do n = n + 1 end return n end)()") == ["100000"])
      #expect(try app.get("items.@count") == 2000)
    }
  }

  @Test func `an interruption ends only its own application`() throws {
    let inner = try launch()
    let outer = try launch()
    defer {
      inner.close()
      outer.close()
    }
    try interruptWhenRunning(inner)
    try outer.register("run") { () in
      do { return try "\(inner.evaluate("(function() begin() while true do end end)()"))" } catch {
        return (error as? Diagnostic)?.code.rawValue ?? "?"
      }
    }
    #expect(try outer.evaluate("run()") == ["script.interrupted"])
  }

  @Test func `an interruption outlives a reload, and its object the application`() throws {
    let app = try launch()
    let interruption = app.interruption
    try interruptWhenRunning(app)
    try app.reload(text: Self.text)
    #expect(code { _ = try app.evaluate("(function() begin() while true do end end)()") } == "script.interrupted")
    #expect(try app.evaluate("root:get 'items.@count'") == ["4000"])
    app.close()
    interruption.interrupt()
  }

  @Test func `interruptions at any moment leave an application that goes on`() throws {
    let app = try launch(time: .seconds(600))
    defer { app.close() }
    _ = try app.evaluate(
      """
      (function()
        function join(...) return table.concat({ ... }, ' ') end
        function add(text)
          root.items:add(Item { title = text })
          root.items:remove(root.items[#root.items])
          return text
        end
      end)()
      """)
    let text = String(repeating: "long text ", count: 20)
    withInterruptions(of: app) {
      for number in 0..<3000 {
        let expected = number % 2 == 0 ? "\(text) \(number)" : text
        do {
          let result: String = try number % 2 == 0 ? app.call("join", text, "\(number)") : app.call("add", text)
          #expect(result == expected)
        } catch { #expect((error as? Diagnostic)?.code == "script.interrupted", "\(error)") }
      }
    }
    #expect(try app.evaluate("root:get 'items.@count'") == ["2000"])
    #expect(code { _ = try app.evaluate("error('as before')") } == "lua.error")
    #expect(try app.call("join", text, "x") == text + " x")
  }

  @Test func `values and screens are complete, or interrupted`() throws {
    let app = try launch(
      Self.text.replacing("i = 1, 2000", with: "i = #root.items + 1, 20000") + """

        okit.ModelListTableController:extend('home', {
          dataPath = 'items', titlePath = 'mark', cell = okit.ModelTableCell { path = 'title' },
        })
        """)
    defer { app.close() }
    try readUntilInterrupted(app, count: 20_000) { try (app.get("items/title") as [String]).count }
    var number = 0
    try readUntilInterrupted(app, count: 100) {
      number += 1
      // Another search, which the screen carries out when it is read; each finds more rows than are shown.
      let search = try Action(json: ["search": .string("item \(number % 9 + 1)")])
      do { try app.perform(search) } catch { #expect((error as? Diagnostic)?.code == "script.interrupted") }
      return try app.screen.sections.first?.rows.count ?? 0
    }
    try readUntilInterrupted(app, count: 20_000) {
      try app.reload()
      return try app.get("items.@count")
    }
    #expect(try app.get("items.@count") == 20_000 && app.evaluate("1 + 1") == ["2"])
    // The same is true of a value that takes longer than the time limit.
    app.runtime.store.budget.timeLimit = .zero
    #expect(code { let _: Value = try app.get("items/title") } == "app.limit")
    app.runtime.store.budget.timeLimit = .seconds(60)
    #expect(try (app.get("items/title") as [String]).count == 20_000)
  }

  /// Does something while another thread interrupts the application again and again.
  private func withInterruptions(of app: LuaApplication, _ body: () -> Void) {
    let interruption = app.interruption
    let isDone = Mutex(false)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      while !isDone.withLock({ $0 }) { interruption.interrupt() }
      hasEnded.signal()
    }.start()
    body()
    isDone.withLock { $0 = true }
    hasEnded.wait()
  }

  /// Reads until another thread has interrupted it. What was read before is complete.
  private func readUntilInterrupted(_ app: LuaApplication, count: Int, _ read: () throws -> Int) throws {
    var found: Diagnostic.Code?
    withInterruptions(of: app) {
      for _ in 0..<10_000 where found == nil {
        found = code {
          let value = try read()
          #expect(value == count)
        }
      }
    }
    #expect(found == "script.interrupted")
  }

  @Test func `cancelling a task interrupts, also before it begins`() async throws {
    let owner = Owner()
    let (begun, stream) = try await owner.open(Self.text)
    let running = Task { await owner.cancellable("(function() begin() while true do end end)()") }
    for await _ in begun { break }
    running.cancel()
    #expect(await running.value == "script.interrupted")
    let waiting = Task { await owner.cancellable("(function() while true do end end)()") }
    waiting.cancel()
    #expect(await waiting.value == "script.interrupted")
    #expect(await owner.cancellable("1 + 1") == "2")
    stream.finish()
  }

  @Test func `endless scripts on executors leave the tasks of the process alone`() async throws {
    var owners: [(Owner, Interruption)] = []
    var tasks: [Task<String, Never>] = []
    for _ in 1...7 {
      let owner = Owner()
      let (begun, _) = try await owner.open(Self.text)
      owners.append((owner, try #require(await owner.interruption)))
      tasks.append(Task { await owner.cancellable("(function() begin() while true do end end)()") })
      for await _ in begun { break }
    }
    // Other tasks run while all seven do.
    for number in 1...100 { #expect(await Task.detached { number }.value == number) }
    for (_, interruption) in owners { interruption.interrupt() }
    for task in tasks { #expect(await task.value == "script.interrupted") }
  }

  @Test func `an executor runs its jobs in order on its thread, and ends with its actor`() async throws {
    weak var executor: ApplicationExecutor?
    do {
      let owner = Owner()
      executor = owner.executor
      for number in 1...50 { await owner.add(number) }
      #expect(await owner.numbers == Array(1...50))
    }
    // The thread lets go of it when the job that has answered returns.
    while executor != nil { await Task.yield() }
  }
}

private actor Owner {
  let executor = ApplicationExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var app: LuaApplication?
  private(set) var numbers: [Int] = []

  var interruption: Interruption? { app?.interruption }

  func open(_ text: String) throws -> (AsyncStream<Void>, AsyncStream<Void>.Continuation) {
    executor.preconditionIsolated()
    var options = LuaApplication.Options()
    options.limits.time = nil
    options.onReport = { _ in }
    let app = try LuaApplication(text: text, options: options)
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    try app.register("begin") { () in
      continuation.yield()
      return true
    }
    self.app = app
    return (stream, continuation)
  }

  func cancellable(_ text: String) async -> String {
    guard let app else { return "closed" }
    do { return try await app.cancellable { try $0.evaluate(text).joined() } } catch {
      return (error as? Diagnostic)?.code.rawValue ?? "\(error)"
    }
  }

  func add(_ number: Int) {
    preconditionIsolated()
    numbers.append(number)
  }
}
