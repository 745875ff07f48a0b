import OKitLua
import OKitTestSupport
import Testing

/// An application with buttons that succeed and fail, as a program embeds it.
struct Shop {
  static let script = """
    local okit = require "okit"
    local Book = okit.ModelEntity:extend("Book", { name = "", stock = 1 })
    local root = okit.Model.register(okit.Model:extend("Shop", {
      books = okit.types.list(Book), sold = 0, price = 1.5, note = okit.types.optional(okit.types.string),
    }))
    root.books = { { name = "Dune" }, { name = "Emma" } }
    function Book:remaining() return self.stock end
    local function button(title, tap) return okit.ModelBarButtonItem { title = "#" .. title, tap = tap } end
    okit.ModelListTableController:extend("books", {
      dataPath = "books", delete = true, titlePath = "sold", cell = okit.ModelTableCell { path = "name" },
      right = {
        button("Sell", function(shop) shop.sold = shop.sold + 1 shop.books[1].stock = 0 end),
        button("Fail", function(shop) shop.sold = 99 local none = nil; return none.x end),
        button("Throw", function(shop) shop.sold = 99 host() end),
        button("Rethrow", function() local ok, e = pcall(host) error(e) end),
        button("Log", function(shop) shop.sold = 5 end),
        button("Loop", function(shop) shop.sold = 99 while true do end end),
        button("Grow", function() local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end end),
        button("Deep", function() local function f() return 1 + f() end f() end),
      },
    })
    """

  struct OutOfPaper: Error, Equatable { let sheets: Int }

  let app: LuaApplication

  init(_ change: (inout LuaApplication.Options) -> Void = { _ in }) throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.limits = LuaLimits(memory: 16 << 20, time: .seconds(60))
    options.onReport = { _ in }
    options.seed = 1
    change(&options)
    app = try LuaApplication(options: options)
    try app.register("host") { throw OutOfPaper(sheets: 3) }
    try app.run(text: Self.script, chunk: "shop.lua")
  }

  @discardableResult
  func tap(_ title: String) throws -> TurnResult { try app.perform(Self.tap(title, on: app.screen)) }

  static func tap(_ title: String, on screen: Screen) throws -> Action {
    guard case .array(let buttons)? = screen.jsonValue["right"],
      let button = buttons.first(where: { $0["title"] == .string(title) }), let id = button["id"]
    else { throw Diagnostic("test", "no button \(title)") }
    return try Action(json: ["tap": id])
  }
}

/// Actions from a program: what they change, and why they fail.
@Suite struct PerformTests {
  @Test func `an action returns its changes, and undo takes them back`() throws {
    let app = try Shop()
    let turn = try app.tap("Sell")
    #expect(turn.changes.map(\.path) == ["/sold", "/books/0/stock"] || turn.changes.count == 2)
    #expect(turn.diagnostics.isEmpty)
    #expect(try app.app.get("sold") == 1)
    #expect(try app.app.undo())
    #expect(try app.app.get("sold") == 0)
    #expect(try app.app.redo())
    #expect(try app.app.get("sold") == 1)
  }

  @Test(arguments: [
    ("Fail", Diagnostic.Code.luaError, "attempt to index a nil value", Diagnostic.Limit?.none),
    ("Throw", .luaHost, "OutOfPaper", nil), ("Rethrow", .luaHost, "OutOfPaper", nil),
    ("Loop", .luaLimit, "time limit", .time), ("Grow", .luaLimit, "memory limit", .memory),
    ("Deep", .luaDepth, "stack overflow", .depth),
  ])
  func `a failure says what, where and why, and changes nothing`(
    _ title: String, _ code: Diagnostic.Code, _ message: String, _ limit: Diagnostic.Limit?
  ) throws {
    let shop = try Shop {
      if limit == .time { $0.limits.time = .seconds(1) }
      if limit == .depth { $0.limits.depth = 1000 }
    }
    let failure = try #require(throws: Diagnostic.self) { try shop.tap(title) }
    #expect(failure.code == code)
    #expect(failure.message.contains(message), "\(failure)")
    #expect(failure.limit == limit)
    #expect(failure.place?.file == "shop.lua")
    #expect(try shop.app.get("sold") == 0)
    #expect(shop.app.diagnostics.last?.code == code)
    if code == .luaHost { #expect(failure.underlying as? Shop.OutOfPaper == Shop.OutOfPaper(sheets: 3)) }
  }

  @Test func `an error of a Swift function is underlying wherever it comes out`() throws {
    let app = try Shop().app
    try app.extend("Book", "print") { (_: EntityID) -> Int in throw Shop.OutOfPaper(sheets: 4) }
    for body: () throws -> Void in [
      { try app.call("host") }, { _ = try app.evaluate("host()") },
      { let _: Int = try app.get("books[0]/print") },
      { _ = try app.evaluate("okit.Model.get().books[1]:print()") },
    ] {
      let failure = try #require(throws: Diagnostic.self) { try body() }
      #expect(failure.underlying is Shop.OutOfPaper, "\(failure)")
    }
  }

  @Test func `an impossible action says why`() throws {
    let app = try Shop().app
    for json in ["back", ["tap": "row:7/9"], ["tap": "tab:3"], "close", ["tap": "title"]] as [JSONValue] {
      let failure = try #require(throws: Diagnostic.self) { try app.perform(Action(json: json)) }
      #expect(failure.code == .actionImpossible)
    }
  }

  @Test(arguments: [
    ("{\"tap\":5}", "/tap: expected a string, got 5"), ("", "the data is empty"),
    ("{\"tap\":", "expected a value, found the end of the data"), ("back", "expected a value, found 'b'"),
    ("\"back\" 1", "expected the end of the data, found '1'"), ("[]", nil),
  ])
  func `an action that is not one says so`(json: String, message: String?) throws {
    let failure = try #require(throws: Diagnostic.self) { try Action(json: json.utf8) }
    #expect(failure.code == .actionJSON)
    if let message { #expect(failure.message == message) }
  }

  @Test func `other data that is not JSON has a code of its own`() throws {
    for body: () throws -> Void in [
      { _ = try Screen(json: [UInt8]()) }, { _ = try Value(json: [UInt8]()) }, { _ = try Patch(json: [UInt8]()) },
      { _ = try Diagnostic(json: [UInt8]()) },
    ] {
      let failure = try #require(throws: Diagnostic.self) { try body() }
      #expect(failure.code == "json.syntax" && failure.message == "the data is empty")
    }
  }

  @Test func `a driver throws what perform throws`() throws {
    let shop = try Shop { $0.limits.time = .seconds(1) }
    let driver = shop.app.driver
    for (title, code) in [("Fail", .luaError), ("Throw", .luaHost)] as [(Locator, Diagnostic.Code)] {
      let failure = try #require(throws: Diagnostic.self) { try driver.tap(title) }
      #expect(failure.code == code && shop.app.diagnostics.last == failure)
      #expect(try shop.app.get("sold") == 0)
    }
    #expect(try #require(throws: Diagnostic.self) { try driver.tap("Buy") }.code == "locator.none")
    try driver.tap("Sell")
    #expect(driver.screen.title == "1")
    #expect(try #require(throws: Diagnostic.self) { try driver.tap("Loop") }.limit == .time)
    #expect(try #require(throws: Diagnostic.self) { try driver.tap("Sell") }.code == .applicationStopped)
  }

  @Test func `diagnostics stay over a reload`() throws {
    let shop = try Shop()
    for _ in 0..<700 { #expect(throws: Diagnostic.self) { try shop.tap("Fail") } }
    let before = shop.app.diagnostics
    #expect(before.count >= 700 && shop.app.droppedDiagnosticCount == 0)
    try shop.app.reload()
    let again = shop.app.diagnostics
    #expect(again.starts(with: before) && shop.app.droppedDiagnosticCount == 0)
    for _ in 0..<700 { #expect(throws: Diagnostic.self) { try shop.tap("Throw") } }
    #expect(shop.app.diagnostics.count == 1000)
    #expect(shop.app.diagnostics.prefix(300) == again.suffix(300))
    #expect(shop.app.diagnostics.suffix(700).allSatisfy { $0.code == .luaHost })
    #expect(shop.app.droppedDiagnosticCount == again.count - 300)
    shop.app.close()
    #expect(shop.app.diagnostics.count == 1000 && shop.app.droppedDiagnosticCount == again.count - 300)
  }

  @Test func `diagnostics are bounded, and a sink gets all`() throws {
    var count = 0
    let app = try Shop { $0.onReport = { _ in count += 1 } }
    let before = count
    for _ in 0..<2500 { #expect(throws: Diagnostic.self) { try app.tap("Fail") } }
    #expect(count == before + 2500)
    #expect(app.app.diagnostics.count == 1000)
    #expect(app.app.droppedDiagnosticCount == before + 1500)
  }

  @Test func `after a limit the screen says so, and a reload continues`() throws {
    let shop = try Shop { $0.limits.time = .seconds(1) }
    let (app, driver) = (shop.app, shop.app.driver)
    #expect(try #require(throws: Diagnostic.self) { try shop.tap("Loop") }.limit == .time)
    #expect(try app.screen.stopped == "the script exceeded the time limit of 1 s")
    let refused = try #require(throws: Diagnostic.self) { try shop.tap("Sell") }
    #expect(refused.code == .applicationStopped && refused.limit == .time)
    try app.reload()
    #expect(try app.screen.stopped == nil)
    try shop.tap("Sell")
    #expect(app.driver === driver && driver.runtime === app.runtime)
    #expect(driver.screen.title == "1")
  }

  @Test func `an action inside of a function of the application is refused`() throws {
    let shop = try Shop()
    var failures: [Diagnostic] = []
    try shop.app.register("act") { [weak app = shop.app] in
      for act: () throws -> Void in [
        { try app?.perform(.back) }, { try app?.driver.tap("Sell") }, { try app?.driver.tap("Nothing") },
      ] {
        do { try act() } catch let error as Diagnostic { failures.append(error) }
      }
    }
    try shop.app.call("act")
    #expect(failures.map(\.code) == [.applicationTurn, .applicationTurn, .applicationTurn])
    #expect(Set(failures.map(\.message)) == ["the application performs no action while one of its functions runs"])
    #expect(try shop.app.get("sold") == 0)
    // The driver of a script acts in a function of the script.
    try shop.app.driver.tap("Sell")
    #expect(try shop.app.get("sold") == 1)
  }
}
