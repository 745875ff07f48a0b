/// The value that a property of a new entity begins with.
package struct FirstValue {
  /// The place of the property among those of the type; nil for any other name.
  package var slot: Int?
  /// The name where it is not that of a property.
  package var name: String
  package var value: Value

  package init(slot: Int?, name: String, _ value: Value) { (self.slot, self.name, self.value) = (slot, name, value) }
}

/// Making entities from the first values of their properties.
///
/// Nothing has read, observed or stored a new entity. Its first values are therefore not changes: they go into its
/// record without a mutation, and no `didSet` runs for them.
extension ModelStore {
  /// Makes an entity from values by property name, as a script gives them. Missing ones keep their defaults.
  ///
  /// - Throws: `model.unknownProperty` with the nearest name, `model.type`.
  package func create(_ type: EntityType, _ values: [String: Value] = [:]) throws -> EntityID {
    try create(type, values.map { FirstValue(slot: type.slot(named: $0.key), name: $0.key, $0.value) })
  }

  /// As `create` with names. The order of the values does not matter.
  package func create(_ type: EntityType, _ values: [FirstValue]) throws -> EntityID {
    try values.withUnsafeBufferPointer { try create(type, $0) }
  }

  package func create(_ type: EntityType, _ values: UnsafeBufferPointer<FirstValue>) throws -> EntityID {
    let key = type.key
    let id = try identifier(in: values, of: type, key)
    if let entity = takeRecycled(type, id) {
      try recycle(entity, values, of: type)
      return entity
    }
    let entity = make(type, id: id)
    guard let record = record(entity) else { throw gone() }
    var others: [Int] = []
    for index in values.indices {
      try budget.step()
      if let slot = values[index].slot, case let property = type.properties[slot], property.isSimple,
        property.holds(values[index].value)
      {
        record.write(values[index].value, at: property.location)
      } else if values[index].slot != nil || (values[index].name != "id" && values[index].name != key?.member) {
        if others.isEmpty { others.reserveCapacity(values.count - index) }
        others.append(index)
      }
    }
    if !others.isEmpty { try initialize(others, of: entity, record, type, with: values) }
    return entity
  }

  /// Returns the entity to use in place of a new one: an `apply` that runs again makes the same entities.
  private func takeRecycled(_ type: EntityType, _ id: String?) -> EntityID? {
    guard !recycled.isEmpty,
      let index = recycled.firstIndex(where: {
        self.type(of: $0) === type && parent(of: $0) == nil && (id == nil || self.id(of: $0) == id)
      })
    else { return nil }
    return recycled.remove(at: index)
  }

  /// Gives an entity its first values as changes: it may be shown.
  private func recycle(
    _ entity: EntityID, _ values: UnsafeBufferPointer<FirstValue>, of type: EntityType
  ) throws {
    let wasCreating = didSets.isCreating
    didSets.isCreating = true
    defer { didSets.isCreating = wasCreating }
    for value in values where value.slot != nil || value.name != "id" {
      guard let slot = value.slot else { throw unknownProperty(value.name, of: type) }
      try set(entity, type.properties[slot], value.value)
    }
  }

  /// Sets the first values of properties. `sync` of a partial that gets its entity runs when all are there.
  private func initialize(
    _ others: [Int], of entity: EntityID, _ record: EntityRecord, _ type: EntityType,
    with values: UnsafeBufferPointer<FirstValue>
  ) throws {
    var others = others
    func name(_ index: Int) -> String { values[index].slot.map { type.properties[$0].name } ?? values[index].name }
    // The ids of what is made for a property depend on the order, and so does the mistake that is reported.
    if others.count > 1 { others.sort { name($0) < name($1) } }
    let wasCreating = didSets.isCreating
    didSets.isCreating = true
    do {
      defer { didSets.isCreating = wasCreating }
      for index in others {
        guard let slot = values[index].slot else { throw unknownProperty(values[index].name, of: type) }
        try initialize(type.properties[slot], of: entity, record, type, with: values[index].value)
      }
    } catch {
      if !wasCreating { parts.touched.removeAll() }
      throw error
    }
    if hasPartials, !wasCreating, !parts.touched.isEmpty { try atomically {} }
  }

  func initialize(
    _ property: Property, of entity: EntityID, _ record: EntityRecord, _ type: EntityType, with value: Value
  ) throws {
    if property.role == .inlineData || property.role == .blobData || property.role == .size {
      return try set(entity, property, value)
    }
    switch property.storage {
    case .none, .id: try set(entity, property, value)
    case .collection:
      if try !place(elements: value, in: entity, record, property) { try set(entity, property, value) }
    case .entity:
      guard property.isReference, case .entity(let holder) = record.value(of: property) else {
        return place(value, in: entity, record, property) ? () : try set(entity, property, value)
      }
      try initializeKey(of: holder, with: key(for: value, declaredBy: property))
    case .bool, .int, .double, .date, .day, .string, .color, .object:
      let value =
        property.holds(value) ? value : try convert(value, to: property.type, for: "\(type.name).\(property.name)")
      if property.role == .format { try checkFormat(value, of: entity) }
      write(value, as: property, of: entity, record)
    }
  }

  /// Writes a first value that already has the property's type.
  private func write(_ value: Value, as property: Property, of entity: EntityID, _ record: EntityRecord) {
    guard property.name == EntityType.referenceKey, type(of: record).isReference else {
      return record.write(value, at: property.location)
    }
    let key = Self.key(value)
    relink(entity, from: record.value(of: property), to: key)
    record.write(key, at: property.location)
  }

  /// Makes a reference with a key.
  func makeReference(to key: Value) throws -> EntityID {
    let reference = make(referenceType)
    try initializeKey(of: reference, with: key)
    return reference
  }

  private func initializeKey(of reference: EntityID, with key: Value) throws {
    guard let record = record(reference), case let type = type(of: record), let property = type.keyProperty else {
      throw gone()
    }
    let value = try convert(key, to: property.type, for: "\(type.name).\(property.name)")
    write(value, as: property, of: reference, record)
  }

  /// Returns the id among first values: that which is named, or that of the key of a service; nil for none.
  private func identifier(
    in values: UnsafeBufferPointer<FirstValue>, of type: EntityType, _ key: EntityKey?
  ) throws -> String? {
    if let named = values.first(where: { $0.slot == nil && $0.name == "id" }) {
      let id = try identifier(named.value, of: type)
      return key.flatMap { key in id.map(key.id) } ?? id
    }
    guard let key else { return nil }
    let first = values.first { $0.slot.map { type.properties[$0].name } ?? $0.name == key.member }
    guard let first else { return nil }
    let isProperty = first.slot != nil
    let text = isProperty ? EntityKey.text(of: first.value) : try keyText(in: first.value, "\(type.name).\(key.member)")
    return text.flatMap { self.id(ofNew: $0, key) }
  }

  func identifier(_ value: Value, of type: EntityType) throws -> String? {
    switch value {
    case .null: return nil
    case .string(let id) where !id.isEmpty: return id
    case .int(let id): return String(id)
    default:
      throw Diagnostic("model.type", "\(type.name).id needs a String that is not empty, got \(summary(value))")
    }
  }
}
