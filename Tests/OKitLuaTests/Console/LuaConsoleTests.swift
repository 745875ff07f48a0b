import OKitEngine
import OKitLua
import Testing

@Suite struct LuaConsoleTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    Book = okit.ModelEntity:extend("Book", { name = "", pages = 0, published = t.date })
    function Book:read() self.pages = 0 end
    local Shop = okit.Model:extend("Shop", { books = t.list(Book), prices = t.map(t.int) })
    shop = okit.Model.register(Shop)
    shop.books = { { id = "D", name = "Dune" }, { id = "E", name = "Emma" } }
    okit.ModelListTableController:extend("home", { type = "Book", dataPath = "books" })
    """

  private func console(limits: LuaLimits = LuaLimits()) throws -> LuaConsole {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.seed = 1
    options.limits = limits
    options.print = { _ in }
    return LuaConsole(try LuaApplication(text: Self.script, chunk: "app.lua", folder: "/nowhere", options: options))
  }

  private func values(_ text: String, _ console: LuaConsole) throws -> String? {
    guard case .values(let texts) = try console.run(text) else { return nil }
    return texts.joined(separator: " | ")
  }

  @Test(arguments: [
    ("1 + 1", "2"), ("3.0", "3.0"), ("'a\\n\"b\\0'", "\"a\\n\\\"b\\000\""), ("nil", "nil"),
    ("true, nil, 'x'", "true | nil | \"x\""),
    ("'a\\255b'", "\"a\\xFFb\""), ("{ x = '\\255' }", "{ x = \"\\xFF\" }"), ("x = 5", ""), ("return 1, 2", "1 | 2"),
    ("{}", "{}"), ("{ 1, 2, b = 3, a = { 4 } }", "{ 1, 2, a = { 4 }, b = 3 }"),
    ("{ [1.5] = 1, ['a b'] = 2, [true] = 3 }", "{ [1.5] = 1, [\"a b\"] = 2, [true] = 3 }"),
    ("{ { { { { { } } } } }, {{{{1}}}} }", "{ { { { {…} } } }, { { { {…} } } } }"),
    ("(function() local t = {} t.me = t return t end)()", "{ me = <cycle> }"),
    ("setmetatable({}, { __tostring = function() return 'mine' end })", "mine"),
    ("setmetatable({ 1 }, { __index = error, __len = error, __pairs = error })", "{ 1 }"),
    ("setmetatable({ 1 }, { __tostring = error })", "{ 1 }"),
    ("shop.books[1]", "Book \"Dune\" (D)"), ("#shop.books", "2"),
    ("shop.books", "[Book \"Dune\" (D), Book \"Emma\" (E)]"),
    ("shop.prices", "[]"), ("okit.date '2020-01-31'", "2020-01-31T00:00:00Z"), ("Book", "class Book"),
    ("okit.types.string", "okit.types.string"), ("{ shop.books[2] }", "{ Book \"Emma\" (E) }"),
    ("('x'):rep(3000)", "\"\(String(repeating: "x", count: 2000))\" … (3000 bytes)"),
    ("select(2, pcall(function() return shop.bokos end)).code", "\"model.unknownProperty\""),
  ])
  func showsValues(text: String, shown: String) throws {
    #expect(try values(text, console()) == shown)
  }

  /// The number of a line does not depend on how many were typed before, nor do the places in errors on their number.
  @Test(arguments: [1, 7, 1024, 1025, 50_000])
  func errorsHaveTheLinesThatWereTyped(line: Int) throws {
    let console = try console()
    _ = try console.run("function fail()\n  local t\n  return t.x\nend", chunk: "=<stdin>", line: line)
    let failure = try #require(throws: Diagnostic.self) {
      _ = try console.run("local _ = fail()", chunk: "=<stdin>", line: line + 4)
    }
    #expect(failure.place == Diagnostic.Place(file: "<stdin>", line: line + 2))
    #expect(failure.excerpt?.source.text == "  return t.x")
    let frames = failure.notes.compactMap {
      if case .frame(let frame) = $0 { "\(frame.file):\(frame.line)" } else { nil }
    }
    #expect(frames.first == "<stdin>:\(line + 2)" && frames.contains("<stdin>:\(line + 4)"), "\(frames)")
    let syntax = try #require(throws: Diagnostic.self) {
      _ = try console.run("x = 1\nif x then\n  y = = 2\nend", chunk: "=<stdin>", line: line)
    }
    #expect(syntax.place == Diagnostic.Place(file: "<stdin>", line: line + 2, column: syntax.place?.column))
    #expect(syntax.excerpt?.source.text == "  y = = 2" && syntax.excerpt?.range == SourceRange(6, 7))
    let open = try #require(throws: Diagnostic.self) {
      _ = try console.run("if x then\nfor i = 1, 2 do\nend", chunk: "=<stdin>", line: line, isWhole: true)
    }
    #expect(open.message.contains("at line \(line)"), "\(open.message)")
  }

  @Test func largeTablesAreCut() throws {
    let console = try console()
    let many = try #require(
      try values("(function() local t = {} for i = 1, 1000 do t[i] = i end return t end)()", console))
    #expect(many.hasSuffix("  60,\n  … 940 more\n}"))
    let deep =
      "(function() local function make(n) if n == 0 then return 1 end local t = {} "
      + "for i = 1, 50 do t[i] = make(n - 1) end return t end return make(3) end)()"
    #expect(try #require(try values(deep, console)).utf8.count < 10_000)
    let wide = try values("{ ('a'):rep(40), ('b'):rep(40) }", console)
    #expect(wide == "{\n  \"\(String(repeating: "a", count: 40))\",\n  \"\(String(repeating: "b", count: 40))\"\n}")
  }

  @Test(arguments: ["for i = 1, 2 do", "f(", "x = {", "if x then", "[[text", "function f()", "1 +", "--[[ comment"])
  func whatEndsTooEarlyIsIncomplete(text: String) throws {
    let console = try console()
    #expect(try console.run(text) == .incomplete)
    #expect(problem { _ = try console.run(text, isWhole: true) }?.code == "lua.syntax")
  }

  @Test func theLastResultAndGlobalsStay() throws {
    let console = try console()
    #expect(try values("40 + 2", console) == "42")
    #expect(try values("_ + 1", console) == "43")
    #expect(try values("y = 7 local z = 8", console) == "")
    #expect(try values("y, z", console) == "7 | nil")
  }

  @Test func aTextThatFailsIsTakenBack() throws {
    let console = try console()
    let failure = problem { _ = try console.run("shop.books[1].name = 'lost'\nerror('broken')", line: 5) }
    #expect(failure?.message == "broken")
    #expect(failure?.place == .init(file: "input", line: 6))
    #expect(try values("shop.books[1].name", console) == "\"Dune\"")
    #expect(try values("(function() shop.books[1].name = 'kept' end)()", console) == "")
    #expect(try values("shop.books[1].name", console) == "\"kept\"")
    #expect(try console.application.runtime.undo())
    #expect(try values("shop.books[1].name", console) == "\"Dune\"")
  }

  @Test func aTextMayWait() throws {
    let console = try console()
    var late: [Result<[String], Diagnostic>] = []
    console.onLate = { late.append($0) }
    #expect(try console.run("okit.sleep(3) return 'slept', 1") == .waiting)
    #expect(try console.run("okit.sleep(4) error('late')") == .waiting)
    try console.application.runtime.advance(seconds: 3)
    #expect(late == [.success(["\"slept\"", "1"])])
    try console.application.runtime.advance(seconds: 1)
    guard case .failure(let diagnostic)? = late.last else {
      Issue.record("no failure")
      return
    }
    #expect(diagnostic.message == "late")
  }

  @Test func itGoesOnAfterALimit() throws {
    let console = try console(limits: LuaLimits(instructions: 100_000))
    _ = try values("(function() shop.books[1].name = 'kept' end)()", console)
    #expect(problem { _ = try console.run("while true do end") }?.code == "lua.limit")
    #expect(problem { _ = try console.run("1") }?.code == "lua.limit")
    try console.application.reload()
    #expect(try values("1 + 1", console) == "2")
  }

  @Test(
    arguments: [
      ("okit.Model.reg", 11, ["register"]), ("okit.mod", 5, nil), ("x = ma", 4, ["math"]), ("math.ab", 5, ["abs"]),
      ("print(string.for", 13, ["format"]), ("shop.bo", 5, ["books"]), ("shop.books:so", 11, ["sorted"]),
      ("shop.books[1].na", 14, ["name"]), ("shop.books[1]:re", 14, ["read", "refAt", "remove", "resolve"]),
      ("shop.books[2].published.yea", 24, ["year"]), ("shop.books[1].published:fo", 24, ["format"]),
      ("Book.re", 5, ["read"]), ("nothing.at.all", 11, []), ("shop.nothing.x", 13, []), ("f().x", 4, []),
      ("ret", 0, ["return"]), ("12", 0, []), ("'a' .. st", 7, ["string"]), ("okit.app:sna", 9, ["snapshot"]),
      ("okit.types.opt", 11, ["optional"]), ("okit.ap", 5, ["app"]), ("x = okit.app", 9, ["app"]),
      ("okit:ap", 5, []), ("_G._V", 3, ["_VERSION"]),
    ] as [(String, Int, [String]?)])
  func completes(text: String, start: Int, candidates: [String]?) throws {
    let completion = try console().completion(of: text)
    #expect(completion.start == start)
    if let candidates {
      #expect(completion.candidates == candidates)
    } else {
      #expect(completion.candidates.contains("Model") && completion.candidates.allSatisfy { $0.hasPrefix("Model") })
    }
  }
}

@Suite struct LuaInterruptTests {
  private func sandbox(budget: Int? = nil) throws -> Sandbox {
    let sandbox = try Sandbox(limits: LuaLimits(time: .seconds(60), instructions: budget))
    try sandbox.state.register("interrupt") { _ in
      LuaState.interrupt()
      return .nothing
    }
    return sandbox
  }

  @Test(arguments: [nil, 10_000_000])
  func theFirstTimeIsAnError(budget: Int?) throws {
    let sandbox = try sandbox(budget: budget)
    let failure = sandbox.failure("interrupt()\nwhile true do end")
    #expect(failure?.message == "interrupted")
    #expect(!sandbox.state.isDead)
    #expect(try sandbox.run("return pcall(function() interrupt() while true do end end)").first == false)
    #expect(
      try sandbox.run(
        "return coroutine.wrap(function() return pcall(function() interrupt() while true do end end) end)()"
      ).first == false)
    #expect(try sandbox.run("return 1") == [1])
  }

  /// The interrupt reaches the function that continues when the coroutine ends first.
  @Test func itOutlivesACoroutine() throws {
    let sandbox = try sandbox()
    for text in [
      "coroutine.wrap(function() return interrupt() end)() for i = 1, 1e8 do end",
      "local co = coroutine.wrap(function() coroutine.yield(interrupt()) end) co() for i = 1, 1e8 do end",
    ] {
      #expect(sandbox.failure(text)?.message == "interrupted")
      #expect(try sandbox.run("for i = 1, 10 do end return 1") == [1])
    }
  }

  @Test func theSecondTimeCannotBeCaught() throws {
    let sandbox = try sandbox()
    let failure = sandbox.failure("for i = 1, 2 do pcall(function() interrupt() while true do end end) end")
    #expect(failure?.code == "lua.limit")
    #expect(failure?.message == "the script was interrupted")
    #expect(sandbox.state.isDead)
  }

  /// Host functions that run for long check for the interrupt themselves.
  @Test(arguments: [nil, 10_000_000])
  func itEndsAFunctionInTheMiddle(budget: Int?) throws {
    let sandbox = try sandbox(budget: budget)
    let failed = try sandbox.run("return pcall(string.gsub, '!' .. ('a'):rep(100000), '!', interrupt)")
    #expect(failed == [false, "interrupted"])
    #expect(try sandbox.run("local n = 0 for i = 1, 10000 do n = n + i end return n") == [50_005_000])
  }

  @Test func whatDoesNotRunIsNotInterrupted() throws {
    let sandbox = try sandbox()
    LuaState.interrupt()
    #expect(try sandbox.run("return 1") == [1])
  }
}
