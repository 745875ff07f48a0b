import OKitLua
import OKitSQLite

/// The classes of an application, for an export of one of its models. The script runs with empty models and stores
/// nothing.
final class ApplicationClasses {
  private let application: LuaApplication
  /// The class of the model.
  let root: EntityType

  private let models: StoredModels

  var store: ModelStore { application.runtime.store }

  /// - Parameter keyStore: The keys of an encrypted model on a server, which the script reads then with the other
  ///   models.
  /// - Throws: why the script does not start, and `model.unknown` when it registers no such model.
  init(script: String, _ models: StoredModels, _ keyStore: (any KeyStore)?, model: String) throws {
    self.models = models
    var options = models.options.application
    // Classes for an existing database are checked against its tables.
    options.databases = models.databases()
    options.keyStore = keyStore
    application = try DocumentClasses.run(
      script, options, keyStore == nil ? TransientStorage() : BufferedStorage(models.storage))
    let store = application.runtime.store
    guard let type = store.root(named: model).flatMap(store.type(of:)) else {
      application.close()
      throw store.unknownModel(model, of: script)
    }
    root = type
  }

  deinit { application.close() }

  private lazy var databases = models.databases()

  /// Returns the database of the model, which may be missing; nil for a model in a document.
  func database(of model: String) -> SQLiteDatabase? {
    guard root.hasRows else { return nil }
    return databases.open(root.rows.file ?? "\(ModelRegistry.folder)/\(model).sqlite", isOwn: root.rows.file == nil)
  }

  /// Returns a model in a database as the document that its file would contain; nil when nothing is stored.
  func documentOfRows(_ model: String) throws -> DatabaseDocument? {
    let registry = ModelRegistry(store: store, storage: models.storage, databases: databases)
    var isStored = false
    let document = try DatabaseDocument(temporaryFolder: models.options.temporaryFolder) {
      isStored = try registry.writeDocumentOfRows(model, $0)
    }
    return isStored ? document : nil
  }
}
