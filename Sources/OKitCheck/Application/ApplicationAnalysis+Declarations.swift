/// The declarations of an application's scripts, by class and name.
struct DeclarationIndex {
  private var properties: [String: ScriptDeclaration] = [:]
  private var functions: [String: ScriptFunction] = [:]

  init(_ scripts: [LuaScript], _ inference: ScriptInference) {
    for definition in ScriptFunctionIndex(scripts, inference).all {
      functions["\(definition.type).\(definition.name.text)"] = ScriptFunction(definition)
    }
    for script in scripts {
      for call in script.calls where call.method?.text == "extend" && call.arguments.count > 1 {
        guard let name = call.arguments[0].literal?.value, let table = call.arguments[1].table,
          inference.store.type(named: name) != nil
        else { continue }
        for property in table.entries.compactMap(\.name) {
          properties["\(name).\(property.text)"] = ScriptDeclaration(property, in: script, isStatement: false)
        }
      }
    }
  }

  func property(_ name: String, of type: String) -> ScriptDeclaration? { properties["\(type).\(name)"] }

  func function(_ name: String, of type: String) -> ScriptFunction? { functions["\(type).\(name)"] }
}

extension ApplicationAnalysis {
  /// Returns the place where a script declares a property of a class; nil for one that no table spells out.
  package func declaration(ofProperty name: String, of type: String) -> ScriptDeclaration? {
    declarations?.property(name, of: type)
  }

  /// Returns the function of a class or core type that a script defines.
  package func function(named name: String, of type: String) -> ScriptFunction? {
    declarations?.function(name, of: type)
  }
}
