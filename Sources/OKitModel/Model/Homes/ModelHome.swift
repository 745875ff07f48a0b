/// Where one model is stored, and what is known of its stored form.
///
/// The factory of the model's kind makes the home when the model is registered. What kinds of storage do in different
/// ways is here: the registry does not know of which kind a model is. A method that a home does not implement does what
/// suits a model that is stored nowhere.
package protocol ModelHome: AnyObject {
  /// The registry that owns the home.
  var registry: ModelRegistry { get }
  var type: EntityType { get }
  var name: String { get }
  /// The storage of the files of parts.
  var storage: any DocumentStorage { get }
  /// What a person finds the model in.
  var location: String { get }
  /// The stored form that the next store replaces, because a reload has changed the kind of the class.
  var replaced: ReplacedForm? { get set }
  /// The form of the model that a reload to another kind replaces; nil for none.
  var form: ReplacedForm? { get }
  /// The rows of the model; nil for a model that has no database to query.
  var rows: RowModel? { get }
  /// Whether the class has functions in place of the storage of the application.
  var hasOwnStorage: Bool { get }
  /// Whether the model is known to be stored.
  var isKnownStored: Bool { get set }
  /// Whether the next store writes the model in another form, plain instead of encrypted or the reverse.
  var isSwitched: Bool { get }
  /// Whether changes of the model wait to be sent.
  var isUnsent: Bool { get }
  /// Whether a store of the model is not in the commit that the documents of a state share.
  var commitsAlone: Bool { get }
  /// Whether reading all models again leaves this one out, unless it is named.
  var isReadOnDemand: Bool { get }
  /// The path whose content models that are read together can request at the same time; nil for none.
  var requestPath: String? { get }

  // MARK: Registering

  /// Checks that the model can be stored here, before anything is opened.
  func prepare() throws

  /// Opens what reading the model needs.
  func open() throws

  /// Runs `body`, which reads and registers the model.
  func registering(_ body: () throws -> EntityID) throws -> EntityID

  /// Reads the model, which is not registered yet; nil when nothing is stored.
  ///
  /// - Parameter isRestored: Whether the model begins as before a reload, so that nothing is read.
  /// - Throws: `storage.form` for a model that is stored in another kind or in two; what reading throws.
  func load(isRestored: Bool) throws -> LoadedModel?

  /// Returns the root of a model of which nothing is stored.
  func makeRoot() throws -> EntityID

  /// Returns the error for an id that is taken, at its place in what is stored.
  func explained(_ taken: ModelStore.TakenID, _ stored: LoadedModel) throws -> Diagnostic

  /// Begins to follow the changes of the registered model.
  ///
  /// - Parameters:
  ///   - stored: What was read; nil for a new model, and for one that begins as before a reload.
  ///   - isCurrent: Whether the model is as it is stored.
  func begin(_ root: EntityID, _ stored: LoadedModel?, isRestored: Bool, isCurrent: Bool) throws

  /// Checks that a reload does not change how the model is protected.
  func expectNotEncrypted() throws

  /// Returns the form that the first store replaces.
  func replaces(_ form: ReplacedForm?, files: [String]) -> ReplacedForm?

  /// Reports an encrypted model that stays so although encryption is off.
  func reportIfKeptEncrypted()

  /// Takes back what making the home has done: the model was not registered.
  func close()

  // MARK: Reading

  /// Returns the data of the stored model in the version of the schema, nil when nothing is stored.
  func read() throws -> (jsonValue: JSONValue, isCurrent: Bool)?

  /// Notes that the model is as `read` has returned it.
  func finishReading(_ root: EntityID, isCurrent: Bool)

  /// Checks that the model is not stored in another kind, too.
  func expectOneForm() throws

  /// Returns whether nothing is stored.
  func isMissing() throws -> Bool

  /// Notes that nothing is stored of a model that was read before.
  func beginMissing(_ root: EntityID) throws

  /// Reads the model with the documents of its partials, and registers and stores nothing.
  ///
  /// - Parameter report: Receives partials without a document.
  func check(report: (Diagnostic) -> Void) throws

  // MARK: Storing

  /// Adds what a store writes to the commit that the documents of a state share.
  func collect(_ root: EntityID, into commit: inout SharedCommit) throws

  /// Stores what is not in the shared commit.
  func storeAlone(_ root: EntityID) throws

  /// Requests a store for the end of the turn.
  func requestStore(_ root: EntityID)

  /// Notes that a store of the model has succeeded.
  func noteStored()

  /// Forgets the log of changes: the next store writes the whole model.
  func endLog(of root: EntityID)

  /// Removes files of parts that the stored model no longer refers to.
  ///
  /// - Returns: The operation; nil if there is nothing to remove.
  func retire(_ files: [String]) -> StorageOperation?
}

extension ModelHome {
  package var store: ModelStore { registry.store }
  package var path: String { ModelRegistry.path(of: name) }

  package var storage: any DocumentStorage { registry.storage }
  package var location: String { storage.location(of: path) }
  package var form: ReplacedForm? { nil }
  package var rows: RowModel? { nil }
  package var hasOwnStorage: Bool { false }
  package var isSwitched: Bool { false }
  package var isUnsent: Bool { false }
  package var commitsAlone: Bool { false }
  package var isReadOnDemand: Bool { false }
  package var requestPath: String? { nil }

  package func prepare() throws {}
  package func open() throws {}
  package func registering(_ body: () throws -> EntityID) throws -> EntityID { try body() }
  package func load(isRestored: Bool) throws -> LoadedModel? { nil }
  package func makeRoot() throws -> EntityID { try registry.makeRoot(type) }
  package func explained(_ taken: ModelStore.TakenID, _ stored: LoadedModel) throws -> Diagnostic {
    taken.diagnostic.at(Diagnostic.Place(file: location))
  }
  package func begin(_ root: EntityID, _ stored: LoadedModel?, isRestored: Bool, isCurrent: Bool) throws {}
  package func expectNotEncrypted() throws {
    guard registry.isStoredEncrypted(name) else { return }
    throw registry.notEncryptedClass(type, name, at: location)
  }
  package func replaces(_ form: ReplacedForm?, files: [String]) -> ReplacedForm? { nil }
  package func reportIfKeptEncrypted() {}
  package func close() {}
  package func read() throws -> (jsonValue: JSONValue, isCurrent: Bool)? { nil }
  package func finishReading(_ root: EntityID, isCurrent: Bool) {}
  package func expectOneForm() throws {}
  package func isMissing() throws -> Bool { false }
  package func beginMissing(_ root: EntityID) throws {}
  package func check(report: (Diagnostic) -> Void) throws {}
  package func collect(_ root: EntityID, into commit: inout SharedCommit) throws {}
  package func storeAlone(_ root: EntityID) throws {}
  package func requestStore(_ root: EntityID) {}
  package func noteStored() { isKnownStored = true }
  package func endLog(of root: EntityID) { store.endLog(of: root) }
  package func retire(_ files: [String]) -> StorageOperation? { registry.storage.retire(files, of: path) }
}
