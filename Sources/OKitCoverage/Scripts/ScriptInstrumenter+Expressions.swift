import LuaSyntax

extension ScriptInstrumenter {
  /// Counts the outcomes of `and` and `or`, and the functions in an expression.
  ///
  /// - Parameters:
  ///   - name: What a function is called that the expression is, or what the names of those in a table begin with.
  ///   - skipped: The range of a part that was counted already.
  func visit(_ expression: LuaSyntax.Expression, _ context: Context, name: String? = nil, except skipped: SourceRange) {
    let outer = counted
    counted = skipped
    visit(expression, context, name: name)
    counted = outer
  }

  func visit(_ expression: LuaSyntax.Expression, _ context: Context, name: String? = nil) {
    guard expression.range != counted else { return }
    switch expression {
    case .binary("and", _, _), .binary("or", _, _):
      let writer = ChainWriter(self, context)
      writer.writeCalls(expression)
      writer.finish()
    default: visitParts(of: expression, context, name: name)
    }
  }

  /// Counts what is in an expression, but for the outcomes of its own `and` or `or`.
  func visitParts(of expression: LuaSyntax.Expression, _ context: Context, name: String? = nil) {
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
    case .binary(_, let left, let right):
      visit(left, context)
      visit(right, context)
    }
  }
}
