/// Models that are stored on a server.
extension ModelRegistry {
  /// Returns whether a model is stored on the server.
  func isRemote(_ name: String) -> Bool { remote.names.contains(name) }

  /// Lets the server's storage call this registry, and no other one from before a reload.
  package func connectServer() {
    guard let http else { return }
    http.isInTransaction = { [weak self] in self?.store.isInTransaction == true || self?.holdsRows == true }
    store.dateOfReading = { [weak http] in http?.date(of: $0) }
    store.dateOfCreation = { [weak http] in http?.dateOfCreation(of: $0) }
    http.report = { [weak store] in store?.report($0) }
    http.resolve = { [weak self] conflict in
      guard let self else { throw HTTPConflict.Postponed() }
      return try resolve(conflict)
    }
    http.hasChanges = { [weak self] conflict in
      guard let self else { throw HTTPConflict.Postponed() }
      return try hasChanges(conflict)
    }
    http.isReferred = { [weak self] path, model in try self?.isReferred(path, model) ?? true }
    store.onRollback = { [unowned http] in http.rollBack() }
  }

  // MARK: Registering

  /// Registers a model on the server. What an earlier process has not sent is sent first.
  ///
  /// - Throws: `http.endpoint`, `http.pending`, `storage.form`; what reading throws.
  func registerRemote(_ type: EntityType, _ name: String) throws -> EntityID {
    let http = try requireServer(for: "\(type.name) is a model on a server")
    try expectNoLocalForm(type, name)
    remote.names.insert(name)
    do {
      if type.modelKind?.isEncrypted == true, keepsStoreClosed { return try registerClosed(type, name) }
      try openStore(for: type, name)
      // A reload goes on with what is being sent.
      let unsent = restored[name] == nil ? try http.resumePending(of: name) : nil
      return try http.readingModels { try loadRemote(type, name, unsent) }
    } catch {
      remote.names.remove(name)
      throw error
    }
  }

  /// - Throws: `http.endpoint`.
  private func requireServer(for reason: String) throws -> HTTPStorage {
    guard let http else {
      throw Diagnostic(
        "http.endpoint", "\(reason), and this application has no endpoint", hint: "pass --endpoint URL")
    }
    _ = try http.transport.settings()
    return http
  }

  /// Begins to read the documents of models on the server at the same time. Registering each waits for its own only.
  ///
  /// - Throws: `model.name`, `http.endpoint`.
  package func prefetch(_ names: [String]) throws {
    for name in names { try Self.check(name) }
    let http = try requireServer(for: "models on a server were to be read")
    try http.readAhead(names.filter { store.models[$0] == nil && restored[$0] == nil }.map(Self.path))
  }

  private func loadRemote(_ type: EntityType, _ name: String, _ unsent: StorageOperation?) throws -> EntityID {
    let restored = try takeRestored(type, name)
    let stored = restored == nil ? try load(type, name) : nil
    let root =
      try restored?.root ?? stored?.root
      ?? store.making(at: store.dateOfCreation(Self.path(of: name))) { try makeRoot(type) }
    try store.atomically {
      do { try store.adoptRoot(root, name: name) } catch let taken as ModelStore.TakenID {
        throw try stored.map { try explained(taken, $0.bytes, name) } ?? explained(taken, contentOf: type)
      }
      let isCurrent = restored?.isCurrent ?? (stored?.isCurrent == true && !store.hasPendingParts(root))
      if !isCurrent || stored != nil && isSwitched(type, name) { store.markPending(root: root) }
      if stored != nil { documents.insert(root) }
      reportIfKeptEncrypted(type, name)
      if let unsent { try finishSending(unsent, of: root) }
      try store.runRootHooks(root)
    }
    return root
  }

  /// Waits until what an earlier process has left is sent. A model with a conflict that nothing resolves stays pending.
  private func finishSending(_ operation: StorageOperation, of root: EntityID) throws {
    remote.registering = root
    defer { remote.registering = nil }
    do {
      try operation.wait()
      documents.insert(root)
    } catch let diagnostic as Diagnostic where diagnostic.code == "http.conflict" {
      store.markPending(root: root)
      store.report(diagnostic)
    }
  }

  /// Checks that a model has no form on this machine: it would begin with another one beside it.
  private func expectNoLocalForm(_ type: EntityType, _ name: String) throws {
    guard restored[name] == nil else { return }
    let path = Self.path(of: name)
    if try files.contains(path) {
      throw localForm("in a document", type, name, local.location(of: path))
    }
    guard let databases, databases.pathsInMemory == nil else { return }
    let database = databases.database(at: Self.databasePath(of: name), isOwn: true)
    guard try database.tables()?.isEmpty == false else { return }
    throw localForm("in SQLite", type, name, database.location)
  }

  private func localForm(_ form: String, _ type: EntityType, _ name: String, _ file: String) -> Diagnostic {
    Diagnostic(
      Self.otherForm,
      "the model \"\(name)\" is stored \(form) of this machine, and \(type.name) is a model on a server",
      place: Diagnostic.Place(file: file),
      hint: "register the class under another name, or move the file away to use the model on the server")
  }

  // MARK: Storing

  /// Stores models on the server when the turn has ended; outside of a turn, now.
  ///
  /// - Throws: what keeping the changes on this machine throws; nothing was sent then.
  func requestStores(_ models: [EntityID]) throws {
    guard http != nil else { return }
    for model in models where store.type(of: model)?.modelKind?.isRemote == true {
      if holdsRows {
        heldRows.append(model)
      } else if !remote.requested.contains(model) {
        remote.requested.append(model)
      }
    }
    if !store.isInTransaction { try beginRequestedStores() }
  }

  /// Captures the models that are to be stored, and begins to send them.
  ///
  /// - Throws: what keeping the changes on this machine throws, for the first model that it throws for.
  func beginRequestedStores() throws {
    guard let http, !remote.requested.isEmpty else { return }
    try noteLaunch()
    let requested = remote.requested
    remote.requested = []
    var failure: (any Error)?
    func finish(_ root: EntityID, _ operation: StorageOperation) {
      if case .failure(let error)? = operation.outcome { failure = failure ?? error }
      for waiting in remote.waiting where waiting.contains(root) {
        operation.whenFinished { waiting.finish(root, $0) }
      }
    }
    var captures: [Captured] = []
    for root in requested {
      do {
        guard let captured = try captureStore(of: root, on: http) else {
          finish(root, .running {})
          continue
        }
        // The keys of a model are stored before those of the next one are captured.
        if captured.keys.isEmpty { captures.append(captured) } else { finish(root, begin(captured, on: http)) }
      } catch { finish(root, .failed(error)) }
    }
    for (captured, operation) in zip(captures, begin(captures, on: http)) { finish(captured.root, operation) }
    remote.waiting.removeAll { $0.operation.outcome != nil }
    if let failure { throw failure }
  }

  /// Continues what is being sent, between turns.
  package func continueStores() {
    guard let http, !store.isInTransaction else { return }
    http.commitReads()
    do { try beginRequestedStores() } catch {
      store.report(error.diagnostic("storage.write"))
    }
    http.pump()
    readMergedPartsAgain()
  }

  /// Returns a store of the state that `storeState` has begun, for waiting.
  package func stateStore() -> StateStore {
    let requested = Set(remote.requested)
    let state = StateStore(requested.union(unfinished.stores.flatMap(\.numbers.keys)))
    for store in unfinished.stores {
      for model in store.numbers.keys where !requested.contains(model) {
        store.operation.whenFinished { state.finish(model, $0) }
      }
    }
    if state.operation.outcome == nil { remote.waiting.append(state) }
    return state
  }

  /// The date at which something arrives or is sent again by a virtual clock; nil when nothing does.
  var nextEvent: DateValue? {
    guard let http, http.isActive else { return nil }
    return [http.nextDue, http.transport.nextEvent].compactMap(\.self).min()
  }

  /// Whether a model is being sent, or will be by itself.
  package var isStoring: Bool { http?.isActive == true || !remote.requested.isEmpty }

  /// Waits in real time until a response has arrived, for at most a number of seconds.
  package func waitForServer(seconds: Double) { http?.transport.advance(waiting: seconds) }

  /// Begins to store a model. One that has failed before is sent again.
  ///
  /// - Throws: what capturing the model and keeping it on this machine throws.
  func beginStore(of root: EntityID, on http: HTTPStorage) throws {
    if let captured = try captureStore(of: root, on: http) { try begin(captured, on: http).check() }
  }

  /// Captures a model that is to be stored.
  ///
  /// - Returns: Nil if there is nothing to store.
  private func captureStore(of root: EntityID, on http: HTTPStorage) throws -> Captured? {
    guard let type = store.type(of: root), let name = store.models.name(of: root) else { return nil }
    guard isSwitched(type, name) || store.isPending(root) || http.isUnsent(name) else { return nil }
    let number = store.numberForStoring(root)
    let writesDocument =
      isSwitched(type, name) || store.isDocumentPending(root) && unfinished.number(of: root) != number
    return try capture(root, type, name, writesDocument: writesDocument)
  }

  /// Begins to store a model.
  ///
  /// - Returns: The operation; a failed one if the model cannot be kept on this machine.
  private func begin(_ captured: Captured, on http: HTTPStorage) -> StorageOperation {
    let operation = http.store(captured.change, with: captured.keys, captured.finishKeys)
    if case .failure? = operation.outcome { return operation }
    add(operation, [captured.root: captured.number], captured.parts)
    return operation
  }

  /// Begins to store models that need no keys, all of which are kept on this machine by one commit.
  private func begin(_ captures: [Captured], on http: HTTPStorage) -> [StorageOperation] {
    do {
      let operations = try http.store(captures.map(\.change))
      for (captured, operation) in zip(captures, operations) {
        add(operation, [captured.root: captured.number], captured.parts)
      }
      return operations
    } catch {
      return captures.map { _ in .failed(error) }
    }
  }

  /// - Parameter isMerge: Whether the operation continues others, which tell why it has failed.
  func add(_ operation: StorageOperation, _ numbers: [EntityID: Int], _ parts: PartChanges, isMerge: Bool = false) {
    let begun = unfinished.add(operation, numbers, [parts], [], replacing: [])
    begun.isAwaited = isMerge
    operation.whenFinished { [weak self, weak begun] outcome in
      if let begun { self?.finish(begun, outcome) }
    }
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

  func capture(
    _ root: EntityID, _ type: EntityType, _ name: String, writesDocument: Bool
  ) throws -> Captured {
    let form = form(of: type, name)
    let path = Self.path(of: name)
    let parts = try store.partChanges(of: root, named: name, writesAll: isSwitched(type, name)) { [unfinished] in
      writesDocument ? nil : unfinished.number(of: $0)
    }
    var captured = Captured(
      root: root, number: store.numberForStoring(root), change: HTTPChange(model: name, document: path), parts: parts)
    for deletion in parts.deletions { captured.change.delete(deletion.path) }
    for write in parts.writes {
      captured.change.write(try content(write.path, form) { try write.forEachPiece($0) })
    }
    if writesDocument {
      captured.change.write(try content(path, form) { try store.writeDocument(of: root, version: type.version, $0) })
    }
    guard let encryption = encrypted?.encryption, let form else { return captured }
    let plain: [String]
    let isEncrypted: [String]
    switch form {
    case .encrypted(let name): (isEncrypted, plain) = ([name], [])
    case .plain(let name): (isEncrypted, plain) = ([], encryption.encryptedModels.contains(name) ? [name] : [])
    }
    guard !isEncrypted.isEmpty || !plain.isEmpty else { return captured }
    (captured.keys, captured.finishKeys) = try encryption.keyWrites(
      encrypted: isEncrypted, plain: plain, onServer: true, in: files)
    return captured
  }

  /// Returns a content in the form of its model.
  func content(
    _ path: String, _ form: StorageWrite.Form?, _ pieces: (StorageWrite.Receiver) throws -> Void
  ) throws -> HTTPChange.Content {
    var body: [UInt8] = []
    if case .encrypted? = form, let encryption = encrypted?.encryption {
      try encryption.encrypt(path, pieces) { body += $0 }
    } else {
      try pieces { body += $0 }
    }
    return HTTPChange.Content(path: path, body: body)
  }
}
