import OKitTestSupport

@testable import OKitEngine

/// A small bookshop for the tests of cells and controllers: one book, three genres, an author.
final class BookSample {
  let services: TestServices
  let shop: EntityID
  let book: EntityID
  let author: EntityID

  var store: ModelStore { services.store }

  init(locale: String = "en_US", timeZone: String = "UTC") throws {
    services = try TestServices(
      texts: [
        "General": "General", "New": "New", "entry": "Entry", "entrys": "Entries", "paid": "Paid",
      ], locale: locale, timeZone: timeZone)
    let store = services.store
    let entity = store.entityType
    try store.define("Genre", extending: entity, properties: [Property("name", .string)])
    try store.define("Author", extending: entity, properties: [Property("name", .string)])
    let bookType = try store.define(
      "Book", extending: entity,
      properties: [
        Property("name", .string, default: .string("Dune")), Property("date", .date), Property("marked", .bool),
        Property("type", .string, default: .string("1")), Property("kind", .int), Property("index", .int),
        Property("genre", .reference("Genre", .nullify)), Property("author", .reference("Author", .nullify)),
        Property("price", .double, default: .double(9.99)), Property("copies", .int, default: .int(3)),
        Property("size", .optional(.int)), Property("colour", .color), Property("icon", .image),
        Property("pin", .string), Property("favourite", .optional(.string)),
        Property("status", .enumeration(["open", "paid", "refused"])),
        Property("rating", .optional(.enumeration(["good", "bad"]))),
      ])
    let shopType = try store.define(
      "Shop", extending: store.type(named: "ModelTransient") ?? entity,
      properties: [
        Property("books", .list(.entity("Book"))), Property("genres", .list(.entity("Genre"))),
        Property("authors", .list(.entity("Author"))), Property("shelves", .list(.string)),
      ])
    shop = try services.registry.register(shopType)
    book = store.make(bookType, id: "dune")
    try store.set(
      shop, "genres",
      .list(
        [("FANTASY", "Fantasy"), ("SCIENCE", "Science Fiction"), ("ROMANCE", "Romance")].map {
          .map(["id": .string($0), "name": .string($1)])
        }))
    try store.set(shop, "authors", .list([.map(["id": .string("herbert"), "name": .string("Frank Herbert")])]))
    try store.set(shop, "shelves", .list([.string("Top"), .string("Bottom")]))
    try store.set(shop, "books", .list([.entity(book)]))
    try store.set(book, "genre", .string("SCIENCE"))
    try store.set(book, "date", .moment("2019-07-01T00:00:00Z"))
    guard let author = store.find("herbert") else { throw Diagnostic("test.sample", "there is no author") }
    self.author = author
  }

  func value(_ name: String) -> Value { store.get(book, name) }

  func set(_ name: String, _ value: Value) throws { try store.set(book, name, value) }

  /// A detail controller of the book, or of another entity.
  func detail(_ values: [String: PropertyReader.Input], name: String = "book", context: EntityID? = nil) throws
    -> DetailController
  {
    DetailController(
      try services.define(name, .detail, values), context: context ?? book, handle: services.nextHandle(),
      previous: nil, services: services)
  }

  /// A detail controller with one section of cells.
  func detail(_ cells: [Component], name: String = "book", context: EntityID? = nil) throws -> DetailController {
    let cells = PropertyReader.Input.list(cells.map(PropertyReader.Input.component))
    return try detail(["sections": [["cells": cells]]], name: name, context: context)
  }

  /// One cell of the book, in a controller of its own.
  func cell(_ kind: ComponentDescriptor, _ values: [String: PropertyReader.Input]) throws -> TestCell {
    let component = try services.component(kind, values)
    return TestCell(try detail([component], name: "controller\(services.nextHandle().id)"))
  }
}

/// A cell together with the controller that it belongs to.
struct TestCell {
  let controller: DetailController
  let cell: Cell

  init(_ controller: DetailController) {
    self.controller = controller
    cell = controller.sections[0].cells[0]
  }

  func row(editing: Bool = false, isSelected: Bool = false) -> Screen.Row? {
    cell.row(editing: editing, isSelected: isSelected)
  }

  func control(editing: Bool = true) -> Control? { row(editing: editing, isSelected: editing)?.control }

  func edit(_ edit: ScreenAction.Edit) throws { try cell.edit(edit, editing: true, isSelected: true) }
}

extension Control {
  /// The control without the texts of its values, its width and its images.
  var withoutTexts: Control {
    var control = with { _ in nil }
    control.look = nil
    return control
  }
}

extension Diagnostic {
  /// The message of the error that `body` throws, nil when it throws none.
  static func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
  }
}
