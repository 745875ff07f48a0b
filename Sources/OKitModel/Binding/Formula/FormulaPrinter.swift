/// Writes a formula as text, with parentheses only where they are needed.
enum FormulaPrinter {
  static func text(of formula: Formula) -> String {
    // By a stack of its own: a chain of operators may be long.
    var result = ""
    var waiting: [Item] = [.node(formula.root)]
    while let item = waiting.popLast() {
      switch item {
      case .text(let text): result += text
      case .node(let index): waiting += items(of: index, in: formula).reversed()
      }
    }
    return result
  }

  private enum Item {
    case text(String)
    case node(Int)
  }

  /// The texts and operands of a node, in the order in which they are written.
  private static func items(of index: Int, in formula: Formula) -> [Item] {
    guard formula.nodes.indices.contains(index) else { return [] }
    let node = formula.nodes[index]
    func operand(_ number: Int, _ least: Formula.Precedence) -> [Item] {
      let index = node.operands[number]
      let isClosed = formula.nodes[index].precedence >= least
      return isClosed ? [.node(index)] : [.text("("), .node(index), .text(")")]
    }
    func list(from first: Int) -> [Item] {
      node.operands[first...].enumerated().flatMap { [.text($0 == 0 ? "" : ", "), .node($1)] }
    }
    switch node.kind {
    case .literal(let value): return [.text(literal(value))]
    case .truth(let truth): return [.text(truth ? "TRUE" : "FALSE")]
    case .path(let steps): return [.text(path(steps))]
    case .binding(let parts): return [.text("[" + BindingPrinter.text(of: parts, inBrackets: true) + "]")]
    case .unary(.not): return [.text("NOT ")] + operand(0, .not)
    case .unary(.isNull): return operand(0, .equality) + [.text(" ISNULL")]
    case .unary(.notNull): return operand(0, .equality) + [.text(" NOTNULL")]
    // A blank, because "--" begins a comment.
    case .unary(.minus): return [.text("- ")] + operand(0, .sign)
    case .unary(.plus): return [.text("+ ")] + operand(0, .sign)
    case .unary(.bitNot): return [.text("~")] + operand(0, .sign)
    case .binary(let operation):
      let precedence = operation.precedence
      return operand(0, precedence) + [.text(" \(operation.rawValue) ")] + operand(1, precedence.next)
    case .pattern(let operation, let negated):
      let escape = node.operands.count > 2 ? [.text(" ESCAPE ")] + operand(2, .comparison) : []
      return operand(0, .equality) + [.text("\(negated ? " NOT" : "") \(operation.rawValue) ")]
        + operand(1, .comparison) + escape
    case .between(let negated):
      return operand(0, .equality) + [.text("\(negated ? " NOT" : "") BETWEEN ")] + operand(1, .not)
        + [.text(" AND ")] + operand(2, .comparison)
    case .membership(let negated):
      return operand(0, .equality) + [.text("\(negated ? " NOT" : "") IN (")] + list(from: 1) + [.text(")")]
    case .conditional(let hasOperand, let hasElse):
      var items: [Item] = [.text("CASE")]
      var rest = node.operands[...]
      if hasOperand, let base = rest.popFirst() { items += [.text(" "), .node(base)] }
      while rest.count > 1, let condition = rest.popFirst(), let result = rest.popFirst() {
        items += [.text(" WHEN "), .node(condition), .text(" THEN "), .node(result)]
      }
      if hasElse, let last = rest.first { items += [.text(" ELSE "), .node(last)] }
      return items + [.text(" END")]
    case .cast(let type): return [.text("CAST("), .node(node.operands[0]), .text(" AS \(type.rawValue))")]
    case .collate(let collation): return operand(0, .collate) + [.text(" COLLATE \(collation.rawValue)")]
    case .call(let function): return [.text(name(function) + "(")] + list(from: 0) + [.text(")")]
    }
  }

  private static func literal(_ value: Value) -> String {
    switch value {
    // Other negative literals are hexadecimal: a sign would be an operator.
    case .int(let int) where int < 0 && int != .min:
      return "0x" + String(UInt(bitPattern: int), radix: 16)
    case .int(let int): return "\(int)"
    case .double(let double): return double.isFinite ? "\(double)" : "9e999"
    case .string(let text):
      let escaped = BindingPrinter.escaped(text) { $0 == "'" }.unicodeScalars
      return "'" + String(escaped.replacing("\\u{27}".unicodeScalars, with: "''".unicodeScalars)) + "'"
    case .data(let data):
      return "x'" + data.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    default: return "NULL"
    }
  }

  private static func path(_ steps: [Binding.KeyPathStep]) -> String {
    steps.map { step in
      switch step.kind {
      case .name(let text): name(text)
      case .collection(let operation): operation.description
      }
    }.joined(separator: ".")
  }

  /// A name, in which what would end it, or make it a keyword, is escaped.
  private static func name(_ text: String) -> String {
    let isWord = FormulaParser.reservedWords.contains(text.uppercased())
    var isFirst = true
    return BindingPrinter.escaped(text, firstToo: isWord) { scalar in
      defer { isFirst = false }
      return isFirst ? !FormulaLexer.beginsName(scalar) : !FormulaLexer.continuesName(scalar)
    }
  }
}

extension Formula.Node {
  /// How strongly the text of the node holds together.
  fileprivate var precedence: Formula.Precedence {
    switch kind {
    case .unary(.not): .not
    case .unary(.isNull), .unary(.notNull), .pattern, .between, .membership: .equality
    case .unary: .sign
    case .binary(let operation): operation.precedence
    case .collate: .collate
    // The least integer has a sign.
    case .literal(.int(.min)): .sign
    case .literal, .truth, .path, .binding, .conditional, .cast, .call: .operand
    }
  }
}
