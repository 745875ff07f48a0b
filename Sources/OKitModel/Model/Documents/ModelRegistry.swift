/// The application whose models a registry stores.
package protocol ModelRegistryHost: AnyObject {
  /// Runs a change of models as a turn.
  func runTurn(_ body: () throws -> Void) throws
  /// Returns why an entity is not valid; nil for a valid one.
  func invalidity(of entity: EntityID) throws -> Diagnostic?
}

/// The models of an application: registering, loading and storing them.
package final class ModelRegistry: ClassStorageDelegate {
  package let store: ModelStore
  /// The storage of the models on this machine.
  package let storage: any DocumentStorage
  /// The homes of the models, also of the one that is being registered.
  package private(set) var homes: [String: any ModelHome] = [:]
  /// The storage of the application, around which classes of models may have their own.
  private let classes: ClassStorage
  /// Whether the class of a model has had one.
  private var hasOwnStorages = false
  /// The path for which a function of such a class is running: it may be that of a part that is new.
  private var pathInOwnStorage: String?
  /// The server of the models that are stored on one; nil where none can be.
  package let http: HTTPStorage?
  /// The same server, where models can be encrypted.
  let server: (any DocumentStorage)?
  /// The application; nil where none runs.
  let host: (any ModelRegistryHost)?
  /// The models on the server.
  var remote = RemoteModels()
  /// The same storage, where models can be encrypted.
  let encrypted: EncryptedStorage?
  /// Whether encrypted models are stored encrypted.
  package internal(set) var isEncryptionOn = true
  /// The function of the script that stores the state by calling `store` for each model.
  package var state: (() throws -> Void)?
  /// The models that the state function has named so far; nil while it does not run.
  package var collected: [EntityID]?
  var unfinished = UnfinishedStores()
  /// Whether encrypted models are being stored plain because encryption was switched off.
  var isSwitchingOff = false
  /// The databases of models that are stored as rows; nil where there are none.
  package let databases: (any RowStorages)?
  /// Whether models of rows are not stored yet: a reload stores nothing before the new script is known to work.
  package var holdsRows = false
  /// Whether registering a model of an existing database reads it; a check has no documents directory with one.
  package var readsExistingDatabases = true
  /// The models that were to be stored since.
  private var heldRows: [EntityID] = []
  /// Models of the snapshot that the registry began with, not registered yet.
  var restored: [String: ModelSnapshot.Model] = [:]
  /// The ids of the models of the snapshot whose content was not in memory, not registered yet.
  var closed: [String: String] = [:]
  /// Whether registering an encrypted model leaves the secure store closed: during a reload with closed models.
  package var keepsStoreClosed = false
  /// Whether only authentication opens the secure store, and no model that is registered.
  package var isLocked = false
  /// The entities of the encrypted models that are being dropped.
  var leaving: [EntityID] = []

  package init(
    store: ModelStore, storage: any DocumentStorage, encryption: (any ContentEncryption)? = nil,
    databases: (any RowStorages)? = nil, http: HTTPStorage? = nil, host: (any ModelRegistryHost)? = nil
  ) {
    self.store = store
    self.host = host
    self.databases = databases
    self.http = http
    let classes = ClassStorage(storage)
    self.classes = classes
    // The store keeps its storage.
    func encrypting(_ storage: any DocumentStorage) -> EncryptedStorage? {
      encryption.map {
        EncryptedStorage(storage, $0) { [reference = store.reference] in reference.store?.parts.model(at: $0) }
      }
    }
    encrypted = encrypting(classes)
    self.storage = encrypted ?? classes
    let encryptedServer = http.flatMap(encrypting)
    server = encryptedServer ?? http
    classes.delegate = self
    if store.parts.storage == nil { store.parts.storage = self.storage }
    connectServer()
    store.registry = self
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

  package func storageFunctions(for path: String, _ model: String?) -> StorageFunctions? {
    // Each store asks several times, and few applications have such a class.
    hasOwnStorages ? (model ?? store.parts.model(at: path)).flatMap(functions) : nil
  }

  /// Returns the functions of the class of a model that are its storage; nil for a model without.
  private func functions(ofStorage name: String) -> StorageFunctions? {
    guard let home = homes[name], home.hasOwnStorage, let own = home.type.storageFunctions else { return nil }
    let type = home.type
    func call(_ function: FunctionRef, _ member: String, _ path: String, _ bytes: [UInt8]? = nil) throws -> [UInt8]? {
      let outer = pathInOwnStorage
      pathInOwnStorage = path
      defer { pathInOwnStorage = outer }
      return try store.hooks?.callStorage(
        function, named: "\(type.name).\(member)", path: String(path.dropFirst(Self.folder.count + 1)), bytes: bytes)
    }
    return StorageFunctions(
      location: { "\(type.name).read(\"\($0.dropFirst(Self.folder.count + 1))\")" },
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
  package func register(_ type: EntityType, name: String = ModelStore.defaultModelName) throws -> EntityID {
    guard let kind = type.modelKind, type.superType?.isModel == true else {
      throw Diagnostic(
        "model.notAModel", "\(type.name) is not a model; only a class that extends okit.Model can be registered")
    }
    guard store.models[name] == nil else {
      throw Diagnostic("model.registered", "a model \"\(name)\" is already registered")
    }
    try Self.check(name)
    let home = try kind.makeHome(self, type, name)
    do {
      try home.prepare()
      use(home)
      if type.isEncrypted, keepsStoreClosed { return try registerClosed(type, name) }
      try home.open()
      return try home.registering { try register(home) }
    } catch {
      home.close()
      homes[name] = nil
      store.parts.storages[name] = nil
      throw error
    }
  }

  private func register(_ home: any ModelHome) throws -> EntityID {
    let restored = try takeRestored(home)
    let stored = try home.load(isRestored: restored != nil)
    let root = try restored?.root ?? stored?.root ?? home.makeRoot()
    try store.atomically {
      do { try store.adoptRoot(root, name: home.name, stored?.index) } catch let taken as ModelStore.TakenID {
        throw try stored.map { try home.explained(taken, $0) } ?? explained(taken, contentOf: home.type)
      }
      // A document or a row that has the value of a part is written again without it.
      let isCurrent = restored?.isCurrent ?? (stored?.isCurrent == true && !store.hasPendingParts(root))
      if !isCurrent || stored != nil && home.isSwitched { store.markPending(root: root) }
      try home.begin(root, stored, isRestored: restored != nil, isCurrent: isCurrent)
      try store.runRootHooks(root)
    }
    return root
  }

  private func use(_ home: any ModelHome) {
    homes[home.name] = home
    if home.hasOwnStorage { hasOwnStorages = true }
    store.parts.storages[home.name] = home.storage
  }

  // MARK: Homes

  /// A registered model with its home.
  typealias RegisteredHome = (home: any ModelHome, root: EntityID)

  /// The homes of the registered models in the order of their names.
  var sortedHomes: [RegisteredHome] {
    store.models.sorted.compactMap { name, root in homes[name].map { ($0, root) } }
  }

  /// Returns whether a model is only in memory, so that it ends with the process.
  package func isTransient(_ name: String) -> Bool { homes[name] is TransientHome }

  package func home(of root: EntityID) -> (any ModelHome)? { store.models.name(of: root).flatMap { homes[$0] } }

  /// Returns the home of a model that a script has registered, possibly without its documents; nil for no such model.
  ///
  /// - Throws: what making the home throws.
  func home(ofScript name: String) throws -> (any ModelHome)? {
    guard let type = store.models[name].flatMap(store.type(of:)), let kind = type.modelKind else { return nil }
    store.parts.use(storage)
    let home = try kind.makeHome(self, type, name)
    use(home)
    return home
  }

  /// Reads what is stored of a registered model as `register` does, with the documents of its partials, and registers
  /// and stores nothing.
  ///
  /// - Parameter report: Receives partials without a document.
  /// - Throws: what reading throws.
  package func checkDocument(of name: String, report: (Diagnostic) -> Void) throws {
    try home(ofScript: name)?.check(report: report)
  }

  /// Returns whether the entities of a class are rows of a registered model.
  package func storesRows(of type: EntityType) -> Bool {
    sortedHomes.contains { $0.home.rows?.schema.entity(of: type) != nil }
  }

  // MARK: Holding back

  /// Returns whether a store of a model has to wait for `releaseRows`, which begins it then.
  func holdsBack(_ root: EntityID) -> Bool {
    if holdsRows { heldRows.append(root) }
    return holdsRows
  }

  /// Stores the models that were to be stored while rows were held back, and holds nothing back any more.
  package func releaseRows() throws {
    holdsRows = false
    let held = heldRows
    heldRows = []
    for root in held { try home(of: root)?.storeAlone(root) }
    try requestStores(held)
  }

  /// - Throws: `model.name`.
  static func check(_ name: String) throws {
    guard isValid(name) else {
      throw Diagnostic(
        "model.name", "\(PrintableText.quoted(name)) is not a valid model name",
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

  package func get(_ name: String = ModelStore.defaultModelName) -> EntityID? { store.models[name] }

  // MARK: Loading again

  /// A stored model that is applied to the registered one.
  struct StoredModel {
    let home: any ModelHome
    let root: EntityID
    let document: (jsonValue: JSONValue, isCurrent: Bool)
  }

  /// Reloads every stored model, and clears the undo history; models that were never stored stay. Entities keep their
  /// identity by id.
  ///
  /// - Throws: what reading throws; nothing has changed then.
  package func sync() throws {
    let models = sortedHomes
    try http?.readAhead(models.compactMap(\.home.requestPath))
    defer { http?.endReadAhead() }
    finishReading(try http?.readingModels { try readAgain(models) } ?? readAgain(models))
  }

  /// Makes models equal to what is stored of them.
  ///
  /// - Parameter emptied: Models that become empty first.
  /// - Returns: The models that are stored, for `finishReading`.
  func readAgain(_ models: [RegisteredHome], emptying emptied: [RegisteredHome] = []) throws -> [StoredModel] {
    let loaded = try models.compactMap { home, root in
      try home.read().map { StoredModel(home: home, root: root, document: $0) }
    }
    try store.readingAgain {
      try store.transaction {
        for (home, root) in emptied { try empty(root, home.name) }
        for model in loaded {
          do { try store.apply(document: model.document.jsonValue, of: model.home.name, to: model.root) } catch var
            diagnostic as Diagnostic
          {
            // Data without a place is that of the document.
            diagnostic.place = diagnostic.place ?? Diagnostic.Place(file: model.home.location)
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
    let storages = Dictionary(uniqueKeysWithValues: models.map { ($0.home.name, $0.home.storage) })
    for file in store.parts.files.values { storages[file.model]?.noteRead(file.path) }
    for model in models {
      model.home.finishReading(model.root, isCurrent: model.document.isCurrent)
      // What the server has not acknowledged was read from where it waits to be sent.
      guard model.document.isCurrent, !model.home.isUnsent else { continue }
      store.markStored(model.root, as: store.numberForStoring(model.root))
      store.markPartsStored(below: model.root)
    }
    store.optimistic?.load()
  }
}
