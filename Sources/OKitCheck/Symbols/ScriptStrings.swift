/// Finds the strings that an expression may be: through variables, parameters and fields of tables.
final class ScriptStrings {
  struct Value {
    let script: LuaScript
    let literal: LuaSyntax.StringLiteral
  }

  private let types: ScriptTypes
  private let scripts: [ObjectIdentifier: LuaScript]
  private var depth = 0

  init(_ scripts: [LuaScript], _ types: ScriptTypes) {
    self.types = types
    var found: [ObjectIdentifier: LuaScript] = [:]
    for script in scripts {
      for call in script.calls { found[ObjectIdentifier(call)] = script }
      LuaSyntax.walk(script.block) { if let table = $0.table { found[ObjectIdentifier(table)] = script } }
    }
    self.scripts = found
  }

  /// Returns the strings that an expression may be.
  ///
  /// - Returns: with whether these are all of them.
  func values(of expression: LuaSyntax.Expression, in script: LuaScript) -> (found: [Value], isComplete: Bool) {
    guard depth < 12 else { return ([], false) }
    depth += 1
    defer { depth -= 1 }
    switch expression {
    case .string(let literal): return ([Value(script: script, literal: literal)], true)
    case .constant, .function: return ([], true)
    case .parenthesized(let inner, _): return values(of: inner, in: script)
    case .binary("and", _, let right): return values(of: right, in: script)
    case .binary("or", let left, let right): return all([(left, script), (right, script)])
    case .name(_, let variable?): return values(of: variable, in: script)
    case .field(let object, let name):
      guard case .tables(let tables) = types.type(of: object) else { return ([], false) }
      let fields = tables.flatMap { table in
        table.entries.filter { $0.name?.text == name.text }.map {
          ($0.value, scripts[ObjectIdentifier(table)] ?? script)
        }
      }
      return fields.isEmpty ? ([], false) : all(fields)
    case .index, .call, .table, .unary, .binary, .name: return ([], false)
    }
  }

  /// Returns the strings that a field may be in the tables that an expression may be.
  func values(ofField name: String, of expression: LuaSyntax.Expression, in script: LuaScript) -> [Value] {
    var fields: [(LuaSyntax.Expression, LuaScript)] = []
    if case .name(_, let variable?) = expression {
      fields += (types.facts.fields[ObjectIdentifier(variable)]?[name] ?? []).map { ($0.expression, script) }
    }
    if case .tables(let tables) = types.type(of: expression) {
      for table in tables {
        let owner = scripts[ObjectIdentifier(table)] ?? script
        fields += table.entries.filter { $0.name?.text == name }.map { ($0.value, owner) }
      }
    }
    return all(fields).found
  }

  private func all(_ expressions: [(LuaSyntax.Expression, LuaScript)]) -> (found: [Value], isComplete: Bool) {
    let all = expressions.map { values(of: $0.0, in: $0.1) }
    return (all.flatMap(\.found), all.allSatisfy(\.isComplete))
  }

  private func values(
    of variable: LuaSyntax.Variable, in script: LuaScript
  ) -> (found: [Value], isComplete: Bool) {
    var expressions: [(LuaSyntax.Expression, LuaScript)] = []
    switch variable.value {
    case .result(let expression, 0): expressions.append((expression, script))
    case .parameter(let link, let index):
      let calls = types.calls(of: link.function)
      guard !calls.isEmpty else { return ([], false) }
      for call in calls {
        let place = call.method == nil ? index : index - 1
        if call.arguments.indices.contains(place) {
          expressions.append((call.arguments[place], scripts[ObjectIdentifier(call)] ?? script))
        }
      }
    case .loop(let values, 1):
      guard case .call(let call)? = values.first, let list = call.arguments.first,
        case .tables(let tables) = types.type(of: list)
      else { return ([], false) }
      for table in tables {
        expressions += table.entries.map { ($0.value, scripts[ObjectIdentifier(table)] ?? script) }
      }
    case .unknown: break
    default: return ([], false)
    }
    for (value, index) in types.facts.assignments[ObjectIdentifier(variable)] ?? [] {
      guard index == 0 else { return ([], false) }
      expressions.append((value, script))
    }
    return all(expressions)
  }
}
