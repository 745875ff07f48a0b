/// The cached values of computed properties, by property.
struct ComputedCache {
  private var cells: [PropertyKey: ComputedCell] = [:]
  /// The computed property whose function runs.
  var running: ComputedCell?

  var count: Int { cells.count }

  subscript(key: PropertyKey) -> ComputedCell? { cells[key] }

  mutating func insert(_ cell: ComputedCell, for key: PropertyKey) { cells[key] = cell }

  /// Removes the cell of a property whose entity is going.
  mutating func remove(_ key: PropertyKey) -> ComputedCell? { cells.removeValue(forKey: key) }
}

/// The cached value of one computed property, computed again only after something that it has read has changed.
final class ComputedCell: NodeHandler {
  let entity: EntityID
  let property: Property
  unowned let store: ModelStore
  var node: NodeID
  var value = Value.null
  /// Retains the entities that the function has made.
  var holder = ValueHolder()

  init(_ entity: EntityID, _ property: Property, _ store: ModelStore) {
    (self.entity, self.property, self.store) = (entity, property, store)
    node = NodeID(index: -1, generation: 0)
  }

  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    let old = value
    let outer = store.computed.running
    store.computed.running = self
    defer { store.computed.running = outer }
    do {
      if let builtIn = property.builtIn {
        value = builtIn.value(store, entity)
      } else {
        guard let function = property.computed, let hooks = store.hooks else { return false }
        try store.readStep()
        value = try hooks.compute(function, of: entity)
      }
    } catch {
      value = .null
      store.report(store.diagnostic(error, computing: self))
    }
    holder.hold(value, in: store)
    return value != old
  }

  override func title(of token: UInt32) -> String { "\(store.type(of: entity)?.name ?? "").\(property.name)" }
}
