/// What the functions of formulas read besides their arguments, made when the first one is called.
extension Evaluator {
  /// The context of calls. Reading the time or the time zone of the runtime is recorded.
  var formulaContext: FormulaContext {
    if let made = madeFormulaContext { return made }
    let store = store
    let context = FormulaContext(
      now: { [unowned self] in
        store.graph.read(store.clockSource)
        return functionContext().now
      },
      offset: { [unowned self] date throws(Diagnostic) in
        store.graph.read(store.localeSource)
        let context = functionContext()
        return try context.formatters.offset(of: context.timeZone, at: date)
      },
      random: { [unowned self] in nextRandomWord() },
      budget: store.budget, expressions: RegularExpressionCache())
    madeFormulaContext = context
    return context
  }

  /// Returns a number of the seed, or of the system.
  private func nextRandomWord() -> UInt64 {
    guard randomNumbers != nil else { return .random(in: 0 ... .max) }
    return randomNumbers?.next() ?? 0
  }
}
