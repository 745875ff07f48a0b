/// Writes recorded changes of a model as changes of its rows.
final class RowChanges {
  private let recorder: ChangeRecorder
  private let encoder: RowEncoder
  /// Owners whose rows are known to be there.
  private var present: Set<EntityID> = []

  private var store: ModelStore { encoder.store }
  private var schema: RowSchema { encoder.schema }
  private var writer: any RowWriter { encoder.writer }

  init(_ recorder: ChangeRecorder, _ encoder: RowEncoder) { (self.recorder, self.encoder) = (recorder, encoder) }

  /// O(differences · log n), plus the size of what is added and removed.
  func write() throws {
    encoder.changes = self
    defer { encoder.changes = nil }
    try deleteRows()
    for (place, earlier) in recorder.lists.sorted(by: { $0.value.order < $1.value.order }) {
      try write(list: earlier.old, at: place)
    }
    for (place, earlier) in recorder.maps.sorted(by: { $0.value.order < $1.value.order }) {
      try write(map: earlier.old, at: place)
    }
    try writeEntities()
    try writeColumns()
  }

  // MARK: Removals

  /// Removes the rows of entities that have left the model. Those that have moved keep theirs.
  private func deleteRows() throws {
    for (entity, earlier) in recorder.places {
      guard let place = earlier.place, let property = store.property(of: place), RowSchema.isOwnedRow(property),
        !isStored(entity)
      else { continue }
      try deleteRows(below: entity)
    }
  }

  private func deleteRows(below entity: EntityID) throws {
    guard let described = store.type(of: entity).flatMap(schema.entity), let id = store.id(of: entity) else { return }
    try store.budget.step()
    let found = try writer.delete(from: described.table, where: [RowCondition(0, .text(id))])
    try expect(found, entity, described.table)
    guard !described.owned.isEmpty else { return }
    // What has entered or left it since is in the list of places, too.
    for child in store.children(of: entity) where recorder.places[child] == nil {
      if let property = store.parentProperty(of: child), RowSchema.isOwnedRow(property) {
        try deleteRows(below: child)
      }
    }
  }

  /// Returns whether an entity has a row after the changes.
  private func isStored(_ entity: EntityID) -> Bool {
    guard store.isManaged(entity) else { return false }
    var current = entity
    while let parent = store.parent(of: current), let property = store.parentProperty(of: current) {
      guard RowSchema.isOwnedRow(property) else { return false }
      current = parent
    }
    return current == recorder.root
  }

  /// Returns whether an entity had a row before the changes.
  private func wasStored(_ entity: EntityID) -> Bool {
    var current = entity
    while current != recorder.root {
      let (owner, property): (EntityID?, Property?)
      if let earlier = recorder.places[current] {
        (owner, property) = (earlier.place?.owner, earlier.place.flatMap(store.property))
      } else {
        (owner, property) = (store.parent(of: current), store.parentProperty(of: current))
      }
      guard let owner, let property, RowSchema.isOwnedRow(property) else { return false }
      current = owner
    }
    return true
  }

  /// - Parameter found: The number of rows that a statement has found for an entity.
  /// - Throws: `storage.conflict` if its row has gone.
  private func expect(_ found: Int, _ entity: EntityID, _ table: RowTable) throws {
    if found == 0, wasStored(entity) { throw store.missingRow(of: entity, table) }
  }

  /// Checks that the row is still there that a new one is to belong to.
  private func expectOwner(of entity: EntityID) throws {
    guard let owner = store.parent(of: entity), recorder.places[owner] == nil, present.insert(owner).inserted,
      let described = store.type(of: owner).flatMap(schema.entity), let id = store.id(of: owner)
    else { return }
    let rows = try writer.select([0], from: described.table, where: [RowCondition(0, .text(id))])
    try expect(rows.count, owner, described.table)
  }

  // MARK: Entities

  /// Writes the entities that a property of their own has got.
  private func writeEntities() throws {
    var found: [(order: Int, child: EntityID, place: RowEncoder.Place)] = []
    for (place, earlier) in recorder.values {
      guard let property = recorder.lastingProperty(place), property.storage == .entity,
        RowSchema.isOwnedRow(property), case .entity(let child)? = store.record(place.owner)?.value(of: property),
        let id = store.id(of: place.owner)
      else { continue }
      found.append((earlier.order, child, encoder.place(in: id, property, .null)))
    }
    for (_, child, place) in found.sorted(by: { $0.order < $1.order }) { try put(child, place) }
  }

  private func put(_ entity: EntityID, _ place: RowEncoder.Place) throws {
    try expectOwner(of: entity)
    // An entity that was in no model can own one that was.
    let isNew = store.subtree(entity).allSatisfy { recorder.places[$0].map { $0.place == nil } ?? ($0 != entity) }
    try encoder.put(entity, place, isNew: isNew && recorder.places[entity] != nil)
  }

  // MARK: Lists

  private func write(list difference: ListDifference, at place: CollectionRef) throws {
    guard let property = recorder.lastingProperty(place), let elements = store.storage(place)?.elements,
      let record = store.record(place.owner), case let id = record.header.pointee.id,
      let described = schema.entity(of: store.type(of: record))
    else { return }
    let changes = RowListChanges(difference, count: elements.count)
    if let collection = described.collection(of: property.slot) {
      let list = RowValueList(
        encoder, collection, place.owner, id, elements,
        oldCount: elements.count - difference.newCount + difference.removedCount)
      return try store.naming(place.owner) { try list.write(changes, earlier: earlierRowValue) }
    }
    guard RowSchema.isOwnedRow(property) else { return }
    var done = 0
    for group in changes.changed where group.upperBound > done {
      done = try write(max(done, group.lowerBound)..<group.upperBound, of: changes, elements, property, id)
    }
  }

  /// Gives a range of elements positions, and others beside it where there is no room.
  ///
  /// - Returns: The end of the elements that have positions now.
  private func write(
    _ range: Range<Int>, of changes: RowListChanges, _ elements: CollectionStorage, _ property: Property,
    _ owner: String
  ) throws -> Int {
    var (start, end, reach) = (range.lowerBound, range.upperBound, 1)
    func entity(_ index: Int) -> EntityID? {
      if case .entity(let entity) = elements.element(index) { entity } else { nil }
    }
    while true {
      while end < elements.count, changes.old(end) == nil { end += 1 }
      let lower = try start > 0 ? entity(start - 1).flatMap(encoder.storedPosition) : nil
      let upper = try end < elements.count ? entity(end).flatMap(encoder.storedPosition) : nil
      let hasBounds = (lower != nil || start == 0) && (upper != nil || end == elements.count)
      guard hasBounds, let positions = RowPositions.between(lower, upper, count: end - start) else {
        if start == 0, end == elements.count {
          throw Diagnostic("storage.row", "\(owner).\(property.name) has too many elements for positions")
        }
        (start, end) = (max(0, start - reach), min(elements.count, end + reach))
        reach *= 2
        continue
      }
      for (index, position) in zip(start..<end, positions) {
        guard let entity = entity(index) else { continue }
        try write(entity, encoder.place(in: owner, property, .int(position)))
      }
      return end
    }
  }

  /// Writes an element at its position: with everything below it if it has entered.
  private func write(_ entity: EntityID, _ place: RowEncoder.Place) throws {
    guard recorder.places[entity] == nil else { return try put(entity, place) }
    guard let described = store.type(of: entity).flatMap(schema.entity), let parent = described.parent,
      let id = store.id(of: entity)
    else { return }
    let found = try writer.update(
      described.table, [RowCondition(parent + 2, place.position)], where: [RowCondition(0, .text(id))])
    try expect(found, entity, described.table)
  }

  // MARK: Maps

  private func write(map difference: MapDifference, at place: CollectionRef) throws {
    guard let property = recorder.lastingProperty(place), let elements = store.storage(place)?.elements,
      let record = store.record(place.owner), case let id = record.header.pointee.id,
      let described = schema.entity(of: store.type(of: record))
    else { return }
    let collection = described.collection(of: property.slot)
    for (key, old) in difference.keys {
      let (index, found) = elements.position(of: key)
      if let collection {
        let row = RowValueEntry(encoder, collection, place.owner, id, key)
        let new = found ? encoder.rowValue(elements.element(index)) : nil
        try store.naming(place.owner) { try row.write(new, earlier: old.map(earlierRowValue)) }
      } else if found, RowSchema.isOwnedRow(property), case .entity(let child) = elements.element(index) {
        try put(child, encoder.place(in: id, property, .text(key)))
      }
    }
  }

  // MARK: Columns

  /// Writes the values of entities that were in the model and still are.
  private func writeColumns() throws {
    var changed: [EntityID: Set<Int32>] = [:]
    for (place, earlier) in recorder.values {
      guard let property = recorder.lastingProperty(place), !property.isCollection,
        !RowSchema.isOwnedRow(property),
        let value = store.record(place.owner)?.value(of: property), !value.isSame(as: earlier.old)
      else { continue }
      guard let holder = store.record(place.owner), store.type(of: holder).isReference,
        let owner = store.parent(of: place.owner), let held = store.parentProperty(of: place.owner),
        RowSchema.isReference(held)
      else {
        changed[place.owner, default: []].insert(property.slot)
        continue
      }
      if held.isCollection {
        try writeKey(of: place.owner, in: CollectionRef(owner: owner, slot: held.slot))
      } else {
        changed[owner, default: []].insert(held.slot)
      }
    }
    for (entity, _) in recorder.members where recorder.isLasting(entity) {
      changed[entity, default: []].insert(Self.extraSlot)
    }
    for (entity, slots) in changed { try update(entity, slots) }
  }

  private static let extraSlot: Int32 = -1

  private func update(_ entity: EntityID, _ slots: Set<Int32>) throws {
    guard let record = store.record(entity), let described = schema.entity(of: store.type(of: record)) else { return }
    var values: [RowCondition] = []
    for slot in slots.sorted() {
      if slot == Self.extraSlot {
        values.append(RowCondition(described.extra, try RowCoding.extra(store.unknownMembers[entity])))
      } else if let column = described.column(of: slot) {
        let property = described.type.properties[Int(slot)]
        values.append(RowCondition(column, encoder.rowValue(of: property, record)))
      }
    }
    guard !values.isEmpty else { return }
    let found = try store.naming(entity) {
      try writer.update(described.table, values, where: [RowCondition(0, .text(record.header.pointee.id))])
    }
    try expect(found, entity, described.table)
  }

  /// Writes the key of a reference in a list, set or map.
  private func writeKey(of holder: EntityID, in place: CollectionRef) throws {
    guard let record = store.record(place.owner), case let id = record.header.pointee.id,
      let collection = schema.entity(of: store.type(of: record))?.collection(of: place.slot),
      let elements = record.collection(collection.property),
      let index = elements.firstIndex(of: .entity(holder), store.entities)
    else { return }
    let (key, earlier) = (encoder.rowValue(.entity(holder)), earlierRowValue(.entity(holder)))
    if collection.isMap {
      return try RowValueEntry(encoder, collection, place.owner, id, elements.key(index)).write(key, earlier: earlier)
    }
    // Its row is in its present place: the list was written before.
    try RowValueList(encoder, collection, place.owner, id, elements, oldCount: elements.count)
      .write(key, at: index, earlier: earlier)
  }

  // MARK: Earlier values

  /// Returns what the row of an element of a collection of values had before the changes: of a reference its key then.
  private func earlierRowValue(_ value: Value) -> RowValue {
    guard case .entity(let holder) = value, let key = store.type(of: holder)?.keyProperty,
      let earlier = recorder.values[CollectionRef(owner: holder, slot: key.slot)]
    else { return encoder.rowValue(value) }
    return RowCoding.rowValue(earlier.old)
  }

  /// Returns what the rows of a collection of values had before the changes; nil for an entity that had no rows.
  func earlierRows(_ collection: RowSchema.Collection, of entity: EntityID) -> [RowEncoder.StoredValue]? {
    guard wasStored(entity), let elements = store.record(entity)?.collection(collection.property) else { return nil }
    let place = CollectionRef(owner: entity, slot: collection.property.slot)
    let current = (0..<elements.count).map(elements.element)
    guard collection.isMap else {
      let values = recorder.lists[place]?.old.earlier(current) ?? current
      return values.map { RowEncoder.StoredValue(key: nil, value: earlierRowValue($0)) }
    }
    var earlier = Dictionary(zip(elements.keys, current)) { first, _ in first }
    for (key, old) in recorder.maps[place]?.old.keys ?? [] { earlier[key] = old }
    return earlier.sorted { $0.key < $1.key }.map { RowEncoder.StoredValue(key: $0, value: earlierRowValue($1)) }
  }
}
