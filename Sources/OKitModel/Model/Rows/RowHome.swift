/// The home of a model that is stored as rows of a database.
final class RowHome: ModelHome {
  unowned let registry: ModelRegistry  // Safe: only the registry keeps homes.
  let type: EntityType
  let name: String
  var replaced: ReplacedForm?
  var isKnownStored: Bool {
    get { model.stored != nil || model.existing != nil }
    set {}
  }
  let model: RowModel
  var rows: RowModel? { model }
  var commitsAlone: Bool { true }
  var location: String { model.storage.location }
  var form: ReplacedForm? { type.rows.file == nil ? .database : nil }

  /// - Throws: `part.missing` without SQLite; what opening the documents directory and the classes throw.
  init(_ registry: ModelRegistry, _ type: EntityType, _ name: String) throws {
    (self.registry, self.type, self.name) = (registry, type, name)
    guard let databases = registry.databases else {
      throw Diagnostic.missingPart(.sqlite, for: "the class \(type.name)")
    }
    // Takes the lock of the documents directory.
    _ = try registry.storage.list(ModelRegistry.folder)
    let place = Self.database(of: type, name)
    let database = databases.database(at: place.path, isOwn: place.isOwn)
    model = try RowModel(type, name, database, in: registry.store.types)
    registry.store.parts.databases.use(database, for: name)
  }

  static func database(of type: EntityType, _ name: String) -> ModelSnapshot.Database {
    ModelSnapshot.Database(
      path: type.rows.file ?? ModelRegistry.databasePath(of: name), isOwn: type.rows.file == nil)
  }

  // MARK: Registering

  func open() throws {
    try expectNoRowMigration()
    try readNewColumns()
  }

  /// Checks that a reload does not change the version of rows that a class converts: it has no rows, but the running
  /// model.
  private func expectNoRowMigration() throws {
    guard let version = registry.restored[name]?.version, version != model.schema.root.version,
      let entity = model.schema.entities.first(where: { $0.type.rows.migration != nil })
    else { return }
    throw Diagnostic(
      "model.migration", "a reload cannot convert the model \"\(name)\" with \(entity.type.name).migrateRow",
      hint: "end the application and start it again")
  }

  /// Lets a model whose classes have columns of an existing database that were not read before a reload begin as it is
  /// stored.
  private func readNewColumns() throws {
    guard let running = registry.restored[name], let existing = model.existing, !existing.hasReadColumns else { return }
    guard !running.isPending else {
      throw Diagnostic(
        "model.migration",
        "a reload cannot read more columns of the model \"\(name)\", which has changes that are not stored",
        hint: "store the model and reload again")
    }
    registry.restored[name] = nil
  }

  func load(isRestored: Bool) throws -> LoadedModel? {
    try expectOneForm()
    if isRestored { try model.open() }
    let isRead = !isRestored && (registry.readsExistingDatabases || type.rows.file == nil)
    let stored = isRead ? try model.load(in: store, findsDuplicates: false) : nil
    try NamedDatabases.note(type.rows.file, of: name, in: registry.storage)
    return stored.map { LoadedModel(root: $0.root, isCurrent: $0.isCurrent) }
  }

  func begin(_ root: EntityID, _ stored: LoadedModel?, isRestored: Bool, isCurrent: Bool) {
    if !isRestored { model.useLoaded() }
    if isCurrent, !isRestored || model.hasForm(of: root, in: store) { beginLog(of: root) }
  }

  func replaces(_ form: ReplacedForm?, files: [String]) -> ReplacedForm? {
    guard case .document(let others)? = form, type.rows.file == nil else { return nil }
    return .document(files: others + files)
  }

  /// Begins to log what a store has to write.
  private func beginLog(of root: EntityID) {
    store.beginLog(of: root, limit: max(10_000, store.entityCount), keepsEntities: true)
  }

  // MARK: Reading

  func read() throws -> (jsonValue: JSONValue, isCurrent: Bool)? {
    // The parts belong to the registered entities, not to those that are read here.
    let parts = store.parts
    defer { store.parts = parts }
    guard let loaded = try model.load(in: store) else { return nil }
    return (store.jsonValue(loaded.root, .document), loaded.isCurrent)
  }

  func finishReading(_ root: EntityID, isCurrent: Bool) {
    endLog(of: root)
    model.useLoaded()
    if isCurrent { beginLog(of: root) }
  }

  func expectOneForm() throws {
    var isReplaced = false
    if case .document? = replaced { isReplaced = true }
    try registry.expectNoDocument(type, name, isReplaced: isReplaced)
  }

  func isMissing() throws -> Bool { try model.storage.tables()?.isEmpty != false }

  func beginMissing(_ root: EntityID) throws { try model.open() }

  func check(report: (Diagnostic) -> Void) throws {
    try model.storage.reading {
      if let root = try model.load(in: store)?.root { try store.checkPartials(below: root, report: report) }
    }
  }

  // MARK: Storing

  /// Stores the model in a transaction of its own.
  func storeAlone(_ root: EntityID) throws {
    guard store.isPending(root), !registry.holdsBack(root) else { return }
    if case .document(let files)? = replaced { return try storeAlone(root, replacing: files) }
    let number = store.numberForStoring(root)
    let parts = try store.partChanges(of: root, named: name) { _ in nil }
    let changes = store.takeLog(of: root)
    do { try model.store(root, changes, parts, in: store) } catch {
      if let changes { store.logs[root]?.restore(changes) } else { store.endLog(of: root) }
      throw error
    }
    if changes == nil { beginLog(of: root) } else { store.releaseLog(of: root) }
    store.markStored(root, as: number)
    registry.finishStoring([parts])
  }

  /// Stores a model whose class was that of a document before a hot reload.
  private func storeAlone(_ root: EntityID, replacing files: [String]) throws {
    let storage = registry.storage
    guard try storage.edit(of: path) != .document else { throw storage.edited(path) }
    let number = store.numberForStoring(root)
    let parts = try store.partChanges(of: root, named: name) { _ in nil }
    endLog(of: root)
    try registry.replaceDocument(of: name, files + registry.filesOfOtherForm(of: name)) {
      try RowModel(type, name, $0, in: store.types).store(root, nil, parts, in: store)
    }
    replaced = nil
    try model.open()
    beginLog(of: root)
    store.markStored(root, as: number)
    registry.finishStoring([parts])
  }
}
