/// Writes entities as rows.
final class RowEncoder {
  let store: ModelStore
  let schema: RowSchema
  let writer: any RowWriter
  /// Whether the database has had no rows of the model.
  let isEmpty: Bool
  /// The changes that are being written, which know what rows had before; nil where all rows are written.
  var changes: RowChanges?

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

  /// An element of a collection of values.
  struct StoredValue {
    /// The key in a map; nil in a list or set.
    var key: String?
    var value: RowValue
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
      try store.naming(entity) { try putValues(collection, of: entity, record, id, isNew: isNew) }
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
  ///
  /// - Throws: `storage.conflict` for rows that are not as they were when the model was read or stored last, where that
  ///   is known.
  private func putValues(
    _ collection: RowSchema.Collection, of entity: EntityID, _ record: EntityRecord, _ id: String, isNew: Bool
  ) throws {
    guard let elements = record.collection(collection.property) else { return }
    guard !isNew, !isEmpty else { return try insertValues(collection, elements, id) }
    let values = (0..<elements.count).map { rowValue(elements.element($0)) }
    let keys: [String?] = collection.isMap ? Array(elements.keys) : values.map { _ in nil }
    let present = zip(keys, values).map(StoredValue.init)
    if let earlier = changes?.earlierRows(collection, of: entity) {
      if collection.isSame(earlier, as: present) { return }
      let stored = try storedValues(collection, id).values
      if collection.isSame(stored, as: present) { return }
      try expect(stored, earlier, collection, entity)
    } else if case let stored = try storedValues(collection, id), stored.areCounted,
      collection.isSame(stored.values, as: present)
    {
      return
    }
    try rewriteValues(collection, elements, id)
  }

  /// Returns the rows of a collection, and whether those of a list can be found by counting.
  private func storedValues(
    _ collection: RowSchema.Collection, _ id: String
  ) throws -> (values: [StoredValue], areCounted: Bool) {
    let rows = try writer.select(
      [RowSchema.Collection.place, RowSchema.Collection.value], from: collection.table,
      where: [RowCondition(RowSchema.Collection.owner, .text(id))], order: RowSchema.Collection.place)
    guard collection.isMap else {
      let positions = rows.compactMap { if case .int(let position) = $0[0] { position } else { nil } }
      return (
        rows.map { StoredValue(key: nil, value: $0[1]) },
        positions.count == rows.count && zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
      )
    }
    // The order of a map is not that of the database.
    let values = rows.map { StoredValue(key: $0[0].keyText, value: $0[1]) }
    return (values.sorted { ($0.key ?? "") < ($1.key ?? "") }, true)
  }

  private func expect(
    _ stored: [StoredValue], _ earlier: [StoredValue], _ collection: RowSchema.Collection, _ entity: EntityID
  ) throws {
    for index in 0..<max(stored.count, earlier.count) {
      let found = index < stored.count ? stored[index] : nil
      let expected = index < earlier.count ? earlier[index] : nil
      if let found, let expected, collection.isSame([found], as: [expected]) { continue }
      throw store.changedRow(
        of: entity, collection, collection.isMap ? .key((expected ?? found)?.key ?? "") : .position(index),
        expected: expected?.value, found: found?.key == expected?.key ? found?.value : nil)
    }
  }

  /// Replaces all rows of a list, set or map of values.
  func rewriteValues(_ collection: RowSchema.Collection, _ elements: CollectionStorage, _ id: String) throws {
    try writer.delete(from: collection.table, where: [RowCondition(RowSchema.Collection.owner, .text(id))])
    try insertValues(collection, elements, id)
  }

  private func insertValues(
    _ collection: RowSchema.Collection, _ elements: CollectionStorage, _ id: String
  ) throws {
    let places =
      collection.isMap
      ? elements.keys.map(RowValue.text)
      : RowPositions.assigned(Array(repeating: nil, count: elements.count)).map(RowValue.int)
    for (index, place) in places.enumerated() {
      try writer.insert([.text(id), place, rowValue(elements.element(index))], into: collection.table)
    }
  }
}
