/// A model whose classes are tables that okit has not made: each list of the root has the rows of one table.
///
/// The id of an entity is its class with its key, such as `Film:12`. An entity that was made since keeps its own id until the
/// model is loaded again.
final class ExistingRows {
  /// A class and its table; the first column is the key.
  final class Entity {
    let list: Property
    let type: EntityType
    let table: RowTable
    let columns: [(property: Property, index: Int)]

    init(_ list: Property, _ type: EntityType, in types: TypeRegistry) throws {
      (self.list, self.type) = (list, type)
      guard let key = type.rows.key else {
        throw Self.failure("\(type.name) needs a key, as the other classes have: \(type.name).key = \"ID\"")
      }
      var columns = [RowColumn(key, .any)]
      var stored: [(property: Property, index: Int)] = []
      for property in type.properties where property.computed == nil && !property.isTransient {
        guard !property.isLazy, property.ownedTypeName.flatMap({ types[$0]?.lazyProperty }) == nil else {
          throw Self.failure(
            "\(type.name).\(property.name): an existing database cannot have blobs and partials, "
              + "which need a table that okit would have to add")
        }
        guard !property.isCollection, !RowSchema.isOwnedRow(property) else {
          throw Self.failure("\(type.name).\(property.name): a class with a key has values and references only")
        }
        stored.append((property, columns.count))
        columns.append(RowColumn(property.columnName ?? property.name, .any))
      }
      table = RowTable(type.rows.table ?? type.name, columns, key: [0])
      self.columns = stored
    }

    static func failure(_ message: String) -> Diagnostic { Diagnostic("storage.schema", message) }
  }

  let entities: [Entity]
  private let storage: any RowStorage
  /// The keys of entities that were made since the model was loaded, by their ids. A reload of the script keeps them.
  private var keys: [String: RowValue] {
    get { storage.assignedKeys }
    set { storage.assignedKeys = newValue }
  }

  /// Returns nil for a model with tables of okit.
  ///
  /// - Throws: `storage.schema` for classes that tables without columns of okit cannot have.
  init?(_ root: EntityType, _ storage: any RowStorage, in types: TypeRegistry) throws {
    self.storage = storage
    let stored = root.properties.filter { $0.computed == nil && !$0.isTransient }
    let owned = stored.compactMap { property in property.ownedTypeName.flatMap { types[$0] }.map { (property, $0) } }
    guard owned.contains(where: { $0.1.rows.key != nil }) else { return nil }
    for property in stored {
      guard case .list(.entity) = property.type.unwrapped else {
        throw Entity.failure(
          "\(root.name).\(property.name): the model of an existing database has lists of entities only")
      }
    }
    entities = try owned.map { try Entity($0, $1, in: types) }
    var names: Set<String> = []
    for entity in entities where !names.insert(entity.table.name.lowercased()).inserted {
      throw Entity.failure("two lists of \(root.name) have the rows of the table \"\(entity.table.name)\"")
    }
  }

  func entity(of type: EntityType) -> Entity? { entities.first { $0.type === type } }

  func entity(ofTable name: String) -> Entity? { entities.first { $0.table.name.lowercased() == name.lowercased() } }

  // MARK: Ids

  static func id(_ key: RowValue, _ type: String) -> String { "\(type):\(key.keyText)" }

  /// Returns the key of an entity's row; nil if it has none yet.
  private func key(_ id: String, _ type: String) -> RowValue? {
    if let key = keys[id] { return key }
    guard id.hasPrefix(type + ":") else { return nil }
    let text = String(id.dropFirst(type.utf8.count + 1))
    // A text that looks like a number is compared as one where the column has numbers, and as a text elsewhere.
    return Int(text).flatMap { String($0) == text ? .int($0) : nil } ?? .text(text)
  }

  // MARK: Reading

  /// Returns the root with the rows of all lists.
  ///
  /// - Throws: `storage.column` for a column that the database does not have, `storage.row`, and what reading throws.
  func load(_ root: EntityType, in store: ModelStore) throws -> EntityID {
    guard let tables = try storage.tables() else {
      throw Diagnostic("storage.read", "the database does not exist", place: Diagnostic.Place(file: storage.location))
    }
    keys = [:]
    let model = store.make(root)
    guard let record = store.record(model) else { throw store.gone() }
    for entity in entities {
      try check(entity, tables)
      var elements: [EntityID] = []
      defer { record.collection(entity.list)?.fill(elements) }
      try storage.read(entity.table.name, entity.table.columns.map(\.name)) { row in
        try store.budget.step()
        elements.append(try read(row, entity, model, number: elements.count, in: store))
      }
    }
    return model
  }

  private func check(_ entity: Entity, _ tables: [String]) throws {
    guard tables.contains(where: { $0.lowercased() == entity.table.name.lowercased() }) else {
      throw Diagnostic(
        "storage.column", "\(entity.type.name): the database has no table \"\(entity.table.name)\"",
        place: Diagnostic.Place(file: storage.location), hint: NearestName.hint(for: entity.table.name, in: tables))
    }
    let present = try storage.columns(of: entity.table.name).map(\.name)
    for column in entity.table.columns where !present.contains(where: { $0.lowercased() == column.name.lowercased() }) {
      throw Diagnostic(
        "storage.column", "\(entity.type.name): the table \"\(entity.table.name)\" has no column \"\(column.name)\"",
        place: Diagnostic.Place(file: storage.location), hint: NearestName.hint(for: column.name, in: present))
    }
  }

  private func read(
    _ row: any RowReader, _ entity: Entity, _ model: EntityID, number: Int, in store: ModelStore
  ) throws -> EntityID {
    guard row.kind(0) != .null else { throw failure("a row has no key", entity, nil) }
    let id = Self.id(row.value(0), entity.type.name)
    let made = store.makeUnheld(entity.type, id: "")
    guard let record = store.record(made) else { throw store.gone() }
    record.header.pointee.id = id
    store.nameReferences(of: made, id)
    store.placeElement(record, in: model, slot: entity.list.slot)
    record.header.pointee.chunk = ChunkedArray<EntityID>.number(of: number)
    for (property, column) in entity.columns where row.kind(column) != .null || property.type.isNullable {
      if case .entity(let holder) = record.value(of: property) {
        guard let target = property.targetName, let held = store.record(holder),
          let key = store.referenceType.keyProperty
        else { continue }
        held.write(.string(Self.id(row.value(column), target)), at: key.location)
        store.linkReference(holder)
        continue
      }
      do {
        record.write(try RowCoding.value(row, column, property.type), at: property.location)
      } catch let mismatch as RowCoding.Mismatch {
        throw failure("\(property.name): expected \(mismatch.expected), found \(mismatch.found)", entity, id)
      }
    }
    return made
  }

  private func failure(_ problem: String, _ entity: Entity, _ id: String?) -> Diagnostic {
    let row = id.map { ", row \"\($0)\"" } ?? ""
    return Diagnostic(
      "storage.row", "table \"\(entity.table.name)\"\(row): \(problem)", place: Diagnostic.Place(file: storage.location)
    )
  }

  // MARK: Storing

  /// Writes changes in one transaction.
  ///
  /// - Parameter recorder: The changes; nil if not all of them are known.
  func store(_ root: EntityID, _ recorder: ChangeRecorder?, in store: ModelStore) throws {
    let before = keys
    do {
      try storage.write { writer in
        let change = Change(self, writer, store)
        if let recorder { try change.write(recorder) } else { try change.writeAll(root) }
      }
    } catch {
      keys = before
      throw error
    }
  }

  /// The writes of one store.
  private final class Change {
    private let rows: ExistingRows
    private let writer: any RowWriter
    private let store: ModelStore
    private var inserting: Set<EntityID> = []
    /// References to rows that are inserted after the row that refers to them.
    private var late: [(entity: EntityID, Property)] = []

    init(_ rows: ExistingRows, _ writer: any RowWriter, _ store: ModelStore) {
      (self.rows, self.writer, self.store) = (rows, writer, store)
    }

    func write(_ recorder: ChangeRecorder) throws {
      try writer.deferReferences()
      for (entity, earlier) in recorder.places where earlier.place != nil { try delete(entity, recorder) }
      for entity in recorder.places.keys where store.model(of: entity) == recorder.root {
        if store.type(of: entity)?.isReference == false { try insert(entity) }
      }
      var changed: [EntityID: Set<Int32>] = [:]
      for (place, _) in recorder.values {
        guard let property = recorder.lastingProperty(place) else { continue }
        if let holder = store.type(of: place.owner), holder.isReference, let owner = store.parent(of: place.owner),
          let held = store.parentProperty(of: place.owner)
        {
          changed[owner, default: []].insert(held.slot)
        } else {
          changed[place.owner, default: []].insert(property.slot)
        }
      }
      if let entity = recorder.members.keys.first(where: recorder.isLasting) {
        throw Diagnostic("storage.row", "\(store.describe(entity)) has members without a column in the database")
      }
      for (entity, slots) in changed { try update(entity, slots) }
      try updateLate()
    }

    /// Writes every row that differs, and removes the others.
    func writeAll(_ root: EntityID) throws {
      try writer.deferReferences()
      for described in rows.entities {
        let present = store.entities(CollectionRef(owner: root, slot: described.list.slot))
        let keys = Set(
          present.compactMap { store.id(of: $0).flatMap { rows.key($0, described.type.name) } }.map(\.keyText))
        for row in try writer.select([0], from: described.table, where: []) where !keys.contains(row[0].keyText) {
          try writer.delete(from: described.table, where: [RowCondition(0, row[0])])
        }
      }
      for described in rows.entities {
        for entity in store.entities(CollectionRef(owner: root, slot: described.list.slot)) { try insert(entity) }
      }
      try updateLate()
    }

    private func described(_ entity: EntityID) throws -> (Entity, String) {
      guard let type = store.type(of: entity), let id = store.id(of: entity) else { throw store.gone() }
      guard let described = rows.entity(of: type) else {
        throw Entity.failure("\(type.name) has no table in the database")
      }
      return (described, id)
    }

    private func delete(_ entity: EntityID, _ recorder: ChangeRecorder) throws {
      guard store.type(of: entity)?.isReference == false, store.model(of: entity) != recorder.root else { return }
      let (described, id) = try described(entity)
      guard let key = rows.key(id, described.type.name) else { return }
      rows.keys[id] = nil
      try writer.delete(from: described.table, where: [RowCondition(0, key)])
    }

    /// Adds the row of an entity, or changes it where it exists; those that it refers to first.
    private func insert(_ entity: EntityID) throws {
      guard inserting.insert(entity).inserted else { return }
      try store.budget.step()
      let (described, id) = try described(entity)
      guard let record = store.record(entity) else { return }
      var row: [RowValue] = [rows.key(id, described.type.name) ?? .null]
      for (property, _) in described.columns { row.append(try value(of: property, entity, record, isInserted: true)) }
      guard row[0] == .null else { return try writer.put(row, into: described.table) }
      let declared = try rows.storage.columns(of: described.table.name)
        .first { $0.name.lowercased() == described.table.columns[0].name.lowercased() }
      if declared?.kind == .integer {
        rows.keys[id] = .int(try writer.insert(row, into: described.table))
      } else {
        row[0] = .text(id)
        try writer.insert(row, into: described.table)
        rows.keys[id] = .text(id)
      }
    }

    private func value(
      of property: Property, _ entity: EntityID, _ record: EntityRecord, isInserted: Bool
    ) throws -> RowValue {
      let value = record.value(of: property)
      guard case .entity(let holder) = value, let target = property.targetName else { return RowCoding.rowValue(value) }
      guard let key = store.referenceKey(of: .entity(holder)), !key.isEmpty else { return .null }
      if let known = rows.key(key, target) { return known }
      if let referred = store.find(key), store.type(of: referred).flatMap(rows.entity(of:)) != nil, isInserted {
        if !inserting.contains(referred) { try insert(referred) }
        if let known = rows.key(key, target) { return known }
        late.append((entity, property))
        return .null
      }
      throw Diagnostic(
        "storage.row", "\(store.describe(entity)).\(property.name) refers to \"\(key)\", which is not in the database")
    }

    private func update(_ entity: EntityID, _ slots: Set<Int32>) throws {
      let (described, id) = try described(entity)
      guard let record = store.record(entity), let key = rows.key(id, described.type.name) else { return }
      var values: [RowCondition] = []
      for (property, column) in described.columns where slots.contains(property.slot) {
        values.append(RowCondition(column, try value(of: property, entity, record, isInserted: true)))
      }
      if !values.isEmpty { try writer.update(described.table, values, where: [RowCondition(0, key)]) }
    }

    private func updateLate() throws {
      let waiting = late
      late = []
      for (entity, property) in waiting { try update(entity, [property.slot]) }
    }
  }
}

extension Property {
  /// The class that a reference refers to.
  fileprivate var targetName: String? {
    if case .reference(let target, _) = type.unwrapped { target } else { nil }
  }
}

extension RowValue {
  /// The text of a key in an id.
  fileprivate var keyText: String {
    switch self {
    case .null: ""
    case .int(let int): String(int)
    case .real(let real): "\(real)"
    case .text(let text): text
    case .blob(let bytes): DataValue(bytes: bytes).base64
    }
  }
}
