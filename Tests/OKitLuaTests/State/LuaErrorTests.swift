import OKitEngine
import OKitLua
import Testing

@Suite struct LuaErrorTests {
  struct Case: Sendable, CustomStringConvertible {
    var text: String
    var message: String
    var line: Int = 1
    var description: String { text }
  }

  static let cases = [
    Case(text: "error('boom')", message: "boom"),
    Case(text: "\n\nlocal x = nil + 1", message: "attempt to perform arithmetic on a nil value", line: 3),
    Case(text: "x.y = 1", message: "attempt to index a nil value (global 'x')"),
    Case(text: "local function f()\n error('caller', 2) end\nf()", message: "caller", line: 3),
    Case(text: "error('plain', 0)", message: "plain"),
    Case(text: "error()", message: "(error object is a nil value)"),
    Case(text: "error(nil)", message: "(error object is a nil value)"),
    Case(text: "error(false)", message: "(error object is a boolean value)"),
    Case(text: "error(print)", message: "(error object is a function value)"),
    Case(text: "error(coroutine.create(print))", message: "(error object is a thread value)"),
    Case(text: "error(42)", message: "42"),
    Case(text: "error(0.5)", message: "0.5"),
    Case(text: "error({})", message: "(error object is a table value)"),
    Case(text: "error({ message = 'in a table' })", message: "in a table"),
    Case(text: "error(setmetatable({}, { __tostring = function() return 'asked' end }))", message: "asked"),
    Case(
      text: "error(setmetatable({}, { __tostring = function() error('again') end, __name = 42 }))",
      message: "(error object has no text)"),
    Case(text: "string.rep()", message: "bad argument #1 to 'rep' (string expected, got no value)"),
    Case(text: "local function f() return f() + 1 end f()", message: "stack overflow"),
    Case(text: "pcall(error) error('after')", message: "after"),
    Case(text: "local ok, e = pcall(error, 'x') error(e)", message: "x"),
    Case(text: "\ncoroutine.wrap(function()\n error('inside') end)()", message: "inside", line: 3),
    Case(text: "coroutine.yield()", message: "attempt to yield from outside a coroutine"),
    Case(text: "require 'nothing'", message: "module 'nothing' not found"),
  ]

  @Test(arguments: cases)
  func errorsNameFileAndLine(test: Case) throws {
    let sandbox = try Sandbox()
    let failure = try #require(sandbox.failure(test.text))
    #expect(failure.message.hasPrefix(test.message))
    if test.message != "stack overflow" { #expect(failure.message == test.message) }
    #expect(failure.place == .init(file: "test.lua", line: test.line))
    #expect(try sandbox.run("return 'alive'") == ["alive"])
  }

  @Test func codesOfErrorTablesAreKept() throws {
    let failure = try #require(try Sandbox().failure("error({ code = 'shop.closed', message = 'closed' })"))
    #expect(failure.code == "shop.closed")
    #expect(try Sandbox().failure("error('x')")?.code == "lua.error")
  }

  @Test func longFileNamesAreNotShortened() throws {
    let name = String(repeating: "folder/", count: 20) + "a.lua"
    let failure = try #require(try Sandbox().failure("error('boom')", chunk: name))
    #expect(failure.message == "boom")
    #expect(failure.place?.file == name)
  }

  @Test(arguments: [
    ("x =", 1, "unexpected symbol near <eof>"),
    ("\nlocal = 1", 2, "<name> expected near '='"),
    ("#!/usr/bin/okit\n\n)", 3, "unexpected symbol near ')'"),
    ("\u{1b}Lua", 0, "attempt to load a binary chunk (mode is 't')"),
  ])
  func syntaxErrors(text: String, line: Int, message: String) throws {
    let failure = try #require(try Sandbox().failure(text, chunk: "book.lua"))
    #expect(failure.code == "lua.syntax")
    #expect(failure.message == message)
    #expect(failure.place == .init(file: "book.lua", line: line))
  }

  @Test func theTracebackNamesEachFrame() throws {
    let text = """
      local function inner() error('boom') end
      function outer() inner() end
      local object = {}
      function object:method() outer() end
      local t = setmetatable({}, { __index = function() object:method() end })
      return t.x
      """
    let failure = try #require(try Sandbox().failure(text, chunk: "book.lua"))
    #expect(
      failure.notes.map(\.description) == [
        "book.lua:1: in function 'inner'", "book.lua:2: in function 'outer'", "book.lua:4: in method 'method'",
        "book.lua:5: in metamethod 'index'", "book.lua:6: in main chunk",
      ])
    #expect(
      failure.description.hasPrefix(
        """
        book.lua:1: boom
            local function inner() error('boom') end
                                   ^
            book.lua:1: in function 'inner'

        """))
  }

  @Test func longTracebacksAreCut() throws {
    let failure = try #require(
      try Sandbox().failure("local function f(n) if n == 0 then error('x') end f(n - 1) end f(50)"))
    #expect(
      failure.notes.map(\.description) == [
        "test.lua:1: in function 'f' (12 times)", "...", "test.lua:1: in function 'f' (7 times)",
        "test.lua:1: in main chunk",
      ])
  }

  @Test func preludesDoNotAppear() throws {
    let sandbox = try Sandbox()
    try sandbox.run("function checked(f)\n f() error('from the prelude') end", chunk: "=[okit test]")
    try sandbox.state.register("fail") { _ in throw Diagnostic("test.failed", "from the host") }
    try sandbox.run("function failing()\n fail() end", chunk: "=[okit test]")
    let failure = try #require(sandbox.failure("\nchecked(function() end)"))
    #expect(failure.message == "from the prelude")
    #expect(failure.place == .init(file: "test.lua", line: 2))
    #expect(failure.notes.map(\.description) == ["test.lua:2: in main chunk"])
    #expect(sandbox.failure("\n\nfailing()")?.place == .init(file: "test.lua", line: 3))
  }

  @Test func diagnosticsOfTheHostComeBackAsTheyWere() throws {
    let sandbox = try Sandbox()
    try sandbox.state.register("fail") { _ in throw Diagnostic("test.failed", "it failed", hint: "try again") }
    let failure = try #require(sandbox.failure("\nlocal function f() fail() end\nf()"))
    #expect(
      failure.description == """
        test.lua:2: it failed (try again)
            local function f() fail() end
            ^
            test.lua:2: in function 'f'
            test.lua:3: in main chunk
        """)
    #expect(failure.code == "test.failed")
    #expect(failure.hint == "try again")
    let read = """
      local ok, e = pcall(fail)
      return ok, e.code, e.message, tostring(e), "<" .. e .. ">", e.hint, e.line, type(e), getmetatable(e)
      """
    #expect(
      try sandbox.run(read) == [
        false, "test.failed", "it failed (try again)", "test.lua:1: it failed (try again)",
        "<test.lua:1: it failed (try again)>", "try again", 1, "userdata", false,
      ])
    #expect(sandbox.failure("local _, e = pcall(fail) error(e)")?.code == "test.failed")
  }

  @Test func swiftErrorsBecomeDiagnostics() throws {
    struct Broken: Error {}
    let sandbox = try Sandbox()
    try sandbox.state.register("fail") { _ in throw Broken() }
    let failure = try #require(sandbox.failure("fail()"))
    #expect(failure.code == "lua.host")
    #expect(failure.message == "Broken()")
  }

  @Test func nestedErrorsKeepOneTraceback() throws {
    let sandbox = try Sandbox()
    let state = sandbox.state
    try state.register("nest") { [unowned state] call in .values(try state.call(call.function(0))) }
    let failure = try #require(sandbox.failure("local function f() error('deep') end\nnest(function()\n nest(f) end)"))
    #expect(failure.message == "deep")
    #expect(failure.place == .init(file: "test.lua", line: 1))
    #expect(
      failure.notes.map(\.description) == [
        "test.lua:1: in function <test.lua:1>", "test.lua:3: in function <test.lua:2>", "test.lua:2: in main chunk",
      ])
  }

  @Test func argumentErrorsSpeakLikeLua() throws {
    let sandbox = try Sandbox()
    try sandbox.state.register("okit.sleep") { call in .value(.double(try call.double(0))) }
    let cases = [
      ("okit.sleep('x')", "bad argument #1 to 'okit.sleep' (number expected, got string)"),
      ("okit.sleep()", "bad argument #1 to 'okit.sleep' (number expected, got no value)"),
      ("okit.sleep({})", "bad argument #1 to 'okit.sleep' (number expected, got table)"),
      ("okit.sleep(nil)", "bad argument #1 to 'okit.sleep' (number expected, got nil)"),
    ]
    for (text, message) in cases { #expect(sandbox.failure(text)?.message == message) }
  }

  @Test func manyCaughtErrorsAreLetGoOf() throws {
    let sandbox = try Sandbox(limits: LuaLimits(memory: 8 << 20, time: nil))
    try sandbox.state.register("fail") { _ in throw Diagnostic("test.failed", "it failed") }
    #expect(try sandbox.run("for i = 1, 100000 do pcall(fail) end return 'done'") == ["done"])
  }
}
