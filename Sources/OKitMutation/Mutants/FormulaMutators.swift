/// Finds the mutants of the operators, conditions and numbers of a formula.
enum FormulaMutators {
  /// - Parameter text: That of the binding, to which the ranges of the formula belong.
  static func edits(of formula: Formula, in text: FormulaText) -> [TextEdit] {
    formula.nodes.flatMap { node -> [TextEdit] in
      switch node.kind {
      case .binary(let sign):
        edits(of: sign, in: text.extended(node.range, by: ["NOT", "DISTINCT", "FROM"]), node, formula)
      case .conditional(hasOperand: false, _): conditions(of: node, text, formula)
      case .truth(let truth): [TextEdit(.constant, node.range, .text(truth ? "FALSE" : "TRUE"))]
      case .literal(.int(let number)): numbers("\(number)", node.range)
      case .literal(.double(let number)): numbers("\(number)", node.range)
      case .unary(.minus): [TextEdit(.arithmetic, node.range, .text("+"), shown: whole(node, formula))]
      case .unary(.isNull): [TextEdit(.condition, node.range, .text("NOTNULL"), shown: whole(node, formula))]
      case .unary(.notNull): isNull(text.extended(node.range, by: ["NULL"]), node, formula)
      default: []
      }
    }
  }

  private static func isNull(_ range: SourceRange, _ node: Formula.Node, _ formula: Formula) -> [TextEdit] {
    let shown = SourceRange(whole(node, formula).lower, range.upper)
    return [TextEdit(.condition, range, .text("ISNULL"), shown: shown)]
  }

  /// The conditions after `WHEN`.
  private static func conditions(of node: Formula.Node, _ text: FormulaText, _ formula: Formula) -> [TextEdit] {
    let operands = stride(from: 0, to: node.operands.count - 1, by: 2).map { formula.nodes[node.operands[$0]] }
    return zip(operands, text.conditions(ofCaseAt: node.range.lower)).flatMap { operand, range -> [TextEdit] in
      if case .truth = operand.kind { return [] }
      let truths = ["TRUE", "FALSE"].map { TextEdit(.condition, range, .text($0)) }
      // The opposite comparison negates it.
      return isComparison(operand.kind) ? truths : truths + [TextEdit(.condition, range, .wrapped("NOT (", ")"))]
    }
  }

  static func isComparison(_ kind: Formula.Kind) -> Bool {
    if case .binary(let sign) = kind { comparisons[sign] != nil } else { false }
  }

  private static func numbers(_ text: String, _ range: SourceRange) -> [TextEdit] {
    // Two hyphens begin a comment.
    NumberMutations.all(of: text).map { TextEdit(.constant, range, .text($0.hasPrefix("-") ? "(\($0))" : $0)) }
  }

  private static let comparisons: [Formula.BinaryOperator: [Formula.BinaryOperator]] = [
    .less: [.lessOrEqual, .greaterOrEqual], .lessOrEqual: [.less, .greater],
    .greater: [.greaterOrEqual, .lessOrEqual], .greaterOrEqual: [.greater, .less],
    .equal: [.notEqual], .notEqual: [.equal], .same: [.notSame], .notSame: [.same],
  ]
  private static let others: [Formula.BinaryOperator: (Mutator, Formula.BinaryOperator)] = [
    .and: (.logic, .or), .or: (.logic, .and),
    .add: (.arithmetic, .subtract), .subtract: (.arithmetic, .add), .multiply: (.arithmetic, .divide),
    .divide: (.arithmetic, .multiply), .remainder: (.arithmetic, .multiply), .bitAnd: (.arithmetic, .bitOr),
    .bitOr: (.arithmetic, .bitAnd), .shiftLeft: (.arithmetic, .shiftRight), .shiftRight: (.arithmetic, .shiftLeft),
  ]

  /// - Parameter range: That of all words of the operator.
  private static func edits(
    of sign: Formula.BinaryOperator, in range: SourceRange, _ node: Formula.Node, _ formula: Formula
  ) -> [TextEdit] {
    let shown = whole(node, formula)
    let compared = (comparisons[sign] ?? []).map { TextEdit(.comparison, range, .text($0.rawValue), shown: shown) }
    guard let (mutator, other) = others[sign] else { return compared }
    let isWord = sign == .and || sign == .or
    // Two hyphens begin a comment.
    let text = isWord || other != .subtract ? other.rawValue : "- "
    return compared + [TextEdit(mutator, node.range, .text(text), shown: shown)]
  }

  /// The range of a node with its operands, without parentheses around these.
  private static func whole(_ node: Formula.Node, _ formula: Formula) -> SourceRange {
    var range = node.range
    var waiting = node.operands
    while let index = waiting.popLast(), formula.nodes.indices.contains(index) {
      let operand = formula.nodes[index]
      range = SourceRange(min(range.lower, operand.range.lower), max(range.upper, operand.range.upper))
      waiting += operand.operands
    }
    return range
  }
}
