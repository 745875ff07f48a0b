/// The cached values of computed properties, by property.
struct ComputedCache {
  private var cells: [PropertyKey: ComputedCell] = [:]
  /// The computed property whose function runs.
  var running: ComputedCell?
  /// The limit because of which evaluations end without a result.
  var failure: ReadFailure?
  /// Whether a failure is kept for the reader that throws it, instead of being reported.
  var keepsFailure = false

  var count: Int { cells.count }

  subscript(key: PropertyKey) -> ComputedCell? { cells[key] }

  mutating func insert(_ cell: ComputedCell, for key: PropertyKey) { cells[key] = cell }

  /// Removes the cell of a property whose entity is going.
  mutating func remove(_ key: PropertyKey) -> ComputedCell? { cells.removeValue(forKey: key) }
}

/// Why a computed property has no value.
final class ReadFailure {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

/// The cached value of one computed property, computed again only after something that it has read has changed.
final class ComputedCell: NodeHandler {
  let entity: EntityID
  let property: Property
  unowned let store: ModelStore  // Safe: only the store keeps the cells, and its graph runs them.
  var node: NodeID
  var value = Value.null
  /// Retains the entities that the function has made.
  var holder = ValueHolder()

  init(_ entity: EntityID, _ property: Property, _ store: ModelStore) {
    (self.entity, self.property, self.store) = (entity, property, store)
    node = NodeID(index: -1, generation: 0)
  }

  /// Computes the value. Evaluations that end without a result, and limits, leave the last value and the node stale.
  override func recompute(_ node: NodeID, token: UInt32) -> Bool {
    let old = value
    let outer = store.computed.running
    store.computed.running = self
    store.modes.insert(.computation)
    defer {
      store.computed.running = outer
      if outer == nil { store.modes.remove(.computation) }
    }
    do {
      guard let new = try compute() else { return false }
      value = new
    } catch {
      // What failed because it was ended has not failed.
      if store.budget.isUnwinding { return false }
      let diagnostic = store.diagnostic(error, computing: self)
      if store.isLimit(diagnostic) {
        // Where fewer functions are on the stack, there may be room.
        if diagnostic.code == "lua.depth", store.graph.postponeRunning(node) { return false }
        store.failReads(because: diagnostic)
        return false
      }
      value = .null
      store.report(diagnostic)
    }
    holder.hold(value, in: store)
    return value != old
  }

  /// Returns the value; nil when there is none.
  ///
  /// - Throws: what the function throws; the error of a limit that it has met, even if it has caught that error.
  private func compute() throws -> Value? {
    let (cuts, overflows) = (store.budget.abandonedCount, store.hooks?.stackOverflows)
    let value: Value?
    do { value = try run() } catch {
      let isKnown = store.budget.isUnwinding || (error as? Diagnostic).map(store.isLimit) == true
      throw isKnown ? error : limit(since: cuts, overflows) ?? error
    }
    if store.budget.isUnwinding { return nil }
    if let limit = limit(since: cuts, overflows) { throw limit }
    return value
  }

  private func run() throws -> Value? {
    if let builtIn = property.builtIn { return builtIn.value(store, entity) }
    guard let function = property.computed, let hooks = store.hooks else { return nil }
    try store.readStep()
    return try hooks.compute(function, of: entity)
  }

  /// Returns the error of a limit that was met in the meantime.
  private func limit(since cuts: Int, _ overflows: Int?) -> Diagnostic? {
    if store.hooks?.stackOverflows != overflows {
      return Diagnostic("lua.depth", "the function ran out of stack, and has caught the error")
    }
    return store.budget.abandonedCount == cuts ? nil : store.budget.error
  }

  override func title(of token: UInt32) -> String { "\(store.type(of: entity)?.name ?? "").\(property.name)" }
}
