/// Function calls.

/// What an error of a call points to.
struct FormulaCallPlace {
  /// The name of the function, or the operator.
  let name: SourceRange
  let arguments: [SourceRange]

  /// Returns the place of the argument that a function has rejected, or else of the name.
  func range(of error: Diagnostic, in function: FormulaFunction) -> SourceRange {
    guard error.code != "function.parameters", let rejectable = function.rejectable,
      arguments.indices.contains(rejectable)
    else { return name }
    return arguments[rejectable]
  }
}

/// A call of a function of SQL.
final class FunctionNode: FormulaNode {
  private let function: FormulaFunction
  private let arguments: [FormulaNode]
  /// How `min`, `max` and `nullif` compare texts.
  private let collation: FormulaCollation
  private let place: FormulaCallPlace

  init(
    _ function: FormulaFunction, _ arguments: [FormulaNode], _ collation: FormulaCollation, _ place: FormulaCallPlace
  ) {
    (self.function, self.arguments, self.collation, self.place) = (function, arguments, collation, place)
  }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    let before = evaluator.mistakeCount
    for argument in arguments { values.append(evaluator.scalar(argument.evaluate(&run, evaluator))) }
    // What the function would say of the values follows from the mistake.
    guard evaluator.mistakeCount == before else { return .null }
    return evaluator.call(function, values, collation, place, run)
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
  /// Calls a function of SQL; a failure is reported at the rejected argument, or else at the name.
  func call(
    _ function: FormulaFunction, _ arguments: [Value], _ collation: FormulaCollation, _ place: FormulaCallPlace,
    _ run: Run
  ) -> Value {
    do throws(Diagnostic) {
      let context = formulaContext
      return try function.evaluate(arguments, collation == .binary ? context : context.with(collation))
    } catch {
      // An exhausted budget stops the turn, or is reported by the host.
      if error.code == ExecutionBudget.code {
        store.graph.read(store.sources.budget)
        return .null
      }
      fail(error, in: run, at: place.range(of: error, in: function))
      return .null
    }
  }

  /// Reports a mistake in a formula.
  private func fail(_ error: Diagnostic, in run: Run, at range: SourceRange) {
    var located = error
    located.excerpt = .init(source: SourceText(name: "", text: run.program.text), range: range)
    mistakeCount += 1
    if !store.budget.isUnwinding { report(self.located(located, in: run.program)) }
  }
}

extension NameStep {
  /// The names that may have been meant besides those of the value: functions of SQL where a formula calls a function.
  var otherNames: [String] { isFormulaFunction ? FormulaFunction.names : [] }

  /// The message that an entity of a class, or a value of a core type, has nothing of this name.
  func unknownMessage(on type: String, isEntity: Bool = false) -> String {
    guard isFormulaFunction else { return "\(type) has no property or function \"\(name)\"" }
    return isEntity ? "\(type) has no function \"\(name)\"" : "unknown function \"\(name)\""
  }
}
