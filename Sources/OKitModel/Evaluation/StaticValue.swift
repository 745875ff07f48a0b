/// The static type of a binding in the context of an entity of a known class, as far as the schema determines it.
package indirect enum StaticValue {
  case entity(EntityType)
  /// An entity of one of several classes, such as an owner.
  case anyEntity([EntityType])
  case property(Property, of: EntityType)
  /// An element of a list of references to entities of a class.
  case reference(to: EntityType)
  /// A value of a core type that no property has, such as the result of a function.
  case value(type: String)
  /// A list that no property is.
  case list(StaticValue)
  /// No entity of the class has the name.
  case unknown(NameStep, EntityType)
  /// No reference has the name, but the class to which it refers.
  case unknownOnReference(NameStep)
  /// No value of the type has the name.
  case unknownFunction(NameStep, type: String)
  /// Neither the elements of a list nor the list itself have the name.
  case unknownOnElements(NameStep, EntityType)
  /// Neither the values in a list nor the list itself have the name.
  case unknownFunctionOnElements(NameStep, type: String)
  /// No model has the name.
  case unknownModel(String, SourceRange)
  /// An operator on something other than a collection, or of a function on values that it cannot use.
  case wrong(Diagnostic.Code, String, SourceRange)
  /// The schema does not tell it.
  case undetermined

  /// The class of an entity, or of the entity or reference that a property owns; nil for any other value.
  package func entityType(in store: ModelStore) -> EntityType? {
    switch self {
    case .entity(let type): return type
    case .reference(let target): return store.types.reference(to: target)
    case .property(let property, _) where property.computed == nil:
      switch property.type.unwrapped {
      case .entity(let name): return store.type(named: name)
      case .reference(let name, _): return store.type(named: name).map(store.types.reference)
      default: return nil
      }
    case .property, .anyEntity, .value, .list, .unknown, .unknownOnReference, .unknownFunction, .unknownOnElements,
      .unknownFunctionOnElements, .unknownModel, .wrong, .undetermined:
      return nil
    }
  }

  /// Whether the binding can be followed no further: a mistake, or a type that the schema does not tell.
  var isFinal: Bool {
    switch self {
    case .unknown, .unknownOnReference, .unknownFunction, .unknownOnElements, .unknownFunctionOnElements, .unknownModel,
      .wrong, .undetermined:
      true
    case .entity, .anyEntity, .property, .reference, .value, .list: false
    }
  }
}

extension Evaluator {
  /// Returns the first unknown name of a binding in the context of an entity; nil where its class does not tell.
  /// Nothing is evaluated.
  package func unknownName(_ program: BindingProgram, in context: EntityID) -> Diagnostic? {
    store.type(of: context).flatMap { unknownName(program, in: $0) }
  }

  /// Returns the first unknown name of a binding in the context of an entity of a class.
  package func unknownName(_ program: BindingProgram, in type: EntityType) -> Diagnostic? {
    for part in program.parts.flatMap(\.paths) {
      if let unknown = unknownName(staticValue(part, in: type), program) { return unknown }
    }
    return nil
  }

  package func unknownName(_ value: StaticValue, _ program: BindingProgram) -> Diagnostic? {
    switch value {
    case .unknown(let step, let type):
      unknownName(step, of: type, program, candidates: resolver.names(on: type) + step.otherNames)
    case .unknownOnReference(let step):
      unknownName(
        step, step.unknownMessage(on: EntityType.referenceName, isEntity: true), program,
        hint: "did you mean \"ref/\(step.name)\"?")
    case .unknownFunction(let step, let type):
      unknownName(step, of: type, program, candidates: functions.names(types: [type, "Any"]) + step.otherNames)
    case .unknownOnElements(let step, let type):
      unknownName(
        step, of: type, program, candidates: resolver.names(on: type) + functions.names(types: ["List"]))
    case .unknownFunctionOnElements(let step, let type):
      unknownName(step, of: type, program, candidates: functions.names(types: [type, "Any", "List"]))
    case .unknownModel(let name, let range): unknownModel(name, range, program)
    case .wrong(let code, let message, let range):
      Diagnostic(code, message, excerpt: .init(source: SourceText(name: "", text: program.text), range: range))
    case .entity, .anyEntity, .property, .reference, .value, .list, .undetermined: nil
    }
  }

  private func unknownName(
    _ step: NameStep, of type: EntityType, _ program: BindingProgram, candidates: [String]
  ) -> Diagnostic {
    let hint = hint(for: step, among: candidates, in: program)
    return unknownName(step, step.unknownMessage(on: type.name, isEntity: true), program, hint: hint)
  }

  private func unknownName(
    _ step: NameStep, of type: String, _ program: BindingProgram, candidates: [String]
  ) -> Diagnostic {
    let hint = hint(for: step, among: candidates, in: program)
    return unknownName(step, step.unknownMessage(on: type), program, hint: hint)
  }

  private func unknownName(_ step: NameStep, _ message: String, _ program: BindingProgram, hint: String?) -> Diagnostic
  {
    Diagnostic(
      "binding.unknownName", message,
      excerpt: .init(source: SourceText(name: "", text: program.text), range: step.range), hint: hint)
  }
}

extension ModelStore {
  /// Whether each class of models that a script has defined is registered, or extended by one that is. A class that is
  /// not may be registered later, under any name.
  var hasAllModels: Bool { unregisteredModels.isEmpty }

  /// Returns the classes that have a property for entities of a class; of a class and those below it only the first.
  /// Nil where an entity may live in a document of its own.
  package func owners(of type: EntityType) -> [EntityType]? {
    var owners: [EntityType] = []
    for owner in types.all where !owners.contains(where: owner.isSubtype(of:)) {
      for property in owner.properties {
        guard case .entity(let name) = (property.type.element ?? property.type).unwrapped,
          let held = self.type(named: name), held.isSubtype(of: type) || type.isSubtype(of: held)
        else { continue }
        if property.role == .deferred { return nil }
        owners.append(owner)
        break
      }
    }
    return owners
  }

  /// The classes of models that a script has defined and neither registered nor extended by one that is.
  var unregisteredModels: [EntityType] {
    let registered = roots.values.compactMap(type(of:)).flatMap { $0.chain }
    return types.all.filter { type in
      type.isModel && type.place != nil && !registered.contains { $0 === type }
    }
  }
}

extension EntityType {
  /// The class and those above it.
  fileprivate var chain: [EntityType] { [self] + (superType?.chain ?? []) }
}
