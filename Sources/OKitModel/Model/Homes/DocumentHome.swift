/// The home of a model that is a document, with a journal and the files of its parts.
class DocumentHome: ModelHome {
  unowned let registry: ModelRegistry  // Safe: only the registry keeps homes.
  let type: EntityType
  let name: String
  var replaced: ReplacedForm?
  var isKnownStored = false
  /// Whether something else has changed the document or the journal since the model was stored or read.
  var isRefused = false
  /// What is stored, for a model that has a journal or will get one.
  var storedForm: StoredForm?
  /// Whether the class has functions in place of the storage of the application.
  let hasOwnStorage: Bool

  init(_ registry: ModelRegistry, _ type: EntityType, _ name: String) throws {
    (self.registry, self.type, self.name) = (registry, type, name)
    hasOwnStorage = type.storageFunctions != nil
  }

  var storage: any DocumentStorage { registry.storage }
  /// The storage in which an encrypted document is a container.
  var base: any DocumentStorage { registry.files }
  var form: ReplacedForm? { .document(files: []) }
  /// Whether changes of the model are appended to a journal.
  var keepsJournal: Bool { true }

  // MARK: Registering

  func prepare() throws {}
  func open() throws { try openStore() }
  func registering(_ body: () throws -> EntityID) throws -> EntityID { try body() }

  func load(isRestored: Bool) throws -> LoadedModel? {
    try expectOneForm()
    guard !isRestored else { return nil }
    let stored = try load()
    storage.noteRead(path)
    return stored
  }

  func makeRoot() throws -> EntityID { try registry.makeRoot(type) }

  func explained(_ taken: ModelStore.TakenID, _ stored: LoadedModel) throws -> Diagnostic {
    let offset = try DocumentSearch.lastOffset(ofID: taken.id, in: stored.bytes)
    return explained(taken.diagnostic.at(Diagnostic.Place(file: "", offset: offset)))
  }

  func begin(_ root: EntityID, _ stored: LoadedModel?, isRestored: Bool, isCurrent: Bool) throws {
    if try stored != nil || isRestored && storage.contains(path) { isKnownStored = true }
    reportIfKeptEncrypted()
    beginJournal(of: root, isCurrent && !hasOwnStorage ? stored?.form : nil)
  }

  func expectNotEncrypted() throws {
    guard !type.isEncrypted, registry.isStoredEncrypted(name) else { return }
    throw registry.notEncryptedClass(type, name, at: location)
  }

  func replaces(_ form: ReplacedForm?, files: [String]) -> ReplacedForm? { form == .database ? .database : nil }

  func close() {}

  // MARK: Reading

  var isUnsent: Bool { false }
  var commitsAlone: Bool { hasOwnStorage }
  var isReadOnDemand: Bool { false }
  var requestPath: String? { nil }

  func read() throws -> (jsonValue: JSONValue, isCurrent: Bool)? {
    guard let stored = try existing() else { return nil }
    return try explaining { try registry.migrated(try folded(stored), type, name) }
  }

  func finishReading(_ root: EntityID, isCurrent: Bool) {
    noteStored()
    storage.noteRead(path)
    endJournal(of: root)
  }

  /// Checks that a document which was stored once is there. A journal can remain without it.
  func expectDocument() throws {
    if try !storage.contains(path), let missing = try missingDocument() { throw missing }
  }

  /// Returns what shows that the document was stored once; nil for one that never was.
  func trace() throws -> ModelRegistry.DocumentTrace? { try traceOfFiles() }

  func expectOneForm() throws { try registry.expectNoDatabase(type, name, isReplaced: replaced == .database) }

  func isMissing() throws -> Bool { try registry.files.readDocument(path) == nil }

  func beginMissing(_ root: EntityID) throws {}

  func check(report: (Diagnostic) -> Void) throws {
    if let root = try load()?.root { try store.checkPartials(below: root, report: report) }
  }

  // MARK: Storing

  func collect(_ root: EntityID, into commit: inout SharedCommit) throws {
    try collectDocument(root, into: &commit)
  }

  func requestStore(_ root: EntityID) {}

  func noteStored() { (isKnownStored, isRefused) = (true, false) }

  func endLog(of root: EntityID) { endJournal(of: root) }

  func retire(_ files: [String]) -> StorageOperation? { storage.retire(files, of: path) }
}
