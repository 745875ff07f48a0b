/// A binding or a function in a control, cell or controller, with its value cached until what it read changes.
package final class ObservedBinding: ObservedNode {
  private let read: () -> Value
  private var cached = Value.null
  private let isConstant: Bool

  /// - Parameters:
  ///   - read: Evaluates the value.
  ///   - onStale: Called once when the value may have changed since the last read. Must not read or write models.
  package init(
    _ evaluator: Evaluator, _ program: BindingProgram?, _ context: EntityID?, read: @escaping () -> Value,
    onStale: @escaping () -> Void
  ) {
    (self.read, isConstant) = (read, program?.constant != nil)
    super.init(evaluator, program, context, onStale: onStale)
  }

  /// Observes what `get` returns.
  package convenience init(
    _ evaluator: Evaluator, _ program: BindingProgram, _ context: EntityID?, onStale: @escaping () -> Void = {}
  ) {
    self.init(evaluator, program, context, read: { evaluator.get(program, context) }, onStale: onStale)
  }

  /// The current value, evaluated only when something that it read has changed. A reader depends on it.
  package var value: Value {
    if isConstant, let constant = program?.constant { return constant }
    update()
    return cached
  }

  override package func evaluate() -> (value: Value, isChanged: Bool) {
    let old = cached
    cached = read()
    return (cached, old != cached)
  }

  override package var text: String? { evaluator.text(value) }
  override package var lastText: String? { cached.scalarText }
}
