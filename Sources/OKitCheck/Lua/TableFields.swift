import LuaSyntax
import OKitEngine

/// What scripts assign to the fields of tables in local variables: `M.Film = …`, `function build.list(…) … end`.
struct TableFields {
  /// By variable and name; nil for a field that is assigned twice.
  private var fields: [ObjectIdentifier: [String: LuaSyntax.Expression?]] = [:]

  mutating func add(_ statement: LuaSyntax.Statement) {
    switch statement {
    case .local(let variables, let values):
      for (variable, value) in zip(variables, values) {
        for entry in value.table?.entries ?? [] {
          if let name = entry.name { add(name.text, entry.value, to: variable) }
        }
      }
    case .assignment(let targets, let values):
      for (index, target) in targets.enumerated() {
        guard case .field(.name(_, let variable?), let name) = target else { continue }
        add(name.text, values.indices.contains(index) ? values[index] : nil, to: variable)
      }
    case .function(.field(.name(_, let variable?), let name), let function):
      add(name.text, .function(function), to: variable)
    default: break
    }
  }

  private mutating func add(_ name: String, _ value: LuaSyntax.Expression?, to variable: LuaSyntax.Variable) {
    let key = ObjectIdentifier(variable)
    let isNew = fields[key]?[name] == nil
    fields[key, default: [:]][name] = isNew ? .some(value) : .some(nil)
  }

  /// Returns the only value of a field.
  func value(_ name: String, of variable: LuaSyntax.Variable) -> LuaSyntax.Expression? {
    guard !variable.isReassigned else { return nil }
    return fields[ObjectIdentifier(variable)]?[name] ?? nil
  }
}
