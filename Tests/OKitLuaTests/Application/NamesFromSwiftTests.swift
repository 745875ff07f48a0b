import OKitLua
import Testing

/// Names that a program gives to functions, classes and variables of its script, and paths that it reads.
@Suite struct NamesFromSwiftTests {
  @Test(arguments: [
    "", " ", "a b", "end", "1st", "a..b", ".a", "a.", "a-b", "größe", "a\nb", "shop.function", "a\u{0}",
  ])
  func `what is no name is refused`(_ name: String) throws {
    let app = try Shop().app
    for body: () throws -> Void in [
      { try app.register(name) { 1 } }, { try app.extend("Book", name) { (_: EntityID) in 1 } },
      { try app.define(name, []) }, { try app.setGlobal(name, to: 1) },
    ] {
      #expect(try #require(throws: Diagnostic.self) { try body() }.code == .luaName)
    }
    // Only functions and variables can be fields of tables.
    let function = { (_: EntityID) in 1 }
    #expect(try #require(throws: Diagnostic.self) { try app.extend("Book", "a.b", function) }.code == .luaName)
    #expect(try #require(throws: Diagnostic.self) { try app.define("a.b", []) }.code == .luaName)
    // Nothing of it is there after a reload.
    try app.reload()
  }

  @Test(arguments: ["", "end", "a b", "a/b", "@x", "a\u{0}", "1st", "a.b"])
  func `a property needs a name`(_ name: String) throws {
    let app = try Shop().app
    let failure = try #require(throws: Diagnostic.self) {
      try app.define("Pen", [Property("color", .string), Property(name, .string)])
    }
    #expect(failure.code == .luaName && failure.message.hasPrefix("Pen: "))
    try app.define("Pen", [Property("color", .string)])
  }

  @Test func `a property has a default of its type, or the current time`() throws {
    let app = try Shop().app
    for property in [
      Property("x", .int, defaultsToNow: true), Property("x", .list(.date), defaultsToNow: true),
      Property("x", .list(.int), default: .list([.int(1)])), Property("x", .map(.int), default: .map(["a": .int(1)])),
      Property("x", .entity("Book"), default: .map(["name": .string("Dune")])),
    ] {
      let failure = try #require(throws: Diagnostic.self) { try app.define("Pen", [property]) }
      #expect(failure.code == "model.property" && failure.message.hasPrefix("Pen.x: "), "\(failure)")
    }
    let endless = Property("x", .date, default: .date(DateValue(secondsSince1970: .infinity)))
    let failure = try #require(throws: Diagnostic.self) { try app.define("Pen", [endless]) }
    #expect(failure.code == "model.type" && failure.message.hasSuffix("got Date inf"), "\(failure)")
    try app.define("Pen", [Property("at", .optional(.date), defaultsToNow: true), Property("on", .day)])
    #expect(try app.evaluate("Pen {}.at == okit.now(), Pen {}.on == okit.today()") == ["true", "true"])
  }

  @Test(arguments: ["okit", "_G", "_ENV", "string", "print", "require", "io"])
  func `what Lua and okit have is not replaced`(_ name: String) throws {
    let app = try Shop().app
    for body: () throws -> Void in [
      { try app.register(name) { 1 } }, { try app.register("\(name).format") { 1 } }, { try app.define(name, []) },
      { try app.register(name) { () async throws in 1 } }, { try app.setGlobal(name, to: 1) },
      { try app.setGlobal("\(name).a.b", to: 1) },
    ] {
      let failure = try #require(throws: Diagnostic.self) { try body() }
      #expect(failure.code == .luaName && failure.message.contains("\"\(name)\" belongs to Lua or okit"), "\(failure)")
    }
    try app.reload()
    #expect(try app.evaluate("('%d'):format(1), okit ~= nil") == ["1", "true"])
  }

  @Test func `a class is not called as a type of values`() throws {
    let app = try Shop().app
    for name in ["String", "Number", "List"] {
      #expect(try #require(throws: Diagnostic.self) { try app.define(name, []) }.code == .luaName)
    }
  }

  @Test func `nothing is a field of what is not a table`() throws {
    let app = try Shop().app
    try app.define("Author", [])
    try app.setGlobal("count", to: 1)
    for path in ["Author.x", "Author.x.y", "count.x", "count.a.b"] {
      for body: () throws -> Void in [{ try app.register(path) { 1 } }, { try app.setGlobal(path, to: 1) }] {
        let failure = try #require(throws: Diagnostic.self) { try body() }
        #expect(failure.code == .luaName && failure.message.hasSuffix("is not a table"), "\(failure)")
      }
    }
    try app.reload()
  }

  @Test func `a class is not replaced, and gets no fields`() throws {
    let app = try LuaApplication()
    try app.define("Author", [])
    try app.run(
      text: """
        Book = okit.ModelEntity:extend("Book", {})
        Cell = okit.ModelTableCell:extend("Cell", {})
        shop = {}
        """)
    for name in ["Author", "Book", "Cell"] {
      for path in [name, "\(name).sell", "\(name).a.b"] {
        for body: () throws -> Void in [
          { try app.register(path) { 1 } }, { try app.register(path) { () async throws in 1 } },
          { try app.setGlobal(path, to: 1) },
        ] {
          let failure = try #require(throws: Diagnostic.self) { try body() }
          #expect(failure.code == .luaName, "\(failure)")
          #expect(failure.hint == "functions of classes are added with extend")
        }
      }
    }
    #expect(try app.evaluate("tostring(Author), tostring(Book)") == ["class Author", "class Book"])
    // A table of the script gets fields, and is replaced.
    try app.register("shop.greet") { 1 }
    #expect(try app.call("shop.greet") == 1)
    try app.setGlobal("shop", to: 2)
    #expect(try app.global("shop") == 2)
  }

  @Test func `a function of a class is a method in Lua, and a name in bindings`() throws {
    let app = try Shop().app
    try app.extend("Book", "sell") { [unowned app] (book: EntityID, count: Int) -> Int in
      let stock: Int = try app.get("stock", of: book)
      try app.set("stock", of: book, to: stock - count)
      return stock - count
    }
    #expect(try app.evaluate("okit.Model.get().books[1]:sell(3)") == ["-2"])
    #expect(try app.get("books[0]/stock") == -2)
    #expect(try app.get("books[0]/sell(#1)") == -3)
    // Another function replaces it; properties and functions of the class come first.
    try app.extend("Book", "sell") { (_: EntityID) in "gone" }
    try app.extend("Book", "stock") { (_: EntityID) in "hidden" }
    #expect(try app.evaluate("okit.Model.get().books[1]:sell(), okit.Model.get().books[1].stock") == ["gone", "-3"])
    try app.reload()
    #expect(try app.evaluate("okit.Model.get().books[2]:sell()") == ["gone"])
  }

  @Test func `messages speak of what the program has called`() throws {
    let app = try Shop().app
    func failure(_ body: () throws -> Void) throws -> Diagnostic {
      try #require(throws: Diagnostic.self) { try body() }
    }
    let function = { (number: Double) in number }
    #expect(try failure { try app.extend("Nubmer", "vat", function) }.message == "unknown type \"Nubmer\"")
    #expect(try failure { try app.extend("Nubmer", "vat", function) }.hint == "did you mean \"Number\"?")
    #expect(
      try failure { _ = try app.evaluate("okit.extend('Nubmer', { vat = print })") }.message
        == "okit.extend: unknown type \"Nubmer\"")
    try app.define("Author", [])
    #expect(
      try failure { try app.define("Author", []) }.message == "the class \"Author\" is already defined by the program")
    #expect(
      try failure { try app.define("Book", []) }.message == "the class \"Book\" is already defined at shop.lua:2")
    #expect(
      try failure { try app.define("Model", []) }.message == "the class \"Model\" is already defined by okit itself")
    #expect(
      try failure { try app.define("Pen", extending: "Bok", []) }.hint == "did you mean \"Book\"?")
  }

  @Test(arguments: [
    ("naem", "binding.unknownName"), ("books[0]/naem", "binding.unknownName"), ("books[7]/naem", "binding.unknownName"),
    ("sold/naem", "binding.unknownName"), ("note/naem", "binding.unknownName"), ("books[", "binding.syntax"),
    ("shop>sold", "binding.unknownModel"),
  ])
  func `an unknown path throws`(_ path: String, _ code: String) throws {
    let app = try Shop().app
    let failure = try #require(throws: Diagnostic.self) { let _: Value = try app.get(path) }
    #expect(failure.code.rawValue == code)
    // Also the next time.
    #expect(throws: Diagnostic.self) { let _: Value = try app.get(path) }
  }

  @Test func `without a model, no name is known`() throws {
    let app = try LuaApplication()
    for path in ["naem", "a/b", "a.b", "/a", "a[0]", "a,b", "=a + 1"] {
      for body: () throws -> Void in [
        { let _: Value = try app.get(path) }, { _ = try app.observe(path, as: Int?.self) { _ in } },
      ] {
        let failure = try #require(throws: Diagnostic.self, "\(path)") { try body() }
        #expect(
          failure.code == .bindingUnknownName && failure.message.hasSuffix("no model is registered"), "\(failure)")
      }
    }
    #expect(try #require(throws: Diagnostic.self) { try app.set("a", to: 1) }.code == .bindingUnknownName)
    #expect(try app.get("#1") == 1)
    #expect(try app.get("=1 + 2") == 3)
    try app.run(text: "okit.Model.register(okit.Model:extend('Shop', { a = 1 }), 'shop')")
    let failure = try #require(throws: Diagnostic.self) { let _: Value = try app.get("a") }
    #expect(failure.code == .bindingUnknownName && failure.hint?.contains("shop>a") == true, "\(failure)")
    #expect(try app.get("shop>a") == 1)
  }

  @Test func `a path that leads nowhere now is null`() throws {
    let app = try Shop().app
    let none: String? = try app.get("books[7]/name")
    #expect(none == nil)
    #expect(try #require(throws: Diagnostic.self) { let _: Int = try app.get("note") }.code == .luaValue)
  }
}
