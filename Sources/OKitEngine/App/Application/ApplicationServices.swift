internal import Synchronization

/// What the parts of an application have made for it. It outlives a hot reload.
package final class ApplicationServices {
  package let parts: ApplicationParts
  /// The databases of SQLite models; nil without the part.
  let databases: (any RowStorages)?
  /// The keys of encrypted models; nil without the part.
  package let keys: (any KeyStore)?
  /// The servers of the application; nil without the part.
  package let network: (any ApplicationNetwork)?
  /// The storage of the models on the server; nil until the first instance has one.
  var http: HTTPStorage?
  package let wakeUp = WakeUp()
  private let memory: PartMemory

  /// - Parameters:
  ///   - memory: The limit on the memory of an operation in bytes; nil for none.
  ///   - access: The hosts that scripts may ask.
  package init(_ options: Application.Options, memory limit: Int? = nil, access: HTTPAccess = .all) {
    parts = ApplicationParts(options.parts)
    memory = PartMemory(limit: limit, hint: options.hint(Diagnostic.Limit.memory.hint))
    let readsOnly = options.keepsChangesInMemory
    databases = options.databases ?? parts.databases?(options.storage == nil ? options.documents : nil, readsOnly)
    keys = options.keyStore ?? parts.keys?(options.documents, !readsOnly, memory)
    network = parts.network?(access, options.clock, options.answers)
    network?.onAnswer = options.onAnswer
  }

  /// Closes connections and databases.
  func close() {
    network?.close()
    databases?.close()
  }

  /// Makes the backups of a runtime; nil without the part.
  package func backups(of runtime: AppRuntime) -> (any BackupProvider)? { parts.backups?(runtime, keys, memory) }
}

extension AppRuntime {
  /// Creates the runtime of an application.
  ///
  /// - Parameters:
  ///   - storage: Where models are stored.
  ///   - services: What the parts of the application have made for it.
  ///   - previous: The state of the runtime that a reload replaces.
  package convenience init(
    _ options: Application.Options, _ storage: any DocumentStorage, _ services: ApplicationServices,
    reloading previous: HotReloadState? = nil
  ) throws {
    var configuration = AppConfiguration(clock: options.clock, storage: storage)
    configuration.databases = services.databases
    configuration.transport = services.network?.transport
    configuration.http = services.http
    configuration.locale = options.locale
    configuration.timeZone = options.timeZone
    configuration.seed = options.seed
    configuration.firstGeneration = options.firstGeneration ?? Self.nextGeneration()
    // The mistakes of a script that is edited are wanted at once.
    configuration.checksLater = options.checksLater && previous == nil
    configuration.coverage = options.coverage
    configuration.encryption = services.keys
    configuration.authentication = options.authentication
    try self.init(configuration)
    hint = options.hint
    services.http = registry.http
    let isReadOnly = !options.storesRows || options.keepsChangesInMemory
    services.http?.isReadOnly = isReadOnly
    outbox.isReadOnly = isReadOnly
    registry.holdsRows = previous != nil || !options.storesRows
    diagnosticLog.onReport = options.onReport
    applicationLog.onWrite = options.onLog
    for text in services.network?.secrets ?? [] { store.secrets.add(credential: text) }
    if let previous { restoreModels(from: previous) }
  }

  /// The number of runtimes that the process has made.
  private static let count = Atomic<UInt32>(0)

  /// Returns a generation that is far from those of other runtimes of the process: the entities of another application,
  /// and those before a reload, are not found in this one. The first runtime of each process gets the same one.
  private static func nextGeneration() -> UInt32 {
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    return max(1, (1 &+ number &* 0x9E37_79B9) & 0x7FFF_FFFF)
  }

  /// Makes the secure store write to the log of this runtime, and loading from a server stop with the session.
  package func connect(_ services: ApplicationServices, _ session: (any EndpointSession)?) {
    services.keys?.delegate = keyStoreLog
    registry.connectServer()
    services.network?.endpoint.session = session
  }
}
