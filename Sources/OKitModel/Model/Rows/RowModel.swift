/// A model that is stored as rows.
package final class RowModel {
  package let storage: any RowStorage
  let name: String
  private(set) var schema: RowSchema
  /// The stored model; nil if the database has none yet.
  private(set) var stored: ModelRow?
  /// The tables of a database that okit has not made; nil for those of okit.
  let existing: ExistingRows?
  private let types: TypeRegistry
  private var loadedChangeCount: Int?

  init(_ type: EntityType, _ name: String, _ storage: any RowStorage, in types: TypeRegistry) throws {
    (self.storage, self.name, self.types) = (storage, name, types)
    schema = try RowSchema(type, in: types)
    existing = try ExistingRows(type, storage, in: types)
  }

  // MARK: Reading

  /// Returns the root of the stored model, nil when nothing is stored.
  ///
  /// - Parameter findsDuplicates: Whether an id that is used twice is an error here, and not only where the model is
  ///   registered.
  /// - Throws: `storage.foreign` for a database of another program, `model.version`, and what reading throws.
  func load(in store: ModelStore, findsDuplicates: Bool = true) throws -> (root: EntityID, isCurrent: Bool)? {
    storage.refresh()
    return try storage.reading {
      loadedChangeCount = try storage.foreignChangeCount()
      return try loadRows(in: store, findsDuplicates)
    }
  }

  private func loadRows(in store: ModelStore, _ findsDuplicates: Bool) throws -> (root: EntityID, isCurrent: Bool)? {
    if schema.root.rows.file != nil, try storage.tables() == nil { throw missingFile }
    if let existing { return (try existing.load(schema.root, in: store), true) }
    try readModel()
    guard let stored else { return nil }
    guard stored.version <= schema.root.version else {
      throw Diagnostic(
        "model.version",
        "the database of model \"\(name)\" has version \(stored.version); "
          + "this application supports up to version \(schema.root.version)",
        place: Diagnostic.Place(file: storage.location))
    }
    if let migration = RowMigration(store, storage, stored, to: schema.root) { return (try migration.load(), false) }
    let others = stored.layout.classes.keys.sorted().filter { schema.entity(named: $0) == nil }
    let readSchema =
      others.isEmpty
      ? schema : try RowSchema(schema.root, in: store.types, others: others.compactMap { store.type(named: $0) })
    let loader = RowLoader(store, readSchema, storage, stored, findsDuplicates: findsDuplicates)
    let root = try loader.load()
    return (root, loader.isExact && isCurrentForm(rootID: stored.rootID))
  }

  private func readModel() throws {
    stored = try ModelRow.read(storage)
    stored?.renameClasses(as: schema, in: types)
  }

  /// Whether the database has the tables, the version and the root that the application has.
  private func isCurrentForm(rootID: String) -> Bool {
    guard let stored, !stored.isRenamed else { return false }
    return stored.layout == RowLayout(schema) && stored.version == schema.root.version && stored.rootID == rootID
  }

  /// Whether the database has the form of a model that was not read from it.
  func hasForm(of root: EntityID, in store: ModelStore) -> Bool {
    existing != nil || store.id(of: root).map { isCurrentForm(rootID: $0) } ?? false
  }

  /// Notes that the registered model has what the last `load` has read.
  func useLoaded() {
    existing?.useLoaded()
    storage.known.foreignChangeCount = loadedChangeCount
  }

  /// Finds out what the database has, for a model that is not read from it.
  func open() throws {
    storage.refresh()
    if existing == nil { try readModel() }
    if storage.known.foreignChangeCount == nil { storage.known.foreignChangeCount = try storage.foreignChangeCount() }
  }

  private var missingFile: Diagnostic {
    Diagnostic(
      "storage.read", "\(schema.root.name).file: the database does not exist",
      place: Diagnostic.Place(file: storage.location),
      hint: "\(schema.root.name).file names an existing database; without it, okit creates one")
  }

  // MARK: Storing

  /// Writes changes in one transaction.
  ///
  /// - Parameters:
  ///   - changes: The changes since the last store; nil if not all of them are known.
  ///   - parts: The blobs and partials that have changed.
  /// - Throws: what the storage throws; nothing has changed then.
  func store(_ root: EntityID, _ changes: [MutationList]?, _ parts: PartChanges, in store: ModelStore) throws {
    do { try write(root, changes, parts, in: store) } catch let diagnostic as Diagnostic
      where diagnostic.code == "storage.conflict"
    {
      throw diagnostic.at(Diagnostic.Place(file: storage.location))
    }
  }

  private func write(_ root: EntityID, _ changes: [MutationList]?, _ parts: PartChanges, in store: ModelStore) throws {
    if !schema.isCurrent(in: store.types) { schema = try RowSchema(schema.root, in: store.types) }
    guard let id = store.id(of: root) else { throw store.gone() }
    if let existing {
      let recorder = changes.flatMap { store.recorder($0, of: root) }
      defer { recorder?.clear() }
      if recorder?.isEmpty != true {
        try store.graph.withoutTracking { try existing.store(root, recorder, in: store) }
      }
      return
    }
    let model = ModelRow(name: name, version: schema.root.version, rootID: id, layout: RowLayout(schema))
    let isSameForm = isCurrentForm(rootID: id)
    let recorder = changes.flatMap { isSameForm ? store.recorder($0, of: root) : nil }
    defer { recorder?.clear() }
    if let recorder, recorder.isEmpty, parts.isEmpty { return }
    let tables = parts.isEmpty ? [] : try storage.tables() ?? []
    try storage.write { writer in
      let encoder = RowEncoder(store, schema, writer, isEmpty: stored == nil)
      try store.graph.withoutTracking {
        if let recorder {
          try RowChanges(recorder, encoder).write()
        } else {
          try expectOwnChanges()
          try writeAll(root, encoder, model)
        }
        try PartRow.write(parts, tables: tables, writer)
      }
    }
    if stored == nil { storage.known.foreignChangeCount = try storage.foreignChangeCount() }
    stored = model
  }

  /// Checks that no other program has changed what a store of all rows replaces.
  private func expectOwnChanges() throws {
    let isSame =
      try stored == nil
      ? storage.tables()?.isEmpty ?? true : storage.foreignChangeCount() == storage.known.foreignChangeCount
    guard isSame else { throw ModelStore.foreignChanges(of: storage) }
  }

  /// Writes every row that differs, and removes the others.
  private func writeAll(_ root: EntityID, _ encoder: RowEncoder, _ model: ModelRow) throws {
    let writer = encoder.writer
    if let stored { try checkNewTables(stored, encoder) }
    try writer.prepare(ModelRow.table)
    for entity in schema.entities {
      try dropOtherTypes(entity, writer)
      try writer.prepare(entity.table)
      for collection in entity.collections { try writer.prepare(collection.table) }
    }
    if let stored { try deleteOtherRows(stored, root, encoder) }
    try encoder.put(root, .root, isNew: stored == nil)
    if let stored { try dropOthers(stored.layout, model.layout, encoder) }
    try writer.delete(from: ModelRow.table, where: [])
    try writer.insert(try model.values, into: ModelRow.table)
  }

  /// Checks that a table of a new class or property is not there: another program may have made it.
  private func checkNewTables(_ stored: ModelRow, _ encoder: RowEncoder) throws {
    let known = stored.layout.tables
    let tables = schema.entities.flatMap { [$0.table.name] + $0.collections.map(\.table.name) }
    for table in tables where !known.contains(table.lowercased()) {
      guard try !encoder.writer.columns(of: table).isEmpty else { continue }
      throw Diagnostic(
        "storage.foreign", "the database has a table \"\(table)\", which okit has not made",
        place: Diagnostic.Place(file: storage.location),
        hint: "rename that table, or give the class another one, as in Class.table = \"\(table)2\"")
    }
  }

  /// Removes the columns and tables of values whose types have changed: SQLite would convert what is written there. All
  /// rows are written after this.
  private func dropOtherTypes(_ entity: RowSchema.Entity, _ writer: any RowWriter) throws {
    let present = try writer.columns(of: entity.table.name)
    for column in entity.table.columns {
      guard let old = present.first(where: { $0.name.lowercased() == column.name.lowercased() }),
        old.kind != column.kind
      else { continue }
      try writer.dropColumn(old.name, of: entity.table.name)
    }
    for collection in entity.collections {
      let present = try writer.columns(of: collection.table.name).map { [$0.name.lowercased(), $0.kind.rawValue] }
      let needed = collection.table.columns.map { [$0.name.lowercased(), $0.kind.rawValue] }
      if !present.isEmpty, present != needed { try writer.dropTable(collection.table.name) }
    }
  }

  /// Removes the rows whose entities are gone, or are of another class now.
  private func deleteOtherRows(_ stored: ModelRow, _ root: EntityID, _ encoder: RowEncoder) throws {
    var present: [Int32: Set<String>] = [:]
    var next = [root]
    while let entity = next.popLast() {
      guard let record = encoder.store.record(entity) else { continue }
      present[record.header.pointee.type, default: []].insert(record.header.pointee.id)
      // What is in the document of a partial has no rows.
      next += encoder.store.children(of: entity).filter {
        encoder.store.parentProperty(of: $0).map(RowSchema.isOwnedRow) ?? false
      }
    }
    for entity in schema.entities {
      let ids = present[entity.type.index] ?? []
      for row in try encoder.writer.select([0], from: entity.table, where: []) {
        guard case .text(let id) = row[0], !ids.contains(id) else { continue }
        try encoder.writer.delete(from: entity.table, where: [RowCondition(0, row[0])])
      }
    }
  }

  /// Removes the tables and columns that the classes no longer need; their data is in `extra` now.
  private func dropOthers(_ old: RowLayout, _ new: RowLayout, _ encoder: RowEncoder) throws {
    let writer = encoder.writer
    let tables = new.tables
    for (name, stored) in old.classes {
      let current = new.classes[name]
      for collection in stored.collections.values where !tables.contains(collection.table.lowercased()) {
        try writer.dropTable(collection.table)
      }
      guard let current, stored.table.lowercased() == current.table.lowercased() else {
        if !tables.contains(stored.table.lowercased()) { try writer.dropTable(stored.table) }
        continue
      }
      let columns = Set(current.columns.values.map { $0.lowercased() })
      for column in stored.columns.values where !columns.contains(column.lowercased()) {
        try writer.dropColumn(column, of: stored.table)
      }
    }
  }
}

extension ModelStore {
  /// Returns the net effect of changes on one model; nil when the budget is used up. Must be called in the state that
  /// the changes have led to; the caller clears the recorder.
  func recorder(_ changes: [MutationList], of root: EntityID) -> ChangeRecorder? {
    graph.withoutTracking {
      let cuts = budget.abandonedCount
      let recorder = ChangeRecorder(self, paths: .byID, root: root)
      recorder.record(changes)
      if budget.abandonedCount == cuts { return recorder }
      recorder.clear()
      return nil
    }
  }
}
