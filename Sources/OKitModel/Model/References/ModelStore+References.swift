/// `ModelRef`s: entities that hold the key of another one.
extension ModelStore {
  /// Returns the entity behind a `ModelRef`, or behind a key: managed, in any model.
  package func target(of reference: EntityID) -> EntityID? {
    guard let property = type(of: reference)?.keyProperty, case .string(let key) = get(reference, property) else {
      return nil
    }
    return find(key)
  }

  /// Returns the text of a `ModelRef`: `ref: Author(key)` with the class of what it refers to, or `empty-ref`.
  package func referenceText(_ reference: EntityID) -> String {
    guard case .string(let key) = get(reference, EntityType.referenceKey), !key.isEmpty else { return "empty-ref" }
    let declared: String? =
      if case .reference(let name, _)? = parentProperty(of: reference).map({ ($0.type.element ?? $0.type).unwrapped }) {
        name
      } else { nil }
    let name = find(key).flatMap(type(of:))?.name ?? declared ?? BuiltInTypes.entityName
    return "ref: \(name)(\(key))"
  }

  /// Returns the key that a value stands for: a text, a reference's key, an entity's id.
  package func referenceKey(of value: Value) -> String? {
    switch value {
    case .string(let key): return key
    case .entity(let entity):
      guard let type = type(of: entity) else { return nil }
      guard type.isReference else { return id(of: entity) }
      if let property = type.keyProperty, case .string(let key) = get(entity, property) { return key }
      return nil
    default: return nil
    }
  }

  /// Points a single reference property at something else.
  func setReference(_ owner: EntityID, _ property: Property, _ value: Value) throws {
    guard let record = record(owner), case .entity(let holder) = record.value(of: property) else { throw gone() }
    let old = get(holder, "refKey")
    try atomically {
      try assignReference(holder, value, declaredBy: property)
      let new = get(holder, "refKey")
      if old != new { try runDidSet(owner, property, old: old, new: new) }
    }
  }

  /// Points a `ModelRef` at something else, by the rules of the property that holds it.
  func point(_ holder: EntityID, at value: Value) throws {
    guard let owner = parent(of: holder), let property = parentProperty(of: holder) else {
      return try set(holder, "refKey", referenceKey(of: value).map(Value.string) ?? .null)
    }
    if property.isCollection { return try assignReference(holder, value, declaredBy: property) }
    try setReference(owner, property, value)
  }

  /// Writes the key that `value` stands for into a `ModelRef`; null and an empty text make it empty.
  func assignReference(_ holder: EntityID, _ value: Value, declaredBy property: Property) throws {
    try set(holder, EntityType.referenceKey, key(for: value, declaredBy: property))
  }

  /// Returns the key that a property writes for a value: null for none.
  func key(for value: Value, declaredBy property: Property) throws -> Value {
    if case .map(let members) = value { return Self.key(members[EntityType.referenceKey] ?? .null) }
    if value.isNull || value == .string("") { return .null }
    return try requireKey(value, declaredBy: property).map(Value.string) ?? .null
  }

  private func requireKey(_ value: Value, declaredBy property: Property) throws -> String? {
    guard case .reference(let typeName, _) = (property.type.element ?? property.type).unwrapped else {
      // The property declares a class that extends `ModelRef`, which says nothing of targets.
      return referenceKey(of: value)
    }
    if case .entity(let entity) = value, let type = referred(by: entity).flatMap(type(of:)),
      !type.isSubtype(of: typeName)
    {
      throw Diagnostic(
        "model.type", "\(property.name) refers to \(PropertyType.entity(typeName).article), got \(type.name)")
    }
    if case .entity = value { return referenceKey(of: value) }
    let key = type(named: typeName)?.key
    switch value {
    case .string(let text): return id(of: text, key)
    case .int(let number) where key != nil: return id(of: String(number), key)
    default:
      let target = PropertyType.entity(typeName).article
      throw Diagnostic("model.type", "\(property.name) refers to \(target), got \(summary(value))")
    }
  }

  /// Returns the entity that is meant: itself, or the target of a reference, which may be in no model.
  private func referred(by entity: EntityID) -> EntityID? {
    type(of: entity)?.isReference == true ? target(of: entity) : entity
  }

  /// Returns whether an entity is a `ModelRef` without a place yet.
  func isFreeReference(_ entity: EntityID) -> Bool {
    record(entity).map { $0.header.pointee.parent == nil && type(of: $0).isReference } ?? false
  }

  func makeReference(_ value: Value, declaredBy property: Property) throws -> EntityID {
    if case .entity(let entity) = value, isFreeReference(entity) { return entity }
    if case .map(let members) = value { return try create(referenceType, members) }
    let key = try requireKey(value, declaredBy: property)
    return try makeReference(to: key.map { Self.key(.string($0)) } ?? .null)
  }

  /// The key that a reference stores for a value: an empty text refers to nothing.
  static func key(_ value: Value) -> Value { value == .string("") ? .null : value }

  // MARK: The index of references

  func relink(_ reference: EntityID, from old: Value, to new: Value) {
    guard !journal.defersIndexes else { return }
    if case .string(let key) = old { references.remove(reference, key) }
    if case .string(let key) = new { references.insert(reference, key) }
  }

  /// Rebuilds the indexes of ids and references. O(entities).
  func rebuildIndexes() {
    ids = IDIndex()
    references.removeAll()
    entities.visit { entity, record in
      if record.header.pointee.isManaged { ids.set(entity, record, in: entities) }
      if type(of: record).isReference { linkReference(entity) }
    }
  }

  /// Adds a reference whose key was stored without a write.
  func linkReference(_ reference: EntityID) {
    guard let record = record(reference), let property = type(of: record).property(named: EntityType.referenceKey)
    else {
      return
    }
    let key = record.value(of: property)
    if key == .string("") { return record.write(.null, at: property.location) }
    relink(reference, from: .null, to: key)
  }

  func unlinkReference(_ reference: EntityID, _ record: EntityRecord) {
    if let property = referenceType.property(named: "refKey"), case .string(let key) = record.value(of: property) {
      references.remove(reference, key)
    }
  }

  /// Returns the managed references to an id, in a stable order.
  package func referrers(of id: String) -> [EntityID] {
    references[id].filter(isManaged)
  }

  /// Applies the rules of the references to an entity that is about to leave, and to anything below it.
  ///
  /// - Throws: `model.restricted` when a reference forbids the removal; nothing has changed then.
  func prepareRemoval(of entity: EntityID) throws {
    guard isManaged(entity), !journal.isReplaying, !isDropping else { return }
    if hasPartials {
      readPartials(below: entity)
      readPartials(referringTo: subtree(entity))
    }
    if references.deferredRemovals != nil {
      references.deferredRemovals?.append(entity)
    } else {
      try applyRules(to: subtree(entity))
    }
  }

  func applyRules(to entities: [EntityID]) throws {
    guard !references.isEmpty else { return }
    let leaving = Set(entities)
    var affected: [(EntityID, PropertyType.OnDelete)] = []
    for member in leaving.sorted(by: { $0.index < $1.index }) {
      for reference in id(of: member).map(referrers) ?? [] where !leaving.contains(reference) {
        guard case .reference(_, let rule)? = ruleType(of: reference) else { continue }
        if rule == .restrict {
          let owner = parent(of: reference).map(describe) ?? "a reference"
          throw Diagnostic(
            "model.restricted",
            "\(describe(member)) cannot be removed: \(owner).\(parentProperty(of: reference)?.name ?? "") refers to it")
        }
        affected.append((reference, rule))
      }
    }
    for (reference, rule) in affected {
      if rule == .remove, let parent = parent(of: reference), let property = parentProperty(of: reference),
        property.isCollection,
        let position = index(
          of: .entity(reference), in: CollectionRef(owner: parent, slot: property.slot))
      {
        try removeElement(CollectionRef(owner: parent, slot: property.slot), position)
      } else if rule != .keep {
        try empty(reference)
      }
    }
  }

  /// Empties a reference; a single one through its property, which may have a `didSet`.
  private func empty(_ reference: EntityID) throws {
    if let parent = parent(of: reference), let property = parentProperty(of: reference), !property.isCollection,
      property.type.isReference
    {
      try setReference(parent, property, .null)
    } else {
      try set(reference, "refKey", .null)
    }
  }

  private func ruleType(of reference: EntityID) -> PropertyType? {
    parentProperty(of: reference).map { ($0.type.element ?? $0.type).unwrapped }
  }

  /// Returns the references whose target is in no model, with their owner and property. The documents of partials that
  /// were not read are searched for missing targets.
  ///
  /// - Throws: what reading these documents throws: what they hold is not known.
  package func danglingReferences() throws -> [(owner: EntityID, property: String, key: String)] {
    let missing = references.keys.filter { ids.find($0, in: entities) == nil }
    let unread = missing.isEmpty ? [] : try unreadIDs()
    return missing.filter { !unread.contains($0) }.flatMap { key in
      referrers(of: key).compactMap { holder in
        guard let owner = parent(of: holder), let property = parentProperty(of: holder) else { return nil }
        return (owner, property.name, key)
      }
    }
  }
}
