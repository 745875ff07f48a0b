import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// Applications that use a Lua state one after the other.
@Suite struct ScriptEnvironmentTests {
  private let shared = SharedDefinitions()

  private func open(_ configure: (inout LuaApplication.Options) -> Void = { _ in }) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.parts = .everything
    options.onReport = { _ in }
    options.limits.memory = 32 << 20
    options.shared = shared
    configure(&options)
    return try LuaApplication(options: options)
  }

  /// Runs a script, which may fail, and ends it.
  @discardableResult
  private func run(
    _ script: String, _ configure: (inout LuaApplication.Options) -> Void = { _ in }
  ) throws -> Diagnostic? {
    let application = try open(configure)
    defer { application.close() }
    // The compiled form of a text is kept by the name of its chunk.
    return problem { try application.run(text: script, chunk: script == Self.census ? "census" : "script") }
  }

  /// Returns the members of everything that is reachable from the globals and from texts, what some functions return,
  /// and the memory that is used.
  private func census(_ configure: (inout LuaApplication.Options) -> Void = { _ in }) throws -> [String] {
    var lines: [String] = []
    try run(Self.census) {
      $0.print = { lines.append($0) }
      configure(&$0)
    }
    return lines
  }

  /// What is different besides the memory, which depends on the addresses of a state.
  private static func differences(_ one: [String], _ other: [String]) -> Set<String> {
    Set(one.dropFirst().dropLast()).symmetricDifference(other.dropFirst().dropLast())
  }

  private static let census = """
    print(collectgarbage("count"))
    local seen, waiting = {}, { { "_G", _G }, { "text", string }, { "ipairs", getmetatable(okit) } }
    while #waiting > 0 do
      local name, value = table.unpack(table.remove(waiting))
      if type(value) == "table" and not seen[value] then
        seen[value] = true
        local keys = {}
        for key in next, value do keys[#keys + 1] = key end
        table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
        for _, key in ipairs(keys) do
          local path, member = name .. "." .. tostring(key), rawget(value, key)
          print(path, type(member))
          waiting[#waiting + 1] = { path, member }
        end
        print(name, getmetatable(value))
      end
    end
    print(pcall(function() return undefined.member end))
    print(("x"):rep(2), #"abc", pcall(function() return ("x").shout end))
    print(okit.json.encode { 1 }, rawget(okit.json, "leak"), okit.url.encode(" "), okit.mask("##"):apply("12"))
    print(pcall(function() return okit.leak end))
    print(pcall(require, "leak"))
    print(package, debug, io, os.time(), coroutine.isyieldable(), collectgarbage("count"))
    """

  /// Scripts that change what they can.
  static let hostile: [(name: String, script: String)] = [
    ("globals", "x = 1 print = nil string.format = nil table.insert = error for n in pairs(_G) do _G[n] = nil end"),
    ("text methods", "function string.shout() end string.rep = nil"),
    ("members of okit", "for name in pairs(okit) do rawset(okit, name, nil) end rawset(okit, 'leak', 1)"),
    (
      "members of its parts",
      "for name, part in pairs(okit) do pcall(rawset, part, 'leak', 1) pcall(rawset, part, 'encode', nil) end"
    ),
    ("a metatable of the globals", "setmetatable(_G, { __index = function() return 'leak' end })"),
    ("classes", "Leak = okit.ModelEntity:extend('Leak', { n = 0 }) function Leak:f() end leak = Leak { n = 1 }"),
    ("functions of built-in classes", "function okit.ModelEntity:leak() end okit.extend('String', 'leak', print)"),
    (
      "names",
      "N = okit.ModelEntity:extend('N', { n1 = 0, n2 = 0 }) local n = N {} for i = 1, 99 do n.n1 = n.n2 + i end"
    ),
    ("controllers", "okit.ModelListController:extend('leak', { titlePath = '#Leak' })"),
    ("suspended coroutines", "co = coroutine.wrap(function() local t <close> = nil coroutine.yield() end) co()"),
    ("timers and observers", "okit.after(1, function() leak = 1 end)"),
    ("waiting functions", "okit.sleep(10)"),
    ("much memory", "t = {} for i = 1, 100000 do t[i] = { i } end s = ('x'):rep(1 << 20) .. #t"),
    ("garbage", "for i = 1, 300000 do local t = { i } end"),
    ("weak tables", "weak = setmetatable({}, { __mode = 'k' }) for i = 1, 100 do weak[{}] = {} end"),
    (
      "errors",
      "for i = 1, 1000 do pcall(function() okit.date('x') end) pcall(error, {}) end error(setmetatable({}, {}))"
    ),
    ("stack overflows", "local function f() return 1 + f() end pcall(f)"),
    ("random numbers", "math.randomseed(42)"),
    ("warnings", "warn('@on') warn('leak')"),
    ("syntax", "x = = 1"),
    ("modules", "package = { loaded = { leak = 1 } } pcall(require, 'leak')"),
    ("dates", "d = okit.date('2020-01-31') e = d + 1 t = okit.today()"),
    ("its own application", "a = okit.app"),
  ]

  @Test(arguments: hostile)
  func `a script finds nothing of the one before`(_ name: String, _ script: String) throws {
    // The first one compiles the census, and the heap keeps what the second one has loaded.
    for _ in 0..<2 { _ = try census() }
    let before = try census()
    #expect(shared.environments.count == 1)
    try run(script)
    #expect(shared.environments.count == 1)
    #expect(try Set(census()).symmetricDifference(before) == [])
    // A state that no other script has used has the same members; what it has in memory besides depends on garbage.
    let other = try census { $0.shared = nil }
    #expect(Self.differences(other, before) == [])
  }

  @Test func `a script that the heap has kept has its own globals and upvalues`() throws {
    let script = "local n = 0 local function next() n = n + 1 return n end x = (x or 0) + next() print(x, next())"
    for _ in 0..<4 {
      var lines: [String] = []
      try run(script) { $0.print = { lines.append($0) } }
      #expect(lines == ["1\t2"])
    }
    #expect(shared.environments.count == 1)
  }

  @Test func `two applications at a time have scripts of their own`() throws {
    let script = "local n = 0 function count() n = n + 1 return n end"
    for _ in 0..<3 { try run(script) }
    let applications = try (0..<2).map { _ in try open() }
    defer { for application in applications { application.close() } }
    for application in applications { try application.run(text: script, chunk: "script") }
    for application in applications {
      #expect(try application.evaluate("count() .. count()") == ["12"])
    }
  }

  /// Scripts after which a state is closed.
  static let stopped: [(name: String, script: String, code: Diagnostic.Code?)] = [
    ("the time limit", "while true do end", "lua.limit"),
    ("the memory limit", "local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end", "lua.limit"),
    ("refused memory", "pcall(string.rep, 'x', 1 << 40)", nil),
    ("a stop", "os.exit(2)", "lua.exit"),
  ]

  @Test(arguments: stopped)
  func `a stopped state is not used again`(_ name: String, _ script: String, _ code: Diagnostic.Code?) throws {
    let configure: (inout LuaApplication.Options) -> Void = {
      $0.limits.time = name == "the time limit" ? .milliseconds(500) : .seconds(60)
      $0.permissions.system = true
    }
    _ = try census(configure)
    let before = try census(configure)
    #expect(shared.environments.count == 1)
    #expect(try run(script, configure)?.code == code)
    if name != "refused memory" { #expect(shared.environments.count == 0) }
    #expect(Self.differences(try census(configure), before) == [])
  }

  @Test func `open files are closed with what was written`() throws {
    let folder = try TestFolder([:])
    let permit: (inout LuaApplication.Options) -> Void = { $0.permissions.write = .only([folder.path]) }
    for number in 1...3 {
      try run("f = io.open('\(folder.path)/\(number)', 'w') f:write('text')", permit)
      #expect(try String(contentsOfFile: "\(folder.path)/\(number)", encoding: .utf8) == "text")
      #expect(shared.environments.count == 0)
    }
    try run("local f = io.open('\(folder.path)/4', 'w') f:write('text') f:close()", permit)
    #expect(shared.environments.count == 1)
  }

  @Test func `native modules have a state of their own`() throws {
    try run("debug.sethook(print, 'l')") { $0.permissions.native = true }
    #expect(shared.environments.count == 0)
  }

  @Test func `other options have another state`() throws {
    for arguments in [["a"], ["b", "c"], ["a"]] {
      var printed: [String] = []
      try run("print(table.concat(okit.arguments, ' '))") {
        $0.arguments = arguments
        $0.print = { printed.append($0) }
      }
      #expect(printed == [arguments.joined(separator: " ")])
    }
    #expect(shared.environments.count == 2)
  }

  @Test func `random numbers are new`() throws {
    var printed: Set<String> = []
    for _ in 0..<5 { try run("print(math.random(0))") { $0.print = { printed.insert($0) } } }
    #expect(printed.count == 5)
  }

  @Test func `applications at the same time have a state each`() throws {
    let applications = try (0..<3).map { _ in try open() }
    for (number, application) in applications.enumerated() { try application.run(text: "x = \(number)") }
    for (number, application) in applications.enumerated() { #expect(try application.evaluate("x") == ["\(number)"]) }
    for application in applications { application.close() }
    #expect(shared.environments.count == 3)
    let next = try open()
    defer { next.close() }
    #expect(try next.evaluate("x") == ["nil"])
  }

  @Test func `what is left of an ended application reaches no other one`() throws {
    let first = try open()
    try first.run(text: "function f() return 1 end")
    var function: LuaFunction? = try first.state.load("return 1", chunk: "f.lua")
    first.close()
    let second = try open()
    defer { second.close() }
    try second.run(text: "function f() return 2 end")
    let own = try second.state.load("return 2", chunk: "f.lua")
    for (body, code) in [
      ({ _ = try first.evaluate("f()") }, "application.closed"),
      ({ let _: Int = try first.call("f") }, "application.closed"),
      ({ _ = try first.state.call(#require(function)) }, "lua.closed"),
    ] as [(() throws -> Void, Diagnostic.Code)] {
      #expect(problem(body)?.code == code)
    }
    #expect(problem { _ = try second.state.call(#require(function)) }?.code == "lua.reference")
    // Its slot is one of the second application now.
    function = nil
    for _ in 0..<3 { _ = try second.state.load("return 3", chunk: "f.lua") }
    #expect(try second.state.call(own) == [2])
    #expect(try second.call("f") == 2)
    first.close()
    #expect(try second.call("f") == 2)
  }

  @Test func `a runtime ends with its application`() throws {
    weak var runtime: AppRuntime?
    weak var host: ScriptHost?
    do {
      let application = try open()
      try application.run(text: "Item = okit.ModelEntity:extend('Item', {}) i = Item {} okit.after(1, print)")
      (runtime, host) = (application.runtime, application.host)
      application.close()
    }
    #expect(runtime == nil)
    #expect(host == nil)
    #expect(shared.environments.count == 1)
  }

  @Test func `a program that owns the states ends with its applications`() throws {
    final class Program {
      let shared = SharedDefinitions()
      func receive(_ text: String) {}
    }
    weak var program: Program?
    do {
      let owner = Program()
      program = owner
      for _ in 0..<2 {
        try run("print('x') io = nil") {
          $0.shared = owner.shared
          $0.print = { owner.receive($0) }
          $0.printError = { owner.receive($0) }
          $0.write = { _, _ in owner.receive("") }
          $0.hint = { hint in
            owner.receive("")
            return hint
          }
        }
      }
      #expect(owner.shared.environments.count == 1)
    }
    #expect(program == nil)
  }

  @Test(arguments: [
    "examples/hello", "examples/counter", "examples/todo", "examples/category", "bookshop/app", "orders/app",
    "world/app",
  ])
  func `an example shows the same in a state of its own and in one that others have used`(_ example: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let script = root.appendingPathComponent("scripts/\(example).lua").standardizedFileURL.path
    let screens = try [nil, shared, shared, shared].map { shared in
      let application = try open { ($0.shared, $0.seed, $0.limits.memory) = (shared, 1, 256 << 20) }
      defer { application.close() }
      try application.run(script: script)
      let driver = application.driver
      var screens = [driver.dump()]
      for row in driver.allRows.prefix(3) {
        try driver.row(Locator(row.text ?? "")).tap()
        screens.append(driver.dump())
        if application.runtime.stack.count > 1 { try driver.back() }
      }
      return screens
    }
    for other in screens { #expect(other == screens[0]) }
  }

  @Test func `an allocation that fails anywhere leaves nothing behind`() throws {
    let script = "x = 1 Item = okit.ModelEntity:extend('Item', { n = 1, m = 2 }) i = Item {} i.n = i.m"
    let before = try census()
    /// Launches twice, while an allocation fails.
    func launch(failing number: Int?) throws -> Int {
      let shared = SharedDefinitions()
      LuaState.failAllocations(from: number ?? .max, count: 1)
      // Opening a state may fail, too.
      for _ in 0..<2 { _ = try? run(script) { $0.shared = shared } }
      let count = LuaState.failAllocations(from: nil)
      #expect(Self.differences(try census { $0.shared = shared }, before) == [], "allocation \(number ?? 0)")
      return count
    }
    let count = try launch(failing: nil)
    for number in stride(from: 1, to: count - 100, by: count / 40) { _ = try launch(failing: number) }
    for number in stride(from: count - 100, through: count, by: 3) { _ = try launch(failing: number) }
  }

  @Test func `reloading takes another state`() throws {
    let application = try open()
    try application.run(text: "x = 1")
    try application.reload(text: "y = (x or 0) + 1")
    #expect(try application.evaluate("y") == ["1"])
    application.close()
    #expect(shared.environments.count == 2)
  }
}
