/// What the parts of an application have made for it. It outlives a hot reload.
final class ApplicationServices {
  let parts: ApplicationParts
  /// The databases of SQLite models; nil without the part.
  let databases: (any RowStorages)?
  /// The keys of encrypted models; nil without the part.
  let keys: (any KeyStore)?
  /// The servers of the application; nil without the part.
  let network: (any ApplicationNetwork)?
  /// The storage of the models on the server; nil until the first script has one.
  var http: HTTPStorage?
  let interruption = Interruption()
  let wakeUp = WakeUp()
  private let memory: PartMemory

  init(_ options: LuaApplication.Options) {
    parts = ApplicationParts(options.parts)
    memory = PartMemory(limit: options.limits.memory, hint: options.limitHint(.memory))
    let readsOnly = options.keepsChangesInMemory
    databases = options.databases ?? parts.databases?(options.storage == nil ? options.documents : nil, readsOnly)
    keys = options.keyStore ?? parts.keys?(options.documents, !readsOnly, memory)
    network = parts.network?(options.permissions.httpAccess, options.clock, options.answers)
    network?.onAnswer = options.onAnswer
  }

  /// Closes connections and databases.
  func close() {
    network?.close()
    databases?.close()
  }

  /// Makes the backups of a runtime; nil without the part.
  func backups(of runtime: AppRuntime) -> (any BackupProvider)? { parts.backups?(runtime, keys, memory) }
}
