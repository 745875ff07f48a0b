/// The home of a model that is a document on a server.
final class RemoteHome: DocumentHome {
  private let http: HTTPStorage
  private let server: any DocumentStorage
  /// What an earlier process has not sent.
  private var unsent: StorageOperation?
  /// Whether the model was merged with a version of others, and its partials in memory are as before.
  var isMerged = false

  /// - Throws: `http.endpoint`, `part.missing`.
  override init(_ registry: ModelRegistry, _ type: EntityType, _ name: String) throws {
    http = try registry.requireServer(for: "the class \(type.name)")
    server = registry.server ?? http
    try super.init(registry, type, name)
    registry.remote.homes[name] = self
  }

  override var storage: any DocumentStorage { server }
  override var base: any DocumentStorage { http }
  override var keepsJournal: Bool { false }

  // MARK: Registering

  /// Checks that the model has no form on this machine: it would begin with another one beside it.
  override func prepare() throws {
    guard registry.restored[name] == nil else { return }
    let lacksDocument = registry.remote.withoutDocument.remove(name) != nil
    if try !lacksDocument && registry.files.contains(path) {
      throw localForm("in a document", registry.storage.location(of: path))
    }
    guard let databases = registry.databases, databases.pathsInMemory == nil else { return }
    let database = databases.database(at: ModelRegistry.databasePath(of: name), isOwn: true)
    guard try database.tables()?.isEmpty == false else { return }
    throw localForm("in SQLite", database.location)
  }

  private func localForm(_ form: String, _ file: String) -> Diagnostic {
    Diagnostic(
      ModelRegistry.otherForm,
      "the model \"\(name)\" is stored \(form) of this machine, and \(type.name) is a model on a server",
      place: Diagnostic.Place(file: file),
      hint: "register the class under another name, or move the file away to use the model on the server")
  }

  override func open() throws {
    try openStore()
    // A reload goes on with what is being sent.
    unsent = registry.restored[name] == nil ? try http.resumePending(of: name) : nil
  }

  override func registering(_ body: () throws -> EntityID) throws -> EntityID { try http.readingModels(body) }

  override func load(isRestored: Bool) throws -> LoadedModel? { isRestored ? nil : try load() }

  override func makeRoot() throws -> EntityID {
    try store.making(at: http.dateOfCreation(of: path)) { try registry.makeRoot(type) }
  }

  override func begin(_ root: EntityID, _ stored: LoadedModel?, isRestored: Bool, isCurrent: Bool) throws {
    if stored != nil { isKnownStored = true }
    reportIfKeptEncrypted()
    if let unsent { try finishSending(unsent, of: root) }
  }

  /// Waits until what an earlier process has left is sent. A model with a conflict that nothing resolves stays pending.
  private func finishSending(_ operation: StorageOperation, of root: EntityID) throws {
    registry.remote.registering = root
    defer { registry.remote.registering = nil }
    do {
      try operation.wait()
      isKnownStored = true
    } catch let diagnostic as Diagnostic where diagnostic.code == "http.conflict" {
      store.markPending(root: root)
      store.report(diagnostic)
    }
  }

  override func expectNotEncrypted() throws {
    guard registry.isStoredEncrypted(name) else { return }
    throw registry.notEncryptedClass(type, name, at: location)
  }

  override func close() { registry.remote.homes[name] = nil }

  // MARK: Reading

  override var isUnsent: Bool { http.isUnsent(name) }
  override var commitsAlone: Bool { true }
  override var isReadOnDemand: Bool { true }
  override var requestPath: String? { path }

  override func read() throws -> (jsonValue: JSONValue, isCurrent: Bool)? {
    guard let stored = try existing() else { return nil }
    return try explaining {
      let (jsonValue, isCurrent) = try registry.migrated(try folded(stored), type, name)
      return (try registry.normalized(jsonValue, of: stored.bytes, at: path, as: type, name), isCurrent)
    }
  }

  /// A server tells at once whether a document is missing.
  override func expectDocument() throws {}

  override func trace() throws -> ModelRegistry.DocumentTrace? { isKnownStored ? .memory : nil }

  override func expectOneForm() throws {}

  override func isMissing() throws -> Bool { false }

  override func check(report: (Diagnostic) -> Void) throws {
    try http.readingOnly { try super.check(report: report) }
  }

  // MARK: Storing

  override func collect(_ root: EntityID, into commit: inout SharedCommit) throws {}

  override func requestStore(_ root: EntityID) {
    if !registry.holdsBack(root), !registry.remote.requested.contains(root) { registry.remote.requested.append(root) }
  }

  /// The server has removed the files already.
  override func retire(_ files: [String]) -> StorageOperation? { nil }

  /// Captures the model when it is to be stored.
  ///
  /// - Returns: Nil if there is nothing to store.
  func captureStore(of root: EntityID) throws -> Captured? {
    guard isSwitched || store.isPending(root) || isUnsent else { return nil }
    let number = store.numberForStoring(root)
    let isBegun = registry.unfinished.number(of: root) == number
    return try capture(root, writesDocument: isSwitched || store.isDocumentPending(root) && !isBegun)
  }

  /// The state of a model that is being stored.
  struct Captured {
    let root: EntityID
    /// The number of the state.
    let number: Int
    var change: HTTPChange
    var parts: PartChanges
    var keys: [StorageWrite] = []
    var finishKeys: (Bool) -> Void = { _ in }
  }

  func capture(_ root: EntityID, writesDocument: Bool) throws -> Captured {
    let unfinished = registry.unfinished
    let parts = try store.partChanges(of: root, named: name, writesAll: isSwitched) {
      writesDocument ? nil : unfinished.number(of: $0)
    }
    var captured = Captured(
      root: root, number: store.numberForStoring(root), change: HTTPChange(model: name, document: path), parts: parts)
    for deletion in parts.deletions { captured.change.delete(deletion.path) }
    for write in parts.writes {
      captured.change.write(try content(write.path) { try write.forEachPiece($0) })
    }
    if writesDocument {
      captured.change.write(try content(path) { try store.writeDocument(of: root, version: type.version, $0) })
    }
    guard let encryption = registry.encrypted?.encryption, let form = contentForm else { return captured }
    let plain: [String]
    let isEncrypted: [String]
    switch form {
    case .encrypted(let name): (isEncrypted, plain) = ([name], [])
    case .plain(let name): (isEncrypted, plain) = ([], encryption.encryptedModels.contains(name) ? [name] : [])
    }
    guard !isEncrypted.isEmpty || !plain.isEmpty else { return captured }
    (captured.keys, captured.finishKeys) = try encryption.keyWrites(
      encrypted: isEncrypted, plain: plain, onServer: true, in: registry.files)
    return captured
  }

  /// Returns a content in the form of the model.
  func content(_ path: String, _ pieces: (StorageWrite.Receiver) throws -> Void) throws -> HTTPChange.Content {
    var body: [UInt8] = []
    if case .encrypted? = contentForm, let encryption = registry.encrypted?.encryption {
      try encryption.encrypt(path, pieces) { body += $0 }
    } else {
      try pieces { body += $0 }
    }
    return HTTPChange.Content(path: path, body: body)
  }
}
