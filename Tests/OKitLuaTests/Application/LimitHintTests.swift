import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua

/// The library names the property that holds a limit; a host such as okit-run supplies hints of its own.
@Suite struct LimitHintTests {
  static let scripts: [(Diagnostic.Limit, String)] = [
    (.time, "while true do end"), (.memory, "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end"),
    (.instructions, "for i = 1, 1e9 do end"),
  ]

  private func options(_ property: Diagnostic.Limit) -> LuaApplication.Options {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(memory: 4 << 20, time: property == .time ? .milliseconds(300) : .seconds(60))
    if property == .instructions { options.limits.instructions = 100_000 }
    return options
  }

  @Test(arguments: scripts)
  func `a limit is named by its property`(_ property: Diagnostic.Limit, _ script: String) throws {
    let failure = #expect(throws: Diagnostic.self) {
      _ = try LuaApplication(text: script, options: options(property))
    }
    #expect(failure?.code == "lua.limit")
    #expect(failure?.hint == "raise \(property.property)")
  }

  @Test(arguments: scripts)
  func `a host names a limit in its own way`(_ property: Diagnostic.Limit, _ script: String) throws {
    var options = options(property)
    options.hint = { Diagnostic.Limit(hint: $0).map { "--\($0)" } }
    let failure = #expect(throws: Diagnostic.self) { _ = try LuaApplication(text: script, options: options) }
    #expect(failure?.hint == "--\(property)")
  }

  @Test(arguments: [1, 2, 5, 1000])
  func `the limit of the depth of calls is named by its property`(_ depth: Int) throws {
    var options = options(.depth)
    options.limits.depth = depth
    let failure = #expect(throws: Diagnostic.self) {
      _ = try LuaApplication(text: "local function f() return 1 + f() end f()", options: options)
    }
    #expect(failure?.code == "lua.depth")
    #expect(failure?.hint == "raise limits.depth")
  }

  @Test func `a limit that leaves no memory for the state is named, too`() throws {
    var options = options(.memory)
    options.limits.memory = 1024
    options.hint = { Diagnostic.Limit(hint: $0).map { "--\($0)" } }
    let failure = #expect(throws: Diagnostic.self) { _ = try LuaApplication(text: "", options: options) }
    #expect(failure?.message == "the script exceeded the memory limit of 1024 bytes")
    #expect(failure?.hint == "--memory")
  }

  @Test func `hints name properties, and a host says them in its own way`() throws {
    func hints(_ change: (inout LuaApplication.Options) -> Void = { _ in }) throws -> [String?] {
      var options = LuaApplication.Options()
      change(&options)
      let app = try LuaApplication(text: "", options: options)
      defer { app.close() }
      return ["os.exit(1)", "require 'nothing'"].map { code in
        (#expect(throws: Diagnostic.self) { try app.evaluate(code) })?.hint
      }
    }
    #expect(try hints() == ["set permissions.system", "there is no folder to search; luaPath adds one"])
    #expect(try hints { $0.hint = { _ in "x" } } == ["x", "x"])
    #expect(try hints { $0.hint = { _ in nil } } == [nil, nil])
  }

  @Test func `the limit of documents is named by its property`() throws {
    let folder = try TestFolder(["okit/data/default.json": "{\"name\":\"\(String(repeating: "x", count: 5000))\"}"])
    var options = options(.document)
    options.documents = folder.path
    options.documentLimit = 4096
    let failure = #expect(throws: Diagnostic.self) {
      _ = try LuaApplication(
        text: "okit.Model.register(okit.Model:extend('Shop', { name = '' }))", options: options)
    }
    #expect(failure?.code == "storage.limit")
    #expect(failure?.hint == "raise documentLimit")
  }

  @Test func `work of the engine beyond the time names it as well`() {
    let budget = ExecutionBudget()
    budget.timeLimit = .seconds(1)
    budget.limitHint = Diagnostic.Limit.time.hint
    #expect(budget.error.code == ExecutionBudget.code && budget.error.hint == "raise limits.time")
  }

  @Test(arguments: [
    (Duration.seconds(-1), "-1 s"), (.zero, "0 s"), (.milliseconds(-1500), "-1500 ms"), (.seconds(0.3), "300 ms"),
    (.microseconds(20), "20 µs"),
  ])
  func `a time limit is shown as it was given`(_ limit: Duration, _ text: String) throws {
    var options = LuaApplication.Options()
    options.limits.time = limit
    let failure = try #require(throws: Diagnostic.self) {
      try LuaApplication(options: options).run(text: "while true do end")
    }
    #expect(failure.code == .luaLimit && failure.limit == .time)
    #expect(failure.message == "the script exceeded the time limit of \(text)")
  }

  @Test func `an interruption has one text, also of what the engine does`() throws {
    let app = try LuaApplication(text: "function endless() while true do end end")
    app.interruption.forbid(true)
    defer { app.interruption.forbid(false) }
    for body: () throws -> Void in [{ try app.call("endless") }, { try app.waitForRequests() }] {
      guard let failure = #expect(throws: Diagnostic.self, performing: body) else { continue }
      #expect(failure.code == "script.interrupted" && failure.message == "the script was interrupted", "\(failure)")
    }
  }
}
