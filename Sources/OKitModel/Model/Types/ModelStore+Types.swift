/// Entity types.
extension ModelStore {
  /// Defines a type below `superType`.
  ///
  /// - Throws: `model.duplicateType`, `model.duplicateProperty`, and `model.type` for a default that does not fit.
  @discardableResult
  package func define(
    _ name: String, extending superType: EntityType, properties: [Property], place: Diagnostic.Place? = nil
  ) throws -> EntityType {
    try types.checkIsFree(name, for: place)
    try checkParts(name, extending: superType, properties, place)
    // A property has its location in the records of one type.
    let properties = properties.map { $0.slot < 0 ? $0 : $0.copy() }
    for property in properties where property.storage != .none && !property.defaultValue.isNull {
      property.defaultValue = try convert(
        default: property.defaultValue, to: property.type, for: "\(name).\(property.name)")
    }
    let type = try EntityType(name: name, superType: superType, own: properties, modelKind: nil, place: place)
    types.add(type)
    return type
  }

  /// Defines the class that the models of a kind extend.
  ///
  /// - Throws: `model.duplicateType`.
  package func defineModels(_ name: String, _ kind: ModelKind) throws {
    try types.checkIsFree(name, for: nil)
    types.add(EntityType(builtIn: name, superType: types.entity, own: [], modelKind: kind))
  }

  /// Checks the rules for deferred properties and the cases of enumerations, and that a class does not declare the
  /// properties of a blob again.
  private func checkParts(
    _ name: String, extending superType: EntityType, _ properties: [Property], _ place: Diagnostic.Place?
  ) throws {
    func failure(_ property: Property, _ code: Diagnostic.Code, _ message: String, hint: String? = nil) -> Diagnostic {
      Diagnostic(code, "\(name).\(property.name): \(message)", place: place, hint: hint)
        .from(Diagnostic.Origin(owner: name, property: property.name, place: place))
    }
    let mutation = superType.isSubtype(of: BuiltInTypes.mutationName) ? mutationType : nil
    for property in properties {
      let isBuiltIn = mutation?.property(named: property.name) != nil
      if let inherited = superType.property(named: property.name), inherited.role != .plain || isBuiltIn {
        throw failure(property, "model.duplicateProperty", "\(superType.name) has this property already")
      }
      if case .enumeration(let cases) = (property.type.element ?? property.type).unwrapped {
        guard !cases.isEmpty else { throw failure(property, "model.property", "an enumeration needs a case") }
        var known = Set<String>(minimumCapacity: cases.count)
        if let twice = cases.first(where: { !known.insert($0).inserted }) {
          throw failure(
            property, "model.property", "the enumeration has the case \(PrintableText.quoted(twice)) twice")
        }
      }
      let type = property.type.unwrapped
      if property.defaultsToNow, type != .date, type != .day {
        throw failure(property, "model.property", "only a Date or a Day begins with the current time")
      }
      if property.isCollection || property.ownsEntities, !property.defaultValue.isNull {
        throw failure(property, "model.property", "collections and entities have no default")
      }
      guard property.role == .deferred else { continue }
      guard superType.isSubtype(of: BuiltInTypes.partialName) else {
        throw failure(
          property, "model.property", "only a partial can have a deferred property",
          hint: "extend okit.\(BuiltInTypes.partialName)")
      }
      if let other = superType.lazyProperty ?? properties.first(where: { $0.isLazy && $0 !== property }) {
        throw failure(
          property, "model.property", "a partial has one deferred property, and \(other.name) is one already")
      }
    }
  }

  /// The class of changes that are sent to a service.
  package var mutationType: EntityType? { types[BuiltInTypes.mutationName] }

  /// The class of all entities, without properties.
  package var entityType: EntityType { types.entity }

  /// The class of references.
  package var referenceType: EntityType { types.reference }

  package func type(named name: String) -> EntityType? { types[name] }

  /// Returns the type of that name.
  ///
  /// - Throws: `model.unknownType` with the nearest name.
  package func requireType(_ name: String, for user: @autoclosure () -> String) throws -> EntityType {
    try types.require(name, for: user())
  }

  /// Returns a diagnostic for each property whose type names an undefined class: an error for what the property owns, a
  /// warning for a reference, which is only a key.
  package func checkTypes() -> [Diagnostic] { types.check() }

  /// Returns the type of an entity, nil when it is gone.
  package func type(of entity: EntityID) -> EntityType? { record(entity).map(type(of:)) }

  @inline(__always)
  package func type(of record: EntityRecord) -> EntityType { types.made[Int(record.header.pointee.type)] }
}
