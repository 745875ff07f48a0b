/// An observation of a binding's value. The handler is called after each turn in which the value has changed.
package final class PathObservation: NodeHandler {
  private let observed: ObservedProgram
  private let context: EntityID
  private let handler: (_ new: Value, _ old: Value) -> Void
  // Unchecked because every notification passes: no access of these is ever made inside another one.

  /// The current value, or that before the change that the handler is told.
  @exclusivity(unchecked) package private(set) var last = Value.null
  @exclusivity(unchecked) private var isStarting = true
  private let hasContext: Bool
  private let place: Registration?
  /// The index of its node; none after cancellation.
  @exclusivity(unchecked) private var node: Int32

  private var evaluator: Evaluator { observed.evaluator }
  private var program: BindingProgram { observed.program }

  /// Evaluates the binding once, to record its reads; the handler is called for later changes only.
  ///
  /// - Parameter place: the place in a script that registers the handler.
  package init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?, place: Diagnostic.Place? = nil,
    handler: @escaping (_ new: Value, _ old: Value) -> Void
  ) {
    observed = program.observed(by: evaluator)
    self.context = context ?? EntityID(index: 0, generation: 0)
    hasContext = context != nil
    self.handler = handler
    self.place = place.map(Registration.init)
    node = DependencyGraph.none
    super.init()
    let node = evaluator.store.graph.makeNode(self, isEager: true)
    self.node = node.index
    evaluator.store.graph.update(node)
    isStarting = false
  }

  deinit {
    cancel()
    // The handler itself may have released the observation.
    evaluator.store.graph.keepWhileRunning(handler)
  }

  package var isActive: Bool { node != DependencyGraph.none }

  /// What the last evaluation read, as absolute paths.
  package var reads: [String] {
    let (store, node) = (evaluator.store, node)
    guard node != DependencyGraph.none else { return [] }
    return store.graph.reads(of: store.graph.id(node)).compactMap(store.describe)
  }

  /// The observed path, for messages.
  package var path: String { program.text }

  package func cancel() {
    let graph = evaluator.store.graph
    if node != DependencyGraph.none { graph.remove(graph.id(node)) }
    node = DependencyGraph.none
  }

  override package func recompute(_ node: NodeID, token: UInt32) -> Bool {
    var value = Value.null
    if hasContext, let stored = observed.storedValue(context) {
      value = stored
    } else {
      // The evaluation may cancel the observation.
      evaluator.store.graph.keepWhileRunning(self)
      value = observed.value(hasContext ? context : nil)
      if !isActive { return false }
    }
    if value.isSame(as: last), !isStarting { return false }
    swap(&value, &last)
    if isStarting { return true }
    let (new, old) = (last, evaluator.store.hidesOldValues ? .null : value)
    // The handler may release the observation: no member is accessed after it.
    observed.stopRecording()
    handler(new, old)
    return true
  }

  override package func place(of token: UInt32) -> Diagnostic.Place? { place?.place }

  override package func title(of token: UInt32) -> String {
    let store = evaluator.store
    let place = hasContext ? store.path(of: context) ?? store.describe(context) : nil
    return "\"\(program.text)\"" + (place.map { " of \($0.isEmpty ? "/" : $0)" } ?? "")
  }
}

/// The place where a script has registered an observation; one without a place stays small.
private final class Registration {
  let place: Diagnostic.Place

  init(_ place: Diagnostic.Place) { self.place = place }
}

/// A program and its evaluator, shared by all its observations, so that an observation is small.
final class ObservedProgram {
  let evaluator: Evaluator
  let program: BindingProgram
  /// Safe: the two objects above, without reference counting.
  private let uncounted: (evaluator: Unmanaged<Evaluator>, program: Unmanaged<BindingProgram>)

  init(_ evaluator: Evaluator, _ program: BindingProgram) {
    (self.evaluator, self.program) = (evaluator, program)
    uncounted = (.passUnretained(evaluator), .passUnretained(program))
  }

  @inline(__always)
  func stopRecording() { uncounted.evaluator._withUnsafeGuaranteedRef { $0.store.graph.isRecording = false } }

  /// Returns the current value when it is stored, so that no script runs; otherwise nil.
  @inline(__always)
  func storedValue(_ context: EntityID) -> Value? {
    uncounted.evaluator._withUnsafeGuaranteedRef { evaluator in
      uncounted.program._withUnsafeGuaranteedRef { program in
        // The elements of a collection are observed, not its reference, which stays the same.
        let value = program.path.flatMap { evaluator.follow($0, from: context) }
        if case .collection? = value { return nil }
        return value
      }
    }
  }

  /// Returns the current value; of a live collection its elements, because its reference stays the same when they
  /// change.
  func value(_ context: EntityID?) -> Value {
    let value = evaluator.get(program, context)
    guard case .collection(let collection) = value else { return value }
    return .list(evaluator.store.elements(collection))
  }
}
