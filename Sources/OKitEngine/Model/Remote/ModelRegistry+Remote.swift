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
    store.onRollback = { [unowned http] in http.rollBack() }
  }

  // MARK: Registering

  /// Registers a model on the server. What an earlier process has not sent is sent first.
  ///
  /// - Throws: `http.endpoint`, `http.pending`, `storage.form`; what reading throws.
  func registerRemote(_ type: EntityType, _ name: String) throws -> EntityID {
    guard let http else {
      throw Diagnostic(
        "http.endpoint", "\(type.name) is a model on a server, and this application has no endpoint",
        hint: "pass --endpoint URL")
    }
    _ = try http.transport.settings()
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

  private func loadRemote(_ type: EntityType, _ name: String, _ unsent: StorageOperation?) throws -> EntityID {
    let restored = try takeRestored(type, name)
    let stored = restored == nil ? try load(type, name) : nil
    let root =
      restored?.root ?? stored?.root ?? store.making(at: store.dateOfCreation(Self.path(of: name))) { store.make(type) }
    try store.atomically {
      do { try store.adoptRoot(root, name: name) } catch let taken as ModelStore.TakenID {
        throw try stored.map { try explained(taken, $0.bytes, name) } ?? taken.diagnostic
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
      store.report(error as? Diagnostic ?? Diagnostic("storage.write", "\(error)"))
    }
    http.pump()
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
  private func beginStore(of root: EntityID, on http: HTTPStorage) throws {
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

  private func add(_ operation: StorageOperation, _ numbers: [EntityID: Int], _ parts: PartChanges) {
    let begun = unfinished.add(operation, numbers, [parts], [], replacing: [])
    operation.whenFinished { [weak self, weak begun] outcome in
      if let begun { self?.finish(begun, outcome) }
    }
  }

  /// The state of a model that is being stored.
  private struct Captured {
    let root: EntityID
    /// The number of the state.
    let number: Int
    var change: HTTPChange
    var parts: PartChanges
    var keys: [StorageWrite] = []
    var finishKeys: (Bool) -> Void = { _ in }
  }

  private func capture(
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
  private func content(
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

  // MARK: Conflicts

  /// Returns a store of a model that has the changes of others, too, after the model has got them.
  private func resolve(_ conflict: HTTPConflict) throws -> (change: HTTPChange, operation: StorageOperation) {
    if holdsRows || store.isInTransaction, remote.registering.map({ store.models.name(of: $0) }) != conflict.model {
      throw HTTPConflict.Postponed()
    }
    guard let http, let root = store.models[conflict.model], let type = store.type(of: root) else {
      throw conflict.diagnostic(
        "the content was changed by others, and the model \"\(conflict.model)\" is not registered")
    }
    let name = conflict.model
    var captured: Captured
    let isDocument = conflict.path == Self.path(of: name)
    if isDocument {
      try mergeDocument(conflict, root, type, http)
      captured = try capture(root, type, name, writesDocument: true)
    } else {
      guard HTTPVersion.keepsBody(conflict.path) else {
        throw conflict.diagnostic("the file was changed by others, too, and files cannot be merged")
      }
      let merged = try mergePartial(conflict, root, type, http)
      captured = try capture(root, type, name, writesDocument: conflict.isFirst)
      let form = form(of: type, name)
      captured.change.write(try content(conflict.path, form) { receive in try merged.withUnsafeBytes(receive) })
    }
    if !captured.keys.isEmpty {
      do { try files.write(captured.keys).wait() } catch {
        captured.finishKeys(false)
        throw error
      }
      captured.finishKeys(true)
    }
    let operation = StorageOperation { [weak http] in http?.wait(for: name) }
    add(operation, isDocument || conflict.isFirst ? [root: store.numberForStoring(root)] : [:], captured.parts)
    return (captured.change, operation)
  }

  private func mergeDocument(
    _ conflict: HTTPConflict, _ root: EntityID, _ type: EntityType, _ http: HTTPStorage
  ) throws {
    let name = conflict.model
    func data(_ body: [UInt8]) throws -> JSONValue {
      try explaining(name) {
        let bytes = try plain(body, conflict, type)
        let data = try migrated(try JSONValue.parse(json: bytes, file: conflict.url), type, name).jsonValue
        return try normalized(data, of: bytes, at: conflict.path, as: type, name)
      }
    }
    let theirs = try data(conflict.theirs)
    let base = try conflict.base.map(data)
    let mine = try liveData(of: root, file: conflict.url)
    let merged = try merge(conflict, by: root, type, mine, theirs, base)
    // Reading the parts again finds what was not sent.
    if store.isPending(root) { try beginStore(of: root, on: http) }
    try apply(merged, of: conflict, to: root)
    documents.insert(root)
    for blob in store.subtree(root) where store.type(of: blob)?.lazyProperty?.role == .blobData {
      store.dropBytes(of: blob)
    }
    store.markPending(root: root)
  }

  /// Merges the document of a partial.
  ///
  /// - Returns: The merged document.
  private func mergePartial(
    _ conflict: HTTPConflict, _ root: EntityID, _ type: EntityType, _ http: HTTPStorage
  ) throws -> [UInt8] {
    func data(_ body: [UInt8], as child: EntityType?) throws -> JSONValue {
      let bytes = try plain(body, conflict, type)
      let data = try JSONValue.parse(json: bytes, file: conflict.url)
      guard let child else { return data }
      return try normalized(data, of: bytes, at: conflict.path, as: child, conflict.model)
    }
    // What an earlier process has not sent is in no memory yet. Its class says what two first versions have in common.
    let partial = store.parts.owners[conflict.path]
    if let partial { try store.readPart(partial) }
    guard let partial, let record = store.record(partial), let property = store.type(of: record).lazyProperty,
      case .entity(let child) = record.value(of: property)
    else {
      let merged = try merge(
        conflict, by: nil, nil, try data(conflict.mine, as: nil), try data(conflict.theirs, as: nil),
        try conflict.base.map { try data($0, as: nil) })
      return try merged.jsonBytes(pretty: true) + [UInt8(ascii: "\n")]
    }
    let childType = store.type(of: child) ?? store.entityType
    let merged = try merge(
      conflict, by: child, childType, try liveData(of: child, file: conflict.url),
      try data(conflict.theirs, as: childType), try conflict.base.map { try data($0, as: childType) })
    if store.isPending(root) { try beginStore(of: root, on: http) }
    // What `sync` has copied from a new entity is not what the document has.
    try apply(merged, of: conflict, to: child, syncing: conflict.isFirst ? partial : nil)
    return try document(of: child)
  }

  /// Returns the document of a stored content.
  private func plain(_ body: [UInt8], _ conflict: HTTPConflict, _ type: EntityType) throws -> [UInt8] {
    if EncryptedContent.isContainer(body) {
      guard type.modelKind?.isEncrypted == true, let encryption = encrypted?.encryption else {
        throw Diagnostic(
          "storage.encrypted", "the content on the server is encrypted, and \(type.name) is not an encrypted model",
          place: Diagnostic.Place(file: conflict.url))
      }
      return try body.withUnsafeBytes { try encryption.decrypt($0, conflict.path) }
    }
    if type.modelKind?.isEncrypted == true, encrypted?.encryption.encryptedModels.contains(conflict.model) == true {
      throw Diagnostic(
        "storage.plain", "the content on the server is not encrypted, although the model \"\(conflict.model)\" was",
        place: Diagnostic.Place(file: conflict.url))
    }
    return body
  }

  /// Returns an entity as its stored document has it, in the forms of numbers that reading gives.
  private func liveData(of entity: EntityID, file: String) throws -> JSONValue {
    try JSONValue.parse(json: try document(of: entity), file: file)
  }

  /// Returns the data of a document as this application writes it: others may leave defaults and ids out, or write numbers in
  /// another way.
  func normalized(
    _ data: JSONValue, of document: [UInt8], at path: String, as type: EntityType, _ model: String
  ) throws -> JSONValue {
    // The parts belong to the entities of the model, not to those that are read here.
    let parts = store.parts
    defer { store.parts = parts }
    let entity = try store.repeatingValues(of: document, at: path) {
      try store.decode(data, as: type, model: model)
    }
    defer { store.garbage.append(entity) }
    return try liveData(of: entity, file: storage.location(of: path))
  }

  private func document(of entity: EntityID) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.writeDocument(of: entity, version: 1) { bytes += $0 }
    return bytes
  }

  /// Merges by the function of the script, or else by entities and properties.
  ///
  /// - Parameter type: The class of the entity; nil for one that was not read.
  /// - Throws: `http.conflict`.
  private func merge(
    _ conflict: HTTPConflict, by entity: EntityID?, _ type: EntityType?, _ mine: JSONValue, _ theirs: JSONValue,
    _ base: JSONValue?
  ) throws -> JSONValue {
    if let entity, let type, let function = type.function(named: "conflict"), let hooks = store.hooks {
      let name = "\(type.name):conflict"
      let merged = try hooks.merge(function, named: name, of: entity, mine: mine, theirs: theirs, base: base)
      guard let merged else {
        throw conflict.diagnostic("the model was changed by others, too, and \(name) has returned nothing")
      }
      return merged
    }
    // Two first versions were made from the defaults of the class. Otherwise, only what is equal is known to be common.
    let common = try base ?? type.flatMap { conflict.isFirst ? try defaults(of: $0, conflict) : nil } ?? .object([:])
    // A model and its references keep their ids, which may be other ones in each application.
    let references = conflict.isFirst ? type?.pool.references.map(\.name) ?? [] : []
    let result = DocumentMerge.merge(
      base: common.withIDs(of: theirs, at: references), mine: mine.withIDs(of: theirs, at: references),
      theirs: theirs)
    guard result.conflicts.isEmpty else {
      let isEncrypted = EncryptedContent.isContainer(conflict.mine)
      let summary = result.summary(showsValues: !isEncrypted)
      throw conflict.diagnostic("the model \"\(conflict.model)\" was changed by others, too: \(summary)")
        .appending(.storedState("both versions are kept: this one waits to be sent, the other one is on the server"))
    }
    return result.merged
  }

  /// Returns the document of a new entity.
  private func defaults(of type: EntityType, _ conflict: HTTPConflict) throws -> JSONValue {
    try liveData(of: store.making(at: conflict.created) { store.make(type) }, file: conflict.url)
  }

  /// Makes an entity equal to a merged document, and clears the undo history.
  ///
  /// - Parameter partial: The partial whose `sync` has to run.
  private func apply(
    _ merged: JSONValue, of conflict: HTTPConflict, to entity: EntityID, syncing partial: EntityID? = nil
  ) throws {
    do {
      try runTurn {
        try store.readingAgain {
          try store.transaction {
            try store.apply(document: merged, of: conflict.model, to: entity)
            store.history.clearAfterTransaction(store)
          }
        }
        guard let partial, store.type(of: partial)?.hooks.sync != nil else { return }
        try store.transaction { store.parts.touched.append(partial) }
      }
    } catch let diagnostic as Diagnostic {
      throw conflict.diagnostic("the merged version cannot be used: \(diagnostic.message)").appending(
        .storedState("the model stays as it is here, and on the server as it is there"))
    }
  }
}

extension JSONValue {
  /// Returns an object with the id of another one, and members with the ids of its members.
  fileprivate func withIDs(of other: JSONValue, at names: [String]) -> JSONValue {
    guard case .object(var members) = self, let id = other["id"] else { return self }
    members["id"] = id
    for name in names { if let value = other[name] { members[name] = members[name]?.withIDs(of: value, at: []) } }
    return .object(members)
  }
}
