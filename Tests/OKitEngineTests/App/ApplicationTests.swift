import OKitEngine
import OKitTestSupport
import Testing

/// An application without scripts, as a program has it.
@Suite struct ApplicationTests {
  private struct OutOfStock: Error { let stock: Int }

  /// A shop with a book, of which two are in stock.
  private func shop(
    _ controllers: String = Self.controllers, in folder: String? = nil, hasFixture: Bool = true
  ) throws -> Application {
    var options = Application.Options()
    options.documents = folder
    if hasFixture { options.fixture = ["books": [["name": "Dune", "stock": 2]]] }
    options.onReport = { _ in }
    let app = try Application(options: options)
    try app.define("Book", [Property("name", .string), Property("stock", .int)])
    try app.define("Shop", extending: "Model", [Property("books", .list(.entity("Book")))])
    try app.extend("Book", "sell") { [unowned app] (book: EntityID, count: Int) -> Int in
      let stock: Int = try app.get("stock", of: book)
      try app.set("stock", of: book, to: stock - count)
      guard stock >= count else { throw OutOfStock(stock: stock) }
      return stock - count
    }
    try app.registerModel("Shop")
    try app.define(controllers: controllers.utf8, file: "screens.json")
    try app.launch()
    return app
  }

  private static let controllers = #"""
    [
      {
        "class": "ModelListTableController", "name": "home", "dataPath": "books",
        "cell": { "class": "ModelTableCell", "path": "name", "detailPath": "stock", "segue": "book" },
        "right": [
          { "class": "ModelBarButtonItem", "title": "#Sell", "tap": "books[0]/sell(#1)" },
          { "class": "ModelBarButtonItem", "title": "#Many", "tap": "books[0]/sell(#9)" },
          { "class": "ModelBarButtonItem", "title": "#Wrong", "tap": "books[0]/sell(#many)" }
        ]
      },
      {
        "class": "ModelDetailTableController", "name": "book", "titlePath": "name",
        "sections": [
          { "header": "#Stock", "cells": [{ "class": "ModelTextCell", "path": "#Stock", "textPath": "stock" }] }
        ]
      }
    ]
    """#

  private func tap(_ element: String) throws -> Action { try Action(json: ["tap": .string(element)]) }

  private func code(_ body: () throws -> Void) -> Diagnostic.Code? {
    #expect(throws: Diagnostic.self, performing: body)?.code
  }

  @Test func `the example runs`() throws {
    let folder = try TestFolder([:])
    let (rows, changes, seen, stock) = try engineExample(in: folder.path)
    #expect(rows == ["1", "1"] && changes == ["/books/0/stock"] && seen == [1, 2] && stock == 2)
    let example = try ArticleExample("Tests/OKitEngineTests/App/EngineExample.swift")
    #expect(try example.isIn("docs/swift.md"), "docs/swift.md does not have the example as it is:\n\(example.block)")
  }

  @Test func `rows open the screens of other controllers`() throws {
    let app = try shop()
    try app.driver.tap("Dune")
    #expect(try app.screen.title == "Dune")
    #expect(try app.screen.sections.first?.header == "Stock")
    try app.perform(.back)
    #expect(try app.screen.name == "home")
  }

  @Test func `an action throws what its function has thrown, and changes nothing`() throws {
    let app = try shop()
    let error = #expect(throws: Diagnostic.self) { try app.perform(tap("right:1")) }
    #expect(error?.code == "function.failed" && (error?.underlying as? OutOfStock)?.stock == 2)
    #expect(try app.get("books[0]/stock") == 2)
    #expect(code { try app.perform(tap("right:2")) } == "function.argument")
    #expect(code { try app.perform(tap("right:7")) } == .actionImpossible)
  }

  @Test func `another application continues with what was stored`() throws {
    let folder = try TestFolder([:])
    let first = try shop(in: folder.path)
    try first.perform(tap("right:0"))
    #expect(throws: Never.self) { try first.store() }
    try first.close(storing: true)
    let second = try shop(in: folder.path, hasFixture: false)
    #expect(try second.get("books[0]/stock") == 1)
    #expect(first.isClosed && code { try first.set("books[0]/stock", to: 3) } == .applicationClosed)
    #expect(code { _ = try first.screen } == .applicationClosed)
  }

  @Test func `sequences have what was committed`() async throws {
    let app = try shop()
    let values = try app.values("books[0]/stock", as: Int.self)
    let changes = app.changes
    try app.perform(tap("right:0"))
    _ = code { try app.perform(tap("right:1")) }
    app.close()
    var (stocks, paths): ([Int], [String]) = ([], [])
    for try await stock in values { stocks.append(stock) }
    for try await patches in changes { paths += patches.map(\.path) }
    #expect(stocks == [1] && paths == ["/books/0/stock"])
  }

  @Test func `an observer of another type is refused`() throws {
    let app = try shop()
    #expect(code { _ = try app.observe("books[0]/name", as: Int.self) { _ in } } == .luaValue)
    #expect(code { try app.extend("Book", "end") { (book: EntityID) in 1 } } == .luaName)
    #expect(code { try app.extend("Bok", "sold") { (book: EntityID) in 1 } } == "function.type")
    #expect(code { try app.define("Book", []) } == "model.duplicateType")
    #expect(code { try app.registerModel("Shp", name: "other") } == "model.unknownType")
    #expect(code { try app.define(storyboard: "<document/>") } == "part.missing")
    #expect(code { try app.launch() } == "app.launched")
  }

  @Test func `an action without a screen says what to do`() throws {
    let app = try Application()
    defer { app.close() }
    func refusal() -> Diagnostic? { #expect(throws: Diagnostic.self) { try app.perform(.back) } }
    #expect(refusal()?.code == "action.impossible")
    #expect(refusal()?.message == "the application shows no screen yet")
    #expect(refusal()?.hint == "define a controller first")
    try app.define("Shop", extending: "Model", [Property("name", .string)])
    try app.registerModel("Shop")
    try app.define(
      controllers: #"[{ "class": "ModelDetailTableController", "name": "home", "titlePath": "name" }]"#.utf8)
    #expect(refusal()?.hint == "call launch first")
  }

  @Test(arguments: [
    ([], "Book.kind: an enumeration needs a case"),
    (["new", "used", "new"], "Book.kind: the enumeration has the case \"new\" twice"),
  ])
  func `an enumeration has different cases`(cases: [String], message: String) throws {
    let app = try Application()
    defer { app.close() }
    for type in [PropertyType.enumeration(cases), .optional(.enumeration(cases)), .list(.enumeration(cases))] {
      let failure = #expect(throws: Diagnostic.self) { try app.define("Book", [Property("kind", type)]) }
      #expect(failure?.code == "model.property")
      #expect(failure?.message == message)
    }
  }

  @Test(arguments: [0, -1])
  func `a limit that permits no model is refused`(limit: Int) {
    var options = Application.Options()
    options.documentLimit = limit
    let failure = #expect(throws: Diagnostic.self) { try Application(options: options).close() }
    #expect(failure?.code == "storage.limit")
  }

  @Test func `models need no screens`() throws {
    var options = Application.Options()
    options.fixture = ["count": 1]
    let app = try Application(options: options)
    try app.define("Counter", extending: "Model", [Property("count", .int)])
    try app.registerModel("Counter")
    try app.launch()
    try app.set("count", to: 3)
    #expect(try app.undo())
    #expect(try app.get("count") == 1)
    #expect(try app.redo())
    #expect(try app.get("count") == 3)
  }

  @Test func `a controller can extend another one of the same data`() throws {
    let app = try shop(
      #"""
      [
        { "class": "ModelListTableController", "name": "base", "dataPath": "books", "titlePath": "#Books" },
        { "class": "base", "name": "home", "cell": { "class": "ModelTableCell", "path": "name" } }
      ]
      """#)
    #expect(try app.screen.name == "home" && app.screen.title == "Books")
    #expect(try app.screen.sections.first?.rows.map(\.text) == ["Dune"])
  }

  @Test(arguments: [
    (#"[{ "class": "ModelListTableController" }]"#, "controller.property", "screens.json:1:2"),
    (#"[{ "class": "ModelListTable", "name": "home" }]"#, "controller.unknown", "screens.json:1:2"),
    (
      "[{ \"class\": \"ModelListTableController\", \"name\": \"home\",\n  \"titel\": \"#A\" }]",
      "controller.unknownProperty",
      "screens.json:2:3"
    ),
    (#"[{ "class": "ModelTableCell", "name": "home" }]"#, "controller.property", "screens.json:1:2"),
    (
      "[{ \"class\": \"ModelListTableController\", \"name\": \"home\",\n  \"dataPath\": \"books[\" }]",
      "binding.syntax",
      "screens.json:2:3"
    ),
    (#"{ "class": "ModelListTableController" }"#, "controller.property", "screens.json:1:1"),
    ("[{ \"class\": \"ModelListTableController\",\n  \"name\" }]", "json.syntax", "screens.json:2:10"),
    (
      "[{ \"class\": \"ModelListTableController\", \"name\": \"home\",\n  \"cell\": { \"class\": \"ModelCell\" } }]",
      "controller.unknown", "screens.json:2:3"
    ),
  ])
  func `a mistake in controllers has its line`(json: String, code: Diagnostic.Code, place: String) throws {
    let error = #expect(throws: Diagnostic.self) { _ = try shop(json) }
    #expect(error?.code == code && error?.place?.description == place)
  }
}
