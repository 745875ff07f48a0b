/// Reads the rows of a model into entities, which are in no model yet.
final class RowLoader {
  private let store: ModelStore
  private let schema: RowSchema
  private let storage: any RowStorage
  private let model: ModelRow
  /// The entities that were read, by id.
  private var ids = IDIndex()
  private var all: [EntityID] = []
  private var root: EntityID?
  private var groups = RowGroups()
  /// Rows that were read before the rows of their owners.
  private var waiting: [(owner: String, property: String, place: RowPlace, entity: EntityID)] = []
  /// The owner and the property of the row before, which are mostly those of the next one.
  private var last: (owner: [UInt8], property: [UInt8], group: Int)?

  init(_ store: ModelStore, _ schema: RowSchema, _ storage: any RowStorage, _ model: ModelRow) {
    (self.store, self.schema, self.storage, self.model) = (store, schema, storage, model)
  }

  /// Returns the root with everything below it.
  ///
  /// - Throws: `storage.row` for rows that are not a model of the schema, and what reading throws.
  func load() throws -> EntityID {
    do {
      try checkClasses()
      for entity in schema.entities {
        if let stored = model.layout.classes[entity.type.name] { try read(entity, stored) }
      }
      try placeWaiting()
      guard let root else {
        throw failure("the row of the model, with the id \"\(model.rootID)\", is missing", schema.root.name)
      }
      for entity in schema.entities {
        guard let stored = model.layout.classes[entity.type.name] else { continue }
        for (property, collection) in stored.collections { try read(collection, property, of: entity) }
      }
      try groups.fill(store, failure)
      for row in waiting { try checkDepth(of: row.entity) }
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

  /// Checks that no class is gone whose rows are part of what is left.
  private func checkClasses() throws {
    for (name, stored) in model.layout.classes where schema.entity(named: name) == nil {
      guard try storage.columns(of: stored.table).contains(where: { $0.name == RowSchema.parentColumns[1] }) else {
        continue
      }
      try storage.read(stored.table, [RowSchema.parentColumns[1]]) { row in
        let property = row.text(0)
        guard schema.entities.contains(where: { $0.owned.contains { $0.name == property } }) else { return }
        throw Diagnostic(
          "model.unknownType", "the table \"\(stored.table)\" has entities of the unknown class \"\(name)\"",
          place: Diagnostic.Place(file: storage.location),
          hint: NearestName.hint(for: name, in: store.types.names))
      }
    }
  }

  // MARK: Entities

  private func read(_ entity: RowSchema.Entity, _ stored: RowLayout.Class) throws {
    let columns = RowColumns(entity, stored)
    let type = entity.type
    let migration = model.version < schema.root.version ? type.rows.migration : nil
    let isPart = type.lazyProperty != nil || type.sizeProperty != nil
    try storage.read(stored.table, columns.names) { row in
      try store.budget.step()
      guard row.kind(0) == .text, !row.bytes(0).isEmpty else {
        throw failure("a row has no id", stored.table)
      }
      let id = row.text(0)
      let made: EntityID
      if let migration {
        made = try migrated(columns, row, type, migration, stored.table)
      } else {
        made = store.makeUnheld(type, id: "")
        store.record(made)?.header.pointee.id = id
        all.append(made)
        guard let record = store.record(made) else { return }
        for (property, column) in columns.properties {
          do { try read(property, of: record, row, column) } catch let mismatch as RowCoding.Mismatch {
            throw failure("expected \(mismatch.expected), found \(mismatch.found)", stored.table, id, property.name)
          }
        }
        try readOthers(columns, of: made, row, stored.table, id)
        // The members in the column `extra` may be the value itself.
        if isPart, store.parts.files[made] == nil {
          try store.completePart(made, type, record, hasValue: false, model: model.name)
        }
      }
      store.nameReferences(of: made, id)
      guard ids.insert(made, id, in: store.entities) == nil else {
        throw Diagnostic(
          "model.duplicateId", "the id \"\(id)\" is used twice", place: Diagnostic.Place(file: storage.location))
      }
      try place(made, columns, row, stored.table, id)
    }
  }

  @inline(__always)
  private func read(_ property: Property, of record: EntityRecord, _ row: any RowReader, _ column: Int) throws {
    let kind = row.kind(column)
    switch (property.storage, kind) {
    case (_, .null): if property.type.isNullable { record.write(.null, at: property.location) }
    case (.string, .text) where property.isText: record.write(row.text(column), property.location)
    case (.int, .int): record.write(row.int(column), property.location)
    case (.double, .real) where row.real(column).isFinite: record.write(row.real(column), property.location)
    case (.entity, .text):
      guard case .entity(let holder) = record.value(of: property) else { return }
      write(key: row.text(column), to: holder)
    default: record.write(try RowCoding.value(row, column, property.type), at: property.location)
    }
  }

  private func write(key: String, to holder: EntityID) {
    guard let record = store.record(holder), let property = store.referenceType.keyProperty else { return }
    record.write(key.isEmpty ? .null : .string(key), at: property.location)
    store.linkReference(holder)
  }

  /// Reads the members that the class does not declare, or no longer declares.
  private func readOthers(
    _ columns: RowColumns, of entity: EntityID, _ row: any RowReader, _ table: String, _ id: String
  ) throws {
    if let extra = columns.extra, row.kind(extra) != .null { try read(extra, of: entity, row, table, id) }
    for (name, column) in columns.others where row.kind(column) != .null {
      store.unknownMembers.insert(entity, name, RowCoding.jsonValue(row.value(column)))
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
      throw failure(problem.diagnostic(below: "", file: nil).message, table, id, RowSchema.extraColumn)
    } catch let diagnostic as Diagnostic {
      throw failure(diagnostic.message, table, id, RowSchema.extraColumn)
    }
  }

  private func members(of row: any RowReader, _ extra: Int, _ table: String, _ id: String) throws -> [String: JSONValue]
  {
    let value: JSONValue
    do { value = try JSONReader.read(Array(row.bytes(extra))) { try $0.readValue() } } catch let diagnostic
      as Diagnostic
    {
      throw failure(diagnostic.message, table, id, RowSchema.extraColumn)
    }
    guard case .object(let members) = value else {
      throw failure("expected an object, found \(value.summary)", table, id, RowSchema.extraColumn)
    }
    return members
  }

  // MARK: Migration

  private func migrated(
    _ columns: RowColumns, _ row: any RowReader, _ type: EntityType, _ migration: FunctionRef, _ table: String
  ) throws -> EntityID {
    guard let hooks = store.hooks else { throw store.gone() }
    let id = row.text(0)
    var members =
      try columns.extra.map { row.kind($0) == .null ? [:] : try self.members(of: row, $0, table, id) } ?? [:]
    for (property, column) in columns.properties { members[property.name] = RowCoding.jsonValue(row.value(column)) }
    for (name, column) in columns.others { members[name] = RowCoding.jsonValue(row.value(column)) }
    members = members.filter { $0.value != .null }
    members[RowSchema.idColumn] = .string(id)
    Self.convertBools(&members, type)
    let result = try hooks.migrate(migration, document: .object(members), from: model.version)
    guard case .object(var migrated) = result else {
      throw Diagnostic("model.migration", "\(type.name).migrateRow returned \(result.summary), not a row")
    }
    migrated[RowSchema.idColumn] = .string(id)
    Self.convertBools(&migrated, type)
    do {
      let entity = try store.decode(.object(migrated), as: type, model: model.name)
      all.append(entity)
      return entity
    } catch let diagnostic as Diagnostic {
      throw failure(diagnostic.message, table, id)
    }
  }

  /// Makes Bools of the numbers that SQL has for them.
  private static func convertBools(_ members: inout [String: JSONValue], _ type: EntityType) {
    for property in type.properties where property.type.unwrapped == .bool {
      if case .int(let number)? = members[property.name], (0...1).contains(number) {
        members[property.name] = .bool(number == 1)
      }
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
    if let last, owner.elementsEqual(last.owner), property.elementsEqual(last.property) {
      return groups.add(entity, place, to: last.group)
    }
    let (ownerID, name) = (row.text(parent), row.text(parent + 1))
    guard ownerID != id else { throw failure("the row owns itself", table, id) }
    guard let found = ids.find(ownerID, in: store.entities) else {
      waiting.append((ownerID, name, place, entity))
      return
    }
    let group = groups.group(found, name)
    last = (Array(owner), Array(property), group)
    groups.add(entity, place, to: group)
  }

  private func placeWaiting() throws {
    for row in waiting {
      guard let owner = ids.find(row.owner, in: store.entities) else {
        let id = store.id(of: row.entity) ?? ""
        throw failure(
          "its owner, the row with the id \"\(row.owner)\", is missing",
          store.type(of: row.entity)?.name ?? "", id)
      }
      groups.add(row.entity, row.place, to: groups.group(owner, row.property))
    }
  }

  // MARK: Values

  private func read(_ stored: RowLayout.Collection, _ name: String, of entity: RowSchema.Entity) throws {
    let property = entity.collections.first { $0.property.name == name }?.property
    let columns = ["owner_id", stored.isMap ? "key" : "position", "value"]
    var values = RowValues(property, isMap: stored.isMap)
    var last: (owner: [UInt8], entity: EntityID)?
    try storage.read(stored.table, columns) { row in
      try store.budget.step()
      let bytes = row.bytes(0)
      if last.map({ !bytes.elementsEqual($0.owner) }) ?? true {
        guard let owner = ids.find(row.text(0), in: store.entities) else {
          throw failure("its owner, the row with the id \"\(row.text(0))\", is missing", stored.table)
        }
        last = (Array(bytes), owner)
      }
      guard let owner = last?.entity else { return }
      let value: Value
      do {
        value = try property.map { try RowCoding.value(row, 2, Self.valueType(of: $0)) } ?? row.value(2).value
      } catch let mismatch as RowCoding.Mismatch {
        throw failure("expected \(mismatch.expected), found \(mismatch.found)", stored.table, row.text(0), "value")
      }
      values.add(value, RowPlace(row, 1), of: owner)
    }
    values.fill(store, name, write: write)
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
}

/// The columns to read from the table of a class.
struct RowColumns {
  private(set) var names = [RowSchema.idColumn]
  /// The column of the owner's id, before those of the property and the position.
  private(set) var parent: Int?
  private(set) var properties: [(property: Property, column: Int)] = []
  /// The columns of properties that the class does not have any more.
  private(set) var others: [(name: String, column: Int)] = []
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
      others.append((name, names.count))
      names.append(column)
    }
    extra = names.count
    names.append(RowSchema.extraColumn)
  }
}

extension ModelStore {
  /// Gives the references of an entity ids that follow from its own. Rows have none for them, and generated ones could be those
  /// of other entities, where a seed makes them the same in every run.
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
