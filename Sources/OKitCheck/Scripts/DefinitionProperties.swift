/// A property that a table of a controller, a cell or another component spells out.
package struct DefinitionProperty {
  package let script: LuaScript
  package let table: LuaSyntax.Table
  package let entry: LuaSyntax.Table.Entry
  package let schema: PropertySchema
}

extension ApplicationAnalysis {
  /// The properties in the tables of the definitions, also of records such as sections, in the order of the scripts.
  /// Those that helper functions put together are not found.
  package var definitionProperties: [DefinitionProperty] {
    guard let definitions else { return [] }
    var finder = DefinitionPropertyFinder(scripts, ScriptInference(scripts, definitions))
    for script in scripts { finder.find(in: script) }
    return finder.found
  }
}

private struct DefinitionPropertyFinder {
  private let inference: ScriptInference
  private var owners: [ObjectIdentifier: LuaScript] = [:]
  /// Tables that several definitions share are read once.
  private var known: Set<ObjectIdentifier> = []
  private(set) var found: [DefinitionProperty] = []

  init(_ scripts: [LuaScript], _ inference: ScriptInference) {
    self.inference = inference
    for script in scripts {
      LuaSyntax.walk(script.block) { if let table = $0.table { owners[ObjectIdentifier(table)] = script } }
    }
  }

  mutating func find(in script: LuaScript) {
    for call in script.calls {
      guard case .component(let name) = inference.value(of: call.callee),
        let descriptor = inference.definition.classes[name]?.descriptor
      else { continue }
      for table in call.arguments.compactMap(\.knownTable) { add(table, descriptor.table) }
    }
  }

  private mutating func add(_ table: LuaSyntax.Table, _ fields: SchemaTable) {
    guard let script = owners[ObjectIdentifier(table)], known.insert(ObjectIdentifier(table)).inserted else { return }
    for entry in table.entries {
      guard let name = entry.name, let schema = fields[name.text] else { continue }
      found.append(DefinitionProperty(script: script, table: table, entry: entry, schema: schema))
      guard let inner = schema.kind.fields, let value = entry.value.knownTable else { continue }
      // One record, or a list of records.
      add(value, inner)
      for element in value.entries where element.key == nil {
        if let record = element.value.knownTable { add(record, inner) }
      }
    }
  }
}
