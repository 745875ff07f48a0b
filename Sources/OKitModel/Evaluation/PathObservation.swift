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
    observed = program.observed(by: evaluator, at: place)
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
      if observed.isSteady(context) { evaluator.store.graph.markSteady(node) }
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

  override package func runSteadily() -> Bool {
    guard let (record, location) = observed.place(context) else { return false }
    guard location.storage == .int, case .int(let old) = last, !record.isNil(location) else {
      tell(record.value(at: location))
      return true
    }
    let new = record.pointer(location, Int.self).pointee
    if new == old { return true }
    last = .int(new)
    if observed.hidesOldValues { handler(.int(new), .null) } else { handler(.int(new), .int(old)) }
    return true
  }

  /// Tells the handler about a value that differs from the last one.
  private func tell(_ value: Value) {
    if value.isSame(as: last) { return }
    let old = observed.hidesOldValues ? .null : last
    last = value
    // The handler may release the observation: no member is accessed after it.
    handler(value, old)
  }

  override package func place(of token: UInt32) -> Diagnostic.Place? { observed.place }

  override package func title(of token: UInt32) -> String {
    let store = evaluator.store
    let place = hasContext ? store.path(of: context) ?? store.describe(context) : nil
    return "\"\(program.text)\"" + (place.map { " of \($0.isEmpty ? "/" : $0)" } ?? "")
  }
}

/// A program, its evaluator and the place in a script that registers its observations: all of them share it, so that an
/// observation is small.
final class ObservedProgram {
  let evaluator: Evaluator
  let program: BindingProgram
  let place: Diagnostic.Place?
  /// The path of a binding that is one name; the program keeps it.
  private let name: PropertyPathCache?
  /// Safe: the two objects above, without reference counting.
  private let uncounted: (evaluator: Unmanaged<Evaluator>, program: Unmanaged<BindingProgram>)

  init(_ evaluator: Evaluator, _ program: BindingProgram, at place: Diagnostic.Place?) {
    (self.evaluator, self.program, self.place) = (evaluator, program, place)
    name = program.path.flatMap { $0.count == 1 ? $0 : nil }
    uncounted = (.passUnretained(evaluator), .passUnretained(program))
  }

  @inline(__always)
  func stopRecording() { uncounted.evaluator._withUnsafeGuaranteedRef { $0.store.graph.isRecording = false } }

  var hidesOldValues: Bool {
    @inline(__always)
    get { uncounted.evaluator._withUnsafeGuaranteedRef { $0.store.hidesOldValues } }
  }

  /// Returns the place of the value of a program that is the name of a stored property; nil for any other, and when the
  /// entity cannot be read.
  @inline(__always)
  func place(_ context: EntityID) -> (record: EntityRecord, location: PropertyLocation)? {
    guard let name else { return nil }
    return uncounted.evaluator._withUnsafeGuaranteedRef { evaluator in
      guard let record = evaluator.store.record(context), !record.header.pointee.isClosed else { return nil }
      let location = name.location(0, record.header.pointee.type, evaluator.store)
      return location.storage.isValue ? (record, location) : nil
    }
  }

  /// Returns whether evaluating the program reads nothing but one stored property.
  func isSteady(_ context: EntityID) -> Bool { place(context) != nil }

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
