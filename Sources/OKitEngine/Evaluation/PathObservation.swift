/// A subscription to the value of a binding: told after each turn in which the value has changed.
public final class PathObservation {
  private let evaluator: Evaluator
  private let program: BindingProgram
  private let context: EntityID?
  private let handler: (_ new: Value, _ old: Value) -> Void
  private var node: NodeID?
  private var last = Value.null

  /// Evaluates once, to know what to wait for; the handler hears of later changes only.
  public init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?,
    handler: @escaping (_ new: Value, _ old: Value) -> Void
  ) {
    (self.evaluator, self.program, self.context, self.handler) = (evaluator, program, context, handler)
    let node = evaluator.store.graph.makeNode(Handler(self))
    self.node = node
    isStarting = true
    evaluator.store.graph.update(node)
    isStarting = false
  }
  private var isStarting = false

  deinit { cancel() }

  public var isActive: Bool { node != nil }

  /// The path observed, for messages.
  public var path: String { program.text }

  public func cancel() {
    if let node { evaluator.store.graph.remove(node) }
    node = nil
  }

  private final class Handler: NodeHandler {
    weak var observation: PathObservation?
    init(_ observation: PathObservation) { self.observation = observation }

    func recompute(_ node: NodeID, token: UInt64) -> Bool {
      guard let observation else { return false }
      let evaluator = observation.evaluator
      let new = observation.contents(evaluator.get(observation.program, observation.context))
      let old = observation.last
      guard new != old || observation.isStarting else { return false }
      observation.last = new
      if !observation.isStarting { evaluator.store.graph.withoutTracking { observation.handler(new, old) } }
      return true
    }

    func invalidated(_ node: NodeID, token: UInt64) {
      observation?.evaluator.store.graph.schedule(node)
    }
  }

  /// A live collection stays the same handle when its elements change; what it holds is what is observed.
  private func contents(_ value: Value) -> Value {
    guard case .collection(let collection) = value else { return value }
    return .list(evaluator.store.elements(collection))
  }
}
