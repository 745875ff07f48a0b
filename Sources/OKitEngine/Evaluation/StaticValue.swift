/// The static type of a binding in the context of an entity of a known class, as far as the schema determines it.
enum StaticValue {
  case entity(EntityType)
  case property(Property, of: EntityType)
  /// No entity of the class has the name.
  case unknown(NameStep, EntityType)
  /// No reference has the name, but the class to which it refers.
  case unknownOnReference(NameStep)
  /// No value of the type has the name.
  case unknownFunction(NameStep, type: String)
  /// No model has the name.
  case unknownModel(String, SourceRange)
  /// The schema does not tell it.
  case undetermined

  /// The class of an entity, or of the entity that a property owns; nil for any other value.
  func entityType(in store: ModelStore) -> EntityType? {
    switch self {
    case .entity(let type): return type
    case .property(let property, _):
      guard property.computed == nil, case .entity(let name) = property.type.unwrapped else { return nil }
      return store.type(named: name)
    case .unknown, .unknownOnReference, .unknownFunction, .unknownModel, .undetermined: return nil
    }
  }
}

extension Evaluator {
  /// Returns the first unknown name of a binding in the context of an entity; nil where its class does not tell. Nothing is
  /// evaluated.
  package func unknownName(_ program: BindingProgram, in context: EntityID) -> Diagnostic? {
    guard let type = store.type(of: context) else { return nil }
    for part in program.parts.flatMap(\.paths) {
      if let unknown = unknownName(staticValue(part, in: type), program) { return unknown }
    }
    return nil
  }

  func unknownName(_ value: StaticValue, _ program: BindingProgram) -> Diagnostic? {
    switch value {
    case .unknown(let step, let type):
      unknownName(step, of: type.name, program, candidates: resolver.names(on: type))
    case .unknownOnReference(let step):
      unknownName(step, of: EntityType.referenceName, program, hint: "did you mean \"ref/\(step.name)\"?")
    case .unknownFunction(let step, let type):
      unknownName(step, of: type, program, candidates: functions.names(types: [type, "Any"]))
    case .unknownModel(let name, let range): unknownModel(name, range, program)
    case .entity, .property, .undetermined: nil
    }
  }

  private func unknownName(
    _ step: NameStep, of type: String, _ program: BindingProgram, candidates: [String]
  ) -> Diagnostic {
    unknownName(step, of: type, program, hint: hint(for: step, among: candidates, in: program))
  }

  private func unknownName(_ step: NameStep, of type: String, _ program: BindingProgram, hint: String?) -> Diagnostic {
    Diagnostic(
      "binding.unknownName", "\(type) has no property or function \"\(step.name)\"",
      excerpt: .init(source: SourceText(name: "", text: program.text), range: step.range), hint: hint)
  }

  /// Follows the names of a binding through the schema. Nothing is evaluated.
  ///
  /// - Parameter context: nil for a context of an unknown class; a path that begins with the name of a model needs none.
  func staticValue(_ program: BindingProgram, in context: EntityType?) -> StaticValue {
    program.only.map { staticValue($0, in: context) } ?? .undetermined
  }

  func staticValue(_ part: PartProgram, in context: EntityType?) -> StaticValue {
    guard case .path(let start, let steps) = part.source else { return .undetermined }
    return staticValue(start, steps[...], in: context)
  }

  func staticValue(_ start: PartProgram.Start, _ steps: ArraySlice<Step>, in context: EntityType?) -> StaticValue {
    var value = context.map(StaticValue.entity) ?? .undetermined
    if case .model(let name, let range) = start {
      guard let type = store.root(named: name).flatMap(store.type(of:)) else {
        return store.hasAllModels ? .unknownModel(name, range) : .undetermined
      }
      value = .entity(type)
    }
    for step in steps {
      value = follow(step, from: value)
      switch value {
      case .unknown, .unknownOnReference, .unknownFunction, .unknownModel, .undetermined: return value
      case .entity, .property: break
      }
    }
    return value
  }

  private func follow(_ step: Step, from value: StaticValue) -> StaticValue {
    switch (step, value) {
    case (.name(let name), .property(let property, _)) where property.computed == nil:
      if case .reference(let target, _) = property.type.unwrapped {
        guard let target = store.type(named: target) else { return .undetermined }
        return name.name == "ref" ? .entity(target) : follow(name, onReferenceTo: target)
      }
      if let type = value.entityType(in: store) { return follow(name, on: type) }
      guard let type = property.type.scalarTypeName else { return .undetermined }
      let isKnown = functions.lookup(name.name, types: [type, "Any"]) != nil
      return isKnown ? .undetermined : .unknownFunction(name, type: type)
    case (.name(let name), .entity(let type)): return follow(name, on: type)
    case (.index, .property(let property, _)):
      guard case .entity(let name)? = property.type.element?.unwrapped, let type = store.type(named: name) else {
        return .undetermined
      }
      return .entity(type)
    default: return .undetermined
    }
  }

  /// A name that the reference does not have is reported only where it means something on the target.
  private func follow(_ name: NameStep, onReferenceTo target: EntityType) -> StaticValue {
    guard case .unknown = follow(name, on: store.referenceType) else { return .undetermined }
    if case .unknown = resolver.meaning(of: name.name, on: target) { return .undetermined }
    return .unknownOnReference(name)
  }

  private func follow(_ name: NameStep, on type: EntityType) -> StaticValue {
    switch resolver.meaning(of: name.name, on: type) {
    case .property(let property): return .property(property, of: type)
    case .unknown:
      let isKnownBelow = store.types.subtypes(of: type).contains { below in
        if case .unknown = resolver.meaning(of: name.name, on: below) { false } else { true }
      }
      return isKnownBelow ? .undetermined : .unknown(name, type)
    default: return .undetermined
    }
  }
}

extension ModelStore {
  /// Whether each class of models that a script has defined is registered, or extended by one that is. A class that is not
  /// may be registered later, under any name.
  fileprivate var hasAllModels: Bool { unregisteredModels.isEmpty }

  /// The classes of models that a script has defined and neither registered nor extended by one that is.
  var unregisteredModels: [EntityType] {
    let registered = roots.values.compactMap(type(of:)).flatMap { $0.chain }
    return types.all.filter { type in
      type.modelKind != nil && type.place != nil && !registered.contains { $0 === type }
    }
  }
}

extension EntityType {
  /// The class and those above it.
  fileprivate var chain: [EntityType] { [self] + (superType?.chain ?? []) }
}

extension PropertyType {
  /// The name of the core type of the values, if they are neither entities nor collections.
  fileprivate var scalarTypeName: String? {
    switch unwrapped {
    case .string, .bool, .int, .double, .date, .data, .color, .image, .enumeration: valueTypeName
    case .entity, .reference, .list, .set, .map, .optional: nil
    }
  }
}
