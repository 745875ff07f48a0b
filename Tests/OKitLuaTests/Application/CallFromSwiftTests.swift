import OKitLua
import Testing

/// Uses of a script by Swift: calls, values, observations, taps, limits.
@Suite struct CallFromSwiftTests {
  private static let shop = """
    local Book = okit.ModelEntity:extend("Book", { name = "", price = 0.0, tags = okit.types.list(okit.types.string) })
    local Shop = okit.Model:extend("Shop", { books = okit.types.list(Book), open = true })
    shop = okit.Model.register(Shop)
    shop.books:add(Book { name = "Dune", price = 10, tags = { "old", "sand" } })
    function add(a, b) return a + b end
    function rename(book, name) book.name = name return book end
    function spoil() shop.open = false error("spoilt") end
    function endless() shop.open = false while true do end end
    prices = { Dune = 10, Emma = 5 }
    """

  private func app(_ more: String = "", limits: LuaLimits = LuaLimits()) throws -> LuaApplication {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = limits
    return try LuaApplication(text: Self.shop + more, chunk: "shop.lua", options: options)
  }

  private func failure(_ body: () throws -> Void) -> Diagnostic? {
    do { try body() } catch { return error as? Diagnostic }
    return nil
  }

  @Test func callsAnswerSwiftTypes() throws {
    let app = try app()
    let sum: Int = try app.call("add", 1, 2)
    #expect(sum == 3)
    #expect(try app.call("add", 1.5, 2) == 3.5)
    let book: EntityID = try app.get("books[0]")
    let same: EntityID = try app.call("rename", book, "Emma")
    #expect(same == book)
    #expect(try app.get("name", of: book) == "Emma")
    #expect(try app.global("prices") == ["Dune": 10, "Emma": 5])
    #expect(try app.global("prices.Dune") == 10)
    let missing: String? = try app.global("nothing.here")
    #expect(missing == nil)
  }

  @Test func whatFailsSaysWhy() throws {
    let app = try app()
    #expect(failure { try app.call("ad", 1, 2) }?.message == "unknown function \"ad\"")
    #expect(failure { try app.call("ad", 1, 2) }?.hint == "did you mean \"add\"?")
    #expect(
      failure { let _: String = try app.call("add", 1, 2) }?.message == "add answers a Number, expected a string")
    #expect(
      failure { let _: Int = try app.get("books[0]/name") }?.message
        == "\"books[0]/name\" is a String, expected an integer")
    let missing = failure { let _: Int = try app.global("nothing") }
    #expect(missing?.code == .luaValue && missing?.message == "nothing is nil, expected an integer")
    #expect(failure { let _: Int = try app.get("books[") }?.code == "binding.syntax")
    let spoilt = failure { try app.call("spoil") }
    #expect(spoilt?.place == .init(file: "shop.lua", line: 7))
    #expect(try app.get("open") == true, "a call that fails is rolled back")
  }

  @Test func `a call finds what its path means now`() throws {
    let app = try app("tools = { math = { twice = function(n) return n * 2 end } }")
    for number in 1...3 { #expect(try app.call("tools.math.twice", number) == number * 2) }
    try app.setGlobal("tools", to: 1)
    #expect(failure { try app.call("tools.math.twice", 1) }?.code == "lua.function")
    for number in 1...3 { #expect(try app.call("add", number, 1) == number + 1) }
    _ = try app.evaluate("(function() add = function(a, b) return a - b end end)()")
    #expect(try app.call("add", 5, 1) == 4)
    _ = try app.evaluate("(function() add = setmetatable({}, { __call = function(_, a) return a end }) end)()")
    #expect(try app.call("add", 5, 1) == 5)
    _ = try app.evaluate("(function() add = nil end)()")
    #expect(failure { try app.call("add", 1, 2) }?.code == "lua.function")
    #expect(failure { try app.call("a.b.c.d.e", 1) }?.code == "lua.function")
    #expect(failure { try app.call("", 1) }?.code == "lua.function")
  }

  @Test func bindingsReadWriteAndTell() throws {
    let app = try app()
    var told: [Double] = []
    let observation = try app.observe("books.@sum.price") { (sum: Double) in told.append(sum) }
    try app.set("books[0]/price", to: 12.5)
    try app.set("books[0]/price", to: 12.5)
    try app.set("books[0]/tags", to: ["new"])
    #expect(told == [12.5])
    #expect(try app.get("books[0]/tags") == ["new"])
    observation.cancel()
    try app.set("books[0]/price", to: 1)
    #expect(told == [12.5])
    #expect(failure { try app.set("books[0]/prize", to: 1) }?.hint == "did you mean \"price\"?")
  }

  @Test func theDriverTaps() throws {
    let app = try app(
      """
      okit.ModelListTableController:extend("home", {
        type = "Book", dataPath = "books", titlePath = "#Books", cell = okit.ModelTableCell { path = "name" },
        right = { okit.ModelBarButtonItem { title = "#Close", tap = function() shop.open = false end } },
      })
      """)
    #expect(app.driver.screen.title == "Books")
    try app.driver.tap("Close")
    #expect(try app.get("open") == false)
    try app.reload()
    #expect(app.driver.runtime === app.runtime)
  }

  @Test func aLimitStopsTheScriptAndNothingElse() throws {
    let app = try app(limits: LuaLimits(time: .seconds(1)))
    #expect(failure { try app.call("endless") }?.code == "lua.limit")
    #expect(failure { try app.call("add", 1, 2) }?.code == "lua.limit")
    #expect(try app.get("open") == true)
    try app.reload()
    #expect(try app.call("add", 1, 2) == 3)
  }
}
