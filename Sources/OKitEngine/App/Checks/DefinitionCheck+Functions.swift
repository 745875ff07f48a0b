/// Functions that a script gives as properties: `tap = function(book) … end`.
extension DefinitionCheck {
  /// A function, and the class of the entities with which okit calls it; nil where the schema does not tell it.
  package struct FunctionContext {
    package let origin: Diagnostic.Origin
    package let type: EntityType?
  }

  /// The functions in the properties of controllers whose contexts are known, once for each context.
  package var functionContexts: [FunctionContext] {
    guard let home = definition.firstController else { return [] }
    let contexts = ContextTypes.all(from: home, context: homeType, definition, evaluator)
    var found: [FunctionContext] = []
    for controller in definition.controllers where controller.isScreen && controller !== definition.application {
      for types in contexts[controller.name] ?? [] where types.controller != nil {
        for reader in readers(of: controller, types) {
          visitValues(of: reader.value, named: reader.schema.name, reader.schema) { value, name, _ in
            guard case .function = value else { return }
            found.append(FunctionContext(origin: reader.origin(name), type: reader.type))
          }
        }
      }
    }
    return found
  }
}
