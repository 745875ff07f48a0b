/// What the functions of formulas read besides their arguments, made when the first one is called.
extension Evaluator {
  /// The context of calls. Reading the time or the time zone of the runtime is recorded.
  var formulaContext: FormulaContext {
    if let made = madeFormulaContext { return made }
    let (store, environment) = (store, environment)
    var generator = randomNumbers
    let context = FormulaContext(
      now: {
        store.graph.read(store.clockSource)
        return environment.now
      },
      offset: { date throws(Diagnostic) in
        store.graph.read(store.localeSource)
        let context = environment.functionContext
        return try context.formatters.offset(of: context.timeZone, at: date)
      },
      random: { generator?.next() ?? .random(in: 0 ... .max) },
      budget: store.budget, expressions: RegularExpressionCache())
    madeFormulaContext = context
    return context
  }
}
