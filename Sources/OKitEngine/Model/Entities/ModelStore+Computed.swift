/// Computed properties: cached, and computed again only after something that they read has changed.
final class ComputedCell: NodeHandler {
  let entity: EntityID
  let property: Property
  unowned let store: ModelStore
  var node: NodeID
  var value = Value.null
  /// Entities that the function made belong to nobody but the cache.
  var holder = ValueHolder()

  init(_ entity: EntityID, _ property: Property, _ store: ModelStore) {
    (self.entity, self.property, self.store) = (entity, property, store)
    node = NodeID(index: -1, generation: 0)
  }

  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    let old = value
    let outer = store.computing
    store.computing = self
    defer { store.computing = outer }
    do {
      guard let function = property.computed, let hooks = store.hooks else { return false }
      try store.readStep()
      value = try hooks.compute(function, of: entity)
    } catch {
      value = .null
      store.report(store.diagnostic(error, computing: self))
    }
    holder.hold(value, in: store)
    return value != old
  }

  override func title(of token: UInt32) -> String { "\(store.type(of: entity)?.name ?? "").\(property.name)" }
}

extension ModelStore {
  func computedValue(_ entity: EntityID, _ row: EntityRecord, _ property: Property) -> Value {
    let key = Self.key(entity, property.slot)
    let cell = computedCells[key] ?? makeCell(key, entity, property)
    switch graph.update(cell.node) {
    case .cycle:
      let path = graph.cyclePath(to: cell.node)
      report(
        Diagnostic(
          "model.cycle",
          "computed properties depend on each other: \((path + [cell.title(of: 0)]).joined(separator: " → "))"))
      recordRead(of: cell)
      return .null
    case .tooDeep:
      report(
        Diagnostic(
          "model.depth",
          "\(cell.title(of: 0)) is at the end of a chain of more than \(DependencyGraph.maximumDepth) computed properties"
        ))
      recordRead(of: cell, telling: false)
      return .null
    case .changed, .unchanged: break
    }
    recordRead(of: cell)
    return cell.value
  }

  /// What a computed property reads decides when it is computed again, so that it may write only what it has made itself.
  ///
  /// - Throws: `model.computing`.
  func checkMayWrite(_ entity: EntityID, _ property: Property) throws {
    guard let computing, isManaged(entity) else { return }
    throw Diagnostic(
      "model.computing",
      "the computed property \(computing.title(of: 0)) must not write \(type(of: entity)?.name ?? "").\(property.name)",
      hint: "write in an observer, or in didSet of what it depends on")
  }

  private func recordRead(of cell: ComputedCell, telling: Bool = true) {
    if graph.isTracking, let source = graph.source(of: cell.node) { graph.read(source, telling: telling) }
  }

  private func makeCell(_ key: UInt64, _ entity: EntityID, _ property: Property) -> ComputedCell {
    let cell = ComputedCell(entity, property, self)
    cell.node = graph.makeNode(cell, source: key)
    computedCells[key] = cell
    return cell
  }

  fileprivate func diagnostic(_ error: any Error, computing cell: ComputedCell) -> Diagnostic {
    let diagnostic = error as? Diagnostic ?? Diagnostic("model.computed", "\(error)")
    return diagnostic.noting("in computed property \(cell.title(of: 0))")
  }
}

/// Keeps the unmanaged entities of a cached value alive.
public struct ValueHolder {
  private var held: [EntityID] = []

  public init() {}

  /// Lets the value before go and keeps this one.
  public mutating func hold(_ value: Value, in store: ModelStore) {
    if held.isEmpty, !value.mayHoldEntities { return }
    var entities: [EntityID] = []
    Self.collect(value, store, &entities)
    entities.forEach(store.pin)
    held.forEach(store.unpin)
    held = entities
  }

  private static func collect(_ value: Value, _ store: ModelStore, _ entities: inout [EntityID]) {
    switch value {
    case .entity(let entity): if !store.isManaged(entity) { entities.append(entity) }
    case .list(let values): for value in values { collect(value, store, &entities) }
    case .map(let members): for value in members.values { collect(value, store, &entities) }
    default: break
    }
  }
}

extension Value {
  fileprivate var mayHoldEntities: Bool {
    switch self {
    case .entity, .list, .map: true
    default: false
    }
  }
}
