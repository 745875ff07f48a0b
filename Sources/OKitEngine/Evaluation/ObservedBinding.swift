/// A binding in a control, cell or controller: its value is kept until something that it read changes.
public final class ObservedBinding {
  public let program: BindingProgram
  public let context: EntityID?
  let evaluator: Evaluator
  private let evaluate: (Evaluator, BindingProgram, EntityID?) -> Value
  private let onStale: () -> Void
  private(set) var node: NodeID?
  private var cached = Value.null
  /// Entities that a function made for this binding belong to nobody else.
  private var holder = ValueHolder()
  /// Made stale by hand or never looked at.
  public private(set) var runs = 0
  /// The turn that it ran last in, or after.
  private(set) var ran = TurnStamp()

  /// - Parameters:
  ///   - evaluate: which getter to use; `get` unless told otherwise.
  ///   - onStale: called once when the value may have changed since it was looked at. Must not read or write models.
  public init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?,
    evaluate: @escaping (Evaluator, BindingProgram, EntityID?) -> Value = { $0.get($1, $2) },
    onStale: @escaping () -> Void = {}
  ) {
    (self.evaluator, self.program, self.context) = (evaluator, program, context)
    self.evaluate = evaluate
    self.onStale = onStale
  }

  deinit {
    if let node { evaluator.store.graph.remove(node) }
    holder.hold(.null, in: evaluator.store)
  }

  /// The value now; evaluated only when something that it read has changed. Others that read it depend on it.
  public var value: Value {
    if let constant = program.constant { return constant }
    let graph = evaluator.store.graph
    let node = node ?? makeNode()
    graph.update(node)
    if graph.isTracking, let source = graph.source(of: node) { graph.read(source) }
    return cached
  }

  private func makeNode() -> NodeID {
    let node = evaluator.store.graph.makeNode(Handler(self), isSource: true)
    self.node = node
    return node
  }

  /// Breaks the reference cycle between graph and binding.
  private final class Handler: NodeHandler {
    weak var binding: ObservedBinding?
    init(_ binding: ObservedBinding) { self.binding = binding }

    func recompute(_ node: NodeID, token: UInt64) -> Bool {
      guard let binding else { return false }
      let old = binding.cached
      binding.runs += 1
      binding.ran = binding.evaluator.turn
      binding.cached = binding.evaluate(binding.evaluator, binding.program, binding.context)
      binding.holder.hold(binding.cached, in: binding.evaluator.store)
      return old != binding.cached
    }

    func invalidated(_ node: NodeID, token: UInt64) { binding?.onStale() }
  }
}
