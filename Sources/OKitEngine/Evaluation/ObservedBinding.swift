/// A binding in a control, cell or controller, with its value cached until something that it read changes.
package final class ObservedBinding: NodeHandler {
  package let program: BindingProgram
  package let context: EntityID?
  let evaluator: Evaluator
  private let evaluate: (Evaluator, BindingProgram, EntityID?) -> Value
  private let onStale: () -> Void
  private(set) var node: NodeID?
  private var cached = Value.null
  /// Keeps entities alive that a function made for this binding only.
  private var holder = ValueHolder()
  /// The number of evaluations.
  package private(set) var runs = 0
  /// The turn during or after which the binding was evaluated last.
  private(set) var ran = TurnStamp()

  /// - Parameters:
  ///   - evaluate: The getter; `get` by default.
  ///   - onStale: Called once when the value may have changed since the last read. Must not read or write models.
  package init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?,
    evaluate: @escaping (Evaluator, BindingProgram, EntityID?) -> Value = { $0.get($1, $2) },
    onStale: @escaping () -> Void = {}
  ) {
    (self.evaluator, self.program, self.context) = (evaluator, program, context)
    self.evaluate = evaluate
    self.onStale = onStale
    super.init()
  }

  deinit {
    if let node { evaluator.store.graph.remove(node) }
    holder.hold(.null, in: evaluator.store)
  }

  /// The current value, evaluated only when something that it read has changed. A reader depends on it.
  package var value: Value {
    if let constant = program.constant { return constant }
    let graph = evaluator.store.graph
    let node = node ?? makeNode()
    graph.update(node)
    if graph.isTracking, let source = graph.source(of: node) { graph.read(source) }
    return cached
  }

  private func makeNode() -> NodeID {
    let node = evaluator.store.graph.makeNode(self, source: 0)
    self.node = node
    return node
  }

  override package func recompute(_ node: NodeID, token: UInt32) -> Bool {
    let old = cached
    runs += 1
    ran = evaluator.turn
    cached = evaluate(evaluator, program, context)
    holder.hold(cached, in: evaluator.store)
    return old != cached
  }

  override package func invalidated(_ node: NodeID, token: UInt32) { onStale() }

  override package func title(of token: UInt32) -> String { "\"\(program.text)\"" }
}
