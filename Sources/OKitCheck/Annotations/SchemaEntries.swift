/// The entries of the tables with which scripts define classes of entities, by class and property.
struct SchemaEntries {
  struct Entry {
    let value: LuaSyntax.Expression
    let range: SourceRange
    let script: LuaScript
  }

  private var entries: [String: Entry] = [:]

  init(_ scripts: [LuaScript], _ inference: ScriptInference) {
    for script in scripts {
      for call in script.calls where call.method?.text == "extend" && call.arguments.count > 1 {
        guard let table = call.arguments[1].table, case .entityClass(let type) = inference.value(of: .call(call)) else {
          continue
        }
        for entry in table.entries {
          guard let name = entry.name else { continue }
          entries["\(type.name).\(name.text)"] = Entry(value: entry.value, range: entry.range, script: script)
        }
      }
    }
  }

  func entry(_ property: String, of type: EntityType) -> Entry? { entries["\(type.name).\(property)"] }
}

extension SchemaEntries.Entry {
  /// The function of `t.computed(function(self) … end)`.
  var computation: LuaSyntax.Function? {
    guard case .call(let call) = value else { return nil }
    return call.arguments.lazy.compactMap { if case .function(let function) = $0 { function } else { nil } }.first
  }
}
