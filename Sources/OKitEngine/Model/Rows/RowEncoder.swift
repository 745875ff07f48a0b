/// Writes entities as rows.
final class RowEncoder {
  let store: ModelStore
  let schema: RowSchema
  let writer: any RowWriter
  /// Whether the database has had no rows of the model.
  let isEmpty: Bool

  init(_ store: ModelStore, _ schema: RowSchema, _ writer: any RowWriter, isEmpty: Bool) {
    (self.store, self.schema, self.writer, self.isEmpty) = (store, schema, writer, isEmpty)
  }

  /// The place of an entity in its row.
  struct Place {
    var owner: RowValue
    var property: RowValue
    var position: RowValue

    static let root = Place(owner: .null, property: .null, position: .null)
  }

  // MARK: Entities

  /// Writes an entity with everything below it, at least what differs.
  ///
  /// - Parameters:
  ///   - isNew: Whether neither the entity nor anything below it has a row.
  ///   - visit: Called with the table and the id of each row.
  func put(
    _ entity: EntityID, _ place: Place, isNew: Bool, _ visit: (RowSchema.Entity, String) -> Void = { _, _ in }
  ) throws {
    try store.budget.step()
    guard let record = store.record(entity), let described = schema.entity(of: store.type(of: record)) else {
      throw store.gone()
    }
    let id = record.header.pointee.id
    let row = try self.row(of: entity, record, described, place)
    try store.naming(entity) {
      if isNew { try writer.insert(row, into: described.table) } else { try writer.put(row, into: described.table) }
    }
    visit(described, id)
    for collection in described.collections {
      try store.naming(entity) { try putValues(collection, of: record, id, isNew: isNew) }
    }
    for property in described.owned {
      guard property.isCollection, let elements = record.collection(property) else {
        if case .entity(let child) = record.value(of: property) {
          try put(child, self.place(in: id, property, .null), isNew: isNew, visit)
        }
        continue
      }
      guard elements.shape != .map else {
        for (key, child) in zip(elements.keys, elements.entities) {
          try put(child, self.place(in: id, property, .text(key)), isNew: isNew, visit)
        }
        continue
      }
      let positions =
        isNew
        ? RowPositions.assigned(Array(repeating: nil, count: elements.count))
        : RowPositions.assigned(try storedPositions(of: elements.entities, id, property))
      for (child, position) in zip(elements.entities, positions) {
        try put(child, self.place(in: id, property, .int(position)), isNew: isNew, visit)
      }
    }
  }

  func place(in owner: String, _ property: Property, _ position: RowValue) -> Place {
    Place(owner: .text(owner), property: .text(property.name), position: position)
  }

  private func row(
    of entity: EntityID, _ record: EntityRecord, _ described: RowSchema.Entity, _ place: Place
  ) throws -> [RowValue] {
    var row: [RowValue] = [.text(record.header.pointee.id)]
    row.reserveCapacity(described.table.columns.count)
    if described.parent != nil { row += [place.owner, place.property, place.position] }
    for (property, _) in described.columns { row.append(rowValue(of: property, record)) }
    row.append(try RowCoding.extra(store.unknownMembers[entity]))
    return row
  }

  /// Returns what the column of a property has: a value, or the key of a reference.
  func rowValue(of property: Property, _ record: EntityRecord) -> RowValue { rowValue(record.value(of: property)) }

  /// Returns what a row has for a value: itself, or the key of a reference.
  func rowValue(_ value: Value) -> RowValue {
    guard case .entity(let holder) = value else { return RowCoding.rowValue(value) }
    guard let record = store.record(holder), let key = store.type(of: record).keyProperty else { return .null }
    return RowCoding.rowValue(record.value(of: key))
  }

  // MARK: Positions

  /// Returns the positions that the rows of entities have; nil for those that are not in this property.
  private func storedPositions(of entities: [EntityID], _ owner: String, _ property: Property) throws -> [Int?] {
    guard !isEmpty else { return Array(repeating: nil, count: entities.count) }
    var found: [String: Int] = [:]
    for described in schema.entities {
      guard let parent = described.parent, property.ownedTypeName.map(described.type.isSubtype) ?? false else {
        continue
      }
      let rows = try writer.select(
        [0, parent + 2], from: described.table,
        where: [RowCondition(parent, .text(owner)), RowCondition(parent + 1, .text(property.name))])
      for row in rows { if case (.text(let id), .int(let position)) = (row[0], row[1]) { found[id] = position } }
    }
    return entities.map { store.id(of: $0).flatMap { found[$0] } }
  }

  /// Returns the position of an entity's row; nil if it has none.
  func storedPosition(of entity: EntityID) throws -> Int? {
    guard let described = store.type(of: entity).flatMap(schema.entity), let parent = described.parent,
      let id = store.id(of: entity),
      case .int(let position)? = try writer.select(
        [parent + 2], from: described.table, where: [RowCondition(0, .text(id))]
      ).first?[0]
    else { return nil }
    return position
  }

  // MARK: Values

  /// Writes the elements of a list, set or map of values where they differ from the stored ones.
  func putValues(_ collection: RowSchema.Collection, of record: EntityRecord, _ id: String, isNew: Bool) throws {
    guard let elements = record.collection(collection.property) else { return }
    let values = (0..<elements.count).map { rowValue(elements.element($0)) }
    let owner = RowCondition(RowSchema.Collection.owner, .text(id))
    if !isNew, !isEmpty {
      let columns = [RowSchema.Collection.place, RowSchema.Collection.value]
      let stored = try writer.select(columns, from: collection.table, where: [owner], order: RowSchema.Collection.place)
      let isSame =
        stored.map { $0[1] } == values
        && (!collection.isMap || stored.map { $0[0] } == elements.keys.map(RowValue.text))
      if isSame { return }
      try writer.delete(from: collection.table, where: [owner])
    }
    let places =
      collection.isMap
      ? elements.keys.map(RowValue.text)
      : RowPositions.assigned(Array(repeating: nil, count: values.count)).map(RowValue.int)
    for (place, value) in zip(places, values) {
      try writer.insert([owner.value, place, value], into: collection.table)
    }
  }
}
