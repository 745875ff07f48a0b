import OKitLua
import Testing

/// Definitions by Swift for a script: functions, extension functions, classes, globals.
@Suite struct RegisterFromSwiftTests {
  private func app(_ text: String? = nil) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.seed = 1
    let app = try LuaApplication(options: options)
    if let text { try app.run(text: text) }
    return app
  }

  private func failure(_ body: () throws -> Void) -> Diagnostic? {
    do { try body() } catch { return error as? Diagnostic }
    return nil
  }

  @Test func functionsTakeAndGiveSwiftTypes() throws {
    let app = try app()
    var heard: [String] = []
    try app.register("say") { (text: String) in heard.append(text) }
    try app.register("nothing") { heard.append("nothing") }
    try app.register("shop.sum") { (numbers: [Double]) in numbers.reduce(0, +) }
    try app.register("shop.names") { (prices: [String: Int]) in prices.keys.sorted() }
    try app.register("shop.either") { (first: String?, second: Int?) in first ?? second.map { "\($0)" } }
    try app.register("same") { (value: Value) in value }
    try app.register("later") { (date: DateValue) in DateValue(secondsSince2001: date.secondsSince2001 + 1) }
    try app.run(
      text: """
        say "one" nothing()
        a, b = shop.sum { 1, 2.5 }, shop.sum {}
        c, d = table.concat(shop.names { b = 1, a = 2 }), #shop.names {}
        e, f, g = shop.either("x", 1), shop.either(nil, 2.0), shop.either()
        h, i = same(3), same { x = { true } }.x[1]
        j = later(okit.now()).timestamp - okit.now().timestamp
        """)
    #expect(heard == ["one", "nothing"])
    #expect(
      try app.evaluate("a, b, c, d, e, f, g, h, i, j") == ["3.5", "0", "ab", "0", "x", "2", "nil", "3", "true", "1"])
  }

  @Test(arguments: [
    ("greet(1)", "bad argument #1 to 'greet' (string expected, got number)"),
    ("greet()", "bad argument #1 to 'greet' (string expected, got no value)"),
    ("add(1, 1.5)", "bad argument #2 to 'add' (integer expected, got number)"),
    ("add(1)", "bad argument #2 to 'add' (integer expected, got no value)"),
    ("greet('\\xFF')", "bad argument #1 to 'greet' (string expected, got a string that is not valid UTF-8)"),
    ("sum(1)", "bad argument #1 to 'sum' (list expected, got number)"),
    ("sum { 1, 'x' }", "bad argument #1 to 'sum' (element 2: integer expected, got String)"),
    ("grow { 1, { 2, 2.5 } }", "bad argument #1 to 'grow' (element 1: list expected, got Number 1)"),
    (
      "grow { { 1 }, { 2, 2.5 } }", "bad argument #1 to 'grow' (element 2: element 2: integer expected, got Number 2.5)"
    ),
    ("price { Dune = 1, Emma = 'x' }", "bad argument #1 to 'price' (\"Emma\": integer expected, got String)"),
    ("okit.Model.register()", "okit.Model.register needs a class such as one made by okit.Model:extend"),
    ("fail()", "no more books"),
    ("odd()", "Odd()"),
  ])
  func mistakesAreErrorsInLua(call: String, message: String) throws {
    struct Odd: Error {}
    let app = try app()
    try app.register("greet") { (name: String) in "Hello \(name)" }
    try app.register("add") { (a: Int, b: Int) in a + b }
    try app.register("sum") { (numbers: [Int]) in numbers.reduce(0, +) }
    try app.register("grow") { (numbers: [[Int]]) in numbers.count }
    try app.register("price") { (prices: [String: Int]) in prices.count }
    try app.register("fail") { throw Diagnostic("shop.empty", "no more books") }
    try app.register("odd") { throw Odd() }
    try app.run(text: "function try() local ok, e = pcall(function() \(call) end) return tostring(e.message or e) end")
    let found: String = try app.call("try")
    #expect(found.contains(message))
  }

  @Test func diagnosticsGoThroughLua() throws {
    let app = try app()
    try app.register("fail") { throw Diagnostic("shop.empty", "no more books", hint: "order some") }
    try app.run(
      text: "function buy() fail() end\nfunction code() local _, e = pcall(fail) return e.code end", chunk: "shop.lua")
    let diagnostic = try #require(failure { try app.call("buy") })
    #expect(diagnostic.code == "shop.empty")
    #expect(diagnostic.hint == "order some")
    #expect(diagnostic.place == .init(file: "shop.lua", line: 1))
    #expect(try app.call("code") == "shop.empty")
  }

  @Test func aResultOfAnotherTypeNamesTheElement() throws {
    let app = try app()
    try app.run(text: "function list() return { 1, 'x' } end")
    let diagnostic = try #require(failure { let _: [Int] = try app.call("list") })
    #expect(diagnostic.code == .luaValue)
    #expect(diagnostic.message.hasSuffix("a List, element 2: integer expected, got String"), "\(diagnostic)")
  }

  @Test func callsOfSwiftAndLuaInTurnAreFolded() throws {
    let app = try app()
    try app.register("ping") { [unowned app] (count: Int) -> Int in try app.call("pong", count) }
    try app.run(
      text: "function pong(count) if count == 0 then error 'end' end\nreturn ping(count - 1) + 1 end", chunk: "shop.lua"
    )
    let diagnostic = try #require(failure { let _: Int = try app.call("pong", 20) })
    #expect(diagnostic.message == "end")
    let lines = "\(diagnostic)".split(separator: "\n")
    #expect(lines.count < 8, "\(diagnostic)")
    #expect(lines.contains { $0.hasSuffix(" times)") }, "\(diagnostic)")
  }

  @Test func extensionFunctionsAreForBindings() throws {
    let app = try app()
    try app.define("Book", [Property("name", .string), Property("price", .double)])
    try app.extend("Number", "vat") { (price: Double, rate: Double) in price * (1 + rate) }
    try app.extend("String", "shout") { (text: String) in text.uppercased() + "!" }
    try app.extend("Book", "label") { [unowned app] (book: EntityID) -> String in try app.get("name,price", of: book) }
    try app.run(text: "book = Book { name = 'Dune', price = 10 }")
    #expect(
      try app.evaluate("book:get('price/vat(#0.5)'), book:get('name/shout'), book:get('label')") == [
        "15", "DUNE!", "Dune 10",
      ])
    #expect(failure { try app.extend("Numbr", "x") { (n: Int) in n } }?.hint == "did you mean \"Number\"?")
  }

  @Test func classesAreThoseOfTheScript() throws {
    let app = try app()
    try app.define("Book", [Property("name", .string, default: .string("new")), Property("pages", .int)])
    try app.define("Novel", extending: "Book", [Property("hero", .string)])
    try app.define("Shop", extending: "Model", [Property("books", .list(.entity("Book")))])
    try app.run(
      text: """
        function Book:double() self.pages = self.pages * 2 end
        local Poem = Book:extend("Poem", { lines = 1 })
        shop = okit.Model.register(Shop)
        shop.books:add(Novel { name = "Emma", pages = 5, hero = "Emma" })
        shop.books:add(Poem {})
        """)
    #expect(try app.get("books/name") == ["Emma", "new"])
    #expect(try app.evaluate("shop.books[1]:double()") == [])
    #expect(try app.get("books[0]/pages") == 10)
    let novel: EntityID = try app.get("books[0]")
    #expect(app.runtime.store.type(of: novel)?.name == "Novel")
    #expect(failure { try app.define("Book", []) }?.code == "model.duplicateType")
    #expect(failure { try app.define("X", extending: "Bok", []) }?.hint == "did you mean \"Book\"?")
  }

  @Test func whatWasGivenIsThereAfterAReload() throws {
    let app = try app()
    try app.register("greet") { (name: String) in "Hello \(name)" }
    try app.define("Book", [Property("name", .string)])
    try app.setGlobal("shop.rate", to: 0.5)
    try app.run(text: "function hello() return greet(Book { name = 'Ada' }.name) .. shop.rate end")
    #expect(try app.call("hello") == "Hello Ada0.5")
    try app.setGlobal("shop.rate", to: 2)
    try app.reload()
    #expect(try app.call("hello") == "Hello Ada2")
    #expect(failure { try app.run(text: "") }?.code == "app.script")
  }
}
