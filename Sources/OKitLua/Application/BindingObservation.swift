/// An observation of a program, which continues after a reload.
protocol ProgramObservation: AnyObject {
  /// Observes the models of a script from now on.
  func begin(_ instance: ScriptInstance) throws
  /// Ends the observation, because of an error or because the application was closed.
  func end(throwing error: (any Error)?)
}

/// An observation of a binding. It ends when it is cancelled or released.
public final class BindingObservation: ProgramObservation {
  private let binding: String
  private let entity: EntityID?
  /// Throws for a value that has another type than the program expects.
  private let handler: (Value, ScriptInstance) throws -> Void
  private let onEnd: ((any Error)?) -> Void
  private var observation: PathObservation?
  private var latest = Value.null
  private var delivered = Value.null
  private var isWaiting = false
  /// The calls of the handler that follow from one action.
  private var calls = (round: 0, count: 0)
  private static let maximumCalls = 100

  init(
    _ binding: String, _ entity: EntityID?, onEnd: @escaping ((any Error)?) -> Void = { _ in },
    _ handler: @escaping (Value, ScriptInstance) throws -> Void
  ) {
    (self.binding, self.entity, self.onEnd, self.handler) = (binding, entity, onEnd, handler)
  }

  deinit { observation?.cancel() }

  /// Ends the observation.
  public func cancel() {
    observation?.cancel()
    observation = nil
  }

  func end(throwing error: (any Error)?) {
    cancel()
    onEnd(error)
  }

  func begin(_ instance: ScriptInstance) throws {
    let isContinued = observation != nil
    cancel()
    // The entity was one of the previous script's.
    if isContinued, entity != nil { return onEnd(nil) }
    let (reference, program) = (instance.reference, try instance.runtime.evaluator.program(binding))
    let observation = PathObservation(instance.runtime.evaluator, program, entity ?? instance.defaultModel) {
      [weak self] value, _ in
      if let instance = reference.object { self?.change(to: value, in: instance) }
    }
    self.observation = observation
    if !isContinued { delivered = observation.last }
    latest = observation.last
    if isContinued { deliver(instance) }
  }

  /// Calls the handler when the turn is complete, so that it sees what is committed.
  private func change(to value: Value, in instance: ScriptInstance) {
    latest = value
    guard !isWaiting else { return }
    isWaiting = true
    instance.host.afterTurn { [weak self, reference = instance.reference] _ in
      self?.isWaiting = false
      if let instance = reference.object { self?.deliver(instance) }
    }
  }

  /// A rollback has made the value what it was.
  private func deliver(_ instance: ScriptInstance) {
    guard observation != nil, !latest.isSame(as: delivered) else { return }
    delivered = latest
    let round = instance.host.postponedRound
    calls = (round, calls.round == round ? calls.count + 1 : 1)
    guard calls.count <= Self.maximumCalls else {
      return instance.runtime.report(
        Diagnostic(
          "observe.endless", "the handler of \"\(binding)\" keeps changing what it observes; the runtime stopped it"))
    }
    do { try handler(latest, instance) } catch { instance.runtime.report(error.asDiagnostic) }
  }
}

/// Sends the changes of each turn to a stream.
final class ChangeObservation: ProgramObservation {
  /// The number of turns that a reader may be behind.
  static let limit = 1000

  private let continuation: AsyncThrowingStream<[Patch], any Error>.Continuation
  private weak var patches: PatchService?
  private var handle: RuntimeHandle?

  init(_ continuation: AsyncThrowingStream<[Patch], any Error>.Continuation) { self.continuation = continuation }

  func begin(_ instance: ScriptInstance) {
    cancel()
    patches = instance.runtime.patches
    handle = instance.runtime.patches.observe(nil) { [weak self] in self?.send($0) }
  }

  private func send(_ patches: [Patch]) {
    switch continuation.yield(patches) {
    case .enqueued: break
    case .dropped:
      end(
        throwing: Diagnostic(
          .observationGap, "the reader of changes is more than \(Self.limit) turns behind; the next changes are lost",
          hint: "read the models, and observe changes again"))
    default: cancel()
    }
  }

  private func cancel() {
    if let handle { patches?.cancel(handle) }
    handle = nil
  }

  func end(throwing error: (any Error)?) {
    cancel()
    continuation.finish(throwing: error)
  }
}
