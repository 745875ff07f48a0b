/// Nodes without operators.

final class LiteralNode: FormulaNode {
  let value: Value
  private let number: FormulaNumber?

  init(_ value: Value) { (self.value, number) = (value, FormulaNumber(value)) }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value { value }

  override var isPlain: Bool { number != nil }

  override func number(of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? { number }
}

/// A name, or names joined by dots. A property has the affinity of its type, as a column; the result of a function has
/// none.
final class PathNode: FormulaNode {
  let part: PartProgram
  private let last: NameStep?
  // Unchecked where every evaluation passes: no access is ever made inside another one.
  @exclusivity(unchecked) private var isProperty = false

  init(_ part: PartProgram) {
    self.part = part
    if case .path(_, let steps) = part.source, case .name(let step)? = steps.last { last = step } else { last = nil }
  }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    if run.isPlain, let context = run.context,
      let value = evaluator.follow(part.path, from: context)
    {
      isProperty = true
      return value
    }
    let value = evaluator.evaluate(part, &run)
    isProperty = last?.meantProperty ?? false
    return value
  }

  override var hasAffinity: Bool { isProperty }

  override var isPlain: Bool { part.path.count > 0 }

  override func number(of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    part.path.number(of: record, evaluator.store) ?? numberAtEnd(from: record, evaluator)
  }

  @inline(never)
  private func numberAtEnd(from record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    evaluator.number(part.path, from: record)
  }
}

/// `[any binding]`: of several parts the joined text.
final class BindingNode: FormulaNode {
  let parts: [PartProgram]

  init(_ parts: [PartProgram]) { self.parts = parts }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    if parts.count == 1 { return evaluator.evaluate(parts[0], &run) }
    return evaluator.joined(parts, &run).map(Value.string) ?? .null
  }
}

/// A sign, `~` or NOT.
final class UnaryNode: FormulaNode {
  private let operation: Formula.UnaryOperator
  private let operand: FormulaNode

  init(_ operation: Formula.UnaryOperator, _ operand: FormulaNode) {
    (self.operation, self.operand) = (operation, operand)
  }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    let value = operand.evaluate(&run, evaluator)
    switch operation {
    case .plus: return value
    case .minus: return FormulaArithmetic.subtract(.int(0), evaluator.scalar(value))
    case .bitNot: return FormulaConversion.integer(evaluator.scalar(value)).map { .int(~$0) } ?? .null
    case .not: return evaluator.formulaTruth(value).map { .int($0 ? 0 : 1) } ?? .null
    case .isNull: return .int(value.isNull ? 1 : 0)
    case .notNull: return .int(value.isNull ? 0 : 1)
    }
  }

  override var isPlain: Bool { operand.isPlain }

  override func number(of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    guard let number = operand.number(of: record, evaluator) else { return nil }
    switch operation {
    case .plus: return number
    case .minus: return FormulaNumber.subtract(.int(0), number)
    case .bitNot: return number.integer.map { .int(~$0) } ?? .null
    case .not: return .truth(number.truth.map(!))
    case .isNull: return .bool(number.isNull)
    case .notNull: return .bool(!number.isNull)
    }
  }
}

final class CastNode: FormulaNode {
  private let type: FormulaAffinity
  private let operand: FormulaNode

  init(_ type: FormulaAffinity, _ operand: FormulaNode) { (self.type, self.operand) = (type, operand) }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    FormulaConversion.cast(evaluator.scalar(operand.evaluate(&run, evaluator)), to: type)
  }

  override var hasAffinity: Bool { true }
}

/// `CASE`, and the functions that evaluate only the arguments that they need.
final class ConditionalNode: FormulaNode {
  struct Branch {
    let condition: FormulaNode
    let result: FormulaNode
    /// The order in which a condition is compared with the operand.
    let collation: FormulaCollation
  }

  private let operand: FormulaNode?
  private let branches: [Branch]
  private let otherwise: FormulaNode?

  init(operand: FormulaNode?, branches: [Branch], otherwise: FormulaNode?) {
    (self.operand, self.branches, self.otherwise) = (operand, branches, otherwise)
  }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    if let operand {
      let value = operand.evaluate(&run, evaluator)
      let hasAffinity = operand.hasAffinity
      for branch in branches {
        let condition = branch.condition.evaluate(&run, evaluator)
        let order = evaluator.compare(
          value, hasAffinity, condition, branch.condition.hasAffinity, branch.collation)
        if order == 0 { return branch.result.evaluate(&run, evaluator) }
      }
    } else {
      for branch in branches where evaluator.formulaTruth(branch.condition.evaluate(&run, evaluator)) == true {
        return branch.result.evaluate(&run, evaluator)
      }
    }
    return otherwise?.evaluate(&run, evaluator) ?? .null
  }

  override var isPlain: Bool {
    operand?.isPlain ?? true && otherwise?.isPlain ?? true
      && branches.allSatisfy { $0.condition.isPlain && $0.result.isPlain }
  }

  override func number(of record: EntityRecord, _ evaluator: Evaluator) -> FormulaNumber? {
    var given = FormulaNumber.null
    if let operand {
      guard let number = operand.number(of: record, evaluator) else { return nil }
      given = number
    }
    for branch in branches {
      guard let condition = branch.condition.number(of: record, evaluator) else { return nil }
      let holds = operand == nil ? condition.truth == true : FormulaNumber.compare(given, condition) == 0
      if holds { return branch.result.number(of: record, evaluator) }
    }
    guard let otherwise else { return .null }
    return otherwise.number(of: record, evaluator)
  }
}

/// `coalesce` and `ifnull`: the first argument that is not NULL; later ones are not evaluated.
final class FirstNode: FormulaNode {
  private let arguments: [FormulaNode]

  init(_ arguments: [FormulaNode]) { self.arguments = arguments }

  override func evaluate(_ run: inout Evaluator.Run, _ evaluator: Evaluator) -> Value {
    for argument in arguments {
      let value = argument.evaluate(&run, evaluator)
      if !value.isNull { return value }
    }
    return .null
  }
}
