import OKitEngine
import OKitLua
import Testing

@Suite struct LuaValueTests {
  @Test func valuesSurviveTheWayThroughLua() throws {
    let sandbox = try Sandbox()
    let values: [LuaValue] = [
      .null, true, false, 0, .int(.min), .int(.max), 0.5, .double(-0.0), .double(.infinity), "", "text", "a\u{0}b",
      "Grüße 👋 €\u{D7FF}\u{E000}\u{10FFFF}\u{10000}", .bytes([0xFF, 0x00, 0x41]), [], ["a", 1, [true]],
      ["list": [1, ["x": 2]]],
    ]
    for value in values { #expect(try sandbox.run("return ...", value) == [value]) }
  }

  @Test(
    arguments: [
      [0x80], [0xC2], [0xC1, 0x80], [0xE0, 0x9F, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x92, 0x41],
    ] as [[UInt8]])
  func whatIsNotUTF8StaysBytes(bytes: [UInt8]) throws {
    let values: [LuaValue] = [.bytes(bytes), .bytes([0x61] + bytes + [0x62])]
    let sandbox = try Sandbox()
    #expect(try sandbox.state.call(sandbox.state.load("return ...", chunk: "test.lua"), values) == values)
  }

  @Test func manyArgumentsAndResultsKeepTheirOrder() throws {
    let sandbox = try Sandbox()
    let values = (1...200).map { LuaValue.int($0) }
    #expect(try sandbox.state.call(sandbox.state.load("return ...", chunk: "test.lua"), values) == values)
    try sandbox.state.register("echo") { call in .values(try call.values()) }
    #expect(try sandbox.state.call(sandbox.state.load("return echo(...)", chunk: "test.lua"), values) == values)
  }

  @Test func tablesAreReadRaw() throws {
    let sandbox = try Sandbox()
    let table = try sandbox.run(
      "return setmetatable({ 1, 2, x = 3 }, { __index = error, __len = error, __pairs = error })")
    #expect(table == [.table(LuaTable(array: [1, 2], pairs: [.init(key: "x", value: 3)]))])
  }

  @Test(arguments: [
    ("local t = {} t.t = t return t", "t: a table that contains itself cannot be passed to the host"),
    (
      "local t = {} t.a = { 1, { b = t } } return t",
      "a[1].b: a table that contains itself cannot be passed to the host"
    ),
    ("local t = {} t[t] = 1 return t", "[table]: a table that contains itself cannot be passed to the host"),
    ("local t = {} for _ = 1, 100 do t = { t } end return t", "tables nest too deeply to be passed to the host"),
  ])
  func tablesThatCannotBeReadAreRefused(text: String, message: String) throws {
    let sandbox = try Sandbox()
    #expect(sandbox.failure(text)?.message == message)
    #expect(try sandbox.run("return 1") == [1])
  }

  @Test func aTableInSeveralPlacesIsNoCycle() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("local t = { 1 } return { t, t }") == [[[1], [1]]])
  }

  @Test func theHostCannotPassWhatLuaHasNot() throws {
    let sandbox = try Sandbox()
    let nilKey = LuaValue.table(LuaTable(pairs: [.init(key: .null, value: 1)]))
    let nanKey = LuaValue.table(LuaTable(pairs: [.init(key: .double(.nan), value: 1)]))
    #expect(problem { try sandbox.run("", nilKey) }?.message == "a table's key cannot be nil")
    #expect(problem { try sandbox.run("", nanKey) }?.message == "a table's key cannot be NaN")
  }

  @Test func functionsKeepTheirIdentity() throws {
    let sandbox = try Sandbox()
    guard case .function(let function) = try sandbox.run("f = function(x) return x + 1 end return f").first else {
      Issue.record("no function")
      return
    }
    #expect(try sandbox.state.call(function, [41]) == [42])
    #expect(try sandbox.run("return f == ...", .function(function)) == [true])
  }

  @Test func functionsOfAnotherStateAreRefused() throws {
    let (a, b) = (try Sandbox(), try Sandbox())
    let function = try a.state.load("return 1", chunk: "a.lua")
    #expect(problem { try b.state.call(function) }?.message == "this function belongs to another Lua state")
    #expect(problem { try b.run("", .function(function)) }?.code == "lua.reference")
  }

  @Test func referencesLetGoOfWhatTheyKeep() throws {
    let sandbox = try Sandbox()
    func count() throws -> LuaValue? {
      try sandbox.run("local n = 0 for _ in pairs(weak) do n = n + 1 end return n").first
    }
    try sandbox.run("weak = setmetatable({}, { __mode = 'k' })")
    var kept: [LuaValue] = []
    for _ in 1...20 { kept += try sandbox.run("local f = function() return weak end weak[f] = true return f") }
    try sandbox.state.collectGarbage()
    #expect(try count() == 20)
    kept = []
    try sandbox.state.collectGarbage()
    #expect(try count() == 0)
  }

  @Test func globalsAreReadAndWrittenByPath() throws {
    let sandbox = try Sandbox()
    try sandbox.state.set("a.b.c", to: 5)
    #expect(try sandbox.run("return a.b.c") == [5])
    #expect(try sandbox.state.value(at: "a.b") == ["c": 5])
    #expect(try sandbox.state.value(at: "a.x.y") == .null)
    #expect(problem { try sandbox.state.set("a.b.c.d", to: 1) }?.message == "'c' is not a table")
    let table = try #require(try sandbox.state.reference(at: "a.b"))
    #expect(try sandbox.run("return a.b == ...", .function(table)) == [true])
  }
}
