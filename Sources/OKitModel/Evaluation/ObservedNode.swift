/// A value in a control, cell or controller that is evaluated again only when something that it read has changed.
@_spi(Observation) open class ObservedNode: NodeHandler {
  package final let evaluator: Evaluator
  /// That of the evaluator, which keeps it.
  private let graph: Unmanaged<DependencyGraph>
  /// Nil for a function.
  package final let program: BindingProgram?
  private let onStale: (() -> Void)?
  // Unchecked where every read of a property passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) package private(set) final var context: EntityID?
  @exclusivity(unchecked) package private(set) final var node: NodeID?
  /// Keeps entities alive that a function made for this value only.
  @exclusivity(unchecked) private var holder = ValueHolder()
  /// The number of evaluations.
  @exclusivity(unchecked) package private(set) final var runs = 0
  /// The turn during or after which the value was evaluated last.
  @exclusivity(unchecked) package private(set) final var ran = TurnStamp()

  /// - Parameter onStale: Called once when the value may have changed since the last read. Must not use models.
  package init(
    _ evaluator: Evaluator, _ program: BindingProgram?, _ context: EntityID?, onStale: (() -> Void)?
  ) {
    (self.evaluator, self.program, self.context, self.onStale) = (evaluator, program, context, onStale)
    graph = .passUnretained(evaluator.store.graph)
    super.init()
  }

  deinit {
    if let node { graph._withUnsafeGuaranteedRef { $0.remove(node) } }
    holder.hold(.null, in: evaluator.store)
  }

  /// Evaluates the value if something that it read has changed. A reader depends on it.
  package final func update() {
    let node = node ?? makeNode()
    graph._withUnsafeGuaranteedRef { graph in
      graph.update(node)
      if graph.isTracking, let source = graph.source(of: node) { graph.read(source) }
    }
  }

  private func makeNode() -> NodeID {
    let node = graph._withUnsafeGuaranteedRef { $0.makeNode(self, source: 0) }
    self.node = node
    return node
  }

  /// Forgets the value, what it has read and why it ran, as if it was new in another context.
  package final func forget() {
    if let node {
      self.node = graph._withUnsafeGuaranteedRef { graph in
        if let new = graph.renew(node) { return new }
        graph.remove(node)
        return nil
      }
    }
    holder.hold(.null, in: evaluator.store)
    (runs, ran, context) = (0, TurnStamp(), nil)
  }

  /// Takes the context of a value that has forgotten another one.
  package final func use(in context: EntityID?) { self.context = context }

  /// Evaluates the value: what it holds, and whether it has changed.
  open func evaluate() -> (value: Value, isChanged: Bool) { (.null, false) }

  /// The current value as text, for explanations.
  open var text: String? { nil }

  /// The value of the last evaluation as text, which evaluates nothing.
  open var lastText: String? { nil }

  override public final func recompute(_ node: NodeID, token: UInt32) -> Bool {
    runs += 1
    ran = evaluator.turn
    let (value, isChanged) = evaluate()
    // It may have been forgotten while it was evaluated.
    if self.node == node { holder.hold(value, in: evaluator.store) }
    return isChanged
  }

  override public final func invalidated(_ node: NodeID, token: UInt32) { becameStale() }

  /// Called once when the value may have changed since the last read. Must not use models.
  open func becameStale() { onStale?() }

  override public final func title(of token: UInt32) -> String { "\"\(program?.text ?? "")\"" }
}
