/// The meaning of a name on the entities of a type.
package enum NameMeaning {
  case property(Property)
  case id, parent, model, typeName
  /// The target of a reference.
  case target
  /// The `description` of a reference, unless its class has one.
  case referenceText
  /// A function of the class.
  case function(FunctionRef)
  case extended(FunctionRegistry.Implementation)
  case unknown
}

/// Resolves names on entity types: for bindings, for Lua, which adds its methods, and for code that checks a binding
/// without evaluating it.
package struct NameResolver {
  let functions: FunctionRegistry

  /// Returns what a name means on entities of a type: a property, else what every entity has, else a function of the
  /// class, else an extension function.
  package func meaning(of name: String, on type: EntityType) -> NameMeaning {
    if let property = type.property(named: name) { return .property(property) }
    switch name {
    case "id": return .id
    case "parent": return .parent
    case "model": return .model
    case "ref" where type.isReference: return .target
    default: break
    }
    if let function = type.function(named: name) { return .function(function) }
    if let function = functions.lookup(name, types: Self.typeChain(type)) { return .extended(function) }
    if name == "description", type.isReference { return .referenceText }
    return name == "type" ? .typeName : .unknown
  }

  /// Returns every name that has a meaning on entities of a type, for hints and completion.
  package func names(on type: EntityType) -> [String] {
    type.properties.map(\.name) + type.functionNames + EntityType.reservedNames + ["type"]
      + (type.isReference ? ["ref", "description"] : []) + functions.names(types: Self.typeChain(type))
  }

  /// Returns the type names under which extension functions of an entity are found, most specific first.
  private static func typeChain(_ type: EntityType) -> [String] {
    var chain: [String] = []
    var current: EntityType? = type
    while let type = current {
      chain.append(type.name)
      current = type.superType
    }
    return chain + ["Entity", "Any"]
  }
}

extension Evaluator {
  /// Resolves names with the extension functions of this evaluator.
  package var resolver: NameResolver { NameResolver(functions: functions) }
}
