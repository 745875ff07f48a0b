/// A model whose classes are tables that okit has not made: each list of the root has the rows of one table.
///
/// The id of an entity is its class with its key, such as `Film:12`. An entity that was made since keeps its own id
/// until the model is loaded again.
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
      for property in type.properties where !property.isComputed && !property.isTransient {
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
  let storage: any RowStorage
  /// The keys that do not follow from an id, such as those of entities that were made since the model was loaded. A
  /// reload of the script keeps them.
  var keys: [String: RowValue] {
    get { storage.known.assignedKeys }
    set { storage.known.assignedKeys = newValue }
  }
  /// What the last `load` has found out, for the model that gets its rows.
  private var loaded = KnownRows()

  /// Returns nil for a model with tables of okit, whose classes may have keys of a service.
  ///
  /// - Throws: `storage.schema` for classes that tables without columns of okit cannot have.
  init?(_ root: EntityType, _ storage: any RowStorage, in types: TypeRegistry) throws {
    self.storage = storage
    let stored = root.properties.filter { !$0.isComputed && !$0.isTransient }
    let owned = stored.compactMap { property in property.ownedTypeName.flatMap { types[$0] }.map { (property, $0) } }
    guard root.rows.file != nil, owned.contains(where: { $0.1.rows.key != nil }) else { return nil }
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
  func key(_ id: String, _ type: String) -> RowValue? {
    keys[id] ?? Self.key(id, type)
  }

  /// Returns whether the application has read or stored the row with a key, and has not removed it.
  func isKnown(_ key: RowValue, _ entity: Entity) -> Bool {
    storage.known.keys[entity.table.name]?.contains(key.keyText) ?? false
  }

  private static func key(_ id: String, _ type: String) -> RowValue? {
    guard id.hasPrefix(type + ":") else { return nil }
    let text = String(id.dropFirst(type.utf8.count + 1))
    return Int(text).flatMap { String($0) == text ? .int($0) : nil } ?? .text(text)
  }

  // MARK: Reading

  /// Returns the root with the rows of all lists.
  ///
  /// - Throws: `storage.column` for a column that the database does not have, `storage.row`, and what reading throws.
  func load(_ root: EntityType, in store: ModelStore) throws -> EntityID {
    let tables = try storage.tables() ?? []
    loaded = KnownRows()
    let model = store.make(root)
    guard let record = store.record(model) else { throw store.gone() }
    for entity in entities {
      try check(entity, tables)
      var elements: [EntityID] = []
      var keys: Set<String> = []
      var dates = try dates(of: entity, store.budget)
      defer { record.collection(entity.list)?.fill(elements) }
      try storage.read(entity.table.name, entity.table.columns.map(\.name)) { row in
        try store.budget.step()
        elements.append(try read(row, entity, model, number: elements.count, &dates, in: store))
        keys.insert(row.value(0).keyText)
      }
      loaded.keys[entity.table.name] = keys
      loaded.dates[entity.table.name] = Dictionary(
        uniqueKeysWithValues: dates.map { (entity.table.columns[$0.key].name, $0.value) })
    }
    return model
  }

  /// Notes that the model has the rows of the last `load` now.
  func useLoaded() {
    (storage.known.assignedKeys, storage.known.keys) = (loaded.assignedKeys, loaded.keys)
    storage.known.dates = loaded.dates
    storage.known.columns = columns
    loaded = KnownRows()
  }

  /// Whether the running model has the values of all columns.
  var hasReadColumns: Bool {
    columns.allSatisfy { table, columns in
      columns.allSatisfy { storage.known.columns[table]?[$0.key] == $0.value }
    }
  }

  /// The columns by table and property.
  private var columns: [String: [String: String]] {
    Dictionary(
      uniqueKeysWithValues: entities.map { entity in
        let names = entity.columns.map { ($0.property.name, entity.table.columns[$0.index].name) }
        return (entity.table.name, Dictionary(uniqueKeysWithValues: names))
      })
  }

  private func check(_ entity: Entity, _ tables: [String]) throws {
    guard tables.contains(where: { $0.lowercased() == entity.table.name.lowercased() }) else {
      throw Diagnostic(
        "storage.column", "\(entity.type.name): the database has no table \"\(entity.table.name)\"",
        place: Diagnostic.Place(file: storage.location), hint: NearestName.hint(for: entity.table.name, in: tables))
    }
    let present = try storage.columns(of: entity.table.name)
    for column in entity.table.columns {
      guard let found = present.first(where: { $0.name.lowercased() == column.name.lowercased() }) else {
        throw Diagnostic(
          "storage.column", "\(entity.type.name): the table \"\(entity.table.name)\" has no column \"\(column.name)\"",
          place: Diagnostic.Place(file: storage.location),
          hint: NearestName.hint(for: column.name, in: present.map(\.name)))
      }
      guard found.isGenerated else { continue }
      throw Diagnostic(
        "storage.column",
        """
        \(entity.type.name): the column "\(column.name)" of the table "\(entity.table.name)" is generated and cannot \
        be a property
        """,
        place: Diagnostic.Place(file: storage.location),
        hint: "remove the property; okit.Model.query reads the column")
    }
  }

  private func read(
    _ row: any RowReader, _ entity: Entity, _ model: EntityID, number: Int, _ dates: inout [Int: ColumnDates],
    in store: ModelStore
  ) throws -> EntityID {
    let key = row.value(0)
    guard key != .null else {
      let column = entity.table.columns[0].name
      throw failure(
        "the key of a row, \"\(column)\", is NULL", entity, nil,
        hint: "give the row a key, or delete it, with another program")
    }
    let id = Self.id(key, entity.type.name)
    if Self.key(id, entity.type.name) != key { loaded.assignedKeys[id] = key }
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
        if dates.isEmpty || dates[column] == nil || row.kind(column) == .null {
          record.write(try RowCoding.value(row, column, property.type), at: property.location)
        } else {
          let value = row.value(column)
          dates[column]?.add(value)
          record.write(try dates[column].date(value, property.type, store), at: property.location)
        }
      } catch let mismatch as RowCoding.Mismatch {
        throw failure(
          "expected \(mismatch.expected), found \(mismatch.found)", entity, id, entity.table.columns[column].name)
      }
    }
    return made
  }

  /// Returns the columns of dates and days by their index, with what their numbers mean.
  private func dates(of entity: Entity, _ budget: ExecutionBudget) throws -> [Int: ColumnDates] {
    let columns = entity.columns.filter { $0.property.type.hasDateForm }.map(\.index)
    guard !columns.isEmpty else { return [:] }
    let limits = columns.flatMap { index in
      let name = Self.quoted(entity.table.columns[index].name)
      let number = "CASE WHEN typeof(\(name)) IN ('integer', 'real') THEN \(name) END"
      return ["min(\(number))", "max(\(number))"]
    }
    var dates: [Int: ColumnDates] = [:]
    let sql = "SELECT \(limits.joined(separator: ", ")) FROM \(Self.quoted(entity.table.name))"
    try storage.query(sql, [], QueryLimits(budget: budget)) { row in
      for (number, column) in columns.enumerated() {
        dates[column] = ColumnDates(
          least: row.value(2 * number).double, largest: row.value(2 * number + 1).double)
      }
    }
    return dates
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing(each: "\"", with: "\"\"") + "\"" }

  private func failure(
    _ problem: String, _ entity: Entity, _ id: String?, _ column: String? = nil, hint: String? = nil
  ) -> Diagnostic {
    let row = id.map { ", row \"\($0)\"" } ?? ""
    let place = column.map { ", column \"\($0)\"" } ?? ""
    return Diagnostic(
      "storage.row", "table \"\(entity.table.name)\"\(row)\(place): \(problem)",
      place: Diagnostic.Place(file: storage.location), hint: hint)
  }

  // MARK: Storing

  /// Writes changes in one transaction.
  ///
  /// - Parameter recorder: The changes; nil if not all of them are known.
  func store(_ root: EntityID, _ recorder: ChangeRecorder?, in store: ModelStore) throws {
    let before = keys
    do {
      var written: ExistingRowChange?
      try storage.write { writer in
        let change = ExistingRowChange(self, writer, store)
        written = change
        if let recorder { return try change.write(recorder) }
        guard try storage.foreignChangeCount() == storage.known.foreignChangeCount else {
          throw ModelStore.foreignChanges(of: storage)
        }
        try change.writeAll(root)
      }
      for (table, keys) in written?.removedKeys ?? [:] { storage.known.keys[table]?.subtract(keys) }
      for (table, keys) in written?.addedKeys ?? [:] { storage.known.keys[table, default: []].formUnion(keys) }
    } catch {
      keys = before
      throw error
    }
  }
}

extension Property {
  /// The class that a reference refers to.
  var targetName: String? {
    if case .reference(let target, _) = type.unwrapped { target } else { nil }
  }
}

extension ColumnDates? {
  /// Returns a value of the column as a date or a day.
  ///
  /// - Throws: `RowCoding.Mismatch`.
  func date(_ row: RowValue, _ type: PropertyType, _ store: ModelStore) throws -> Value {
    guard let value = (self ?? ColumnDates()).value(row, asDay: type.unwrapped == .day, store.localDays) else {
      throw RowCoding.Mismatch(expected: type.expectation, found: row.summary)
    }
    return value
  }
}

extension RowValue {
  /// The number of a value that is one; nil for any other value.
  fileprivate var double: Double? {
    switch self {
    case .int(let int): Double(int)
    case .real(let real): real
    case .null, .text, .blob: nil
    }
  }

  /// The text of a key in an id.
  var keyText: String {
    switch self {
    case .null: ""
    case .int(let int): String(int)
    case .real(let real): "\(real)"
    case .text(let text): text
    case .blob(let bytes): DataValue(bytes: bytes).base64
    }
  }
}
