/// Makes the nodes that evaluate a formula, in the order of its parsed ones: operands first.
struct FormulaCompiler {
  private let formula: Formula
  /// What is known of each parsed node.
  private var compiled: [Compiled] = []
  private(set) var parts: [PartProgram] = []
  private(set) var calls: [FormulaCall] = []
  private(set) var operations: [OperationNode] = []

  private struct Compiled {
    let node: FormulaNode
    /// The number of nodes above each other.
    var height: Int
    /// What COLLATE says, here or in the first operand that has one.
    var collation: FormulaCollation?
    /// Whether it has neither names nor functions.
    var isConstant: Bool
    /// The text of the node with its operands.
    var range: SourceRange
  }

  init(_ formula: Formula) { self.formula = formula }

  var height: Int { compiled.last?.height ?? 0 }

  mutating func compile() -> FormulaNode {
    for node in formula.nodes {
      let operands = node.operands.map { compiled[$0] }
      var result = Compiled(
        node: make(node, operands), height: (operands.map(\.height).max() ?? 0) + 1,
        collation: operands.lazy.compactMap(\.collation).first, isConstant: operands.allSatisfy(\.isConstant),
        range: SourceRange(
          operands.reduce(node.range.lower) { min($0, $1.range.lower) },
          operands.reduce(node.range.upper) { max($0, $1.range.upper) }))
      switch node.kind {
      case .collate(let collation): result.collation = FormulaCollation(collation)
      case .path, .binding, .call: result.isConstant = false
      default: break
      }
      // A chain of operators is one node.
      if let first = operands.first, result.node === first.node {
        result.height = max(first.height, (operands.dropFirst().map(\.height).max() ?? 0) + 1)
      }
      compiled.append(result)
    }
    return compiled.last?.node ?? LiteralNode(.null)
  }

  private mutating func make(_ node: Formula.Node, _ operands: [Compiled]) -> FormulaNode {
    switch node.kind {
    case .literal(let value): return LiteralNode(value)
    case .truth(let truth): return LiteralNode(.int(truth ? 1 : 0))
    case .path(let steps): return PathNode(add(Binding.Part(steps, node.range)))
    case .binding(let parts): return BindingNode(parts.map { add($0) })
    case .unary(.isNull): return link(operands, NullLink(isNegated: false))
    case .unary(.notNull): return link(operands, NullLink(isNegated: true))
    case .unary(let operation): return unary(operation, operands[0].node)
    case .binary(let operation): return binary(operation, node, operands)
    case .pattern(let operation, let isNegated):
      guard let function = FormulaFunction.named(operation.rawValue) else { return LiteralNode(.null) }
      let escape = operands.count > 2 ? operands[2].node : nil
      let ranges = operands.map(\.range)
      // As in `like(pattern, text, escape)`.
      let place = FormulaCallPlace(name: node.range, arguments: [ranges[1], ranges[0]] + ranges.dropFirst(2))
      return link(
        operands, PatternLink(function, pattern: operands[1].node, escape: escape, isNegated: isNegated, place))
    case .between(let isNegated):
      let (least, most) = (operands[1], operands[2])
      return link(
        operands,
        BetweenLink(
          (least.node, order(operands[0], least)), (most.node, order(operands[0], most)), isNegated: isNegated))
    case .membership(let isNegated):
      let elements = operands.dropFirst()
      // As in SQLite, COLLATE counts in the only element of a list when that is constant.
      let only = elements.count == 1 && elements[1].isConstant ? elements[1].collation : nil
      return link(
        operands,
        MembershipLink(
          elements.map(\.node), operands[0].collation ?? only ?? .binary, isNegated: isNegated))
    case .conditional(let hasOperand, let hasElse):
      return conditional(operands[...], hasOperand: hasOperand, hasElse: hasElse)
    case .cast(let type): return CastNode(FormulaAffinity(type), operands[0].node)
    case .collate: return link(operands, CollateLink())
    case .call(let name): return call(name, node, operands)
    }
  }

  private mutating func add(_ part: Binding.Part) -> PartProgram {
    let program = PartProgram(part)
    parts.append(program)
    return program
  }

  // MARK: Operators

  /// Adds an operator to its first operand.
  private mutating func link(_ operands: [Compiled], _ link: FormulaLink) -> FormulaNode {
    if let operation = operands[0].node as? OperationNode {
      operation.append(link)
      return operation
    }
    operations.append(OperationNode(operands[0].node, link))
    return operations[operations.count - 1]
  }

  /// The order in which two operands are compared: that of the first COLLATE.
  private func order(_ left: Compiled, _ right: Compiled) -> FormulaCollation {
    left.collation ?? right.collation ?? .binary
  }

  private func unary(_ operation: Formula.UnaryOperator, _ operand: FormulaNode) -> FormulaNode {
    guard operation == .minus, let literal = operand as? LiteralNode else { return UnaryNode(operation, operand) }
    switch literal.value {
    case .int(let int) where int != .min: return LiteralNode(.int(-int))
    case .double(let double): return LiteralNode(.double(-double))
    default: return UnaryNode(operation, operand)
    }
  }

  private mutating func binary(_ operation: Formula.BinaryOperator, _ node: Formula.Node, _ operands: [Compiled])
    -> FormulaNode
  {
    let (left, right) = (operands[0], operands[1])
    switch operation {
    case .and: return link(operands, LogicLink(decisive: false, right.node))
    case .or: return link(operands, LogicLink(decisive: true, right.node))
    case .same, .notSame:
      if let truth = truth(of: node.operands[1]) {
        return link(operands, TruthLink(truth, isNegated: operation == .notSame))
      }
      return link(operands, ComparisonLink(operation, right.node, order(left, right)))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      return link(operands, ComparisonLink(operation, right.node, order(left, right)))
    case .concatenate: return link(operands, ConcatenationLink(right.node))
    case .add, .subtract, .multiply, .divide, .remainder, .bitAnd, .bitOr, .shiftLeft, .shiftRight:
      return link(operands, ArithmeticLink(operation, right.node))
    }
  }

  /// The TRUE or FALSE that a parsed node is, apart from COLLATE.
  private func truth(of index: Int) -> Bool? {
    switch formula.nodes[index].kind {
    case .truth(let truth): truth
    case .collate: truth(of: formula.nodes[index].operands[0])
    default: nil
    }
  }

  private func conditional(_ operands: ArraySlice<Compiled>, hasOperand: Bool, hasElse: Bool) -> FormulaNode {
    var rest = operands
    let operand = hasOperand ? rest.popFirst() : nil
    let otherwise = hasElse ? rest.popLast() : nil
    var branches: [ConditionalNode.Branch] = []
    while let condition = rest.popFirst(), let result = rest.popFirst() {
      branches.append(
        ConditionalNode.Branch(
          condition: condition.node, result: result.node,
          collation: operand?.collation ?? condition.collation ?? .binary))
    }
    return ConditionalNode(operand: operand?.node, branches: branches, otherwise: otherwise?.node)
  }

  // MARK: Functions

  private mutating func call(_ name: String, _ node: Formula.Node, _ operands: [Compiled]) -> FormulaNode {
    let arguments = operands.map(\.node)
    guard let function = FormulaFunction.named(name) else {
      let parameters = arguments.dropFirst().map { PartProgram(argument: $0) }
      let step = NameStep(name, parameters, node.range)
      step.isFormulaFunction = true
      calls.append(FormulaCall(name: name, range: node.range, problem: nil, step: step))
      return ExtensionNode(arguments.first, step)
    }
    let problem = function.problem(argumentCount: arguments.count)
    calls.append(FormulaCall(name: name, range: node.range, problem: problem, step: nil))
    switch function.name {
    case "coalesce" where problem == nil, "ifnull" where problem == nil: return FirstNode(arguments)
    case "iif" where problem == nil, "compare" where problem == nil:
      let branch = ConditionalNode.Branch(condition: arguments[0], result: arguments[1], collation: .binary)
      return ConditionalNode(operand: nil, branches: [branch], otherwise: arguments[2])
    default:
      let place = FormulaCallPlace(name: node.range, arguments: operands.map(\.range))
      return FunctionNode(function, arguments, collation(ofArguments: node.operands), place)
    }
  }

  /// The order in which `min`, `max` and `nullif` compare: that of the first argument with COLLATE or a column.
  private func collation(ofArguments operands: [Int]) -> FormulaCollation {
    for operand in operands {
      if let collation = compiled[operand].collation { return collation }
      if isColumn(operand) { return .binary }
    }
    return .binary
  }

  private func isColumn(_ index: Int) -> Bool {
    var index = index
    while true {
      switch formula.nodes[index].kind {
      case .path: return true
      case .cast, .unary(.plus): index = formula.nodes[index].operands[0]
      default: return false
      }
    }
  }
}

extension Binding.Part {
  /// Creates the path that a name in a formula is.
  fileprivate init(_ steps: [Binding.KeyPathStep], _ range: SourceRange) {
    let segment = Binding.Segment(range: range, kind: .keyPath(steps, arguments: nil, index: nil))
    let path = Binding.Path(range: range, model: nil, absolute: false, segments: [segment])
    self.init(range: range, negated: false, kind: .path(path))
  }
}

extension FormulaCollation {
  fileprivate init(_ collation: Formula.Collation) {
    switch collation {
    case .binary: self = .binary
    case .noCase: self = .nocase
    case .rightTrim: self = .rtrim
    }
  }
}

extension FormulaAffinity {
  fileprivate init(_ type: Formula.CastType) {
    switch type {
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .boolean, .numeric: self = .numeric
    case .blob: self = .none
    }
  }
}
