import OKitEngine
import Testing

@testable import OKitLua

/// Chunks that several states share.
@Suite struct CompiledScriptTests {
  private let scripts = CompiledScripts()

  private func sandbox(limits: LuaLimits = LuaLimits()) throws -> Sandbox {
    let sandbox = try Sandbox(limits: limits)
    sandbox.state.compiledScripts = scripts
    return sandbox
  }

  private func run(_ text: String, limits: LuaLimits = LuaLimits()) throws -> [LuaValue] {
    let sandbox = try sandbox(limits: limits)
    return try sandbox.state.call(sandbox.state.load(script: text, chunk: "app.lua"))
  }

  @Test func `each state has its own globals and upvalues`() throws {
    let text = "local own = 0 own = own + 1 count = (count or 0) + 1 return own, count"
    for _ in 0..<3 { #expect(try run(text) == [1, 1]) }
  }

  @Test func `an error has the same place and the same line`() throws {
    let text = "local price = 1\nlocal function total()\n  return prize.value\nend\nreturn (total())"
    let failures = (0..<2).map { _ in problem { _ = try run(text) } }
    #expect(failures[0]?.place?.description == "app.lua:3")
    #expect(failures[0]?.excerpt != nil)
    #expect(failures[0] == failures[1])
  }

  @Test func `a mistake in the syntax is reported each time`() throws {
    let failures = (0..<2).map { _ in problem { _ = try run("local x = = 1") } }
    #expect(failures[0]?.code == "lua.syntax")
    #expect(failures[0] == failures[1])
  }

  @Test(arguments: [
    ("return 1", "return 2"),
    // Swift calls these texts equal.
    ("return #'\u{E9}'", "return #'e\u{301}'"),
  ])
  func `another text is compiled`(_ first: String, _ second: String) throws {
    let values = [try run(first), try run(second), try run(first)]
    #expect(values[0] != values[1])
    #expect(values[0] == values[2])
  }

  @Test func `modules are shared, what they return is not`() throws {
    for _ in 0..<2 {
      let sandbox = try sandbox()
      let part = LuaModule(text: "local t = {}\nfunction t.fail() error('x') end return t", chunk: "part.lua")
      sandbox.state.resolve = { $0 == "part" ? part : nil }
      let text = "local part = require 'part' part.n = (part.n or 0) + 1 return part.n, select(2, pcall(part.fail))"
      #expect(try sandbox.run(text) == [1, "part.lua:2: x"])
    }
  }

  @Test func `a module that is wrong is reported at its line`() throws {
    let failures = try (0..<2).map { _ in
      let sandbox = try sandbox()
      sandbox.state.resolve = { _ in LuaModule(text: "return 1\nreturn 2", chunk: "part.lua") }
      return sandbox.failure("require 'part'")
    }
    #expect(failures[0]?.code == "lua.syntax")
    #expect(failures[0]?.place?.line == 1 || failures[0]?.place?.line == 2)
    #expect(failures[0] == failures[1])
  }

  @Test func `loading costs as many instructions as compiling`() throws {
    let text = "--\(String(repeating: "-", count: 100_000))\nreturn 1"
    #expect(try run(text) == [1])
    let failure = problem { _ = try run(text, limits: LuaLimits(instructions: 50_000)) }
    #expect(failure?.code == "lua.limit")
  }
}
