/// Function calls.

/// A call of a function of SQL.
final class FunctionNode: FormulaNode {
  private let function: FormulaFunction
  private let arguments: [FormulaNode]
  /// How `min`, `max` and `nullif` compare texts.
  private let collation: FormulaCollation
  private let range: SourceRange

  init(
    _ function: FormulaFunction, _ arguments: [FormulaNode], _ collation: FormulaCollation, _ range: SourceRange
  ) {
    (self.function, self.arguments, self.collation, self.range) = (function, arguments, collation, range)
  }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    let before = evaluator.mistakeCount
    for argument in arguments { values.append(evaluator.scalar(argument.evaluate(&run, evaluator))) }
    // What the function would say of the values follows from the mistake.
    guard evaluator.mistakeCount == before else { return .null }
    return evaluator.call(function, values, collation, range, run)
  }
}

/// A call of an extension function: `f(x, …)` is the path `x/f(…)`, and `f()` a function of the context.
final class ExtensionNode: FormulaNode {
  private let receiver: FormulaNode?
  private let step: NameStep

  init(_ receiver: FormulaNode?, _ step: NameStep) { (self.receiver, self.step) = (receiver, step) }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    let value: Value
    if let receiver {
      value = receiver.evaluate(&run, evaluator)
    } else {
      value = run.context.map(Value.entity) ?? .null
    }
    if value.isNull { return .null }
    return evaluator.evaluate(step, value, &run)
  }
}

extension Evaluator {
  /// Calls a function of SQL; a failure is reported at its name.
  func call(
    _ function: FormulaFunction, _ arguments: [Value], _ collation: FormulaCollation, _ range: SourceRange, _ run: Run
  ) -> Value {
    do throws(Diagnostic) {
      guard collation != .binary else { return try function.evaluate(arguments, formulaContext) }
      var context = formulaContext
      context.collation = collation
      return try function.evaluate(arguments, context)
    } catch {
      // An exhausted budget stops the turn, or is reported by the host.
      if error.code == ExecutionBudget.code {
        store.graph.read(store.sources.budget)
        return .null
      }
      fail(error, in: run, at: range)
      return .null
    }
  }

  /// Reports a mistake in a formula.
  private func fail(_ error: Diagnostic, in run: Run, at range: SourceRange) {
    var located = error
    located.excerpt = .init(source: SourceText(name: "", text: run.program.text), range: range)
    mistakeCount += 1
    report(self.located(located, in: run.program))
  }
}

extension NameStep {
  /// The names that may have been meant besides those of the value: functions of SQL where a formula calls a function.
  var otherNames: [String] { isFormulaFunction ? FormulaFunction.names : [] }
}
