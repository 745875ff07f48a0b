package import OKitEngine

/// A small shop, with functions of its classes, for the tests of bindings.
package struct EvaluationFixture {
  package let host: TestHost
  package let shop: EntityID
  /// The recorded calls of functions: `name receiver arguments`.
  package let calls: Calls
  package var store: ModelStore { host.store }
  package var evaluator: Evaluator { host.evaluator }

  package final class Calls { public var list: [String] = [] }

  package init() throws {
    let host = TestHost()
    self.host = host
    let calls = Calls()
    self.calls = calls
    host.environment.localization = Localization(tables: [
      "en": ["eur": "EUR", "price": "Price:"], "de": ["price": "Preis:"],
    ])
    let person = try host.define("Person", [Property("name", .string), Property("age", .optional(.int))])
    let book = try host.define(
      "Book",
      [
        Property("title", .string), Property("price", .double), Property("stock", .optional(.int)),
        Property("isRead", .bool),
        Property("released", .date, default: .date(DateValue(secondsSince1970: 1_580_472_000))),
        Property("author", .reference("Person", .nullify)), Property("authorKey", .string),
        Property("tags", .list(.string)), Property("prices", .map(.double)),
        Property("chapters", .list(.entity("Book"))),
        Property("cover", .image), Property("tint", .color), Property("sequel", .entity("Book")),
        Property(
          "label", .string,
          computed: host.function { [unowned host] book, _ in
            guard case .entity(let book) = book else { return .null }
            return .string("\(host.store.get(book, "title").scalarText ?? "")!")
          }),
      ])
    try host.define("Novel", "Book", [Property("count", .int)])
    let shop = try host.define(
      "Shop", "Model",
      [
        Property("name", .string), Property("books", .list(.entity("Book"))),
        Property("persons", .list(.entity("Person"))),
        Property("featured", .entity("Book")), Property("offers", .map(.entity("Book"))),
      ])
    func note(_ name: String, _ body: @escaping TestHost.Body = { _, _ in .null }) -> FunctionRef {
      host.function { [unowned host] receiver, arguments in
        calls.list.append("\(name) \(Self.text(receiver, host)) \(arguments.map { Self.text($0, host) })")
        return try body(receiver, arguments)
      }
    }
    shop.define(
      function: "bestBook",
      note("bestBook") { [unowned host] shop, _ in
        guard case .entity(let shop) = shop, case .collection(let books) = host.store.get(shop, "books") else {
          return .null
        }
        return host.store.element(books, 0) ?? .null
      })
    book.define(
      function: "join",
      note("join") { [unowned host] _, arguments in
        .string(arguments.map { Self.text($0, host) }.joined(separator: "+"))
      })
    book.define(function: "fail", note("fail") { _, _ in throw Diagnostic("script.error", "boom") })
    book.define(
      function: "rename",
      note("rename") { [unowned host] book, arguments in
        guard case .entity(let book) = book, let new = arguments.last else { return .null }
        try host.store.set(book, "title", new)
        return new
      })
    person.define(
      function: "description",
      note("description") { [unowned host] person, _ in
        guard case .entity(let person) = person else { return .null }
        return host.store.get(person, "name")
      })
    let registry = ModelRegistry(store: host.store, storage: TransientStorage())
    self.shop = try registry.register(shop)
    try host.store.apply(
      [
        "name": "Books & Co",
        "persons": [["id": "p1", "name": "Ada", "age": 36], ["id": "p2", "name": "Bob"]],
        "books": [
          [
            "id": "b1", "title": "Emma", "price": 9.99, "stock": 3, "author": "p1", "authorKey": "p1",
            "tags": ["old", "new"],
            "prices": ["eur": 9, "usd": 10.5], "tint": "#ff0000", "cover": "emma",
            "chapters": [["id": "c1", "title": "One", "tags": ["new"]], ["id": "c2", "title": "Two"]],
          ],
          ["id": "b2", "title": "Faust", "price": 5, "authorKey": "p2", "isRead": true, "tags": ["old"]],
          ["id": "b3", "title": "Zen", "price": 9.99, "stock": 0, "authorKey": "nobody", "$type": "Novel", "count": 7],
        ],
        "offers": ["daily": ["id": "o1", "title": "Offer", "price": 1]],
      ], to: self.shop)
    let other = try registry.register(shop, name: "other")
    try host.store.apply(["name": "Other", "persons": [["id": "p9", "name": "Nine"]]], to: other)
    host.reports = []
  }

  package static func text(_ value: Value, _ host: TestHost) -> String {
    if case .entity(let entity) = value { return host.store.id(of: entity) ?? "gone" }
    return value.scalarText ?? "nil"
  }

  package func entity(_ id: String) throws -> EntityID {
    if id == "shop" { return shop }
    guard let entity = store.find(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
    return entity
  }

  package func get(_ text: String, in context: String? = nil) throws -> Value {
    evaluator.get(try evaluator.program(text), try context.map(entity))
  }

  /// A value as text in the tables of cases: entities by id, lists in brackets, nil as `nil`.
  package func shown(_ value: Value) -> String {
    switch value {
    case .entity(let entity): store.id(of: entity) ?? "gone"
    case .collection, .list: "[" + (evaluator.elements(of: value) ?? []).map(shown).joined(separator: " ") + "]"
    case .string(let text): "\"\(text)\""
    default: value.scalarText ?? "nil"
    }
  }
}

extension Evaluator {
  fileprivate func elements(of value: Value) -> [Value]? {
    switch value {
    case .collection(let collection): store.elements(collection)
    case .list(let values): values
    default: nil
    }
  }
}
