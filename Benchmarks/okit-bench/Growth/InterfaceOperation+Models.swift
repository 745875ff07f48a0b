import OKitEngine

extension InterfaceOperation {
  /// Entities, their properties and types.
  static let models: [Self] = [
    flat("ModelStore.root") { use($0.store.root(named: ModelStore.defaultModelName)?.hashValue ?? 0) },
    flat("ModelStore.name") { use($0.store.name(ofModel: try $0.root)?.count ?? 0) },
    flat("ModelStore.type") { use($0.store.type(of: try $0.item)?.name.count ?? 0) },
    flat("ModelStore.requireType") { use(try $0.store.requireType("Item", for: "a benchmark").name.count) },
    flat("ModelStore.make") { use($0.store.id(of: $0.store.make(try $0.itemType))?.count ?? 0) },
    flat("ModelStore.create") { use(try $0.store.create(try $0.itemType, ["price": .int(1)]).hashValue) },
    flat("ModelStore.exists") { use($0.store.exists(try $0.item) ? 1 : 0) },
    flat("ModelStore.isManaged") { use($0.store.isManaged(try $0.item) ? 1 : 0) },
    flat("ModelStore.id") { use($0.store.id(of: try $0.item)?.count ?? 0) },
    flat("ModelStore.find") { use($0.store.find($0.store.id(of: try $0.item) ?? "")?.hashValue ?? 0) },
    flat("ModelStore.parent") { use($0.store.parent(of: try $0.item)?.hashValue ?? 0) },
    flat("ModelStore.model") { use($0.store.model(of: try $0.item)?.hashValue ?? 0) },
    flat("ModelStore.children") { use($0.store.children(of: try $0.item).count) },
    flat("ModelStore.describe") { use($0.store.describe(try $0.item).count) },
    flat("ModelStore.path") { use($0.store.path(of: try $0.item)?.count ?? 0) },
    flat("ModelStore.get") { use($0.store.get(try $0.item, "price").int ?? 0) },
    flat("ModelStore.set") { shop in
      let (item, name) = (try shop.item, shop.store.get(try shop.item, "name"))
      try shop.runtime.turn { try shop.store.set(item, "name", .string("other")) }
      try shop.runtime.turn { try shop.store.set(item, "name", name) }
    },
    flat("ModelStore.unknownProperty") {
      use($0.store.unknownProperty("prise", of: try $0.itemType, at: nil).message.count)
    },
    flat("ModelStore.jsonValue") { use($0.store.jsonValue(try $0.item)["price"] == nil ? 0 : 1) },
    flat("ModelStore.apply") { shop in
      let item = try shop.item
      try shop.runtime.turn { try shop.store.apply(shop.store.jsonValue(item), to: item) }
    },
    flat("ModelStore.transaction") { shop in
      let (item, name) = (try shop.item, shop.store.get(try shop.item, "name"))
      try shop.store.transaction { try shop.store.set(item, "name", .string("other")) }
      try shop.store.transaction { try shop.store.set(item, "name", name) }
    },
  ]

  /// Lists, sets and maps.
  static let collections: [Self] = [
    flat("ModelStore.count") { use($0.store.count($0.items)) },
    flat("ModelStore.isMap") { use($0.store.isMap($0.prices) ? 1 : 0) },
    flat("ModelStore.element") { use($0.store.element($0.items, $0.count / 2) == nil ? 0 : 1) },
    flat("ModelStore.element of a map") { use($0.store.element($0.prices, key: GrowingShop.key(7))?.int ?? 0) },
    flat("ModelStore.index") { use($0.store.index(of: .entity(try $0.item), in: $0.items) ?? 0) },
    flat("ModelStore.insert") { shop in
      let (middle, values) = (shop.count / 2, Value.map(["name": .string("new")]))
      try shop.runtime.turn { try shop.store.insert(values, into: shop.items, at: middle) }
      try shop.runtime.turn { try shop.store.remove(from: shop.items, at: middle) }
    },
    flat("ModelStore.remove") { shop in
      try shop.runtime.turn { try shop.store.insert(.int(-1), into: shop.texts, at: shop.count / 2) }
      try shop.runtime.turn { try shop.store.remove(from: shop.texts, at: shop.count / 2) }
    },
    flat("ModelStore.move") { shop in
      try shop.runtime.turn { try shop.store.move(shop.items, from: 1, to: shop.count / 2) }
      try shop.runtime.turn { try shop.store.move(shop.items, from: shop.count / 2, to: 1) }
    },
    linear("ModelStore.elements") { use($0.store.elements($0.numbers).count) },
    linear("ModelStore.entities") { use($0.store.entities($0.items).count) },
    linear("ModelStore.keys") { use($0.store.keys($0.prices).count) },
    linear("ModelStore.removeAll") { shop in
      try shop.runtime.turn { try shop.store.removeAll(shop.texts) }
      try shop.undo()
    },
  ]

  /// Registered models.
  static let registry: [Self] = [
    flat("ModelRegistry.get") { use($0.runtime.registry.get()?.hashValue ?? 0) },
    flat("ModelRegistry.waitUntilStored") { try $0.runtime.registry.waitUntilStored() },
  ]
}
