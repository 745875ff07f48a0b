import OKitEngine
import OKitLua
import OKitSQLite

/// The classes of an application, for an export of one of its models. The script runs with empty models and stores
/// nothing.
final class ApplicationClasses {
  private let application: LuaApplication
  /// The class of the model.
  let root: EntityType

  private let storage: FileStorage

  var store: ModelStore { application.runtime.store }

  /// - Parameter keyStore: The keys of an encrypted model on a server, which the script reads then with the other
  ///   models.
  /// - Throws: why the script does not start, and `model.unknown` when it registers no such model.
  init(
    script: String, _ options: LuaApplication.Options, _ storage: FileStorage, _ keyStore: (any KeyStore)?,
    model: String
  ) throws {
    var options = options
    // Classes for an existing database are checked against its tables.
    options.databases = SQLiteDatabases(documents: storage.documents, access: .reader)
    self.storage = storage
    options.keyStore = keyStore
    application = try DocumentClasses.run(
      script, options, keyStore == nil ? TransientStorage() : BufferedStorage(storage))
    let store = application.runtime.store
    guard let type = store.root(named: model).flatMap(store.type(of:)) else {
      application.close()
      throw Self.unknown(model, in: store, script)
    }
    root = type
  }

  deinit { application.close() }

  private lazy var databases = SQLiteDatabases(documents: storage.documents, access: .reader)

  /// Returns the database of the model, which may be missing; nil for a model in a document.
  func database(of model: String) -> SQLiteDatabase? {
    guard root.hasRows else { return nil }
    return databases.open(root.rows.file ?? "\(ModelRegistry.folder)/\(model).sqlite", isOwn: root.rows.file == nil)
  }

  /// Returns a model in a database as the document that its file would contain; nil when nothing is stored.
  func documentOfRows(_ model: String) throws -> DatabaseDocument? {
    let registry = ModelRegistry(store: store, storage: storage, databases: databases)
    var isStored = false
    let document = try DatabaseDocument { isStored = try registry.writeDocumentOfRows(model, $0) }
    return isStored ? document : nil
  }

  /// Returns the error for a model that a script does not register.
  static func unknown(_ model: String, in store: ModelStore, _ script: String) -> Diagnostic {
    Diagnostic(
      "model.unknown", "\(script) registers no model \"\(model)\"",
      hint: NearestName.hint(for: model, in: store.roots.keys.sorted()))
  }
}
