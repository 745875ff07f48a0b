import LuaSyntax
import OKitEngine

/// Where scripts assign variables, fields and functions, and where they call something.
final class ScriptFacts {
  typealias ID = ObjectIdentifier

  /// The values that statements assign to a variable after its declaration, each with its index among the results.
  private(set) var assignments: [ID: [(LuaSyntax.Expression, index: Int)]] = [:]
  private(set) var globals: [String: [LuaSyntax.Expression]] = [:]
  /// What `variable[key] = value` assigns.
  private(set) var elements: [ID: [LuaSyntax.Expression]] = [:]
  /// What `variable.name = value` assigns.
  private(set) var fields: [ID: [String: [LuaSyntax.Expression]]] = [:]
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

  private func add(_ statement: LuaSyntax.Statement) {
    switch statement {
    case .local(let variables, let values):
      for (variable, value) in zip(variables, values) { add(variable, value) }
    case .localFunction(let variable, let function): names[ID(function), default: []].append(variable.name.text)
    case .function(let target, let function): assign(target, .function(function), index: 0)
    case .assignment(let targets, let values):
      for (index, target) in targets.enumerated() {
        guard let value = index < values.count ? values[index] : values.last else { continue }
        assign(target, value, index: index < values.count ? 0 : index - values.count + 1)
      }
    default: break
    }
  }

  private func add(_ variable: LuaSyntax.Variable, _ value: LuaSyntax.Expression) {
    if let table = value.table { variables[ID(table)] = variable }
    if case .function(let function) = value { names[ID(function), default: []].append(variable.name.text) }
  }

  private func assign(_ target: LuaSyntax.Expression, _ value: LuaSyntax.Expression, index: Int) {
    func name(_ text: String) {
      if case .function(let function) = value { names[ID(function), default: []].append(text) }
    }
    switch target {
    case .name(let global, nil):
      globals[global.text, default: []].append(value)
      name(global.text)
    case .name(let local, let variable?):
      assignments[ID(variable), default: []].append((value, index))
      name(local.text)
    case .field(let object, let field):
      name(field.text)
      if case .name(_, let variable?) = object {
        fields[ID(variable), default: [:]][field.text, default: []].append(value)
      }
    case .index(let object, _, _):
      if case .name(_, let variable?) = object { elements[ID(variable), default: []].append(value) }
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

extension LuaSyntax.Call {
  /// The last name of what it calls.
  var name: LuaSyntax.Name? {
    if let method { return method }
    switch callee {
    case .name(let name, _), .field(_, let name): return name
    default: return nil
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
