/// `okit.Model`: registering, storing, loading.
struct ModelModule: ScriptModule {
  let environment: ScriptEnvironment

  private var bridge: AppBridge { host.bridge }
  private var registry: ModelRegistry { host.runtime.registry }

  /// The functions of `okit.Model`; the prelude passes a class by its name.
  static let functions: [OkitModule.Function<Self>] = [
    .init(
      "register", "<C: okit.ModelClass>(class: C, name?: string): C",
      "Creates or loads the root entity of a model; the name defaults to `default`."
    ) { try $0.register($1) },
    .init(
      "prefetch", "(...: string)",
      """
      Begins to read models on the server at the same time, by default the model `default`. `register` then waits for \
      its own model only. Without an endpoint, fails.
      """
    ) { try $0.prefetch($1) },
    .init(
      "get", "(name?: string): okit.Entity?", "Returns the root entity of a model, by default of the model `default`."
    ) {
      .value($0.registry.get(try $0.name($1, 0)).map($0.bridge.lua) ?? .null)
    },
    .init("store", "(model: okit.Entity)", "Stores a model if it has changed.") { try $0.store($1) },
    .init("state", "(fn: fun())", "Defines the state of the application: a function that calls `store` for each model.")
    {
      try $0.state($1)
    },
    .init(
      "storeState", "(): okit.StoreHandle",
      "Stores the state, atomically. The handle waits for the models that are stored on a server."
    ) { module, _ in try module.storeState() },
    .init("entity", "(id: string): okit.Entity?", "Returns the entity with an id, in any model.") { module, call in
      .value(try module.host.runtime.store.find(call.string(0)).map(module.bridge.lua) ?? .null)
    },
    .init("updateAllState", "()", "Stores all models of the state, also those without changes.") { module, _ in
      try module.registry.updateAllState()
      return .nothing
    },
    .init(
      "exportState", "()",
      """
      Stores the state, and writes each of its models as a plain document to `okit/export`. Encrypted models are \
      plain there.
      """
    ) { module, _ in
      let readable = try module.registry.exportState()
      if !readable.isEmpty {
        let names = PrintableText.list(readable)
        let text = "the export leaves \(names) readable without a key until okit.Model.exportClear() removes it"
        module.host.runtime.applicationLog.write(LogEntry(.warn, text))
      }
      return .nothing
    },
    .init("exportClear", "()", "Removes the documents in `okit/export`.") { module, _ in
      try module.registry.clearExport()
      return .nothing
    },
    .init(
      "importState", "()", "Makes the models equal to the documents in `okit/export`, and stores the state."
    ) { module, _ in
      try module.bridge.turn { try module.registry.importState() }
      try module.registry.storeState()
      return .nothing
    },
    .init(
      "restoreState", "()",
      "Unprotects the application after the turn: removes the cover, or asks the authenticator. Unsaved changes stay."
    ) { module, _ in
      module.host.afterSuccessfulTurn { $0.runtime.restoreState() }
      return .nothing
    },
    .init(
      "read", "(path: string): string?",
      "Returns a document of a model whose class has a storage of its own, as the files of the application have it."
    ) { module, call in
      guard let bytes = try module.registry.readInherited(call.string(0)) else { return .value(.null) }
      return .value(String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(bytes))
    },
    .init(
      "write", "(path: string, content: string)",
      "Writes a document of a model whose class has a storage of its own to the files of the application."
    ) { module, call in
      let bytes: [UInt8]
      switch try call[1] {
      case .string(let text): bytes = Array(text.utf8)
      case .bytes(let content): bytes = content
      default: throw call.mismatch(1, "string")
      }
      try module.registry.writeInherited(call.string(0), bytes)
      return .nothing
    },
    .init(
      "delete", "(path: string)",
      "Deletes a document of a model whose class has a storage of its own from the files of the application."
    ) { module, call in
      try module.registry.deleteInherited(call.string(0))
      return .nothing
    },
    .init("sync", "()", "Resets all models to their stored versions.") { module, _ in try module.sync() },
    .init(
      "query", "(model: okit.Entity, sql: string, ...: string|number|boolean|okit.Date|okit.Day|nil): table[]",
      "Returns the rows of a SELECT statement on the database of a SQLite model, as last stored."
    ) { try $0.query($1) },
    .init(
      "endpoint", "(options?: okit.EndpointOptions): string?",
      """
      Sets the server of HTTP models. The options of the command line take precedence. Without options, sets nothing. \
      Returns the URL of the server; nil without one.
      """
    ) { try $0.endpoint($1) },
    .init("danglingRefs", "(): okit.DanglingRef[]", "Returns the references whose key matches no entity.") {
      module, _ in
      try module.danglingRefs()
    },
  ]

  /// The function from which the prelude builds `initialize`.
  var internals: [(String, OkitModule.Body)] { [("initialize_securely", initializeSecurely)] }

  /// Returns whether the prelude calls the function that registers the models now.
  private func initializeSecurely(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let function = try call.function(0)
    let isNow = try host.runtime.initializeSecurely { [host] in
      let succeeded = try host.runtime.turn { _ = try host.state.call(function) } != nil
      if !succeeded { throw Diagnostic("model.initialize", "the function of okit.Model.initialize has failed") }
    }
    return .value(.bool(isNow))
  }

  private func name(_ call: borrowing LuaCall, _ index: Int) throws -> String {
    call.isNull(index) ? ModelStore.defaultModelName : try call.string(index)
  }

  private func register(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let type = try host.runtime.store.requireType(call.string(0), for: "okit.Model.register")
    let name = try name(call, 1)
    let root = try bridge.turn { try registry.register(type, name: name) }
    // Registering an encrypted model has opened the secure store.
    if host.runtime.isCovered, registry.isSecureStoreOpen { host.afterTurn { try $0.runtime.openSecureStore() } }
    return .value(bridge.lua(root))
  }

  private func prefetch(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let names = try call.count == 0 ? [ModelStore.defaultModelName] : (0..<call.count).map { try call.string($0) }
    try registry.prefetch(names)
    return .nothing
  }

  private func store(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let model = bridge.entity(call.object(0)) else { throw call.mismatch(0, "model") }
    try registry.store(model)
    return .nothing
  }

  private func state(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let function = try call.function(0)
    registry.state = { [reference = host.reference] in _ = try reference.object?.state.call(function) }
    return .nothing
  }

  private func storeState() throws -> LuaOutcome {
    try registry.storeState()
    let reference = host.reference
    let ticket = host.makeTicket(isKept: true)
    let store = registry.stateStore { reference.object?.tickets[ticket]?.waiting.isEmpty == false }
    store.operation.whenFinished { outcome in
      guard case .failure(let error) = outcome else {
        reference.object?.complete(ticket, [.bool(true)])
        return
      }
      let diagnostic = error.diagnostic("storage.write")
      reference.object?.complete(ticket, [.null, .string(diagnostic.message), .string(diagnostic.code.rawValue)])
    }
    return .value(bridge.lua(.handle(RuntimeHandle(.call, UInt32(truncatingIfNeeded: ticket)))))
  }

  private func sync() throws -> LuaOutcome {
    try bridge.turn { try registry.sync() }
    return .nothing
  }

  private func query(_ call: borrowing LuaCall) throws -> LuaOutcome {
    guard let model = bridge.entity(call.object(0)) else { throw call.mismatch(0, "model") }
    let sql = try call.text(1)
    let arguments = try call.values(from: 2).enumerated().map { index, value -> RowValue in
      switch value {
      case .null: return .null
      case .bool(let bool): return .int(bool ? 1 : 0)
      case .int(let int): return .int(int)
      case .double(let double): return .real(double)
      case .string(let text): return .text(text)
      case .bytes(let bytes): return .blob(bytes)
      case .object(let object):
        if let day = bridge.dates.days.moment(object) { return .text(day.text) }
        guard let date = bridge.dates.moment(object) else { break }
        return .text(ExactDateText.text(of: date))
      case .table, .function, .other: break
      }
      throw call.mismatch(index + 2, "string, number, boolean, date or day")
    }
    let limits = host.state.core.limits
    let rows = try registry.query(
      model, sql, arguments, limit: min(limits.memory ?? .max, limits.growth ?? .max))
    return .value(
      .table(
        LuaTable(
          array: rows.map { row in
            .table(LuaTable(pairs: row.map { LuaTable.Pair(key: .string($0.name), value: bridge.lua($0.value)) }))
          })))
  }

  private func endpoint(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let endpoint = host.network?.endpoint
    if !call.isNull(0) {
      let table = try EndpointTable(call[0])
      guard let endpoint else { throw Diagnostic.missingPart(.http, for: "okit.Model.endpoint") }
      try endpoint.set(table.endpoint)
    }
    return .value(endpoint?.url.map { .string($0.text) } ?? .null)
  }

  private func danglingRefs() throws -> LuaOutcome {
    let rows = try host.runtime.store.danglingReferences().map { reference -> LuaValue in
      ["owner": bridge.lua(reference.owner), "property": .string(reference.property), "refKey": .string(reference.key)]
    }
    return .value(.table(LuaTable(array: rows)))
  }
}
