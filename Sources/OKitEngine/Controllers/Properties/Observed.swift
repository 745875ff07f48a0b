@_spi(Observation) internal import OKitModel

/// The result of a binding, a function or Swift code in its own type, cached until something that it read changes.
final class Observed<Result: ObservedResult>: ObservedNode {
  // Unchecked because every read passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var read: () -> Result? = { nil }
  @exclusivity(unchecked) private var cached: Result?

  /// - Parameter read: Evaluates the result; nil when it has failed.
  convenience init(
    _ evaluator: Evaluator, _ program: BindingProgram? = nil, _ context: EntityID? = nil,
    _ read: @escaping () -> Result?, onStale: @escaping () -> Void
  ) {
    self.init(evaluator, program, context, onStale: onStale)
    self.read = read
  }

  /// The current result, evaluated only when something that it read has changed. A reader depends on it.
  var result: Result? {
    update()
    return cached
  }

  /// As `forget`.
  func forgetResult() {
    forget()
    cached = nil
  }

  override func evaluate() -> (value: Value, isChanged: Bool) {
    let result = read()
    let isChanged = result != cached
    cached = result
    return (result?.holdsEntities == true ? result.value : .null, isChanged)
  }

  override var text: String? { evaluator.text(result.value) }
}

/// A type of results that can be observed.
protocol ObservedResult: Equatable {
  /// Whether the result may have entities.
  var holdsEntities: Bool { get }
  /// Whether one of several may. Not generic for the types of bindings, whose lists are often evaluated.
  static func mayHoldEntities(_ results: [Self]) -> Bool
  static func mayHoldEntities(_ results: [Self?]) -> Bool
  /// The result as one value, for explanations, and to keep the entities in it alive.
  var value: Value { get }
}

extension ObservedResult {
  static func mayHoldEntities(_ results: [Self]) -> Bool { results.contains { $0.holdsEntities } }
  static func mayHoldEntities(_ results: [Self?]) -> Bool { results.contains { $0?.holdsEntities == true } }
}

extension Value: ObservedResult {
  var holdsEntities: Bool { mayHoldEntities }
  static func mayHoldEntities(_ results: [Value]) -> Bool { results.contains { $0.mayHoldEntities } }
  static func mayHoldEntities(_ results: [Value?]) -> Bool { results.contains { $0?.mayHoldEntities == true } }
  var value: Value { self }
}
extension String: ObservedResult {
  var holdsEntities: Bool { false }
  static func mayHoldEntities(_ results: [String]) -> Bool { false }
  static func mayHoldEntities(_ results: [String?]) -> Bool { false }
  var value: Value { .string(self) }
}
extension Optional: ObservedResult where Wrapped: ObservedResult {
  var holdsEntities: Bool { self?.holdsEntities ?? false }
  static func mayHoldEntities(_ results: [Self]) -> Bool { Wrapped.mayHoldEntities(results) }
  var value: Value { self?.value ?? .null }
}
// With a closure: the runtime would make a generic key path for each call.
extension Array: ObservedResult where Element: ObservedResult {
  var holdsEntities: Bool { Element.mayHoldEntities(self) }
  var value: Value { .list(map { $0.value }) }
}
