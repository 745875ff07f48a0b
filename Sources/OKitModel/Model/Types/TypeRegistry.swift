/// The entity types of one store, by index and by name.
package final class TypeRegistry {
  /// The types that were defined or used so far, in that order; the position of a type is its `index`.
  @exclusivity(unchecked) package private(set) var made: [EntityType] = []
  /// All types, also the built-in ones that nothing has used.
  package var all: [EntityType] {
    makeParts()
    makeSettings()
    makeOutbox()
    return made
  }
  @exclusivity(unchecked) private var byName: [String: EntityType] = [:]
  /// The type that was found last: a script creates many entities of one class.
  @exclusivity(unchecked) private var last: EntityType?
  /// The class at the top, without properties.
  package let entity: EntityType
  /// The class of references.
  package let reference: EntityType

  init() {
    (entity, reference) = BuiltInTypes.make()
    let models = BuiltInTypes.models(entity)
    model = models[0]
    byName.reserveCapacity(16)
    for type in [entity, reference] + models { add(type) }
  }

  package subscript(name: String) -> EntityType? {
    if let last, last.name == name { return last }
    if let known = byName[name] {
      last = known
      return known
    }
    if BuiltInTypes.partNames.contains(name) {
      makeParts()
    } else if SettingsTypes.names.contains(name) {
      makeSettings()
    } else if name == BuiltInTypes.mutationName || name.hasPrefix(BuiltInTypes.outboxNames.file) {
      makeOutbox()
    } else {
      return nil
    }
    return byName[name]
  }

  /// Returns the type with an index; nil for a number of none.
  package subscript(number index: Int) -> EntityType? { made.indices.contains(index) ? made[index] : nil }

  var names: [String] { all.map(\.name) }

  // MARK: Types that few applications use

  /// The class of models in files.
  private let model: EntityType

  private func makeParts() {
    guard byName[BuiltInTypes.partialName] == nil else { return }
    for type in BuiltInTypes.parts(entity) { add(type) }
  }

  private func makeSettings() {
    guard byName[SettingsTypes.settingsName] == nil else { return }
    for type in SettingsTypes.make(below: entity, model: model) { add(type) }
  }

  private func makeOutbox() {
    guard byName[BuiltInTypes.mutationName] == nil else { return }
    for type in BuiltInTypes.outbox(entity, below: { byName[$0] }) { add(type) }
  }

  // MARK: Definitions

  /// The address of a number that grows when a type or a function of one is defined, valid for as long as the store
  /// lives. All types are below that of all entities, and share its epoch.
  package var definitionsPlace: UnsafePointer<Int> { entity.epochPlace }

  /// Adds a type under its name, which must be free.
  func add(_ type: EntityType) {
    type.index = Int32(made.count)
    // Collections of the supertype may be observed already, and hold entities of this one from now on.
    for (own, inherited) in zip(type.properties, type.superType?.properties ?? []) {
      own.observerCount = inherited.observerCount
    }
    made.append(type)
    byName[type.name] = type
    entity.noteDefinition()
  }

  /// Whether a type has the hook `invalidated`. O(types) when a type or a function was defined since the last call,
  /// else O(1).
  var haveInvalidatedHook: Bool {
    // All types are below that of all entities, and share its epoch.
    if let known = knownHook, known.types == made.count, known.epoch == entity.epoch { return known.exists }
    let exists = made.contains { $0.function(named: "invalidated") != nil }
    knownHook = (made.count, entity.epoch, exists)
    return exists
  }
  private var knownHook: (types: Int, epoch: Int, exists: Bool)?

  /// Whether documents of partials can have references that follow a rule when their target leaves. O(types) when a
  /// type was defined since the last call, else O(1).
  var haveReferencesInDeferred: Bool {
    if let known = knownReferences, known.types == made.count { return known.exist }
    var next = made.flatMap(\.properties).filter { $0.role == .deferred }.compactMap(\.ownedTypeName)
    var (seen, exist): (Set<String>, Bool) = ([], false)
    while let name = next.popLast(), !exist {
      guard seen.insert(name).inserted, let type = self[name] else { continue }
      for property in subtypes(of: type).flatMap(\.properties) {
        if case .reference(_, let rule) = (property.type.element ?? property.type).unwrapped, rule != .keep {
          exist = true
        }
        if let owned = property.ownedTypeName { next.append(owned) }
      }
    }
    knownReferences = (made.count, exist)
    return exist
  }
  private var knownReferences: (types: Int, exist: Bool)?

  /// - Throws: `model.duplicateType` when a type has the name.
  func checkIsFree(_ name: String, for place: Diagnostic.Place?) throws {
    guard let taken = self[name] else { return }
    let definer = taken.place.map { "at \($0)" } ?? (taken.isBuiltIn ? "by okit itself" : "by the program")
    throw Diagnostic("model.duplicateType", "the class \"\(name)\" is already defined \(definer)", place: place)
  }

  /// Returns the type of that name.
  ///
  /// - Throws: `model.unknownType` with the nearest name.
  package func require(_ name: String, for user: @autoclosure () -> String) throws -> EntityType {
    if let type = self[name] { return type }
    throw Diagnostic(
      "model.unknownType", "\(user()): unknown entity class \"\(name)\"",
      hint: NearestName.hint(for: name, in: names))
  }

  /// Returns the type of references to the entities of a class, which no entity is of: for checks.
  package func reference(to type: EntityType) -> EntityType {
    if let known = references[type.index] { return known }
    let new = EntityType(referenceTo: type, reference)
    references[type.index] = new
    return new
  }
  private var references: [Int32: EntityType] = [:]

  /// Returns a type and all types below it.
  package func subtypes(of type: EntityType) -> [EntityType] {
    // No built-in type is below one of a script.
    (type.place == nil ? all : made).filter { $0.isSubtype(of: type) }
  }

  /// Returns a diagnostic for each property whose type names an undefined class: an error for what the property owns, a
  /// warning for a reference, which is only a key.
  func check() -> [Diagnostic] {
    made.flatMap { type in
      type.properties.compactMap { property in
        let inner = (property.type.element ?? property.type).unwrapped
        let (name, isOwned): (String, Bool)
        switch inner {
        case .entity(let target): (name, isOwned) = (target, true)
        case .reference(let target, _): (name, isOwned) = (target, false)
        default: return nil
        }
        guard self[name] == nil else { return nil }
        return Diagnostic(
          "model.unknownType", "\(type.name).\(property.name): unknown entity class \"\(name)\"",
          severity: isOwned ? .error : .warning, hint: NearestName.hint(for: name, in: names)
        ).from(Diagnostic.Origin(owner: type.name, property: property.name, place: type.place))
      }
    }
  }
}
