import LuaSyntax

extension ScriptInstrumenter {
  /// Counts the outcomes of `and` and `or`, and the functions in an expression.
  ///
  /// - Parameter name: What a function is called that the expression is, or what the names of those in a table begin
  ///   with.
  func visit(_ expression: LuaSyntax.Expression, _ context: Context, name: String? = nil) {
    switch expression {
    case .constant, .string, .name: break
    case .field(let object, _): visit(object, context)
    case .index(let object, let key, _):
      visit(object, context)
      visit(key, context)
    case .call(let call):
      visit(call.callee, context)
      // As in `okit.ModelListTableController:extend("tasks", { … })`.
      let name = call.arguments.first?.literal?.value
      for argument in call.arguments { visit(argument, context, name: argument.table == nil ? nil : name) }
    case .function(let function): visit(function, name ?? "function", context)
    case .table(let table):
      for entry in table.entries {
        if case .value(let key)? = entry.key { visit(key, context) }
        let names = [name, entry.name?.text].compactMap(\.self)
        visit(entry.value, context, name: names.isEmpty ? nil : names.joined(separator: "."))
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
    guard let offset, !isIgnored(offset), isBranch(operand) else { return visit(operand, context) }
    let number = makeOperator()
    insert("\(names.count)(\(number),(", at: operand.range.lower)
    addBranch(
      makeBranch(context), at: offset, whole, context, whenTrue: .operation(number, true),
      whenFalse: .operation(number, false))
    visit(operand, context)
    insert("))", at: operand.range.upper)
  }
}
