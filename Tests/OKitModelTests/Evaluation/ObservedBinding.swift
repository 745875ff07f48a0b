@_spi(Observation) import OKitModel

/// A binding or a function, with its value cached until what it read changes, as controls, cells and controllers have
/// them.
final class ObservedBinding: ObservedNode {
  private let read: () -> Value
  private var cached = Value.null
  private let isConstant: Bool

  /// - Parameters:
  ///   - read: Evaluates the value.
  ///   - onStale: Called once when the value may have changed since the last read. Must not read or write models.
  init(
    _ evaluator: Evaluator, _ program: BindingProgram?, _ context: EntityID?, read: @escaping () -> Value,
    onStale: @escaping () -> Void
  ) {
    (self.read, isConstant) = (read, program?.constant != nil)
    super.init(evaluator, program, context, onStale: onStale)
  }

  /// Observes what `get` returns.
  convenience init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?, onStale: @escaping () -> Void = {}
  ) {
    self.init(evaluator, program, context, read: { evaluator.get(program, context) }, onStale: onStale)
  }

  /// The current value, evaluated only when something that it read has changed. A reader depends on it.
  var value: Value {
    if isConstant, let constant = program?.constant { return constant }
    update()
    return cached
  }

  override func evaluate() -> (value: Value, isChanged: Bool) {
    let old = cached
    cached = read()
    return (cached, old != cached)
  }

  override var text: String? { evaluator.text(value) }
  override var lastText: String? { cached.scalarText }
}
