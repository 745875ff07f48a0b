/// What a binding gives in the context of an entity of a known class, as far as the schema tells it.
enum StaticValue {
  case entity(EntityType)
  case property(Property, of: EntityType)
  /// No entity of the class has the name.
  case unknown(NameStep, EntityType)
  /// The schema does not tell it.
  case undetermined

  /// The class of an entity, or of the entity that a property owns; nil for any other value.
  func entityType(in store: ModelStore) -> EntityType? {
    switch self {
    case .entity(let type): return type
    case .property(let property, _):
      guard property.computed == nil, case .entity(let name) = property.type.unwrapped else { return nil }
      return store.type(named: name)
    case .unknown, .undetermined: return nil
    }
  }
}

extension Evaluator {
  /// Follows the names of a binding through the schema. Nothing is evaluated.
  func staticValue(_ program: BindingProgram, in context: EntityType) -> StaticValue {
    program.only.map { staticValue($0, in: context) } ?? .undetermined
  }

  func staticValue(_ part: PartProgram, in context: EntityType) -> StaticValue {
    guard case .path(let start, let steps) = part.source else { return .undetermined }
    var value = StaticValue.entity(context)
    if case .model(let name, _) = start {
      guard let type = store.root(named: name).flatMap(store.type(of:)) else { return .undetermined }
      value = .entity(type)
    }
    for step in steps {
      value = follow(step, from: value)
      switch value {
      case .unknown, .undetermined: return value
      case .entity, .property: break
      }
    }
    return value
  }

  private func follow(_ step: Step, from value: StaticValue) -> StaticValue {
    switch (step, value) {
    case (.name(let name), .property(let property, _)) where property.computed == nil:
      if case .reference(let target, _) = property.type.unwrapped {
        return name.name == "ref" ? store.type(named: target).map(StaticValue.entity) ?? .undetermined : .undetermined
      }
      return value.entityType(in: store).map { follow(name, on: $0) } ?? .undetermined
    case (.name(let name), .entity(let type)): return follow(name, on: type)
    case (.index, .property(let property, _)):
      guard case .entity(let name)? = property.type.element?.unwrapped, let type = store.type(named: name) else {
        return .undetermined
      }
      return .entity(type)
    default: return .undetermined
    }
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
