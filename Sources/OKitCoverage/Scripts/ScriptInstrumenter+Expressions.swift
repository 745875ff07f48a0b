import LuaSyntax

extension ScriptInstrumenter {
  /// Counts the outcomes of `and` and `or`, and the functions in an expression.
  ///
  /// - Parameter name: What a function is called that the expression is.
  func visit(_ expression: LuaSyntax.Expression, _ context: Context, name: String? = nil) {
    switch expression {
    case .constant, .string, .name: break
    case .field(let object, _): visit(object, context)
    case .index(let object, let key, _):
      visit(object, context)
      visit(key, context)
    case .call(let call):
      visit(call.callee, context)
      for argument in call.arguments { visit(argument, context) }
    case .function(let function): visit(function, name ?? "function", context)
    case .table(let table):
      for entry in table.entries {
        if case .value(let key)? = entry.key { visit(key, context) }
        visit(entry.value, context, name: entry.name?.text)
      }
    case .unary(_, let operand, _): visit(operand, context)
    case .parenthesized(let inner, _): visit(inner, context, name: name)
    case .binary("and", let left, let right), .binary("or", let left, let right):
      visitOperand(left, context, of: expression.range, at: token(from: left.range.upper)?.range.lower)
      visit(right, context)
    case .binary(_, let left, let right):
      visit(left, context)
      visit(right, context)
    }
  }

  /// Counts whether an expression is true, by a call: `f(3,(a))`.
  ///
  /// - Parameters:
  ///   - whole: The source of the branch.
  ///   - offset: The place of the branch.
  func visitOperand(_ operand: LuaSyntax.Expression, _ context: Context, of whole: SourceRange, at offset: Int?) {
    guard let offset, !isIgnored(offset), !operand.isConstant else { return visit(operand, context) }
    let number = makeOperator()
    insert("\(names.count)(\(number),(", at: operand.range.lower)
    addBranch(
      at: offset, whole, context, whenTrue: .operation(number, true), whenFalse: .operation(number, false))
    visit(operand, context)
    insert("))", at: operand.range.upper)
  }
}

extension LuaSyntax.Expression {
  /// Whether it is always true, or always false.
  fileprivate var isConstant: Bool {
    switch self {
    case .constant(_, let isNil): isNil || true
    case .string, .function, .table: true
    case .parenthesized(let inner, _): inner.isConstant
    default: false
    }
  }
}
