import OKitEngine
import OKitLua
import Testing

@Suite struct LuaSandboxTests {
  @Test(arguments: [
    "io", "debug", "package", "dofile", "loadfile", "os.execute", "os.exit", "os.getenv", "os.remove", "os.rename",
    "os.setlocale", "os.tmpname", "loadstring", "jit", "bit32",
  ])
  func isAbsent(path: String) throws {
    #expect(try Sandbox().state.value(at: path) == .null)
  }

  @Test(arguments: [
    "assert", "collectgarbage", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print",
    "rawequal",
    "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
    "os.time", "os.date", "os.clock", "os.difftime", "coroutine.wrap", "coroutine.close", "string.format", "table.sort",
    "math.floor", "utf8.char",
  ])
  func isPresent(path: String) throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("return type(\(path))") == ["function"])
  }

  @Test(arguments: [
    ("return load('\\27Lua')", "attempt to load a binary chunk (mode is 't')"),
    ("return load('\\27Lua', 'x', 'b')", "attempt to load a binary chunk (mode is '')"),
    ("return load('return 1', 'x', 'b')", "attempt to load a text chunk (mode is '')"),
    ("return load(string.dump(function() end))", "attempt to load a binary chunk (mode is 't')"),
    (
      "local p, i = { '\\27', 'Lua' }, 0 return load(function() i = i + 1 return p[i] end)",
      "attempt to load a binary chunk (mode is 't')"
    ),
    ("return load(function() return {} end)", "test.lua:1: reader function must return a string"),
  ])
  func loadTakesTextOnly(text: String, message: String) throws {
    let values = try Sandbox().run(text)
    #expect(values.first == .null)
    #expect(values.last == .string(message))
  }

  @Test func baseFunctionsWork() throws {
    let cases: [(String, LuaValue)] = [
      ("return load('return 1 + 1')()", 2),
      ("return load('return x', 'c', 't', { x = 'e' })()", "e"),
      ("local p, i = { 'return', ' 4', '2' }, 0 return load(function() i = i + 1 return p[i] end)()", 42),
      ("return select(2, load('x =', '=name'))", "name:1: unexpected symbol near <eof>"),
      ("return getmetatable('')", false),
      ("return ('x'):upper()", "X"),
      ("return type(collectgarbage('count'))", "number"),
      ("return require 'string' == string", true),
      ("return pcall(require, 'debug')", false),
      ("local t = setmetatable({}, { __metatable = 1 }) return pcall(setmetatable, t, {})", false),
      ("return coroutine.isyieldable()", false),
      ("return coroutine.wrap(function() return coroutine.isyieldable() end)()", true),
    ]
    for (text, value) in cases { #expect(try Sandbox().run(text).first == value, "\(text)") }
  }

  @Test(arguments: [
    ("setmetatable({}, { __gc = function() end })", "scripts cannot have finalizers ('__gc')"),
    ("setmetatable({}, { __gc = true })", "scripts cannot have finalizers ('__gc')"),
    ("collectgarbage()", "scripts can use collectgarbage only with 'count'"),
    ("collectgarbage('stop')", "scripts can use collectgarbage only with 'count'"),
  ])
  func isRefused(text: String, message: String) throws {
    #expect(try Sandbox().failure(text)?.message == message)
  }

  @Test func printGoesToTheHost() throws {
    let sandbox = try Sandbox()
    try sandbox.run(
      "print('a', 1, nil, true) print() print(setmetatable({}, { __tostring = function() return 't' end }))")
    #expect(sandbox.printed == ["a\t1\tnil\ttrue", "", "t"])
  }

  @Test func statesShareNothing() throws {
    let (a, b) = (try Sandbox(), try Sandbox())
    try a.run("string.upper = nil x = 1 math.pi = 3")
    #expect(try b.run("return x, ('x'):upper(), math.pi > 3") == [.null, "X", true])
  }
}

@Suite struct LuaRequireTests {
  private func sandbox(_ modules: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.state.resolve = { name in modules[name].map { LuaModule(text: $0, chunk: "lib/\(name).lua") } }
    return sandbox
  }

  @Test func modulesLoadOnce() throws {
    let sandbox = try sandbox([
      "a": "count = (count or 0) + 1 return { name = ..., file = select(2, ...) }", "b": "x = 1",
    ])
    #expect(
      try sandbox.run("local a = require 'a' return a == require 'a', a.name, a.file, count, (require 'b')")
        == [true, "a", "lib/a.lua", 1, true])
  }

  @Test func cyclesAreErrors() throws {
    let sandbox = try sandbox(["a": "return require 'b'", "b": "return require 'a'"])
    let failure = try #require(sandbox.failure("require 'a'"))
    #expect(failure.message == "module 'a' requires itself")
    #expect(failure.place == .init(file: "lib/b.lua", line: 1))
  }

  @Test func aModuleThatFailedCanBeRequiredAgain() throws {
    let sandbox = try sandbox(["a": "if fail then error('broken') end return 'fine'"])
    let failure = try #require(sandbox.failure("fail = true\nrequire 'a'"))
    #expect(failure.message == "broken")
    #expect(failure.notes.map(\.description) == ["lib/a.lua:1: in main chunk", "test.lua:2: in main chunk"])
    #expect(try sandbox.run("fail = false return require 'a'") == ["fine", "lib/a.lua"])
  }

  @Test func syntaxErrorsAreTheModules() throws {
    let failure = try #require(try sandbox(["a": "\nx ="]).failure("require 'a'"))
    #expect(failure.code == "lua.syntax")
    #expect(failure.place == .init(file: "lib/a.lua", line: 2))
    #expect(failure.notes.map(\.description) == ["test.lua:1: in main chunk"])
  }

  @Test func modulesAreTextOnly() throws {
    #expect(
      try sandbox(["a": "\u{1b}Lua"]).failure("require 'a'")?.message == "attempt to load a binary chunk (mode is 't')")
  }

  @Test func modulesMayWait() throws {
    let sandbox = try sandbox(["a": "return wait('m')"])
    try sandbox.state.register("wait") { call in .yield(try call.values()) }
    let run = try sandbox.state.start(sandbox.state.load("return require 'a', require 'a'", chunk: "test.lua"))
    guard case .yielded(let coroutine, let values) = run else {
      Issue.record("finished")
      return
    }
    #expect(values == ["m"])
    guard case .finished(let results) = try sandbox.state.resume(coroutine, ["done"]) else {
      Issue.record("waits")
      return
    }
    #expect(results == ["done", "done"])
  }
}

@Suite struct LuaEnvironmentTests {
  /// The globals of a script: those of the manual, and those of older versions that Debian's Lua still has. Another one
  /// would be a hole in the sandbox.
  static let environment = """
    _G _VERSION assert collectgarbage error getmetatable ipairs load next pairs pcall print rawequal rawget rawlen \
    rawset
    require select setmetatable tonumber tostring type
    warn xpcall
    coroutine.close coroutine.create coroutine.isyieldable coroutine.resume coroutine.running coroutine.status \
    coroutine.wrap
    coroutine.yield
    math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp math.floor math.fmod math.huge math.log
    math.max math.maxinteger math.min math.mininteger math.modf math.pi math.rad math.random math.randomseed math.sin
    math.sqrt math.tan math.tointeger math.type math.ult
    math.atan2 math.cosh math.frexp math.ldexp math.log10 math.pow math.sinh math.tanh
    os.clock os.date os.difftime os.time
    string.byte string.char string.dump string.find string.format string.gmatch string.gsub string.len string.lower \
    string.match
    string.pack string.packsize string.rep string.reverse string.sub string.unpack string.upper
    table.concat table.insert table.move table.pack table.remove table.sort table.unpack
    utf8.char utf8.charpattern utf8.codepoint utf8.codes utf8.len utf8.offset
    """

  @Test func `the environment is what the manual names`() throws {
    let values = try Sandbox().run(
      """
      local names = {}
      for name, value in pairs(_G) do
        if type(value) ~= "table" or name == "_G" then names[#names + 1] = name end
        for member in pairs(type(value) == "table" and name ~= "_G" and value or {}) do
          names[#names + 1] = name .. "." .. member
        end
      end
      return table.concat(names, " ")
      """)
    guard case .string(let names)? = values.first else { throw Diagnostic("test.result", "\(values)") }
    let (found, expected) = (
      Set(names.split(separator: " ")), Set(Self.environment.split(whereSeparator: \.isWhitespace))
    )
    #expect(found.subtracting(expected).sorted() == [], "not named")
    #expect(expected.subtracting(found).sorted() == [], "not there")
  }

  @Test func `a seed gives the same orders, names and numbers in each state`() throws {
    let text = """
      local keys, t = {}, { [true] = 1, [0.5] = 2 }
      for i = 1, 40 do t["key" .. i] = i end
      for key in pairs(t) do keys[#keys + 1] = tostring(key) end
      return table.concat(keys, " ") .. tostring(t) .. tostring(print), math.random(0), (math.randomseed())
      """
    func run(_ seed: UInt64?) throws -> [LuaValue] {
      let state = try LuaState(limits: LuaLimits(), permissions: LuaPermissions(), seed: seed) { _ in nil }
      defer { state.close() }
      return try state.call(state.load(text, chunk: "test.lua"), [])
    }
    let (first, other) = (try run(1), try run(2))
    #expect(try run(1) == first)
    #expect(other.first == first.first && other.last != first.last)
    #expect(try (0..<5).contains { _ in try run(nil).first != first.first })
    #expect(try LuaState.seedWarning() == nil)
  }
}
