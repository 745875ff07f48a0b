package import OKitEngine

/// A shop with items in a list, a map and on shelves, for the tests of what is kept up by differences.
package final class ItemWorld {
  package let services: TestServices
  package let shop: EntityID
  private var made = 0

  package var store: ModelStore { services.store }
  package var evaluator: Evaluator { services.evaluator }

  package init() throws {
    services = try TestServices()
    let (store, host) = (services.store, services.host)
    let item = try store.define(
      "Item", extending: store.entityType,
      properties: [
        Property("name", .string), Property("rank", .int), Property("price", .double),
        Property("stock", .optional(.int)), Property("added", .date), Property("marked", .bool),
        Property(
          "ratio", .double,
          computed: host.function { item, _ in
            guard case .entity(let item) = item, let price = store.get(item, "price").double,
              let rank = store.get(item, "rank").double
            else { return .null }
            return .double(price / rank)
          }),
      ])
    try store.define("Special", extending: item, properties: [Property("discount", .double)])
    try store.define("Shelf", extending: store.entityType, properties: [Property("items", .list(.entity("Item")))])
    let type = try store.define(
      "Shop", extending: store.requireType("ModelTransient", for: "test"),
      properties: [
        Property("items", .list(.entity("Item"))), Property("others", .map(.entity("Item"))),
        Property("best", .list(.reference("Item", .remove))), Property("shelves", .list(.entity("Shelf"))),
      ])
    shop = try services.registry.register(type)
  }

  package func collection(_ name: String, of owner: EntityID? = nil) -> CollectionRef {
    guard case .collection(let collection) = store.get(owner ?? shop, name) else {
      return CollectionRef(owner: shop, slot: -1)
    }
    return collection
  }

  package var items: CollectionRef { collection("items") }
  package var shelves: CollectionRef { collection("shelves") }

  package func define(_ name: String, _ superType: String, _ properties: [Property]) throws {
    try store.define(name, extending: store.requireType(superType, for: "test"), properties: properties)
  }

  package func create(_ type: String, _ values: [String: Value]) throws -> EntityID {
    made += 1
    let id = ["id": Value.string("\(type)\(made)")]
    return try store.create(store.requireType(type, for: "test"), values.merging(id) { own, _ in own })
  }

  package func make(_ rank: Int, as type: String = "Item") throws -> EntityID {
    try create(
      type,
      [
        "name": .string("n\(rank)"), "rank": .int(rank), "price": .double(Double(rank) / 10),
        "added": .date(DateValue(secondsSince2001: Double(rank))),
      ])
  }

  @discardableResult
  package func add(_ rank: Int, as type: String = "Item", at index: Int? = nil) throws -> EntityID {
    let item = try make(rank, as: type)
    try store.insert(.entity(item), into: items, at: index)
    return item
  }

  /// A shelf with ten items.
  package func addShelf() throws -> EntityID {
    let shelf = try create("Shelf", [:])
    try store.insert(.entity(shelf), into: shelves)
    for rank in 0..<10 { try store.insert(.entity(try make(rank)), into: collection("items", of: shelf)) }
    return shelf
  }
}
