import OKitEngine

extension Workload {
  static let loadStore = Workload(name: "load", about: "a document of 100,000 entities, read and written") {
    surroundings, report in
    let count = 100_000
    let items = SameWork.items(count)
    let document = try SameWork.document(items)
    let file = "\(surroundings.scratch)/shop.json"
    try Files.write(document, to: file)
    let findings = try surroundings.findings("load", [.python, .node], [file])
    let sum = items.reduce(0) { $0 + $1.price }

    let load = try measure(.milliseconds, repeats: 5) {
      let shop = try Shop(document)
      return shop
    } _: { shop in
      try shop.load()
    }
    let shop = try Shop(document)
    try shop.load()
    try check(shop.sum(), equals: sum, "okit")
    try report.add(
      "load: 100k entities", load, .milliseconds, besides: findings["load"] ?? [], result: sum,
      goals: ["orjson": 0.6])

    let store = try measure(.milliseconds, repeats: 5) {
      try shop.touch()
    } _: {
      try shop.store()
    }
    try check(shop.storedSize(), equals: document.count, "okit")
    // Peers end without a line feed.
    try report.add(
      "store: 100k entities", store, .milliseconds, besides: findings["store"] ?? [], result: document.count - 1,
      goals: ["orjson": 2])
  }
}

/// A shop whose document is in memory, so that disks play no part.
private final class Shop {
  private let engine: Engine
  private let type: EntityType
  private var root: EntityID?

  init(_ document: [UInt8]) throws {
    engine = try Engine()
    type = try engine.defineShop()
    try engine.storage.write([StorageWrite(path: SameWork.documentPath, bytes: document)])
  }

  func load() throws { root = try engine.runtime.registry.register(type) }

  private func items() throws -> [Value] {
    guard let root, case .collection(let items) = engine.store.get(root, "items") else { throw BenchError("no items") }
    return engine.store.elements(items)
  }

  func sum() throws -> Int {
    try items().reduce(0) { sum, item in
      guard case .entity(let entity) = item, case .int(let price) = engine.store.get(entity, "price") else {
        return sum
      }
      return sum + price
    }
  }

  /// Changes something, and changes it back: what is not changed is not written.
  func touch() throws {
    guard case .entity(let first)? = try items().first else { return }
    let price = engine.store.get(first, "price")
    try engine.store.set(first, "price", .int(-1))
    try engine.store.set(first, "price", price)
  }

  func store() throws {
    guard let root else { return }
    try engine.runtime.registry.store(root)
  }

  func storedSize() throws -> Int { try engine.storage.read(SameWork.documentPath)?.count ?? 0 }
}
