/// A compiled formula: a tree of nodes, in which a chain of operators is one node, so that evaluating recurses only as
/// deep as the text is nested.
package final class FormulaProgram {
  let root: FormulaNode
  /// What was parsed; nil for an argument of a function, which is a part of the formula around it.
  package let parsed: Formula?
  /// The names and the bindings in brackets, in the order of the text.
  package let parts: [PartProgram]
  /// The functions that are called by name.
  package let calls: [FormulaCall]
  /// The operands with operators after them.
  private let operations: [OperationNode]
  /// Whether it may calculate with numbers alone.
  let isPlain: Bool
  /// The class of contexts that last had other values than numbers. Unchecked: no access is ever made inside another
  /// one.
  @exclusivity(unchecked) var otherType: Int32 = -1
  /// The steps that an evaluation takes of the budget.
  let cost: Int
  /// The levels of names that an evaluation counts as, because it may use the stack of several.
  let levels: Int

  init(_ formula: Formula) {
    var compiler = FormulaCompiler(formula)
    root = compiler.compile()
    isPlain = root.isPlain
    (parsed, parts, calls, operations) = (formula, compiler.parts, compiler.calls, compiler.operations)
    cost = 1 + formula.nodes.count >> 4
    levels = 1 + compiler.height >> 3
  }

  /// Creates the program of an argument of a function, which is a part of the formula around it.
  init(argument: FormulaNode) {
    root = argument
    isPlain = argument.isPlain
    (parsed, parts, calls, operations) = (nil, [], [], [])
    (cost, levels) = (1, 1)
  }

  /// Forgets the classes of contexts, which are those of one store.
  func forget() {
    otherType = -1
    for operation in operations { operation.forget() }
  }
}

/// A part of a compiled formula that has a value. Belongs to the evaluator of its program.
class FormulaNode {
  /// Returns the value. It is one of `null`, `int`, `double`, `string`, `data`, or what only a property, a binding in
  /// brackets or a function gives: `bool`, which counts as 0 or 1, `date`, and others, which count as their texts.
  func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value { .null }

  /// Whether the value that was evaluated last has an affinity, as a column or CAST gives it: that of the value's type.
  var hasAffinity: Bool { false }

  /// Whether `number` may give the value: the node reads nothing but literals and stored properties.
  var isPlain: Bool { false }

  /// Returns the value as a number, without calling anything; nil for another value.
  ///
  /// - Parameter record: that of the context.
  func number(of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? { nil }
}

/// A function call of a formula, for checks.
package struct FormulaCall {
  let name: String
  package let range: SourceRange
  /// A wrong number of arguments of a function of SQL.
  package let problem: Diagnostic?
  /// The name of an extension function, or of a function of the context.
  package let step: NameStep?
}

extension Evaluator {
  /// Returns the value of a formula: Bools are 0 or 1.
  func evaluate(_ formula: FormulaProgram, _ run: inout Run) -> Value {
    let value = evaluateArgument(formula, &run)
    if case .bool(let bool) = value { return .int(bool ? 1 : 0) }
    return value
  }

  /// Returns the value of a formula that is the argument of a function, which gets Bools as they are.
  func evaluateArgument(_ formula: FormulaProgram, _ run: inout Run) -> Value {
    if store.isBudgetExhausted(after: formula.cost) { return .null }
    store.bindingDepth += formula.levels
    defer { store.bindingDepth -= formula.levels }
    guard store.bindingDepth <= ModelStore.maximumBindingDepth else {
      mistake(
        "binding.depth", "the binding calls itself more than \(ModelStore.maximumBindingDepth) levels deep",
        SourceRange(0, run.program.text.utf8.count), run)
      return .null
    }
    return formula.root.evaluate(&run, self)
  }
}
