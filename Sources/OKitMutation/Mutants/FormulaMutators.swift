/// Finds the mutants of the operators and numbers of a formula.
enum FormulaMutators {
  static func edits(of formula: Formula) -> [TextEdit] {
    formula.nodes.flatMap { node -> [TextEdit] in
      switch node.kind {
      case .binary(let sign): edits(of: sign, node, formula)
      case .truth(let truth): [TextEdit(.constant, node.range, .text(truth ? "FALSE" : "TRUE"))]
      case .literal(.int(let number)): numbers("\(number)", node.range)
      case .literal(.double(let number)): numbers("\(number)", node.range)
      case .unary(.minus): [TextEdit(.arithmetic, node.range, .text("+"), shown: whole(node, formula))]
      case .unary(.isNull): [TextEdit(.condition, node.range, .text("NOTNULL"), shown: whole(node, formula))]
      case .unary(.notNull): [TextEdit(.condition, node.range, .text("ISNULL"), shown: whole(node, formula))]
      default: []
      }
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
    // `IS NOT` has two words.
    .equal: [.notEqual], .notEqual: [.equal], .same: [.notSame],
  ]
  private static let others: [Formula.BinaryOperator: (Mutator, Formula.BinaryOperator)] = [
    .and: (.logic, .or), .or: (.logic, .and),
    .add: (.arithmetic, .subtract), .subtract: (.arithmetic, .add), .multiply: (.arithmetic, .divide),
    .divide: (.arithmetic, .multiply), .remainder: (.arithmetic, .multiply), .bitAnd: (.arithmetic, .bitOr),
    .bitOr: (.arithmetic, .bitAnd), .shiftLeft: (.arithmetic, .shiftRight), .shiftRight: (.arithmetic, .shiftLeft),
  ]

  private static func edits(
    of sign: Formula.BinaryOperator, _ node: Formula.Node, _ formula: Formula
  ) -> [TextEdit] {
    let shown = whole(node, formula)
    let compared = (comparisons[sign] ?? []).map { TextEdit(.comparison, node.range, .text($0.rawValue), shown: shown) }
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
