/// A subscription to the value of a binding: told after each turn in which the value has changed.
public final class PathObservation: NodeHandler {
  private let observed: ObservedProgram
  private let context: EntityID
  private let handler: (_ new: Value, _ old: Value) -> Void
  private var last = Value.null
  private var isStarting = true
  private let hasContext: Bool
  /// The index of its node; the node lives as long as this is not none.
  private var node: Int32

  private var evaluator: Evaluator { observed.evaluator }
  private var program: BindingProgram { observed.program }

  /// Evaluates once, to know what to wait for; the handler hears of later changes only.
  public init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?,
    handler: @escaping (_ new: Value, _ old: Value) -> Void
  ) {
    observed = program.observed(by: evaluator)
    self.context = context ?? EntityID(index: 0, generation: 0)
    hasContext = context != nil
    self.handler = handler
    node = DependencyGraph.none
    super.init()
    let node = evaluator.store.graph.makeNode(self, isEager: true)
    self.node = node.index
    evaluator.store.graph.update(node)
    isStarting = false
  }

  deinit {
    cancel()
    // It may have let itself go in its own handler.
    evaluator.store.graph.keepWhileRunning(handler)
  }

  public var isActive: Bool { node != DependencyGraph.none }

  /// The path observed, for messages.
  public var path: String { program.text }

  public func cancel() {
    let graph = evaluator.store.graph
    if node != DependencyGraph.none { graph.remove(graph.id(node)) }
    node = DependencyGraph.none
  }

  override public func recompute(_ node: NodeID, token: UInt32) -> Bool {
    var value = Value.null
    if hasContext, let stored = observed.storedValue(context) {
      value = stored
    } else {
      // What is evaluated may cancel the observation.
      evaluator.store.graph.keepWhileRunning(self)
      value = observed.value(hasContext ? context : nil)
      if !isActive { return false }
    }
    if value.isSame(as: last), !isStarting { return false }
    swap(&value, &last)
    if isStarting { return true }
    let (new, old) = (last, value)
    // From here on the observation may be gone: nothing of it is touched after the handler.
    observed.stopRecording()
    handler(new, old)
    return true
  }

  override public func title(of token: UInt32) -> String {
    let store = evaluator.store
    let place = hasContext ? store.path(of: context) ?? store.describe(context) : nil
    return "\"\(program.text)\"" + (place.map { " of \($0.isEmpty ? "/" : $0)" } ?? "")
  }
}

/// A program and who evaluates it, once for all who observe it: an observation has to be small.
final class ObservedProgram {
  let evaluator: Evaluator
  let program: BindingProgram
  /// Safe: the same two, which are held above, without counting references.
  private let uncounted: (evaluator: Unmanaged<Evaluator>, program: Unmanaged<BindingProgram>)

  init(_ evaluator: Evaluator, _ program: BindingProgram) {
    (self.evaluator, self.program) = (evaluator, program)
    uncounted = (.passUnretained(evaluator), .passUnretained(program))
  }

  @inline(__always)
  func stopRecording() { uncounted.evaluator._withUnsafeGuaranteedRef { $0.store.graph.isRecording = false } }

  /// What the program gives now, when no code of a script can run for it.
  @inline(__always)
  func storedValue(_ context: EntityID) -> Value? {
    uncounted.evaluator._withUnsafeGuaranteedRef { evaluator in
      uncounted.program._withUnsafeGuaranteedRef { program in
        program.path.flatMap { evaluator.follow($0, from: context) }
      }
    }
  }

  /// What the program gives now. A live collection stays the same handle when its elements change; what it holds is what
  /// is observed.
  func value(_ context: EntityID?) -> Value {
    let value = evaluator.get(program, context)
    guard case .collection(let collection) = value else { return value }
    return .list(evaluator.store.elements(collection))
  }
}
