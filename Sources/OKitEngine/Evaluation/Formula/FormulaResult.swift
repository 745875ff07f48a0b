/// The kind of value that a formula gives, as far as its text alone determines it. The schema is not needed: operators decide.
extension FormulaFunction.Result {
  /// The kind for messages; nil where the text does not determine it.
  var text: String? {
    switch self {
    case .integer, .real, .number: "a number"
    case .text: "a text"
    case .blob: "Data"
    case .any: nil
    }
  }

  private var isNumber: Bool { self == .integer || self == .real || self == .number }

  /// Returns the kind of a node, from those of its operands.
  static func of(_ node: Formula.Node, _ operands: [Self]) -> Self {
    switch node.kind {
    case .literal(.int): .integer
    case .literal(.double): .real
    case .literal(.string): .text
    case .literal(.data): .blob
    case .literal, .path, .binding: .any
    case .truth, .pattern, .between, .membership: .integer
    case .unary(.plus), .collate: operands[0]
    case .unary(.minus): .number
    case .unary: .integer
    case .binary(let operation): of(operation, operands)
    case .conditional(let hasOperand, let hasElse): ofChoice(operands, hasOperand: hasOperand, hasElse: hasElse)
    case .cast(let type): of(type)
    case .call(let name): FormulaFunction.named(name)?.result ?? .any
    }
  }

  private static func of(_ operation: Formula.BinaryOperator, _ operands: [Self]) -> Self {
    switch operation {
    case .concatenate: .text
    case .multiply, .divide, .remainder: .number
    // Dates are added and subtracted, too, and texts are joined.
    case .add, .subtract: operands.allSatisfy(\.isNumber) ? .number : .any
    default: .integer
    }
  }

  private static func ofChoice(_ operands: [Self], hasOperand: Bool, hasElse: Bool) -> Self {
    let pairs = operands.dropFirst(hasOperand ? 1 : 0).dropLast(hasElse ? 1 : 0)
    let results = pairs.enumerated().filter { $0.offset % 2 == 1 }.map(\.element) + operands.suffix(hasElse ? 1 : 0)
    guard let first = results.first else { return .any }
    if results.allSatisfy(\.isNumber) { return .number }
    return results.allSatisfy { $0 == first } ? first : .any
  }

  private static func of(_ type: Formula.CastType) -> Self {
    switch type {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .boolean, .numeric: .number
    case .blob: .blob
    }
  }
}
