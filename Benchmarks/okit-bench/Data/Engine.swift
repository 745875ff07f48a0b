import OKitEngine

/// An application without a script, for measuring the engine alone.
struct Engine {
  let runtime: AppRuntime
  let storage: any DocumentStorage

  var store: ModelStore { runtime.store }
  var evaluator: Evaluator { runtime.evaluator }

  init(storage: any DocumentStorage = TransientStorage(), databases: (any RowStorages)? = nil) throws {
    self.storage = storage
    var configuration = AppConfiguration(
      clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)), storage: storage)
    configuration.databases = databases
    runtime = try AppRuntime(configuration)
  }

  /// Defines a kind of model. - Parameter stored: whether it has a document or a database.
  func defineModel(_ name: String, stored: Bool = true, _ properties: [Property]) throws -> EntityType {
    let kind = runtime.registry.databases != nil ? "ModelSQLite" : "Model"
    let base = try store.requireType(stored ? kind : "ModelTransient", for: "a benchmark")
    return try store.define(name, extending: base, properties: properties)
  }

  func define(_ name: String, _ properties: [Property]) throws -> EntityType {
    try store.define(name, extending: store.entityType, properties: properties)
  }

  /// The shop of `SameWork`, not registered yet.
  func defineShop() throws -> EntityType {
    _ = try define(
      "Item",
      [
        Property("name", .string), Property("price", .int), Property("marked", .bool), Property("weight", .double),
        Property("comment", .string),
      ])
    return try defineModel("Shop", [Property("items", .list(.entity("Item")))])
  }

  /// Writes a property, with all consequences.
  func write(_ entity: EntityID, _ property: Property, _ value: Value) throws {
    try store.set(entity, property, value)
    _ = store.graph.flush()
  }

  static let chains = "chains"

  /// A registered model of `Node`s: the first of chains, each node with a `child` and a `price`.
  func makeChains(_ count: Int, depth: Int, price: (Int) -> Int = { $0 % 1000 }) throws -> [EntityID] {
    let node = try define("Node", [Property("child", .entity("Node")), Property("price", .int)])
    let root = try runtime.registry.register(
      defineModel("Chains", stored: false, [Property("nodes", .list(.entity("Node")))]), name: Self.chains)
    guard case .collection(let nodes) = store.get(root, "nodes") else { throw BenchError("no collection") }
    return try (0..<count).map { index in
      var first: EntityID?
      for _ in 0..<depth {
        let entity = try store.create(node, ["price": .int(price(index))])
        if let first { try store.set(entity, "child", .entity(first)) }
        first = entity
      }
      guard let first else { throw BenchError("a chain needs a node") }
      _ = try store.insert(.entity(first), into: nodes)
      return first
    }
  }
}

extension EntityType {
  /// Returns the property with that name, which the benchmark has defined.
  func required(_ name: String) throws -> Property {
    guard let property = property(named: name) else { throw BenchError("\(self.name) has no \(name)") }
    return property
  }
}
