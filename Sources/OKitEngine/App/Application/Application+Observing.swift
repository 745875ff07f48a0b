internal import Synchronization

// Observing the models. Handlers and sequences get what is committed, and continue after a reload.

extension Application {
  /// Calls a handler with the value of a binding after each turn that changed it, for as long as the observation is
  /// kept.
  ///
  /// The turn is complete then: the handler sees what is committed, and may act itself. An observation of an entity
  /// ends with a reload; one of the default model continues. A value that has no longer the type, such as nil where a
  /// path breaks off, is reported with `lua.value`.
  ///
  ///     let observation = try app.observe("stock", as: Int.self) { print($0) }
  ///
  /// - Throws: `lua.value` when the binding has another type; `binding.syntax`, `binding.unknownName`.
  public func observe<Result: ValueConvertible>(
    _ binding: String, as type: Result.Type = Result.self, of entity: EntityID? = nil,
    _ handler: @escaping (Result) -> Void
  ) throws -> BindingObservation {
    let observation = BindingObservation(binding, entity) { value, runtime in
      handler(try runtime.convert(value) { "\"\(binding)\" is" })
    }
    try begin(observation, checking: type, binding, entity)
    add(KeptObservation(observation))
    return observation
  }

  /// The value of a binding now, and after each turn that changes it. A reader that is slow gets the latest one. The
  /// sequence ends when the application is closed.
  ///
  /// - Throws: What `observe` throws. Reading throws `lua.value` for a value of another type.
  public func values<Result: ValueConvertible & Sendable>(
    _ binding: String, as type: Result.Type = Result.self, of entity: EntityID? = nil
  ) throws -> AsyncThrowingStream<Result, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: Result.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    let end: ((any Error)?) -> Void = { continuation.finish(throwing: $0) }
    let observation = BindingObservation(binding, entity, onEnd: end) { value, runtime in
      do { continuation.yield(try runtime.convert(value) { "\"\(binding)\" is" }) } catch {
        continuation.finish(throwing: error)
      }
    }
    try begin(observation, checking: type, binding, entity)
    let kept = KeptObservation(observation, isKept: true)
    continuation.onTermination = { [ending = kept.ending] _ in ending.isEnded.store(true, ordering: .relaxed) }
    add(kept)
    continuation.yield(try get(binding, of: entity))
    return stream
  }

  /// The changes of the models, turn by turn. A reader that is more than 1,000 turns behind gets the error
  /// `observe.gap` after these, instead of a gap. The sequence ends when the application is closed; one of a closed
  /// application throws `application.closed`.
  public var changes: AsyncThrowingStream<[Patch], any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: [Patch].self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(ChangeObservation.limit))
    let observation = ChangeObservation(continuation)
    do {
      observation.begin(try open().runtime)
      let kept = KeptObservation(observation, isKept: true)
      continuation.onTermination = { [ending = kept.ending] _ in ending.isEnded.store(true, ordering: .relaxed) }
      add(kept)
    } catch { continuation.finish(throwing: error) }
    return stream
  }

  private func begin<Result: ValueConvertible>(
    _ observation: BindingObservation, checking type: Result.Type, _ binding: String, _ entity: EntityID?
  ) throws {
    let runtime = try open().runtime
    try runtime.check(binding, is: type, of: entity)
    try observation.begin(runtime)
  }

  private func add(_ observation: KeptObservation) {
    observations.removeAll { $0.isOver }
    observations.append(observation)
  }

  /// Observes the models that a reload has continued with.
  func continueObservations() {
    observations.removeAll { $0.isOver }
    for kept in observations {
      guard let observation = kept.observation else { continue }
      do { try observation.begin(runtime) } catch {
        runtime.report(error.asDiagnostic)
        observation.end(throwing: error)
      }
    }
  }
}

/// An observation of an application. Its program keeps it, or the application does until the reader of its stream ends.
struct KeptObservation {
  final class Ending: Sendable { let isEnded = Atomic(false) }

  private(set) weak var observation: (any ProgramObservation)?
  private let kept: (any ProgramObservation)?
  let ending = Ending()

  init(_ observation: any ProgramObservation, isKept: Bool = false) {
    (self.observation, kept) = (observation, isKept ? observation : nil)
  }

  var isOver: Bool { observation == nil || ending.isEnded.load(ordering: .relaxed) }
}
