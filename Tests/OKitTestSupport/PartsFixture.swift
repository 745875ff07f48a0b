package import OKitEngine

/// A shop in a host, whose books have blobs and whose groups are partials.
package struct PartsFixture {
  package let host: TestHost
  package let registry: ModelRegistry
  package let shop: EntityID
  package let storage: any DocumentStorage
  /// The databases in which the shop is stored; nil for a document.
  package let databases: (any RowStorages)?
  package var store: ModelStore { host.store }

  package init(
    _ storage: any DocumentStorage = TransientStorage(), databases: (any RowStorages)? = nil, seed: UInt64 = 1,
    model: String? = nil, name: String = "default", prepare: (TestHost) throws -> Void = { _ in }
  ) throws {
    host = TestHost(seed: seed)
    // Launches are not counted: the storages of tests have only what they are about.
    host.store.idGenerator = IDGenerator(repeating: seed)
    (self.storage, self.databases) = (storage, databases)
    try Self.define(in: host)
    try prepare(host)
    registry = ModelRegistry(store: host.store, storage: storage, databases: databases)
    let model = model ?? (databases == nil ? "Shop" : "Database")
    shop = try registry.register(try host.store.requireType(model, for: "test"), name: name)
  }

  private static func define(in host: TestHost) throws {
    try host.define("Person", [Property("name", .string)])
    try host.define("Cover", "ModelImage", [Property("artist", .string)])
    try host.define(
      "Book",
      [
        Property("title", .string), Property("cover", .entity("ModelImage")),
        Property("contract", .entity("ModelData")), Property("stamp", .entity("ModelInlineImage")),
        Property("pages", .list(.entity("ModelImage"))),
      ])
    try host.define(
      "Group",
      [
        Property("name", .string, default: .string("<New Group>")), Property("members", .list(.entity("Person"))),
        Property("icon", .entity("ModelImage")), Property("best", .reference("Person", .nullify)),
        Property("parts", .list(.entity("GroupDefer"))),
      ])
    let copyName = host.function { partial, values in
      guard case .entity(let partial) = partial, case .entity(let group)? = host.store.get(partial, "group").asEntity
      else { return .null }
      try host.store.set(group, "name", values[1])
      return .null
    }
    let type = try host.define(
      "GroupDefer", "ModelPartial",
      [Property("name", .string, didSet: copyName), .deferred("group", "Group"), Property("syncs", .int)])
    type.define(
      function: "sync",
      host.function { partial, values in
        guard case .entity(let partial) = partial, case .entity(let group)? = values.first else { return .null }
        try host.store.set(partial, "name", host.store.get(group, "name"))
        try host.store.set(partial, "syncs", .int((host.store.get(partial, "syncs").int ?? 0) + 1))
        return .null
      })
    let properties = [
      Property("books", .list(.entity("Book"))), Property("groups", .list(.entity("GroupDefer"))),
      Property("persons", .list(.entity("Person"))), Property("picks", .list(.reference("Person", .keep))),
    ]
    try host.define("Shop", "Model", properties)
    try host.define("Window", "ModelTransient", properties.map { $0.copy() })
    try host.define("Database", "ModelSQLite", properties.map { $0.copy() })
  }

  /// The same storage in a new host, as after the end of the process.
  package func reopened(seed: UInt64 = 99) throws -> PartsFixture {
    try PartsFixture(storage, databases: databases, seed: seed)
  }

  /// The whole model; a row has the key of a reference, without the id of the reference itself.
  package var snapshot: JSONValue {
    let snapshot = store.jsonValue(shop)
    return databases == nil ? snapshot : snapshot.withoutReferenceIDs
  }

  /// The database of the shop.
  package var database: (any RowStorage)? { databases?.database(at: "okit/data/default.sqlite", isOwn: true) }

  /// The rows of parts, as "table id".
  package var partRows: [String] {
    get throws {
      var rows: [String] = []
      guard let database else { return rows }
      for table in PartRow.tables {
        try PartRow.forEach(of: table, in: database, "default") { row, _ in rows.append("\(table.name) \(row.id)") }
      }
      return rows.sorted()
    }
  }

  // MARK: Making

  /// Makes the document large enough for a journal.
  package func enlarge() throws {
    let name = Value.string(String(repeating: "x", count: 70_000))
    try store.transaction { _ = try add("Person", ["id": .string("large"), "name": name], to: "persons") }
    try registry.storeState()
  }

  package func make(_ type: String, _ values: [String: Value] = [:]) throws -> EntityID {
    try store.create(try store.requireType(type, for: "test"), values)
  }

  package func list(_ property: String, of owner: EntityID? = nil) throws -> CollectionRef {
    guard case .collection(let list) = store.get(owner ?? shop, property) else {
      throw Diagnostic("test.property", "there is no \(property)")
    }
    return list
  }

  @discardableResult
  package func add(_ type: String, _ values: [String: Value] = [:], to property: String, of owner: EntityID? = nil)
    throws
    -> EntityID
  {
    let entity = try make(type, values)
    try store.insert(.entity(entity), into: try list(property, of: owner))
    return entity
  }

  /// A book with a cover, both with known ids.
  @discardableResult
  package func addBook(_ number: Int, cover: [UInt8], format: String = "image/png") throws -> (
    book: EntityID, cover: EntityID
  ) {
    let image = try make(
      "ModelImage", ["id": .string("cover\(number)"), "data": .bytes(cover), "format": .string(format)])
    let book = try add("Book", ["id": .string("book\(number)"), "cover": .entity(image)], to: "books")
    return (book, image)
  }

  @discardableResult
  package func addGroup(_ number: Int, named name: String) throws -> EntityID {
    let group = try make("Group", ["id": .string("group\(number)"), "name": .string(name)])
    return try add("GroupDefer", ["id": .string("defer\(number)"), "group": .entity(group)], to: "groups")
  }

  // MARK: Looking

  package func entity(_ id: String) -> EntityID? { store.find(id) }

  package func data(_ id: String) throws -> [UInt8]? {
    guard let entity = store.find(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
    return store.get(entity, "data").bytes
  }

  package func group(_ partial: EntityID) throws -> EntityID {
    guard case .entity(let group)? = store.get(partial, "group").asEntity else {
      throw Diagnostic("test.entity", "there is no group")
    }
    return group
  }

  /// The files of parts that are stored.
  package var files: [String] {
    get throws {
      try storage.list("okit/data").filter { $0.split(separator: "/").count > 3 }.map { String($0.dropFirst(10)) }
    }
  }

  /// The records of the model's journal.
  package var records: [String] {
    get throws {
      let journal = try storage.readDocument("okit/data/default.json")?.journal ?? []
      return String(decoding: journal, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  package func document(_ path: String = "default.json") throws -> JSONValue {
    try JSONValue.parse(json: try storage.read("okit/data/\(path)") ?? Array("null".utf8))
  }
}

extension Value {
  package static func bytes(_ bytes: [UInt8]) -> Value { .data(DataValue(bytes: bytes)) }

  package var bytes: [UInt8]? { if case .data(let data) = self { data.bytes } else { nil } }

  fileprivate var asEntity: Value? { isEntity ? self : nil }
}

extension JSONValue {
  /// The data without the ids of references, of which a row has the key alone.
  package var withoutReferenceIDs: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutReferenceIDs))
    case .object(let members):
      let isReference = Set(members.keys).isSubset(of: ["id", "refKey"]) && members["id"] != .string("p")
      let kept = isReference ? members.filter { $0.key == "refKey" } : members
      return .object(kept.mapValues(\.withoutReferenceIDs))
    default: return self
    }
  }
}
