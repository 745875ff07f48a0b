/// Reads the rows of a model into entities, which are in no model yet.
final class RowLoader {
  private let store: ModelStore
  private let schema: RowSchema
  private let storage: any RowStorage
  private let model: ModelRow
  /// Whether the caller finds ids that are used twice: the one that registers the model has an index of its own.
  private let findsDuplicates: Bool
  /// The entities that were read, by id; nil until an entity has to be found. The elements of the model itself need
  /// none.
  private var index: RowIndex?
  private var all: [EntityID] = []
  /// Whether all rows of lists, sets and maps are as a store would write them.
  private(set) var isExact = true
  private var root: EntityID?
  private var groups = RowGroups()
  /// Rows that were read before the rows of their owners.
  private var waiting: [(owner: String, property: String, place: RowPlace, entity: EntityID)] = []
  /// The owner and the property of the row before, which are mostly those of the next one, and their group.
  private var (lastOwner, lastProperty, lastGroup) = ([UInt8](), [UInt8](), -1)

  /// - Parameter findsDuplicates: Whether an id that is used twice is an error here, and not only where the model is
  ///   registered.
  init(
    _ store: ModelStore, _ schema: RowSchema, _ storage: any RowStorage, _ model: ModelRow, findsDuplicates: Bool = true
  ) {
    (self.store, self.schema, self.storage, self.model) = (store, schema, storage, model)
    self.findsDuplicates = findsDuplicates
  }

  /// Returns the root with everything below it.
  ///
  /// - Throws: `storage.row` for rows that are not a model of the schema, and what reading throws.
  func load() throws -> EntityID {
    do {
      for entity in schema.entities {
        if let stored = model.layout.classes[entity.type.name] { try read(entity, stored) }
      }
      if findsDuplicates { try withIndex { _ in } }
      let unknown = model.layout.classes.keys.filter { schema.entity(named: $0) == nil }
      var lost = LostRows(try RowDocument(storage, model, of: unknown) { try store.budget.step() })
      try lost.placeRows(store, find) { failure($0, $1, $2) }
      try placeWaiting(&lost)
      guard let root else {
        throw failure("the row of the model, with the id \"\(model.rootID)\", is missing", schema.root.name)
      }
      for entity in schema.entities {
        guard let stored = model.layout.classes[entity.type.name] else { continue }
        for (property, collection) in stored.collections { try read(collection, property, of: entity) }
      }
      try groups.fill(store, &lost, failure)
      for row in waiting { try checkDepth(of: row.entity) }
      try lost.keep(in: store)
      store.garbage.append(root)
      return root
    } catch {
      for entity in all { store.garbage.append(entity) }
      throw error
    }
  }

  /// Rows that come before the rows of their owners may own each other.
  private func checkDepth(of entity: EntityID) throws {
    var current = entity
    for _ in 0...ModelStore.maximumDepth {
      guard let parent = store.record(current)?.header.pointee.parent else { return }
      current = parent
    }
    throw failure(
      "the row is nested more than \(ModelStore.maximumDepth) levels deep, or owns itself",
      store.type(of: entity)?.name ?? "", store.id(of: entity))
  }

  // MARK: Entities

  private func read(_ entity: RowSchema.Entity, _ stored: RowLayout.Class) throws {
    let columns = RowColumns(entity, stored)
    let plain = PlainRowColumns(columns)
    let type = entity.type
    let isPart = type.lazyProperty != nil || type.sizeProperty != nil
    let size = columns.properties.first { $0.property === type.sizeProperty }?.column
    try storage.read(stored.table, columns.names) { row in
      try store.budget.step()
      guard row.kind(0) == .text, !row.bytes(0).isEmpty else {
        throw failure("a row has no id", stored.table)
      }
      let id = row.text(0)
      let made = store.makeUnheld(type, id: "")
      store.record(made)?.header.pointee.id = id
      all.append(made)
      guard let record = store.record(made) else { return }
      for column in plain.all where !PlainRowColumns.read(column, of: record, row) {
        let (property, column) = columns.properties[Int(column.number)]
        do { try read(property, of: record, row, column) } catch let mismatch as RowCoding.Mismatch {
          throw failure(
            "expected \(mismatch.expected), found \(mismatch.found)", stored.table, id, columns.names[column])
        }
      }
      try readOthers(columns, of: made, row, stored.table, id)
      // The members in the column `extra` may be the value itself.
      if isPart, store.parts.files[made] == nil {
        let hasSize = size.map { row.kind($0) != .null } ?? false
        try store.completePart(made, type, record, hasValue: false, hasSize: hasSize, model: model.name)
      }
      store.nameReferences(of: made, id)
      if index?.insert(made, id, in: store) == false { throw duplicate(id) }
      try place(made, columns, row, stored.table, id)
    }
  }

  @inline(__always)
  private func read(_ property: Property, of record: EntityRecord, _ row: any RowReader, _ column: Int) throws {
    guard property.storage == .entity, row.kind(column) == .text else {
      return record.write(try store.value(row.value(column), property.type), at: property.location)
    }
    if case .entity(let holder) = record.value(of: property) { write(key: row.text(column), to: holder) }
  }

  private func write(key: String, to holder: EntityID) {
    guard let record = store.record(holder), let property = store.referenceType.keyProperty else { return }
    let value: Value = key.isEmpty ? .null : .string(key)
    record.write(value, at: property.location)
    store.relink(holder, from: .null, to: value)
  }

  /// Reads the members that the class does not declare, or no longer declares.
  private func readOthers(
    _ columns: RowColumns, of entity: EntityID, _ row: any RowReader, _ table: String, _ id: String
  ) throws {
    if let extra = columns.extra, row.kind(extra) != .null { try read(extra, of: entity, row, table, id) }
    for (name, column, coding) in columns.others where row.kind(column) != .null {
      if let problem = RowLayout.problem(row.value(column), coding) {
        throw failure(problem, table, id, columns.names[column])
      }
      let value = RowLayout.jsonValue(row.value(column), coding, reference: ModelStore.referenceID(id, name))
      store.unknownMembers.insert(entity, name, value)
    }
  }

  /// Reads the column `extra`, which may have the data of properties that the class has again.
  private func read(_ extra: Int, of entity: EntityID, _ row: any RowReader, _ table: String, _ id: String) throws {
    guard let type = store.type(of: entity) else { return }
    do {
      _ = try JSONReader.read(Array(row.bytes(extra))) { reader in
        try reader.enterObject()
        let hasMember = try reader.nextMember()
        return try DocumentDecoder(store: store, model: model.name).fill(entity, type, &reader, hasMember)
      }
    } catch let problem as DocumentDecoder.Problem {
      throw failure(problem.diagnostic(file: nil).message, table, id, RowSchema.extraColumn)
    } catch let diagnostic as Diagnostic {
      throw failure(diagnostic.message, table, id, RowSchema.extraColumn)
    }
  }

  // MARK: Places

  private func place(
    _ entity: EntityID, _ columns: RowColumns, _ row: any RowReader, _ table: String, _ id: String
  ) throws {
    guard let parent = columns.parent, row.kind(parent) == .text else {
      guard id == model.rootID else { throw failure("the row has no owner", table, id) }
      root = entity
      return
    }
    let place = RowPlace(row, parent + 2)
    let (owner, property) = (row.bytes(parent), row.bytes(parent + 1))
    if lastGroup >= 0, Self.isSame(property, lastProperty), Self.isSame(owner, lastOwner) {
      return groups.add(entity, place, to: lastGroup)
    }
    let (ownerID, name) = (row.text(parent), row.text(parent + 1))
    guard ownerID != id else { throw failure("the row owns itself", table, id) }
    guard let found = try find(ownerID) else {
      waiting.append((ownerID, name, place, entity))
      return
    }
    lastGroup = groups.group(found, name)
    (lastOwner, lastProperty) = (Array(owner), Array(property))
    groups.add(entity, place, to: lastGroup)
  }

  @inline(__always)
  private static func isSame(_ bytes: UnsafeRawBufferPointer, _ last: [UInt8]) -> Bool {
    bytes.count == last.count && last.withUnsafeBytes { $0.elementsEqual(bytes) }
  }

  // MARK: Ids

  private func find(_ id: String) throws -> EntityID? {
    if id == model.rootID, let root { return root }
    return try withIndex { $0.find(id, in: store) }
  }

  private func withIndex<T>(_ body: (RowIndex) throws -> T) throws -> T {
    if let index { return try body(index) }
    let new = RowIndex()
    for entity in all {
      if let id = store.id(of: entity), !new.insert(entity, id, in: store) { throw duplicate(id) }
    }
    index = new
    return try body(new)
  }

  private func duplicate(_ id: String) -> Diagnostic {
    Diagnostic("model.duplicateId", "the id \"\(id)\" is used twice", place: Diagnostic.Place(file: storage.location))
  }

  private func placeWaiting(_ lost: inout LostRows) throws {
    for row in waiting {
      if lost.hasRow(row.owner) {
        lost.add(.entity(row.entity), to: .row(row.owner), row.property, row.place)
        continue
      }
      guard let owner = try find(row.owner) else {
        let id = store.id(of: row.entity) ?? ""
        let type = store.type(of: row.entity)?.name ?? ""
        throw ownerless(row.owner, model.layout.classes[type]?.table ?? type, RowSchema.idColumn, id, row: id)
      }
      groups.add(row.entity, row.place, to: groups.group(owner, row.property))
    }
  }

  // MARK: Values

  private func read(_ stored: RowLayout.Collection, _ name: String, of entity: RowSchema.Entity) throws {
    let property = entity.collections.first { $0.property.name == name }?.property
    let columns = ["owner_id", stored.isMap ? "key" : "position", "value"]
    var values = RowValues(property, stored)
    var last: (owner: [UInt8], entity: EntityID)?
    try storage.read(stored.table, columns) { row in
      try store.budget.step()
      let bytes = row.bytes(0)
      if last.map({ !bytes.elementsEqual($0.owner) }) ?? true {
        guard let owner = try find(row.text(0)) else {
          throw ownerless(row.text(0), stored.table, columns[0], row.text(0))
        }
        last = (Array(bytes), owner)
      }
      guard let owner = last?.entity else { return }
      if row.kind(1) != (stored.isMap ? .text : .int) {
        if stored.isMap {
          throw failure("expected a text, found \(row.value(1).summary)", stored.table, row.text(0), "key")
        }
        isExact = false
      }
      let value: Value
      do {
        if let property {
          let type = Self.valueType(of: property)
          value = try store.value(row.value(2), type)
          if value.isNull, !type.isNullable { throw RowCoding.Mismatch(expected: type.expectation, found: "NULL") }
        } else {
          if let problem = RowLayout.problem(row.value(2), stored.coding) {
            throw failure(problem, stored.table, row.text(0), "value")
          }
          value = row.value(2).value
        }
      } catch let mismatch as RowCoding.Mismatch {
        throw failure("expected \(mismatch.expected), found \(mismatch.found)", stored.table, row.text(0), "value")
      }
      values.add(value, RowPlace(row, 1), of: owner)
    }
    if !values.fill(store, name, write: write) { isExact = false }
  }

  /// Returns the type of what a row of a collection holds: of a reference its key.
  private static func valueType(of property: Property) -> PropertyType {
    let element = property.type.element ?? property.type
    return element.isReference ? .optional(.string) : element
  }

  // MARK: Errors

  private func failure(_ problem: String, _ table: String, _ id: String? = nil, _ column: String? = nil) -> Diagnostic {
    let row = id.map { ", row \"\($0)\"" } ?? ""
    let place = column.map { ", column \"\($0)\"" } ?? ""
    return Diagnostic(
      "storage.row", "table \"\(table)\"\(row)\(place): \(problem)", place: Diagnostic.Place(file: storage.location))
  }

  /// Returns the error for rows whose owner is missing.
  ///
  /// - Parameters:
  ///   - column: The column with the value that distinguishes the rows.
  ///   - row: The id of the row, if it is one.
  private func ownerless(
    _ owner: String, _ table: String, _ column: String, _ value: String, row: String? = nil
  ) -> Diagnostic {
    var error = failure("its owner, the row with the id \"\(owner)\", is missing", table, row)
    error.hint = OwnerlessRows.hint(table, column, value)
    return error
  }
}

/// The entities that were read, by id.
private final class RowIndex {
  private var ids = IDIndex()

  /// - Returns: False for an id that another entity has.
  func insert(_ entity: EntityID, _ id: String, in store: ModelStore) -> Bool {
    ids.insert(entity, id, in: store.entities) == nil
  }

  func find(_ id: String, in store: ModelStore) -> EntityID? { ids.find(id, in: store.entities) }
}

/// The columns to read from the table of a class.
struct RowColumns {
  private(set) var names = [RowSchema.idColumn]
  /// The column of the owner's id, before those of the property and the position.
  private(set) var parent: Int?
  private(set) var properties: [(property: Property, column: Int)] = []
  /// The columns of properties that the class does not have any more.
  private(set) var others: [(name: String, column: Int, coding: RowLayout.Coding?)] = []
  private(set) var extra: Int?

  init(_ entity: RowSchema.Entity, _ stored: RowLayout.Class) {
    if entity.parent != nil {
      parent = names.count
      names += RowSchema.parentColumns
    }
    var columns = stored.columns
    for (property, _) in entity.columns {
      guard let column = columns.removeValue(forKey: property.name) else { continue }
      properties.append((property, names.count))
      names.append(column)
    }
    for (name, column) in columns.sorted(by: { $0.key < $1.key }) {
      others.append((name, names.count, stored.codings[name]))
      names.append(column)
    }
    extra = names.count
    names.append(RowSchema.extraColumn)
  }
}

extension ModelStore {
  /// Gives the references of an entity ids that follow from its own. Rows have none for them, and generated ones could
  /// be those of other entities, where a seed makes them the same in every run.
  func nameReferences(of entity: EntityID, _ id: String) {
    guard let record = record(entity) else { return }
    for property in type(of: record).pool.references {
      guard case .entity(let holder) = record.value(of: property) else { continue }
      self.record(holder)?.header.pointee.id = Self.referenceID(id, property.name)
    }
  }

  /// Returns the id of a reference that was read from a row.
  ///
  /// - Parameter place: The position or the key in a collection.
  static func referenceID(_ owner: String, _ property: String, _ place: String? = nil) -> String {
    "\(owner)#\(property)" + (place.map { "#\($0)" } ?? "")
  }
}
