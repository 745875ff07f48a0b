import OKitEngine
import Testing

@testable import OKitLua

/// Calls of Lua functions with written arguments, from outside and from inside of a running script.
@Suite struct LuaCallTests {
  /// The text that a function returns, and the description of the value that Swift gets.
  static let results = [
    ("given", "int 7"), ("nil", "null"), ("", "null"), ("true", "bool true"), ("given / 2", "double 3.5"),
    ("3.0", "double 3.0"), ("math.mininteger", "int -9223372036854775808"), ("'text'", "string text"),
    ("'a\\255'", "bytes [97, 255]"), ("given, 2, 3", "int 7"), ("{ given, 'x' }", "table [int 7, string x]"),
    ("print", "function"),
  ]

  private func described(_ value: LuaValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "bool \(value)"
    case .int(let value): "int \(value)"
    case .double(let value): "double \(value)"
    case .string(let value): "string \(value)"
    case .bytes(let value): "bytes \(value)"
    case .table(let value): "table [\(value.array.map(described).joined(separator: ", "))]"
    case .function: "function"
    case .object, .other: "other"
    }
  }

  private func function(_ text: String, _ state: LuaState) throws -> LuaFunction {
    try state.load("local given = ... return \(text)", chunk: "called.lua")
  }

  @Test(arguments: results) func `a call with a number returns the result of the function`(
    _ text: String, _ expected: String
  ) throws {
    let state = try LuaState()
    let function = try function(text, state)
    for _ in 1...2 { #expect(described(try state.value(of: function) { $0.add(7) }) == expected) }
    try state.register("inside") { [unowned state] _ in
      .value(.string(described(try state.value(of: function) { $0.add(7) })))
    }
    let inside = try state.call(try state.load("return inside()", chunk: "outside.lua"))
    #expect(inside == [.string(expected)] && !state.isRunning)
  }

  @Test func `a call with a text returns the result of the function`() throws {
    let state = try LuaState()
    let same = try function("given", state)
    let long = String(repeating: "Text ", count: 100)
    for text in ["", "short", "a\0b", "Übergröße, or another text of some length", long] {
      #expect(try state.value(of: same) { $0.add(text) } == .string(text))
      try state.register("inside") { [unowned state] _ in .value(try state.value(of: same) { $0.add(text) }) }
      #expect(try state.call(try state.load("return inside()", chunk: "outside.lua")) == [.string(text)])
    }
    #expect(try state.value(of: function("#given", state)) { $0.add(long) } == .int(500))
  }

  @Test func `an error in one leaves nothing behind`() throws {
    let state = try LuaState()
    let wrong = try function("given.x.y", state)
    for _ in 1...100 {
      #expect(problem { _ = try state.value(of: wrong) { $0.add(7) } }?.place == .init(file: "called.lua", line: 1))
      #expect(
        problem { _ = try state.value(of: wrong) { $0.add("text") } }?.place == .init(file: "called.lua", line: 1))
    }
    #expect(try state.value(of: function("given", state)) { $0.add(7) } == .int(7))
  }

  @Test func `a text for which there is no memory stops the state and nothing else`() throws {
    let state = try LuaState(limits: LuaLimits(memory: 1 << 20))
    let same = try function("#given", state)
    let text = String(repeating: "x", count: 2 << 20)
    #expect(problem { _ = try state.value(of: same) { $0.add(text) } }?.code == "lua.limit")
    #expect(state.isDead && !state.isRunning)
    #expect(problem { _ = try state.value(of: same) { $0.add("short") } }?.code == "lua.limit")
    #expect(problem { _ = try state.value(of: same) { $0.add(7) } }?.code == "lua.limit")
    state.close()
    #expect(state.core.leftBytes == 0)
    #expect(problem { _ = try state.value(of: same) { $0.add(7) } }?.code == "lua.closed")
    #expect(problem { _ = try state.value(of: same) { $0.add("short") } }?.code == "lua.closed")
  }

  @Test func `a function of another state is refused`() throws {
    let (state, other) = (try LuaState(), try LuaState())
    let foreign = try function("given", other)
    #expect(problem { _ = try state.value(of: foreign) { $0.add(7) } }?.code == "lua.reference")
    #expect(problem { _ = try state.value(of: foreign) { $0.add("text") } }?.code == "lua.reference")
  }

  @Test func `a call that takes too long is stopped`() throws {
    for text in ["(function() while true do end end)()", "('a'):rep(30000):find(('a*'):rep(30) .. 'b')"] {
      let state = try LuaState(limits: LuaLimits(time: .milliseconds(100)))
      #expect(problem { _ = try state.value(of: function(text, state)) { $0.add(7) } }?.code == "lua.limit")
      #expect(state.isDead && !state.isRunning)
    }
  }
}
