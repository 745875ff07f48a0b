package import OKitEngine

/// A library in a host: the schema that most tests of models use.
package struct ModelFixture {
  package let host: TestHost
  package var store: ModelStore { host.store }
  package let registry: ModelRegistry
  package let library: EntityID

  package init(
    seed: UInt64 = 1, name: String = ModelStore.defaultModelName, host: TestHost? = nil,
    storage: any DocumentStorage = TransientStorage(), databases: (any RowStorages)? = nil
  ) throws {
    self.host = host ?? TestHost(seed: seed)
    // Launches are not counted: the storages of tests have only what they are about.
    if host == nil { self.host.store.idGenerator = IDGenerator(repeating: seed) }
    let host = self.host
    if host.store.type(named: "Library") == nil {
      try Self.define(in: host, databases == nil ? "Model" : "ModelSQLite")
    }
    registry = ModelRegistry(store: host.store, storage: LazyStorage(root: "docs") { storage }, databases: databases)
    library = try registry.register(try host.store.requireType("Library", for: "test"), name: name)
  }

  private static func define(in host: TestHost, _ model: String) throws {
    try host.define("Person", [Property("name", .string)])
    try host.define(
      "Chapter",
      [
        Property("title", .string), Property("pages", .int), Property("scenes", .list(.entity("Chapter"))),
        Property("remarks", .list(.string)),
      ])
    try host.define(
      "Book",
      [
        Property("title", .string), Property("price", .double), Property("isRead", .bool),
        Property("released", .date, default: .date(DateValue(secondsSince2001: 0))), Property("cover", .data),
        Property("tint", .color), Property("genre", .enumeration(["fiction", "science", "poetry"])),
        Property("subtitle", .optional(.string)), Property("chapters", .list(.entity("Chapter"))),
        Property("appendix", .entity("Chapter")), Property("author", .reference("Person", .nullify)),
        Property("tags", .list(.string)), Property("labels", .set(.string)), Property("prices", .map(.double)),
        Property("parts", .map(.entity("Chapter"))), Property("draft", .string, isTransient: true),
      ])
    try host.define("Novel", "Book", [Property("hero", .string)])
    try host.define(
      "Library", model,
      [
        Property("books", .list(.entity("Book"))), Property("persons", .list(.entity("Person"))),
        Property("featured", .entity("Book")), Property("shelf", .list(.reference("Book", .remove))),
        Property("motto", .string),
      ])
  }

  // MARK: Making and finding

  package func make(_ type: String, _ values: [String: Value] = [:]) throws -> EntityID {
    try store.create(try store.requireType(type, for: "test"), values)
  }

  /// A new entity at the end of a collection.
  @discardableResult
  package func add(_ type: String, _ values: [String: Value] = [:], to property: String, of owner: EntityID? = nil)
    throws
    -> EntityID
  {
    let entity = try make(type, values)
    try store.insert(.entity(entity), into: try list(property, of: owner))
    return entity
  }

  package func list(_ property: String, of owner: EntityID? = nil) throws -> CollectionRef {
    let owner = owner ?? library
    guard let slot = store.type(of: owner)?.property(named: property)?.slot else {
      throw Diagnostic("test.property", "there is no \(property)")
    }
    return CollectionRef(owner: owner, slot: slot)
  }

  package func ids(_ property: String, of owner: EntityID? = nil) throws -> [String?] {
    store.entities(try list(property, of: owner)).map(store.id)
  }

  package var snapshot: JSONValue { store.jsonValue(library) }
}

extension TestHost {
  @discardableResult
  package func define(_ name: String, _ properties: [Property]) throws -> EntityType {
    try define(name, "ModelEntity", properties)
  }

  @discardableResult
  package func define(_ name: String, _ superType: String, _ properties: [Property]) throws -> EntityType {
    try store.define(name, extending: try store.requireType(superType, for: "test"), properties: properties)
  }
}
