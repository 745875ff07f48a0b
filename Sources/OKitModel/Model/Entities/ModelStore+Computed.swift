/// Reading computed properties.
extension ModelStore {
  /// The number of nested functions of the host from which on computed properties are postponed.
  private static let deepCalls = 24
  /// The number of names of a cycle that a message has.
  private static let longestPath = 24

  func computedValue(_ entity: EntityID, _ record: EntityRecord, _ property: Property) -> Value {
    let key = PropertyKey(entity, property.slot)
    let cell = computed[key] ?? makeCell(key, entity, property)
    switch graph.update(cell.node, depth: stackDepth) {
    case .changed, .unchanged: break
    case .cycle:
      report(cycle(cell))
      recordRead(of: cell)
      return .null
    case .tooDeep:
      let failure = Diagnostic(
        "model.depth",
        "\(cell.title(of: 0)) is at the end of a chain of more than \(DependencyGraph.maximumDepth) evaluations")
      return graph.isComputing ? unwind(because: failure) : failed(cell, because: failure)
    // The reader ends as well.
    case .unwinding: return .null
    case .failed: return failed(cell, because: computed.failure?.diagnostic)
    }
    recordRead(of: cell)
    return cell.value
  }

  /// Returns the value of a property.
  ///
  /// - Throws: the limit that a computed property has met.
  package func value(_ entity: EntityID, _ property: Property) throws -> Value {
    guard property.computed != nil else { return get(entity, property) }
    return try throwingLimits { get(entity, property) }
  }

  /// Runs `body`, and throws the limit that a computed property has met, instead of reporting it.
  package func throwingLimits<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = computed.keepsFailure
    computed.keepsFailure = !graph.isComputing
    defer { computed.keepsFailure = outer }
    let result = try body()
    if computed.failure != nil, !budget.isUnwinding, let failure = computed.failure {
      computed.failure = nil
      throw failure.diagnostic
    }
    return result
  }

  /// Ends the evaluations of the computed properties that need a value which has met a limit.
  func failReads(because failure: Diagnostic) {
    computed.failure = ReadFailure(failure)
    budget.beginUnwinding(.failure)
  }

  /// Returns whether a computed property is being evaluated, which ends then without a value.
  package func failComputation(because failure: Diagnostic) -> Bool {
    guard graph.isComputing else { return false }
    if !budget.isUnwinding { failReads(because: failure) }
    return true
  }

  func isLimit(_ error: Diagnostic) -> Bool { hooks?.isLimit(error) ?? Diagnostic.limits.contains(error.code) }

  private func unwind(because failure: Diagnostic) -> Value {
    failReads(because: failure)
    return .null
  }

  /// Reports a limit, unless the reader throws it. The reader reads again when it is evaluated next.
  private func failed(_ cell: ComputedCell, because failure: Diagnostic?) -> Value {
    if computed.keepsFailure {
      computed.failure = failure.map(ReadFailure.init)
    } else {
      computed.failure = nil
      if let failure { report(failure) }
    }
    recordRead(of: cell, telling: false)
    return .null
  }

  private var stackDepth: DependencyGraph.StackDepth {
    guard let calls = hooks.map({ $0.callDepth }) ?? 0 else { return .fixed }
    return calls >= Self.deepCalls || bindingDepth > Self.maximumBindingDepth / 2 ? .deep : .shallow
  }

  private func cycle(_ cell: ComputedCell) -> Diagnostic {
    var path = graph.cyclePath(to: cell.node) + [cell.title(of: 0)]
    if path.count > Self.longestPath {
      let half = Self.longestPath / 2
      path.replaceSubrange(half..<path.count - half, with: ["… (\(path.count - 2 * half) more)"])
    }
    return Diagnostic(
      "model.cycle", "computed properties depend on each other: \(path.joined(separator: " → "))")
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
    cell.node = graph.makeNode(cell, source: key.rawValue, isRestartable: true)
    computed.insert(cell, for: key)
    return cell
  }

  func diagnostic(_ error: any Error, computing cell: ComputedCell) -> Diagnostic {
    let diagnostic = error.diagnostic("model.computed")
    return diagnostic.appending(.computedProperty(cell.title(of: 0)))
  }
}
