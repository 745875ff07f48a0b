/// Models that are stored as rows of a database.
extension ModelRegistry {
  /// Whether models can be stored in databases.
  package var hasDatabases: Bool { databases != nil }

  /// Returns the model of a class of `okit.ModelSQLite`.
  func rowModel(_ type: EntityType, _ name: String) throws -> RowModel {
    guard let databases else {
      throw Diagnostic("model.storage", "\(type.name) needs SQLite, which this program does not contain")
    }
    // Takes the lock of the documents directory.
    _ = try storage.list(Self.folder)
    let place = Self.database(of: type, name)
    let database = databases.database(at: place.path, isOwn: place.isOwn)
    let model = try RowModel(type, name, database, in: store.types)
    store.parts.databases.use(database, for: name)
    return model
  }

  static func database(of type: EntityType, _ name: String) -> ModelSnapshot.Database {
    ModelSnapshot.Database(path: type.rows.file ?? databasePath(of: name), isOwn: type.rows.file == nil)
  }

  /// Returns whether the entities of a class are rows of a registered model.
  package func storesRows(of type: EntityType) -> Bool {
    rowModels.values.contains { $0.schema.entity(of: type) != nil }
  }

  /// Registers a model of rows: loaded, or new when nothing is stored.
  func registerRows(_ type: EntityType, _ name: String) throws -> EntityID {
    let model = try rowModel(type, name)
    try expectNoRowMigration(model, name)
    try readNewColumns(model, name)
    let restored = try takeRestored(type, name)
    try expectNoDocument(type, name)
    if restored != nil { try model.open() }
    let isRead = restored == nil && (readsExistingDatabases || type.rows.file == nil)
    let stored = isRead ? try model.load(in: store, findsDuplicates: false) : nil
    try NamedDatabases.note(type.rows.file, of: name, in: storage)
    let root = try restored?.root ?? stored?.root ?? makeRoot(type)
    try store.atomically {
      do { try store.adoptRoot(root, name: name) } catch let taken as ModelStore.TakenID {
        throw stored == nil
          ? try explained(taken, contentOf: type)
          : taken.diagnostic.at(Diagnostic.Place(file: model.storage.location))
      }
      rowModels[root] = model
      if restored == nil { model.useLoaded() }
      if stored?.isCurrent == true || restored?.isCurrent == true && model.hasForm(of: root, in: store) {
        beginRowLog(of: root)
      }
      // A row that has the value of a part is written again without it.
      let isCurrent = restored?.isCurrent ?? (stored?.isCurrent == true && !store.hasPendingParts(root))
      if !isCurrent { store.markPending(root: root) }
      try store.runRootHooks(root)
    }
    return root
  }

  /// Checks that a reload does not change the version of rows that a class converts: it has no rows, but the running
  /// model.
  private func expectNoRowMigration(_ model: RowModel, _ name: String) throws {
    guard let version = restored[name]?.version, version != model.schema.root.version,
      let entity = model.schema.entities.first(where: { $0.type.rows.migration != nil })
    else { return }
    throw Diagnostic(
      "model.migration", "a reload cannot convert the model \"\(name)\" with \(entity.type.name).migrateRow",
      hint: "end the application and start it again")
  }

  /// Lets a model whose classes have columns of an existing database that were not read before a reload begin as it is
  /// stored.
  private func readNewColumns(_ model: RowModel, _ name: String) throws {
    guard let running = restored[name], let existing = model.existing, !existing.hasReadColumns else { return }
    guard !running.isPending else {
      throw Diagnostic(
        "model.migration",
        "a reload cannot read more columns of the model \"\(name)\", which has changes that are not stored",
        hint: "store the model and reload again")
    }
    restored[name] = nil
  }

  /// Begins to log what a store has to write.
  func beginRowLog(of root: EntityID) {
    store.beginLog(of: root, limit: max(10_000, store.entityCount), keepsEntities: true)
  }

  /// Stores a model of rows, in a transaction of its own.
  func storeRows(of root: EntityID) throws {
    guard let model = rowModels[root], store.isPending(root) else { return }
    guard !holdsRows else {
      heldRows.append(root)
      return
    }
    if case .document(let files)? = replacedForms[model.name], let type = store.type(of: root) {
      return try storeRows(of: root, model, type, replacing: files)
    }
    let number = store.numberForStoring(root)
    let parts = try store.partChanges(of: root, named: model.name) { _ in nil }
    let changes = store.takeLog(of: root)
    do { try model.store(root, changes, parts, in: store) } catch {
      if let changes { store.logs[root]?.restore(changes) } else { store.endLog(of: root) }
      throw error
    }
    if changes == nil { beginRowLog(of: root) } else { store.releaseLog(of: root) }
    store.markStored(root, as: number)
    finishStoring([parts])
  }

  /// Stores the models that were to be stored while rows were held back, and holds nothing back any more.
  package func releaseRows() throws {
    holdsRows = false
    let held = heldRows
    heldRows = []
    for root in held { try storeRows(of: root) }
    try requestStores(held)
  }

  /// Reads the database of a model as `register` does, and registers and stores nothing.
  func checkRows(_ type: EntityType, _ name: String, report: (Diagnostic) -> Void) throws {
    let model = try rowModel(type, name)
    try model.storage.reading {
      if let root = try model.load(in: store)?.root { try store.checkPartials(below: root, report: report) }
    }
  }

  /// Writes a stored model of rows as the document that its file would contain, piece by piece.
  ///
  /// - Returns: False for other models, and when nothing is stored.
  /// - Throws: what reading and `receive` throw.
  package func writeDocumentOfRows(
    _ name: String, _ receive: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    guard let type = store.models[name].flatMap(store.type(of:)), type.modelKind == .sqlite,
      let root = try rowModel(type, name).load(in: store)?.root
    else { return false }
    try store.writeDocument(of: root, version: type.version, receive)
    return true
  }

  /// Returns the data of a stored model of rows, nil when nothing is stored.
  func readRows(of root: EntityID) throws -> (jsonValue: JSONValue, isCurrent: Bool)? {
    // The parts belong to the registered entities, not to those that are read here.
    let parts = store.parts
    defer { store.parts = parts }
    guard let model = rowModels[root], let loaded = try model.load(in: store) else { return nil }
    return (store.jsonValue(loaded.root, .document), loaded.isCurrent)
  }
}
