import OKitEngine

/// The shop of `SameWork` as a model with a document in memory or in files.
final class Shop {
  let engine: Engine
  private let type: EntityType
  private(set) var root: EntityID?
  private var changes = 0

  convenience init(_ document: [UInt8]) throws {
    let storage = TransientStorage()
    try storage.write([StorageWrite(path: SameWork.documentPath, bytes: document)]).wait()
    try self.init(storage: storage)
  }

  /// - Parameters:
  ///   - storage: The storage of the document, which may be empty.
  ///   - databases: The databases, for a shop of rows.
  init(storage: any DocumentStorage = TransientStorage(), databases: (any RowStorages)? = nil) throws {
    engine = try Engine(storage: storage, databases: databases)
    type = try engine.defineShop()
  }

  func load() throws { root = try engine.runtime.registry.register(type) }

  /// Adds entities to the loaded shop, one by one.
  func add(_ items: [SameWork.Item]) throws {
    let item = try engine.store.requireType("Item", for: "a benchmark")
    let collection = try collection()
    for given in items {
      let entity = try engine.store.create(
        item,
        [
          "id": .string(given.id), "name": .string(given.name), "price": .int(given.price),
          "marked": .bool(given.marked), "weight": .double(given.weight), "comment": .string(given.comment),
        ])
      _ = try engine.store.insert(.entity(entity), into: collection)
    }
  }

  private func collection() throws -> CollectionRef {
    guard let root, case .collection(let items) = engine.store.get(root, "items") else { throw BenchError("no items") }
    return items
  }

  func items() throws -> [EntityID] { engine.store.entities(try collection()) }

  func sum() throws -> Int {
    try items().reduce(0) { sum, item in
      guard case .int(let price) = engine.store.get(item, "price") else { return sum }
      return sum + price
    }
  }

  /// Changes a property and changes it back, because an unchanged model is not written.
  func touch() throws {
    guard let first = try items().first else { return }
    let price = engine.store.get(first, "price")
    try engine.store.set(first, "price", .int(-1))
    try engine.store.set(first, "price", price)
  }

  /// Changes one property of one entity in a transaction, each time of another one.
  func change() throws {
    changes += 1
    let items = try collection()
    let index = changes * 7919 % engine.store.count(items)
    guard case .entity(let item)? = engine.store.element(items, index) else { throw BenchError("no item \(index)") }
    try engine.store.transaction { try engine.store.set(item, "price", .int(changes * 31 + 1000)) }
  }

  /// The number of records in the journal of the document.
  func storedRecords() throws -> Int {
    try engine.storage.readDocument(SameWork.documentPath)?.journal.count { $0 == UInt8(ascii: "\n") } ?? 0
  }

  func store() throws {
    guard let root else { return }
    try engine.runtime.registry.store(root)
  }

  func storedSize() throws -> Int { try engine.storage.read(SameWork.documentPath)?.count ?? 0 }
}
