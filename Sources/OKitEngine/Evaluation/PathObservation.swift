/// A subscription to the value of a binding: told after each turn in which the value has changed.
public final class PathObservation: NodeHandler {
  private let evaluator: Evaluator
  private let program: BindingProgram
  private let context: EntityID?
  private let handler: (_ new: Value, _ old: Value) -> Void
  private var last = Value.null
  private var isStarting = true
  private var node: NodeID?

  /// Evaluates once, to know what to wait for; the handler hears of later changes only.
  public init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?,
    handler: @escaping (_ new: Value, _ old: Value) -> Void
  ) {
    (self.evaluator, self.program, self.context, self.handler) = (evaluator, program, context, handler)
    super.init()
    let node = evaluator.store.graph.makeNode(self, isEager: true)
    self.node = node
    evaluator.store.graph.update(node)
    isStarting = false
  }

  deinit {
    cancel()
    // It may have let itself go in its own handler.
    evaluator.store.graph.keepWhileRunning(handler)
  }

  public var isActive: Bool { node != nil }

  /// The path observed, for messages.
  public var path: String { program.text }

  public func cancel() {
    if let node { evaluator.store.graph.remove(node) }
    node = nil
  }

  override public func recompute(_ node: NodeID, token: UInt32) -> Bool {
    let new = contents(evaluator.get(program, context))
    if new.isSame(as: last), !isStarting { return false }
    let old = last
    last = new
    if isStarting { return true }
    // From here on the observation may be gone: nothing of it is touched after the handler.
    evaluator.store.graph.isRecording = false
    handler(new, old)
    return true
  }

  override public func title(of token: UInt32) -> String {
    let place = context.flatMap { evaluator.store.path(of: $0) ?? evaluator.store.describe($0) }
    return "\"\(program.text)\"" + (place.map { " of \($0.isEmpty ? "/" : $0)" } ?? "")
  }

  /// A live collection stays the same handle when its elements change; what it holds is what is observed.
  private func contents(_ value: Value) -> Value {
    guard case .collection(let collection) = value else { return value }
    return .list(evaluator.store.elements(collection))
  }
}
