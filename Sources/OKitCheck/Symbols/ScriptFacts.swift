/// Where scripts assign variables, fields and functions, and where they call something.
final class ScriptFacts {
  typealias ID = ObjectIdentifier

  /// An expression, and which of its results is meant.
  typealias Value = (expression: LuaSyntax.Expression, index: Int)

  /// The values that statements assign to a variable after its declaration.
  private(set) var assignments: [ID: [Value]] = [:]
  private(set) var globals: [String: [Value]] = [:]
  /// What `variable[key] = value` assigns.
  private(set) var elements: [ID: [LuaSyntax.Expression]] = [:]
  /// What `local variable = { name = value }` and `variable.name = value` assign.
  private(set) var fields: [ID: [String: [Value]]] = [:]
  /// The local variable that a table is the first value of.
  private(set) var variables: [ID: LuaSyntax.Variable] = [:]
  /// The calls by the last name of what they call.
  private(set) var calls: [String: [LuaSyntax.Call]] = [:]
  /// The names by which a function is called.
  private(set) var names: [ID: [String]] = [:]
  /// The calls that pass a function as a literal.
  private(set) var passed: [ID: (call: LuaSyntax.Call, index: Int)] = [:]

  init(_ scripts: [LuaScript]) {
    for script in scripts {
      LuaSyntax.walk(script.block, statement: { self.add($0) }, { self.add($0) })
      for call in script.calls { add(call) }
    }
  }

  /// The expression whose first result is all that scripts assign to a global variable.
  func onlyValue(ofGlobal name: String) -> LuaSyntax.Expression? { Self.only(globals[name]) }

  /// The expression whose first result is all that scripts assign to a field of the table in a variable.
  func onlyValue(of name: String, in variable: LuaSyntax.Variable) -> LuaSyntax.Expression? {
    variable.isReassigned ? nil : Self.only(fields[ID(variable)]?[name])
  }

  private static func only(_ values: [Value]?) -> LuaSyntax.Expression? {
    guard let values, values.count == 1, values[0].index == 0 else { return nil }
    return values[0].expression
  }

  private func add(_ statement: LuaSyntax.Statement) {
    for (target, function) in statement.functions {
      if let name = target.name { names[ID(function), default: []].append(name.text) }
    }
    switch statement {
    case .local(let variables, let values):
      for (variable, value) in zip(variables, values) {
        guard let table = value.table else { continue }
        self.variables[ID(table)] = variable
        for entry in table.entries {
          if let name = entry.name { add(entry.value, to: variable, name) }
        }
      }
    case .function(let target, let function): assign(target, .function(function), index: 0)
    case .assignment(let targets, let values):
      for (index, target) in targets.enumerated() {
        guard let value = index < values.count ? values[index] : values.last else { continue }
        assign(target, value, index: index < values.count ? 0 : index - values.count + 1)
      }
    default: break
    }
  }

  private func add(
    _ value: LuaSyntax.Expression, index: Int = 0, to variable: LuaSyntax.Variable, _ field: LuaSyntax.Name
  ) {
    fields[ID(variable), default: [:]][field.text, default: []].append((value, index))
  }

  private func assign(_ target: LuaSyntax.Expression, _ value: LuaSyntax.Expression, index: Int) {
    switch target {
    case .name(let global, nil): globals[global.text, default: []].append((value, index))
    case .name(_, let variable?): assignments[ID(variable), default: []].append((value, index))
    case .field(.name(_, let variable?), let field):
      add(value, index: index, to: variable, field)
    case .index(.name(_, let variable?), _, _): elements[ID(variable), default: []].append(value)
    default: break
    }
  }

  private func add(_ expression: LuaSyntax.Expression) {
    guard let table = expression.table else { return }
    for entry in table.entries {
      if let name = entry.name, case .function(let function) = entry.value {
        names[ID(function), default: []].append(name.text)
      }
    }
  }

  private func add(_ call: LuaSyntax.Call) {
    if let name = call.name { calls[name.text, default: []].append(call) }
    for (index, argument) in call.arguments.enumerated() {
      if case .function(let function) = argument { passed[ID(function)] = (call, index) }
    }
  }
}

extension LuaSyntax.Function {
  /// The results of its `return` statements, those of inner functions left out.
  var results: [[LuaSyntax.Expression]] { body.results }
}

extension LuaSyntax.Block {
  /// The results of `return` statements, those of inner functions left out.
  var results: [[LuaSyntax.Expression]] {
    statements.flatMap { statement -> [[LuaSyntax.Expression]] in
      switch statement {
      case .results(let values): [values]
      case .block(let block), .whileLoop(_, let block), .repeatLoop(let block, _), .numericLoop(_, _, let block),
        .genericLoop(_, _, let block):
        block.results
      case .condition(let branches, let otherwise): branches.flatMap(\.body.results) + (otherwise?.results ?? [])
      case .local, .localFunction, .assignment, .function, .call, .jump: []
      }
    }
  }
}
