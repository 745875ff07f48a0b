package import OKitEngine

/// The shop of the tests of models on a server: books with covers, groups as partials.
open class RemoteShop {
  package let host: TestHost
  /// What the application keeps on its machine.
  package let local: any DocumentStorage
  package let http: HTTPStorage
  package let registry: ModelRegistry
  private let name: String
  private var root: EntityID?
  package var store: ModelStore { host.store }

  package init(_ http: HTTPStorage, local: any DocumentStorage, seed: UInt64, name: String = "shop") throws {
    host = TestHost(seed: seed)
    (self.http, self.local, self.name) = (http, local, name)
    try Self.define(in: host)
    registry = ModelRegistry(store: host.store, storage: local, http: http)
  }

  /// Loads the model.
  package func register() throws {
    root = try registry.register(try host.store.requireType("Shop", for: "test"), name: name)
  }

  /// The root of the model.
  package var shop: EntityID {
    get throws {
      guard let root else { throw Diagnostic("test.model", "\(name) is not registered") }
      return root
    }
  }

  private static func define(in host: TestHost) throws {
    try host.define("Author", [Property("name", .string)])
    try host.define(
      "Book",
      [
        Property("title", .string), Property("price", .double), Property("stock", .int),
        Property("cover", .entity("ModelImage")), Property("tags", .list(.string)),
      ])
    try host.define(
      "Group", [Property("name", .string), Property("note", .string), Property("members", .list(.entity("Author")))])
    try host.define("GroupDefer", "ModelPartial", [Property("name", .string), .deferred("group", "Group")])
    try host.define(
      "Shop", "ModelHttp",
      [
        Property("books", .list(.entity("Book"))), Property("groups", .list(.entity("GroupDefer"))),
        Property("motto", .string),
      ])
  }

  // MARK: Changes

  package func make(_ type: String, _ values: [String: Value] = [:]) throws -> EntityID {
    try store.create(try store.requireType(type, for: "test"), values)
  }

  package func list(_ name: String) throws -> CollectionRef {
    guard let slot = store.type(of: try shop)?.property(named: name)?.slot else {
      throw Diagnostic("test.property", "there is no \(name)")
    }
    return CollectionRef(owner: try shop, slot: slot)
  }

  @discardableResult
  package func add(_ title: String, price: Double = 1) throws -> EntityID {
    let book = try make("Book", ["title": .string(title), "price": .double(price)])
    _ = try store.transaction { try store.insert(.entity(book), into: try list("books")) }
    return book
  }

  /// Adds a book with an image of one byte.
  package func addWithCover(_ title: String) throws -> (book: EntityID, cover: EntityID) {
    let book = try add(title)
    let cover = try make("ModelImage", ["data": .data(DataValue(bytes: [1])), "format": .string("image/png")])
    try set(book, "cover", .entity(cover))
    return (book, cover)
  }

  package func set(_ entity: EntityID, _ name: String, _ value: Value) throws {
    try store.transaction { try store.set(entity, name, value) }
  }

  package func book(_ title: String) throws -> EntityID? {
    store.entities(try list("books")).first { store.get($0, "title") == .string(title) }
  }

  package var titles: [String] {
    get throws { store.entities(try list("books")).map { title($0) } }
  }

  package func title(_ book: EntityID) -> String { store.get(book, "title").scalarText ?? "" }

  // MARK: Storing

  /// Stores the model and waits for the server.
  package func save() throws {
    try registry.store(try shop)
    try registry.waitUntilStored()
  }

  package var snapshot: JSONValue { get throws { store.jsonValue(try shop) } }

  /// The codes of what was reported since the last call.
  package var codes: [Diagnostic.Code] {
    defer { host.reports = [] }
    return host.reports.map(\.code)
  }

  /// What is kept to be sent.
  package var pendingFiles: [String] { get throws { try local.list("okit/pending") } }
}
