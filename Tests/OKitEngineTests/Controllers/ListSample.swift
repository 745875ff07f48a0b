import OKitTestSupport

@testable import OKitEngine

/// A shop with books and authors, for the tests of lists and selections.
final class ListSample {
  let services: TestServices
  let shop: EntityID
  private(set) var controllers = 0

  var store: ModelStore { services.store }

  init(texts: [String: String] = [:]) throws {
    services = try TestServices(texts: texts)
    let store = services.store
    let entity = store.entityType
    try store.define("Author", extending: entity, properties: [Property("name", .string)])
    try store.define(
      "Book", extending: entity,
      properties: [
        Property("name", .string), Property("genre", .optional(.string)), Property("price", .optional(.double)),
        Property("date", .optional(.date)), Property("marked", .bool), Property("rank", .int),
        Property("author", .reference("Author", .nullify)), Property("key", .string),
        Property("optionalKey", .optional(.string)),
        Property("authors", .list(.reference("Author", .remove))), Property("keys", .list(.string)),
        Property("others", .set(.reference("Author", .restrict))),
      ])
    let shopType = try store.define(
      "Shop", extending: store.type(named: "ModelTransient") ?? entity,
      properties: [Property("books", .list(.entity("Book"))), Property("authors", .list(.entity("Author")))])
    shop = try services.registry.register(shopType)
  }

  // MARK: Data

  /// Adds a book at the end, or at a position.
  @discardableResult
  func add(_ name: String, _ values: [String: Value] = [:], at index: Int? = nil) throws -> EntityID {
    guard let type = store.type(named: "Book") else { throw Diagnostic("test.sample", "there are no books") }
    let book = store.make(type, id: values["id"]?.scalarText)
    try store.set(book, "name", .string(name))
    for (name, value) in values where name != "id" { try store.set(book, name, value) }
    try store.insert(.entity(book), into: books, at: index)
    return book
  }

  func addAuthors(_ names: [String]) throws {
    try store.set(
      shop, "authors", .list(names.map { .map(["id": .string($0.lowercased()), "name": .string($0)]) }))
  }

  var books: CollectionRef { collection("books", of: shop) }

  func collection(_ name: String, of owner: EntityID) -> CollectionRef {
    guard case .collection(let collection) = store.get(owner, name) else {
      return CollectionRef(owner: owner, slot: -1)
    }
    return collection
  }

  func book(_ name: String) throws -> EntityID {
    guard let book = store.entities(books).first(where: { store.get($0, "name") == .string(name) }) else {
      throw Diagnostic("test.sample", "there is no book \(name)")
    }
    return book
  }

  func value(_ name: String, of book: String) throws -> Value { store.get(try self.book(book), name) }

  /// The keys that a property of references holds.
  func keys(_ name: String, of owner: EntityID) -> [String] {
    store.elements(collection(name, of: owner)).compactMap { store.referenceKey(of: $0) }
  }

  // MARK: Controllers

  /// A list of the books with their names, unless the values say otherwise.
  func list(_ values: [String: PropertyReader.Input] = [:], cell: [String: PropertyReader.Input] = ["path": "name"])
    throws -> ListController
  {
    var all = values.merging(["dataPath": "books", "type": "Book", "searchPath": "name"]) { own, _ in own }
    if all["cell"] == nil { all["cell"] = .component(try services.component(.tableCell, cell)) }
    controllers += 1
    return ListController(
      try services.define("list\(controllers)", .list, all), context: shop, handle: services.nextHandle(),
      previous: nil,
      services: services)
  }

  /// A detail with the books in several sections between its cells.
  func detail() throws -> DetailController {
    let cell: PropertyReader.Input = .component(try services.component(.tableCell, ["path": "name"]))
    let total: PropertyReader.Input = .component(try services.component(.tableCell, ["path": "books.@count"]))
    controllers += 1
    return DetailController(
      try services.define(
        "detail\(controllers)", .detail,
        [
          "sections": [
            ["cells": [total]], ["header": "%Books", "footer": "%End", "dataPath": "books", "cell": cell],
            ["dataPath": "books", "rowSort": "rank,name", "cell": cell, "addField": "name", "addAppend": "#true"],
            ["header": "%Total", "cells": [total, total]],
            ["dataPath": "books", "rowSort": "genre", "rowSortAsc": "#false", "add": "#false", "cell": cell],
          ]
        ]), context: shop, handle: services.nextHandle(), previous: nil, services: services)
  }

  func selection(_ values: [String: PropertyReader.Input], context: EntityID) throws -> SelectionController {
    var all = values.merging(["dataPath": "authors", "contextPath": "/", "type": "Author"]) { own, _ in own }
    all["cell"] = .component(try services.component(.tableCell, ["path": "name"]))
    controllers += 1
    return SelectionController(
      try services.define("selection\(controllers)", .selection, all), context: context,
      handle: services.nextHandle(), previous: nil, services: services)
  }
}

extension Controller {
  /// The texts of the rows.
  var texts: [String] { screen().sections.flatMap { $0.rows.map { $0.text ?? "" } } }

  /// The sections as `header: row, row`.
  var outline: [String] {
    screen().sections.map { section in
      (section.header.map { "\($0): " } ?? "") + section.rows.map { $0.text ?? "" }.joined(separator: ", ")
    }
  }

  func row(_ text: String) throws -> Screen.Row {
    guard let row = screen().sections.flatMap(\.rows).first(where: { $0.text == text }) else {
      throw Diagnostic("test.row", "there is no row \"\(text)\"; there are \(texts)")
    }
    return row
  }

  func act(_ action: ScreenAction) throws { try perform(action, on: screen()) }

  /// Does something to the row with that text.
  func act(_ text: String, _ action: (ScreenAction.RowTarget) -> ScreenAction) throws {
    try act(action(.id(try row(text).id)))
  }

  /// Taps the bar button with that title.
  func tapBar(_ title: String) throws {
    let items = BarButtonID.Bar.allCases.flatMap(items(of:))
    guard let item = items.first(where: { $0.button.title == title }) else {
      throw Diagnostic("test.button", "there is no button \"\(title)\"")
    }
    try item.tap()
  }
}
