/// Computed properties: cached, and computed again only after something that they read has changed.
final class ComputedCell {
  let entity: EntityID
  let property: Property
  unowned let store: ModelStore
  var node: NodeID
  var value = Value.null

  init(_ entity: EntityID, _ property: Property, _ store: ModelStore) {
    (self.entity, self.property, self.store) = (entity, property, store)
    node = NodeID(index: -1, generation: 0)
  }
}

extension ComputedCell: NodeHandler {
  func recompute(_ node: NodeID, token: UInt64) -> Bool {
    let old = value
    do {
      guard let function = property.computed, let hooks = store.hooks else { return false }
      value = try hooks.compute(function, of: entity)
    } catch {
      value = .null
      store.report(store.diagnostic(error, computing: self))
    }
    return value != old
  }

  func invalidated(_ node: NodeID, token: UInt64) {}
}

extension ModelStore {
  func computedValue(_ entity: EntityID, _ row: Row, _ property: Property) -> Value {
    let key = Self.key(entity, property.slot)
    let cell = computedCells[key] ?? makeCell(key, entity, property)
    switch graph.update(cell.node) {
    case .cycle:
      let path = graph.cyclePath(to: cell.node).compactMap { computedCells[$0] }.map(name)
      report(
        Diagnostic("model.cycle", "computed properties depend on each other: \((path + [name(cell)]).joined(separator: " → "))"))
      return .null
    case .tooDeep:
      report(
        Diagnostic(
          "model.depth", "\(name(cell)) is at the end of a chain of more than \(DependencyGraph.maximumDepth) computed properties"))
      return .null
    case .changed, .unchanged: break
    }
    if graph.isTracking, let source = graph.source(of: cell.node) { graph.read(source) }
    return cell.value
  }

  private func makeCell(_ key: UInt64, _ entity: EntityID, _ property: Property) -> ComputedCell {
    let cell = ComputedCell(entity, property, self)
    cell.node = graph.makeNode(cell, token: key, isSource: true)
    computedCells[key] = cell
    return cell
  }

  private func name(_ cell: ComputedCell) -> String {
    "\(type(of: cell.entity)?.name ?? "").\(cell.property.name)"
  }

  fileprivate func diagnostic(_ error: any Error, computing cell: ComputedCell) -> Diagnostic {
    let diagnostic = error as? Diagnostic ?? Diagnostic("model.computed", "\(error)")
    return diagnostic.noting("in computed property \(name(cell))")
  }
}
