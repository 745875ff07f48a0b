import OKitLua
import OKitSQLite

/// The classes of an application, for a check of its stored models. The application runs with them, and stores nothing.
final class DocumentClasses {
  private let application: LuaApplication
  private let registry: ModelRegistry
  private let documents: String
  private let keyStore: (any KeyStore)?
  /// Why the application does not start with the documents.
  let failure: Diagnostic?

  /// - Parameter isTimed: Whether reading documents has the time limit of a turn.
  /// - Throws: why the application does not start without documents.
  init(
    script: String, _ options: LuaApplication.Options, _ storage: FileStorage, access: SQLiteDatabases.Access = .reader,
    isTimed: Bool = false
  ) throws {
    let databases = SQLiteDatabases(documents: storage.documents, access: .reader)
    (documents, keyStore) = (storage.documents, options.keyStore)
    do {
      var options = options
      options.databases = databases
      application = try Self.run(script, options, BufferedStorage(storage))
      failure = nil
    } catch let diagnostic as Diagnostic {
      // The script may end at the first document that is refused. Without documents, it defines all of its classes; its
      // encrypted models are new then, too.
      var options = options
      (options.keyStore, options.documents) = (nil, nil)
      do { application = try Self.run(script, options, TransientStorage()) } catch {
        // A class that is to replace another form reads what is on its server.
        throw diagnostic.code == ModelRegistry.otherForm ? error : diagnostic
      }
      failure = diagnostic
    }
    // Nobody waits for a turn: as many documents are read as there are.
    if !isTimed { application.runtime.store.budget.timeLimit = nil }
    registry = ModelRegistry(
      store: application.runtime.store, storage: storage, encryption: options.keyStore,
      databases: SQLiteDatabases(documents: storage.documents, access: access),
      http: application.runtime.registry.http)
  }

  deinit { application.close() }

  /// The models that the script has registered.
  var store: ModelStore { application.runtime.store }

  /// The names of those on a server, sorted.
  var serverModels: [String] { registry.remoteModels }

  /// The connections to the endpoint of the application.
  var transport: (any DocumentTransport)? { registry.http?.transport }

  /// Reads the files of a model on a server; nil if it has none.
  ///
  /// - Throws: what reading throws.
  func serverFiles(of name: String) throws -> RemoteFiles? { try registry.remoteFiles(of: name) }

  /// Checks the document of a model that the script has registered.
  ///
  /// - Parameter report: Receives partials without a document.
  /// - Throws: what registering the model throws.
  func check(_ name: String, report: (Diagnostic) -> Void) throws {
    let registry = registry
    let isDone = try application.runtime.turn {
      try registry.checkDocument(of: name, report: report)
      return true
    }
    guard isDone == nil else { return }
    throw Diagnostic(
      "app.limit", "reading the model \"\(name)\" with its partials exceeds the time limit",
      hint: "\(Diagnostic.Limit.time.hint), or leave it out: reading has no limit then")
  }

  /// Converts the stored form of a model that the script has registered.
  ///
  /// - Returns: Whether the other form was stored.
  func convert(_ name: String, toRows: Bool, encrypts: Bool) throws -> Bool {
    try registry.convert(name, toRows: toRows, encrypts: encrypts)
  }

  /// Converts the stored form of a model in a storage that is not committed.
  ///
  /// - Returns: Whether the other form was stored.
  func convert(_ name: String, in storage: BufferedStorage, toRows: Bool) throws -> Bool {
    let registry = ModelRegistry(
      store: store, storage: storage, encryption: keyStore,
      databases: SQLiteDatabases(documents: documents, access: .owner))
    return try registry.convert(name, toRows: toRows)
  }

  /// Returns the class of a model that the script has registered.
  func type(of name: String) -> EntityType? { store.root(named: name).flatMap(store.type(of:)) }

  /// Runs a script with a storage of its own.
  static func run(
    _ script: String, _ options: LuaApplication.Options, _ storage: any DocumentStorage
  ) throws -> LuaApplication {
    var options = options
    options.storage = storage
    options.storesRows = false
    // The command is about what is stored; `okit-run check` finds the mistakes of the script.
    options.onReport = { _ in }
    let application = try LuaApplication(options: options)
    do {
      let program = try application.start(script: script, isTimed: true)
      if let failure = program?.failure, failure.code != "lua.exit" { throw failure }
    } catch {
      application.close()
      throw error
    }
    return application
  }
}
