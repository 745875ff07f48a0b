import OKitTestSupport

@testable import OKitEngine

/// An application with a shop on a server.
final class RemoteFixture {
  let host: TestHost
  let server: ServerInMemory
  let transport: TransportInMemory
  let local: any DocumentStorage
  let http: HTTPStorage
  let registry: ModelRegistry
  private(set) var shop: EntityID
  var store: ModelStore { host.store }

  /// - Parameters:
  ///   - local: What the application keeps on its machine.
  ///   - prepare: Called before the model is registered.
  init(
    _ server: ServerInMemory = ServerInMemory(), local: any DocumentStorage = TransientStorage(), seed: UInt64 = 1,
    name: String = "shop", prepare: (RemoteFixture) throws -> Void = { _ in }
  ) throws {
    host = TestHost(seed: seed)
    self.server = server
    self.local = local
    transport = TransportInMemory(server)
    http = HTTPStorage(transport, local: local, seed: seed)
    try Self.define(in: host)
    registry = ModelRegistry(store: host.store, storage: local, http: http)
    shop = EntityID(index: 0, generation: 0)
    try prepare(self)
    shop = try registry.register(try host.store.requireType("Shop", for: "test"), name: name)
  }

  private static func define(in host: TestHost) throws {
    try host.define("Author", [Property("name", .string)])
    try host.define(
      "Book",
      [
        Property("title", .string), Property("price", .double), Property("stock", .int),
        Property("cover", .entity("ModelImage")), Property("tags", .list(.string)),
      ])
    try host.define("Group", [Property("name", .string), Property("members", .list(.entity("Author")))])
    try host.define("GroupDefer", "ModelPartial", [Property("name", .string), .deferred("group", "Group")])
    try host.define(
      "Shop", "ModelHttp",
      [
        Property("books", .list(.entity("Book"))), Property("groups", .list(.entity("GroupDefer"))),
        Property("motto", .string),
      ])
  }

  func make(_ type: String, _ values: [String: Value] = [:]) throws -> EntityID {
    try store.create(try store.requireType(type, for: "test"), values)
  }

  func list(_ name: String) throws -> CollectionRef {
    guard let slot = store.type(of: shop)?.property(named: name)?.slot else {
      throw Diagnostic("test.property", "there is no \(name)")
    }
    return CollectionRef(owner: shop, slot: slot)
  }

  @discardableResult
  func add(_ title: String, price: Double = 1) throws -> EntityID {
    let book = try make("Book", ["title": .string(title), "price": .double(price)])
    _ = try store.transaction { try store.insert(.entity(book), into: try list("books")) }
    return book
  }

  func set(_ entity: EntityID, _ name: String, _ value: Value) throws {
    try store.transaction { try store.set(entity, name, value) }
  }

  func book(_ title: String) throws -> EntityID? {
    store.entities(try list("books")).first { store.get($0, "title") == .string(title) }
  }

  var titles: [String] {
    get throws { store.entities(try list("books")).map { title($0) } }
  }

  func title(_ book: EntityID) -> String { store.get(book, "title").scalarText ?? "" }

  /// Stores the model and waits for the server.
  func save() throws {
    try registry.store(shop)
    try registry.waitUntilStored()
  }

  var snapshot: JSONValue { store.jsonValue(shop) }

  var codes: [Diagnostic.Code] {
    defer { host.reports = [] }
    return host.reports.map(\.code)
  }

  /// What is kept to be sent.
  var pendingFiles: [String] { get throws { try local.list("okit/pending") } }
}
