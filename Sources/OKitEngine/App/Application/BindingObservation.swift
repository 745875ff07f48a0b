/// An observation of a program, which continues after a reload.
protocol ProgramObservation: AnyObject {
  /// Observes the models of a runtime from now on.
  func begin(_ runtime: AppRuntime) throws
  /// Ends the observation, because of an error or because the application was closed.
  func end(throwing error: (any Error)?)
}

/// An observation of a binding. It ends when it is cancelled or released.
public final class BindingObservation: ProgramObservation {
  private let binding: String
  private let entity: EntityID?
  /// Throws for a value that has another type than the program expects.
  private let handler: (Value, AppRuntime) throws -> Void
  private let onEnd: ((any Error)?) -> Void
  private var observation: PathObservation?
  /// Whether it was cancelled: a reload does not continue it.
  private var isOver = false
  private var latest = Value.null
  private var delivered = Value.null
  private var isWaiting = false
  /// The calls of the handler that follow from one action.
  private var calls = (round: 0, count: 0)
  private static let maximumCalls = 100

  init(
    _ binding: String, _ entity: EntityID?, onEnd: @escaping ((any Error)?) -> Void = { _ in },
    _ handler: @escaping (Value, AppRuntime) throws -> Void
  ) {
    (self.binding, self.entity, self.onEnd, self.handler) = (binding, entity, onEnd, handler)
  }

  deinit { observation?.cancel() }

  /// Ends the observation, also for the scripts that later reloads load.
  public func cancel() {
    isOver = true
    stop()
  }

  private func stop() {
    observation?.cancel()
    observation = nil
    // What waits belongs to the runtime that was observed.
    isWaiting = false
  }

  func end(throwing error: (any Error)?) {
    cancel()
    onEnd(error)
  }

  func begin(_ runtime: AppRuntime) throws {
    guard !isOver else { return }
    let isContinued = observation != nil
    stop()
    // The entity was one of the previous runtime's.
    if isContinued, entity != nil { return end(throwing: nil) }
    let program = try runtime.evaluator.program(binding)
    let observation = PathObservation(runtime.evaluator, program, entity ?? runtime.defaultModel) {
      [weak self, reference = runtime.reference] value, _ in
      if let runtime = reference.object { self?.change(to: value, in: runtime) }
    }
    self.observation = observation
    if !isContinued { delivered = observation.last }
    latest = observation.last
    if isContinued { deliver(runtime) }
  }

  /// Calls the handler when the turn is complete, so that it sees what is committed.
  private func change(to value: Value, in runtime: AppRuntime) {
    latest = value
    guard !isWaiting else { return }
    isWaiting = true
    runtime.afterTurn { [weak self, weak observation = self.observation, reference = runtime.reference] in
      // A reload has replaced the runtime, and delivered what was latest.
      guard let self, let observation, observation === self.observation else { return }
      isWaiting = false
      if let runtime = reference.object { deliver(runtime) }
    }
  }

  /// A rollback has made the value what it was.
  private func deliver(_ runtime: AppRuntime) {
    guard observation != nil, !latest.isSame(as: delivered) else { return }
    delivered = latest
    let round = runtime.postponed.round
    calls = (round, calls.round == round ? calls.count + 1 : 1)
    guard calls.count <= Self.maximumCalls else {
      return runtime.report(
        Diagnostic(
          "observe.endless", "the handler of \"\(binding)\" keeps changing what it observes; it was stopped"))
    }
    do { try handler(latest, runtime) } catch { runtime.report(error.asDiagnostic) }
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

  func begin(_ runtime: AppRuntime) {
    cancel()
    patches = runtime.patches
    handle = runtime.patches.observe(nil) { [weak self] in self?.send($0) }
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
