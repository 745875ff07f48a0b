/// Reading computed properties.
extension ModelStore {
  func computedValue(_ entity: EntityID, _ record: EntityRecord, _ property: Property) -> Value {
    let key = PropertyKey(entity, property.slot)
    let cell = computed[key] ?? makeCell(key, entity, property)
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

  /// Checks that no computed property is running that would write to a model: it may write only what it has made
  /// itself.
  ///
  /// - Throws: `model.computing`.
  func checkMayWrite(_ entity: EntityID, _ property: Property) throws {
    guard let running = computed.running, isManaged(entity) else { return }
    throw Diagnostic(
      "model.computing",
      "the computed property \(running.title(of: 0)) must not write \(type(of: entity)?.name ?? "").\(property.name)",
      hint: "write in an observer, or in didSet of what it depends on")
  }

  private func recordRead(of cell: ComputedCell, telling: Bool = true) {
    if graph.isTracking, let source = graph.source(of: cell.node) { graph.read(source, telling: telling) }
  }

  private func makeCell(_ key: PropertyKey, _ entity: EntityID, _ property: Property) -> ComputedCell {
    let cell = ComputedCell(entity, property, self)
    cell.node = graph.makeNode(cell, source: key.rawValue)
    computed.insert(cell, for: key)
    return cell
  }

  func diagnostic(_ error: any Error, computing cell: ComputedCell) -> Diagnostic {
    let diagnostic = error as? Diagnostic ?? Diagnostic("model.computed", "\(error)")
    return diagnostic.appending(.computedProperty(cell.title(of: 0)))
  }
}
