import OKitLua
import OKitTestSupport
import Testing

/// An application whose script could not be loaded: it stays usable, and another script can be run.
@Suite struct FailedLoadTests {
  private static let good = """
    local shop = okit.Model.register(okit.Model:extend('Shop', { count = 1, books = okit.types.list(Book) }))
    okit.ModelDetailTableController:extend('home', { titlePath = 'count' })
    function total() return shop.count + rate('EUR') end
    function names() return shop:get('books/name') end
    """

  /// What a program has defined before its script runs.
  private func prepared(_ change: (inout LuaApplication.Options) -> Void = { _ in }) throws -> LuaApplication {
    var options = LuaApplication.Options()
    options.onReport = { _ in }
    change(&options)
    let app = try LuaApplication(options: options)
    try app.define("Book", [Property("name", .string)])
    try app.extend("Number", "twice") { (number: Double) in 2 * number }
    try app.register("rate") { (_: String) in 2 }
    return app
  }

  static let bad = [
    ("local x =", "lua.syntax"), ("error('no')", "lua.error"), ("okit.Model:extend('Shop', {}) nothing()", "lua.error"),
    ("okit.Model.register(okit.Model:extend('Shop', { count = 5 })) error('late')", "lua.error"),
    ("okit.ModelDetailTableController:extend('other', { titel = 'a' })", "controller.unknownProperty"),
    ("while true do end", "lua.limit"),
  ]

  @Test(arguments: bad)
  func `another script runs after one that has failed`(_ script: String, _ code: String) throws {
    let app = try prepared { $0.limits.instructions = 10_000_000 }
    let screen = app.driver
    for _ in 0..<2 {
      let failure = try #require(throws: Diagnostic.self) { try app.run(text: script) }
      #expect(failure.code.rawValue == code, "\(failure)")
    }
    try app.run(text: Self.good)
    #expect(try app.call("total") == 3)
    #expect(try app.get("count/twice") == 2.0)
    #expect(try app.screen.title == "1" && screen.screen.title == "1")
    #expect(try #require(throws: Diagnostic.self) { try app.run(text: Self.good) }.code == "app.script")
    try app.reload()
    #expect(try app.call("total") == 3)
    try app.close(storing: true)
  }

  @Test func `nothing of a script that has failed is there`() throws {
    let folder = try TestFolder([:])
    let app = try prepared {
      $0.documents = folder.path
      $0.fixture = ["count": 4]
    }
    try app.define("Till", extending: "Model", [Property("cents", .int), Property("books", .list(.entity("Book")))])
    try app.registerModel("Till", name: "till")
    try app.set("till>cents", to: 7)
    let driver = app.driver
    let failure = try #require(throws: Diagnostic.self) {
      try app.run(
        text: """
          Pen = okit.ModelEntity:extend('Pen', { color = '' })
          local shop = okit.Model.register(okit.Model:extend('Shop', { count = 1 }), 'shop')
          shop.count = 99
          okit.Model.get('till').cents = 8
          function left() return shop.count end
          okit.extend('Number', { left = function(number) return number end })
          okit.every(1, left)
          okit.ModelDetailTableController:extend('home', { titlePath = 'count' })
          """)
    }
    // It fails when its first screen is shown: its turn is complete.
    #expect(failure.code == "app.fixture")
    #expect(try #require(throws: Diagnostic.self) { try app.call("left") }.code == .luaFunction)
    for path in ["shop>count", "till>cents/left"] {
      #expect(throws: Diagnostic.self, "\(path)") { let _: Value = try app.get(path) }
    }
    #expect(try app.evaluate("Pen") == ["nil"])
    #expect(try app.nextTimer == nil && app.screen.name.isEmpty && driver.screen.name.isEmpty)
    // What the program has is there, and is stored.
    #expect(try app.get("till>cents") == 7)
    #expect(try app.evaluate("rate('EUR'), Book { name = 'Dune' }.name") == ["2", "Dune"])
    try app.set("till>cents", to: 9)
    try app.store()
    try app.run(
      text: """
        local Shop = okit.Model:extend('Shop', { count = 1 })
        okit.Model.register(Shop, 'shop')
        okit.Model.register(Shop)
        """)
    #expect(try app.get("shop>count") == 1 && app.get("count") == 4 && app.get("till>cents") == 9)
    app.close()
    let next = try prepared { $0.documents = folder.path }
    try next.define("Till", extending: "Model", [Property("cents", .int), Property("books", .list(.entity("Book")))])
    try next.registerModel("Till", name: "till")
    #expect(try next.get("till>cents") == 9)
  }

  @Test func `a script without screens gets the fixture once`() throws {
    let script = "local shop = okit.Model.register(okit.Model:extend('Shop', { count = 1 }))"
    let app = try prepared { $0.fixture = ["count": 4] }
    #expect(throws: Diagnostic.self) { try app.run(text: "\(script) error('no')") }
    try app.run(text: script)
    #expect(try app.get("count") == 4)
    try app.set("count", to: 5)
    try app.launch()
    try app.reload()
    #expect(try app.get("count") == 5)
    for (fixture, code) in [(["nuber": 1], "model.unknownProperty"), (["count": "many"], "model.decode")]
      as [(JSONValue, String)]
    {
      let app = try prepared { $0.fixture = fixture }
      let failure = try #require(throws: Diagnostic.self) { try app.run(text: script) }
      #expect(failure.code.rawValue == code, "\(failure)")
    }
    let none = try prepared { $0.fixture = ["count": 4] }
    #expect(try #require(throws: Diagnostic.self) { try none.run(text: "x = 1") }.code == "app.fixture")
  }

  @Test func `a file that was not found can be named again`() throws {
    let (folder, app) = (try TestFolder(["shop.lua": Self.good]), try prepared())
    for (name, message) in [
      ("\(folder.path)/shpo.lua", "No such file or directory"), (folder.path, "it is a directory"),
      ("", "cannot read \"\": an empty text is not a path"), ("a\u{0}b", "a path cannot have a NUL character"),
    ] {
      let failure = try #require(throws: Diagnostic.self) { try app.run(script: name) }
      #expect(failure.code == "file.read" && failure.message.hasSuffix(message), "\(failure)")
    }
    try app.run(script: "\(folder.path)/shop.lua")
    #expect(try app.call("total") == 3)
    // From then on, it is the script of the application.
    try folder.write(Self.good.replacing("count +", with: "count + 10 +"), to: "shop.lua")
    try app.reload()
    #expect(try app.call("total") == 13)
  }

  @Test func `the fixture and the stored models are those of the first script`() throws {
    let folder = try TestFolder([:])
    let app = try prepared {
      $0.documents = folder.path
      $0.fixture = ["books": [["name": "Dune"]], "count": 4]
    }
    #expect(throws: Diagnostic.self) { try app.run(text: Self.good + "\nerror('late')") }
    try app.run(text: Self.good)
    #expect(try app.call("names") == ["Dune"] && app.get("count") == 4)
    try app.close(storing: true)
    let next = try prepared { $0.documents = folder.path }
    #expect(throws: Diagnostic.self) { try next.run(text: "error('no')") }
    try next.run(text: Self.good)
    #expect(try next.call("names") == ["Dune"] && next.get("count") == 4)
    next.close()
  }

  @Test func `definitions are made between two scripts`() throws {
    let app = try prepared()
    #expect(throws: Diagnostic.self) { try app.run(text: "local x =") }
    try app.define("Pen", [Property("color", .string)])
    try app.register("late") { "late" }
    #expect(throws: Diagnostic.self) { try app.run(text: "late() local y = nil + 1") }
    try app.run(text: Self.good + "\npen = Pen { color = late() }")
    #expect(try app.evaluate("pen.color") == ["late"])
  }
}
