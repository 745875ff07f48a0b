/// Making entities, and looking at what every entity has.
extension ModelStore {
  /// Returns the record of an entity, nil when it is gone. O(1).
  @inline(__always)
  package func record(_ entity: EntityID) -> EntityRecord? { entities.record(entity) }

  package func exists(_ entity: EntityID) -> Bool { record(entity) != nil }

  /// Returns whether an entity was in a registered model and has left it.
  package func hasLeft(_ entity: EntityID) -> Bool {
    record(entity).map { $0.header.pointee.hasLeft && !$0.header.pointee.isManaged } ?? false
  }

  /// Returns whether an entity is in a registered model.
  package func isManaged(_ entity: EntityID) -> Bool { record(entity)?.header.pointee.isManaged ?? false }

  package func id(of entity: EntityID) -> String? { record(entity)?.header.pointee.id }

  /// The number of living entities.
  package var entityCount: Int { entities.count }

  /// The first generation of handles. Stores with different ones have no handle in common for a long while, so
  /// that a handle of one is recognised as stale by the other.
  package var firstGeneration: UInt32 {
    get { entities.firstGeneration }
    set { entities.firstGeneration = newValue }
  }

  /// Makes a new, unmanaged entity with the defaults of its type and a fresh id. O(properties).
  package func make(_ type: EntityType, id: String? = nil) -> EntityID {
    let (entity, _) = makeRecord(type, id: id)
    garbage.append(entity)
    return entity
  }

  /// Returns the date or the day of now. A clock outside the range of days gives 1970-01-01.
  private func valueOfCreation(of property: Property) -> Value {
    guard property.storage == .day else { return .date(now) }
    return .day(localDays.day(of: now) ?? DayValue(CivilDate(daysSince1970: 0)))
  }

  /// As `make`, for a caller that gives the entity its place at once, or to the garbage.
  func makeUnheld(_ type: EntityType, id: String?) -> EntityID { makeRecord(type, id: id).entity }

  /// As `makeUnheld`, with the record.
  func makeRecord(_ type: EntityType, id: String?) -> (entity: EntityID, record: EntityRecord) {
    type.unmanagedPool._withUnsafeGuaranteedRef { makeRecord(type, $0, id: id) }
  }

  @inline(__always)
  private func makeRecord(
    _ type: EntityType, _ pool: EntityRecordPool, id: String?
  ) -> (entity: EntityID, record: EntityRecord) {
    let record = pool.make()
    if let id { record.header.pointee.id = id } else { giveNewID(record) }
    record.header.pointee.type = type.index
    let entity = entities.insert(record)
    journal.append(made: entity)
    if type.lazySlot >= 0 { notePartsExist(type) }
    if type.hasSecrets { for property in type.secrets { secrets.add(declared: property.name, of: entity) } }
    if pool.isComplete { return (entity, record) }
    for form in pool.collectionForms { record.setCollection(form.location, CollectionStorage(form)) }
    for property in pool.datesOfCreation { record.write(valueOfCreation(of: property), at: property.location) }
    for location in pool.referenceLocations {
      // The decoder sets the ids later.
      let (reference, holder) = makeRecord(types.reference, id: id == "" ? "" : nil)
      record.write(reference, location)
      record.setRecord(holder, at: location)
      placeElement(holder, in: entity, slot: location.slot)
    }
    return (entity, record)
  }
}
