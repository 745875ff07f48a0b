/// The models of an application: registering, loading and storing them.
public final class ModelRegistry {
  public let store: ModelStore
  /// The storage of the models: that of the machine, and for models on a server that server.
  package let storage: any DocumentStorage
  /// The storage of the models on this machine.
  let local: any DocumentStorage
  /// The storage of the application, around which classes of models may have their own.
  private let classes: ClassStorage
  /// The models whose class has a storage of its own.
  private(set) var ownStorages: [String: EntityType] = [:]
  /// The path for which a function of such a class is running: it may be that of a part that is new.
  private var pathInOwnStorage: String?
  /// The server of the models that are stored on one; nil where none can be.
  package let http: HTTPStorage?
  /// Runs a change of models as a turn.
  package var runTurn: (() throws -> Void) throws -> Void = { try $0() }
  /// The models on the server.
  var remote = RemoteModels()
  /// The same storage, where models can be encrypted.
  let encrypted: EncryptedStorage?
  /// Whether encrypted models are stored encrypted.
  package internal(set) var isEncryptionOn = true
  /// Returns why an entity is not valid; nil for a valid one.
  package var invalidity: (EntityID) throws -> Diagnostic? = { _ in nil }
  /// The function of the script that stores the state by calling `store` for each model.
  package var state: (() throws -> Void)?
  /// The models that the state function has named so far; nil while it does not run.
  var collected: [EntityID]?
  var unfinished = UnfinishedStores()
  /// The models whose document is known to be stored.
  var documents: Set<EntityID> = []
  /// The models whose document or journal something else has changed, until they are stored or read again.
  var refused: Set<EntityID> = []
  /// Whether encrypted models are being stored plain because encryption was switched off.
  var isSwitchingOff = false
  /// The stored forms of the models that have a journal or will get one.
  var forms: [EntityID: StoredForm] = [:]
  /// The databases of models that are stored as rows; nil where there are none.
  package let databases: (any RowStorages)?
  var rowModels: [EntityID: RowModel] = [:]
  /// Whether models of rows are not stored yet: a reload stores nothing before the new script is known to work.
  package var holdsRows = false
  /// Whether registering a model of an existing database reads it; a check has no documents directory with one.
  package var readsExistingDatabases = true
  /// The models that were to be stored since.
  var heldRows: [EntityID] = []
  /// The stored forms that the next store of models replaces, because a reload has changed the kinds of their classes.
  var replacedForms: [String: ReplacedForm] = [:]
  /// Models of the snapshot that the registry began with, not registered yet.
  var restored: [String: ModelSnapshot.Model] = [:]
  /// The ids of the models of the snapshot whose content was not in memory, not registered yet.
  var closed: [String: String] = [:]
  /// Whether registering an encrypted model leaves the secure store closed: during a reload with closed models.
  package internal(set) var keepsStoreClosed = false
  /// Whether only authentication opens the secure store, and no model that is registered.
  package var isLocked = false
  /// The entities of the encrypted models that are being dropped.
  var leaving: [EntityID] = []

  package init(
    store: ModelStore, storage: any DocumentStorage, encryption: (any ContentEncryption)? = nil,
    databases: (any RowStorages)? = nil, http: HTTPStorage? = nil
  ) {
    self.store = store
    self.databases = databases
    self.http = http
    let classes = ClassStorage(storage)
    self.classes = classes
    encrypted = encryption.map { EncryptedStorage(classes, $0) }
    local = encrypted ?? classes
    let model: (String) -> String? = { [unowned store] path in
      store.parts.owners[path].flatMap { store.parts.files[$0]?.model } ?? Self.model(at: path)
    }
    encrypted?.model = model
    if let http {
      let server = encryption.map { EncryptedStorage(http, $0) }
      server?.model = model
      let routed = RoutedStorage(local, server ?? http)
      self.storage = routed
      routed.isRemote = { [unowned self] path in model(path).map(isRemote) ?? false }
    } else {
      self.storage = local
    }
    // Safe: the registry owns the storage, and is alive whenever it reads or writes.
    classes.find = { [unowned self] in ($1 ?? model($0)).flatMap { functions(ofStorage: $0) } }
    if store.parts.storage == nil { store.parts.storage = self.storage }
    connectServer()
    connectIDs()
  }

  /// Folder of the model documents below the documents directory.
  package static let folder = "okit/data"

  static func path(of name: String) -> String { "\(folder)/\(name).json" }

  /// Returns the name of the model, or `Model/id` of the partial, whose document is at a path.
  package static func name(ofDocument path: String) -> String {
    String(path.dropFirst(folder.count + 1).dropLast(".json".count))
  }

  /// Returns the model whose document, or whose partial's document, is at a path.
  package static func model(at path: String) -> String? {
    guard path.hasPrefix(folder + "/"), path.hasSuffix(".json") else { return nil }
    let name = path.dropFirst(folder.count + 1)
    return String(
      name.prefix { $0 != "/" }.count == name.count ? name.dropLast(".json".count) : name.prefix { $0 != "/" })
  }

  // MARK: Storages of classes

  /// Returns the functions of the class of a model that are its storage; nil for a model without.
  private func functions(ofStorage name: String) -> StorageFunctions? {
    guard let type = ownStorages[name], let own = type.storageFunctions else { return nil }
    func call(_ function: FunctionRef, _ member: String, _ path: String, _ bytes: [UInt8]? = nil) throws -> [UInt8]? {
      let outer = pathInOwnStorage
      pathInOwnStorage = path
      defer { pathInOwnStorage = outer }
      return try store.hooks?.callStorage(
        function, named: "\(type.name).\(member)", path: String(path.dropFirst(Self.folder.count + 1)), bytes: bytes)
    }
    return StorageFunctions(
      read: { try call(own.read, "read", $0) }, write: { _ = try call(own.write, "write", $0, $1) },
      delete: own.delete.map { delete in { _ = try call(delete, "delete", $0) } })
  }

  /// The storage of the application for a document of a model whose class has a storage of its own: what its functions
  /// inherit.
  ///
  /// - Returns: The storage, and the path there.
  /// - Throws: `storage.class` for any other document.
  private func inheritedStorage(_ path: String) throws -> (storage: any DocumentStorage, path: String) {
    let whole = "\(Self.folder)/\(path)"
    guard whole == pathInOwnStorage || classes.functions(whole) != nil else {
      throw Diagnostic(
        "storage.class", "\"\(path)\" is not a document of a model whose class has functions read and write")
    }
    return (classes.base, whole)
  }

  package func readInherited(_ path: String) throws -> [UInt8]? {
    let (storage, path) = try inheritedStorage(path)
    return try storage.read(path)
  }

  package func writeInherited(_ path: String, _ bytes: [UInt8]) throws {
    let (storage, path) = try inheritedStorage(path)
    try storage.write([StorageWrite(path: path, bytes: bytes)]).wait()
  }

  package func deleteInherited(_ path: String) throws {
    let (storage, path) = try inheritedStorage(path)
    try storage.delete([path]).wait()
  }

  // MARK: Registering

  /// Registers a model and returns its root entity: loaded, or new when nothing is stored.
  ///
  /// - Throws: `model.registered`, `model.notAModel`, `model.name`, `model.duplicateId`, `model.version`,
  ///   `storage.form` for a model that is stored in another kind or in two, and what reading throws: a document that
  ///   cannot be read is an error and stays as it is.
  public func register(_ type: EntityType, name: String = ModelStore.defaultModelName) throws -> EntityID {
    guard let kind = type.modelKind, type.superType?.modelKind != nil else {
      throw Diagnostic(
        "model.notAModel", "\(type.name) is not a model; only a class that extends okit.Model can be registered")
    }
    guard store.models[name] == nil else {
      throw Diagnostic("model.registered", "a model \"\(name)\" is already registered")
    }
    try Self.check(name)
    if kind == .sqlite { return try registerRows(type, name) }
    guard !kind.isRemote else { return try registerRemote(type, name) }
    if kind.isEncrypted, keepsStoreClosed { return try registerClosed(type, name) }
    ownStorages[name] = type.storageFunctions == nil ? nil : type
    try openStore(for: type, name)
    let restored = try takeRestored(type, name)
    if kind.isDocument { try expectNoDatabase(type, name) }
    let stored = kind.isDocument && restored == nil ? try load(type, name) : nil
    if kind.isDocument, restored == nil { storage.noteRead(Self.path(of: name)) }
    let root = try restored?.root ?? stored?.root ?? makeRoot(type)
    try store.atomically {
      do { try store.adoptRoot(root, name: name, stored?.index) } catch let taken as ModelStore.TakenID {
        throw try stored.map { try explained(taken, $0.bytes, name) } ?? explained(taken, contentOf: type)
      }
      // A document that has the value of a part is written again without it.
      let isCurrent = restored?.isCurrent ?? (stored?.isCurrent == true && !store.hasPendingParts(root))
      if !isCurrent || stored != nil && isSwitched(type, name) { store.markPending(root: root) }
      if try stored != nil || restored != nil && storage.contains(Self.path(of: name)) { documents.insert(root) }
      reportIfKeptEncrypted(type, name)
      beginJournal(of: root, isCurrent && ownStorages[name] == nil ? stored?.form : nil)
      try store.runRootHooks(root)
    }
    return root
  }

  /// - Throws: `model.name`.
  static func check(_ name: String) throws {
    guard isValid(name) else {
      throw Diagnostic(
        "model.name", "\"\(name)\" is not a valid model name",
        hint: """
          use at most 100 letters, digits, spaces, "-", "_" and ".", no "." first, and no end of a file name such as \
          ".json"
          """)
    }
  }

  /// Returns whether a model can have the name.
  package static func isValid(_ name: String) -> Bool {
    let letters = name.unicodeScalars
    return ![PartPath.dataFolderName, PartPath.imageFolderName].contains(name) && !letters.isEmpty
      && letters.count <= 100 && letters.first != "." && !fileEndings.contains(where: name.hasSuffix)
      && !name.joinsBefore && !name.joinsBehind
      && letters.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_.".unicodeScalars.contains($0)
      }
  }

  /// The ends of the names of files: a folder of partials of such a name could be the document of another model.
  private static let fileEndings = [".json", ".journal", ".sqlite", "-wal", "-shm"]

  public func get(_ name: String = ModelStore.defaultModelName) -> EntityID? { store.models[name] }

  // MARK: Loading again

  /// A stored model that is applied to the registered one.
  struct StoredModel {
    let name: String
    let root: EntityID
    let document: (jsonValue: JSONValue, isCurrent: Bool)
  }

  /// Reloads every stored model, and clears the undo history; models that were never stored stay. Entities keep their
  /// identity by id.
  ///
  /// - Throws: what reading throws; nothing has changed then.
  package func sync() throws {
    let models = store.models.sorted
    try http?.readAhead(remoteModels.map(Self.path))
    defer { http?.endReadAhead() }
    finishReading(try http?.readingModels { try readAgain(models) } ?? readAgain(models))
  }

  /// Makes models equal to what is stored of them.
  ///
  /// - Parameter emptied: Models that become empty first.
  /// - Returns: The models that are stored, for `finishReading`.
  func readAgain(
    _ models: [(name: String, root: EntityID)], emptying emptied: [(name: String, root: EntityID)] = []
  ) throws -> [StoredModel] {
    let loaded = try models.compactMap { name, root in
      try store.type(of: root).flatMap { type in
        switch type.modelKind {
        case .file, .encrypted, .http, .encryptedHttp:
          try read(type, name).map { StoredModel(name: name, root: root, document: $0) }
        case .sqlite: try readRows(of: root).map { StoredModel(name: name, root: root, document: $0) }
        case .transient, nil: nil
        }
      }
    }
    try store.readingAgain {
      try store.transaction {
        for (name, root) in emptied { try empty(root, name) }
        for model in loaded {
          do { try store.apply(document: model.document.jsonValue, of: model.name, to: model.root) } catch var
            diagnostic as Diagnostic
          {
            // Data without a place is that of the document.
            let file = rowModels[model.root]?.storage.location ?? storage.location(of: Self.path(of: model.name))
            diagnostic.place = diagnostic.place ?? Diagnostic.Place(file: file)
            throw diagnostic
          }
          store.readBlobsAgain(below: model.root)
        }
        store.history.clearAfterTransaction(store)
      }
    }
    return loaded
  }

  /// Notes that models are as they are stored.
  func finishReading(_ models: [StoredModel]) {
    for model in models where rowModels[model.root] == nil {
      documents.insert(model.root)
      refused.remove(model.root)
      storage.noteRead(Self.path(of: model.name))
    }
    let names = Set(models.map(\.name))
    for file in store.parts.files.values where names.contains(file.model) { storage.noteRead(file.path) }
    // The documents may have been written by another program.
    for model in models {
      endJournal(of: model.root)
      guard let rows = rowModels[model.root] else { continue }
      rows.useLoaded()
      if model.document.isCurrent { beginRowLog(of: model.root) }
    }
    // What the server has not acknowledged was read from where it waits to be sent.
    for model in models where model.document.isCurrent && http?.isUnsent(model.name) != true {
      store.markStored(model.root, as: store.numberForStoring(model.root))
      store.markPartsStored(below: model.root)
    }
  }
}
