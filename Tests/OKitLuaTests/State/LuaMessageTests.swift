import OKitEngine
import OKitLua
import Testing

/// The complete reports of failing scripts.
@Suite struct LuaMessageTests {
  struct Case: Sendable, CustomStringConvertible {
    var script: String
    var message: String
    var description: String { script }

    init(_ script: String, _ message: String) { (self.script, self.message) = (script, message) }
  }

  static let columns = [
    Case(
      "pritn('x')",
      """
      test.lua:1: attempt to call a nil value (global 'pritn') (did you mean "print"?)
          pritn('x')
          ^
      """),
    Case(
      "local s = string.fromat('%d', 1)",
      """
      test.lua:1: attempt to call a nil value (field 'fromat') (did you mean "format"?)
          local s = string.fromat('%d', 1)
                           ^
      """),
    Case(
      "local name = 'x' local s = name:uper()",
      """
      test.lua:1: attempt to call a nil value (method 'uper') (did you mean "upper"?)
          local name = 'x' local s = name:uper()
                                          ^
      """),
    Case(
      "local M = { increase = 1 } local function f() M.incraese() end f()",
      """
      test.lua:1: attempt to call a nil value (field 'incraese') (did you mean "increase"?)
          local M = { increase = 1 } local function f() M.incraese() end f()
                                                          ^
      """),
    Case(
      "local Account = { deposit = print } Account.__index = Account local a = setmetatable({}, Account) a:depost()",
      """
      test.lua:1: attempt to call a nil value (method 'depost') (did you mean "deposit"?)
          local Account = { deposit = print } Account.__index = Account local a = setmetatable({}, Account) a:depost()
                                                                                                              ^
      """),
    Case(
      "local total = 1 local x = totla + 1",
      """
      test.lua:1: attempt to perform arithmetic on a nil value (global 'totla') (did you mean "total"?)
          local total = 1 local x = totla + 1
                                    ^
      """),
    Case(
      "local x = { a = {} } x.a.b.c = 1 -- b",
      """
      test.lua:1: attempt to index a nil value (field 'b')
          local x = { a = {} } x.a.b.c = 1 -- b
                                   ^
      """),
    Case(
      "local a, b = 1, {} local c = a + b + b",
      """
      test.lua:1: attempt to perform arithmetic on a table value (local 'b')
          local a, b = 1, {} local c = a + b + b
          ^
      """),
    Case(
      "local a = 1 -- é\n\tlocal x = \"pritn\" .. pritn",
      """
      test.lua:2: attempt to concatenate a nil value (global 'pritn') (did you mean "print"?)
          \tlocal x = "pritn" .. pritn
          \t                     ^
      """),
    Case(
      "for i = 1, 'x' do end",
      """
      test.lua:1: bad 'for' limit (number expected, got string)
          for i = 1, 'x' do end
          ^
      """),
    Case(
      "local n = 'abc' + 1",
      """
      test.lua:1: attempt to add a 'string' with a 'number'
          local n = 'abc' + 1
          ^
      """),
    Case(
      "string.rep()",
      """
      test.lua:1: bad argument #1 to 'rep' (string expected, got no value)
          string.rep()
                 ^
      """),
    Case(
      "local b = = 2",
      """
      test.lua:1: unexpected symbol near '='
          local b = = 2
                    ^
      """),
    Case(
      "local while = 2",
      """
      test.lua:1: <name> expected near 'while'
          local while = 2
                ^
      """),
    Case(
      "if true then",
      """
      test.lua:1: 'end' expected near <eof>
          if true then
                      ^
      """),
  ]

  @Test("the place, the line, the caret, what was meant", arguments: columns)
  func linesAndCarets(_ example: Case) throws {
    var failure = try #require(try Sandbox().failure(example.script))
    failure.notes = []
    #expect(failure.description == example.message)
  }

  static let objects =
    [
      ("error()", "(error object is a nil value)"),
      (
        "error({3, {4}, a = 1, b = 'two', c = 0.5, d = true})",
        #"(error object is a table: {3, {4}, a = 1, b = "two", c = 0.5, d = true})"#
      ),
      ("local t = {} t.self = t error(t)", "(error object is a table: {self = {…}})"),
      ("error({ a = { b = { c = { d = 1 } } } })", "(error object is a table: {a = {b = {c = {…}}}})"),
      (
        "local t = {} for i = 1, 1e5 do t[i] = i end error(t)",
        "(error object is a table: {1, 2, 3, 4, 5, 6, 7, 8, …})"
      ),
      (
        "local t = {} for i = 1, 2000 do t['k' .. i] = i end t[print] = 1 error({ t })",
        nil
      ),
      ("error({ [0.5] = 1 })", "(error object is a table: {…})"),
      (
        "error({ text = ('ä'):rep(100) .. '\\n' })",
        "(error object is a table: {text = \"" + String(repeating: "ä", count: 20) + "…\"})"
      ),
      ("error({ code = 404, message = 12 })", "12"),
      ("error({ code = 'x' })", #"(error object is a table: {code = "x"})"#),
      ("error(setmetatable({ 1 }, { __name = 'Money' }))", "(error object is a Money: {1})"),
      ("error(setmetatable({}, { __index = function() error('never') end }))", "(error object is a table value)"),
      ("error(setmetatable({}, { __tostring = function() return 'a\\0b' end }))", "a\0b"),
      ("error(function() end)", "(error object is a function <test.lua:1>)"),
      ("error(('x'):rep(1e6))", String(repeating: "x", count: 4000) + "… (cut; 1000000 bytes in all)"),
      ("error('bad \\xff\\xc3 \\u{e9}', 0)", "bad \\xFF\\xC3 é"),
    ] as [(String, String?)]

  @Test("error objects", arguments: objects)
  func errorObjects(_ script: String, _ message: String?) throws {
    let failure = try #require(try Sandbox().failure(script))
    if let message { #expect(failure.message == message) } else { #expect(failure.message.count < 500) }
    #expect(failure.place?.line == 1)
  }

  @Test func `numbers as codes are codes`() throws {
    #expect(try Sandbox().failure("error({ code = 404, message = 'gone' })")?.code == "404")
  }

  @Test func `what a terminal would obey is written out`() throws {
    let failure = try #require(try Sandbox().failure("error('\\27[31mred\\r\\nsecond \\u{202e}line', 0)"))
    #expect(
      failure.description == """
        test.lua:1: \\u{1B}[31mred\\u{D}
            second \\u{202E}line
            error('\\27[31mred\\r\\nsecond \\u{202e}line', 0)
            ^
            test.lua:1: in main chunk
        """)
  }

  @Test func `a message of many lines is cut`() throws {
    let failure = try #require(try Sandbox().failure("error(('line\\n'):rep(100), 0)"))
    let lines = failure.description.split(separator: "\n")
    #expect(lines.count == 34)
    #expect(lines[30] == "    … (cut after 30 lines)")
  }

  @Test func `a long line is shown around what is wrong`() throws {
    let script = String(repeating: "local a = 1 ", count: 30) + "pritn() " + String(repeating: "a = 2 ", count: 60)
    let lines = try #require(try Sandbox().failure(script)).description.split(separator: "\n")
    #expect(lines[1].count == 4 + 162)
    let column = lines[2].prefix { $0 != "^" }.count
    #expect(lines[1].dropFirst(column).hasPrefix("pritn()"))
  }

  @Test func `an error in a wrapped coroutine is told where it arose`() throws {
    let script = """
      local function inner() error('inside') end
      local wrapped = coroutine.wrap(function()
        inner()
      end)
      wrapped()
      """
    #expect(
      try #require(try Sandbox().failure(script)).description == """
        test.lua:1: inside
            local function inner() error('inside') end
                                   ^
            test.lua:1: in function 'inner'
            test.lua:3: in function <test.lua:2>
            in a coroutine
            test.lua:5: in main chunk
        """)
  }

  @Test func `so is one that was resumed and raised again, also as an object`() throws {
    for object in ["'inside'", "{ message = 'inside' }"] {
      let script = """
        local co = coroutine.create(function()
          error(\(object), 0)
        end)
        assert(coroutine.resume(co))
        """
      let failure = try #require(try Sandbox().failure(script))
      #expect(failure.message == "inside")
      #expect(failure.place?.line == 2)
      #expect(
        failure.notes.map(\.description) == [
          "test.lua:2: in function <test.lua:1>", "in a coroutine", "test.lua:4: in main chunk",
        ])
    }
  }

  @Test(
    "an error that was raised again with a position keeps its place",
    arguments: ["error(problem)", "assert(false, problem)"])
  func positions(_ step: String) throws {
    let script = """
      local co = coroutine.create(function()
        error('inside', 0)
      end)
      local _, problem = coroutine.resume(co)
      \(step)
      """
    let failure = try #require(try Sandbox().failure(script))
    #expect(failure.message == "inside")
    #expect(failure.place?.line == 2)
    #expect(failure.notes.contains(.coroutine))
  }

  @Test(
    "an error that only quotes the one of a coroutine is its own",
    arguments: [
      ("'cannot load: ' .. problem", "cannot load: inside"), ("{ message = problem }", "inside"),
      ("true", "(error object is a boolean value)"),
    ])
  func quotedErrors(_ raised: String, _ message: String) throws {
    let script = """
      local co = coroutine.create(function() error('inside', 0) end)
      local _, problem = coroutine.resume(co)
      error(\(raised))
      """
    let failure = try #require(try Sandbox().failure(script))
    #expect(failure.message == message)
    #expect(failure.place?.line == 3)
    #expect(!failure.notes.contains(.coroutine))
  }

  @Test func `an error while variables are closed does not hide the first one`() throws {
    let script = """
      local guard <close> = setmetatable({}, { __close = function(_, e) error('closing after ' .. e, 0) end })
      error('body', 0)
      """
    let sandbox = try Sandbox()
    let function = try sandbox.state.load(script, chunk: "test.lua")
    let failure = try #require(throws: Diagnostic.self) { _ = try sandbox.state.start(function) }
    #expect(failure.message == "body")
    #expect(failure.notes.last?.description == "closing a variable then failed too: closing after body")
  }

  @Test func `the caret of an error of the host is at its subject`() throws {
    let sandbox = try Sandbox()
    try sandbox.state.register("paint") { _ in throw Diagnostic("test.failed", "no such option").about("colour") }
    let failure = try #require(sandbox.failure("paint { size = 1, colour = 'red' }"))
    #expect(failure.code == "test.failed")
    #expect(
      failure.description.hasPrefix(
        """
        test.lua:1: no such option
            paint { size = 1, colour = 'red' }
                              ^

        """))
  }

  @Test func `a module with a syntax error is named with its line`() throws {
    let sandbox = try Sandbox()
    sandbox.state.resolve = { _ in LuaModule(text: "local a = 1\nlocal b = = 2", chunk: "lib/broken.lua") }
    #expect(
      try #require(sandbox.failure("\nrequire 'broken'")).description == """
        lib/broken.lua:2: unexpected symbol near '='
            local b = = 2
            ^
            test.lua:2: in main chunk
        """)
  }
}
