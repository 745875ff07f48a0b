/// Models that others have changed, too.
extension ModelRegistry {
  /// Returns a store of a model that has the changes of others, too, after the model has got them.
  package func resolve(_ conflict: HTTPConflict) throws -> (change: HTTPChange, operation: StorageOperation) {
    try expectNoTurn(conflict)
    guard let http, let root = store.models[conflict.model], let home = remote.homes[conflict.model] else {
      throw conflict.diagnostic(
        "the content was changed by others, and the model \"\(conflict.model)\" is not registered")
    }
    let (name, type) = (home.name, home.type)
    var captured: RemoteHome.Captured
    let isDocument = conflict.path == Self.path(of: name)
    if isDocument {
      try mergeDocument(conflict, root, home, http)
      captured = try home.capture(root, writesDocument: true)
    } else {
      guard HTTPVersion.keepsBody(conflict.path) else {
        throw conflict.diagnostic(
          """
          the file was changed by others, too, and files cannot be merged: it has \(conflict.mine.count) bytes here \
          and \(conflict.theirs.count) on the server
          """
        ).appending(Self.bothVersions)
      }
      let merged = try mergePartial(conflict, root, type, http)
      captured = try home.capture(root, writesDocument: conflict.isFirst)
      captured.change.write(try home.content(conflict.path) { receive in try merged.withUnsafeBytes(receive) })
    }
    if !captured.keys.isEmpty {
      do { try files.write(captured.keys).wait() } catch {
        captured.finishKeys(false)
        throw error
      }
      captured.finishKeys(true)
    }
    let operation = StorageOperation { [weak http] in http?.wait(for: name) }
    let numbers = isDocument || conflict.isFirst ? [root: store.numberForStoring(root)] : [:]
    add(operation, numbers, captured.parts, isMerge: true)
    return (captured.change, operation)
  }

  /// Returns whether a version of others, which the server has after it has acknowledged a store, was made from that
  /// store. Otherwise, something else may have acknowledged it, such as a proxy.
  package func hasChanges(_ conflict: HTTPConflict) throws -> Bool {
    try expectNoTurn(conflict)
    guard let root = store.models[conflict.model], let type = store.type(of: root) else { return false }
    var entity: EntityType? = type
    var data = { [self] in try self.data(ofDocument: $0, conflict, type) }
    if conflict.path != Self.path(of: conflict.model) {
      let child = try store.parts.owners[conflict.path].flatMap { try self.child(of: $0) }
      entity = child.flatMap { store.type(of: $0) }
      data = { [self, entity] in try self.data(ofPartial: $0, conflict, type, as: entity) }
    }
    let theirs = try data(conflict.theirs)
    let sent = try (conflict.sent + [conflict.mine]).map(data)
    return try ownVersions(sent, theirs, try conflict.base.map(data), conflict, entity).hasLast(in: theirs)
  }

  /// - Throws: `HTTPConflict.Postponed` while a turn is running, which could be rolled back.
  private func expectNoTurn(_ conflict: HTTPConflict) throws {
    if holdsRows || store.isInTransaction, remote.registering.map({ store.models.name(of: $0) }) != conflict.model {
      throw HTTPConflict.Postponed()
    }
  }

  private func data(ofDocument body: [UInt8], _ conflict: HTTPConflict, _ type: EntityType) throws -> JSONValue {
    guard let home = remote.homes[conflict.model] else { throw HTTPConflict.Postponed() }
    return try home.explaining {
      let bytes = try plain(body, conflict, type)
      let data = try migrated(try JSONValue.parse(json: bytes, file: conflict.url), type, conflict.model).jsonValue
      return try normalized(data, of: bytes, at: conflict.path, as: type, conflict.model)
    }
  }

  /// - Parameter child: The class of the deferred entity; nil for one that was not read.
  private func data(
    ofPartial body: [UInt8], _ conflict: HTTPConflict, _ type: EntityType, as child: EntityType?
  ) throws -> JSONValue {
    let bytes = try plain(body, conflict, type)
    let data = try JSONValue.parse(json: bytes, file: conflict.url)
    guard let child else { return data }
    return try normalized(data, of: bytes, at: conflict.path, as: child, conflict.model)
  }

  /// Returns the deferred entity of a partial. What an earlier process has not sent is in no memory yet.
  private func child(of partial: EntityID) throws -> EntityID? {
    try store.readPart(partial)
    guard let record = store.record(partial), let property = store.type(of: record).lazyProperty,
      case .entity(let child) = record.value(of: property)
    else { return nil }
    return child
  }

  private func mergeDocument(
    _ conflict: HTTPConflict, _ root: EntityID, _ home: RemoteHome, _ http: HTTPStorage
  ) throws {
    let type = home.type
    let theirs = try data(ofDocument: conflict.theirs, conflict, type)
    let base = try conflict.base.map { try data(ofDocument: $0, conflict, type) }
    let sent = try (conflict.sent + [conflict.mine]).map { try data(ofDocument: $0, conflict, type) }
    let mine = try liveData(of: root, file: conflict.url)
    let merged = try merge(conflict, by: root, type, mine, theirs, base, sent)
    // Reading the parts again finds what was not sent.
    if store.isPending(root) { try beginStore(of: root, on: http) }
    // An entity that leaves the document may be in that of a partial: references to it stay.
    let kept = DocumentMerge.entities(in: merged)
    let needsPartials = DocumentMerge.entities(in: mine).keys.contains { kept[$0] == nil }
    if needsPartials { try readPartialsAhead(of: root, http) }
    defer { if needsPartials { http.endReadAhead() } }
    try apply(merged, of: conflict, to: root, readingPartials: needsPartials)
    if !needsPartials { home.isMerged = true }
    home.isKnownStored = true
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
      try self.data(ofPartial: body, conflict, type, as: child)
    }
    // Its class says what two first versions have in common.
    guard let partial = store.parts.owners[conflict.path], let child = try self.child(of: partial) else {
      let merged = try merge(
        conflict, by: nil, nil, try data(conflict.mine, as: nil), try data(conflict.theirs, as: nil),
        try conflict.base.map { try data($0, as: nil) },
        try (conflict.sent + [conflict.mine]).map { try data($0, as: nil) })
      return try merged.jsonBytes(pretty: true) + [UInt8(ascii: "\n")]
    }
    let childType = store.type(of: child) ?? store.entityType
    let merged = try merge(
      conflict, by: child, childType, try liveData(of: child, file: conflict.url),
      try data(conflict.theirs, as: childType), try conflict.base.map { try data($0, as: childType) },
      try (conflict.sent + [conflict.mine]).map { try data($0, as: childType) })
    if store.isPending(root) { try beginStore(of: root, on: http) }
    // What `sync` has copied from a new entity is not what the document has.
    try apply(merged, of: conflict, to: child, syncing: conflict.isFirst ? partial : nil)
    return try document(of: child)
  }

  /// Returns the document of a stored content.
  private func plain(_ body: [UInt8], _ conflict: HTTPConflict, _ type: EntityType) throws -> [UInt8] {
    if EncryptedContent.isContainer(body) {
      guard type.isEncrypted, let encryption = encrypted?.encryption else {
        throw Diagnostic(
          "storage.encrypted", "the content on the server is encrypted, and \(type.name) is not an encrypted model",
          place: Diagnostic.Place(file: conflict.url))
      }
      return try body.withUnsafeBytes { try encryption.decrypt($0, conflict.path) }
    }
    if type.isEncrypted, isStoredEncrypted(conflict.model) {
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

  /// Returns the data of a document as this application writes it: others may leave defaults and ids out, or write
  /// numbers in another way.
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
  /// - Parameters:
  ///   - type: The class of the entity; nil for one that was not read.
  ///   - sent: What was sent, and may have been stored, the oldest one first.
  /// - Throws: `http.conflict`.
  private func merge(
    _ conflict: HTTPConflict, by entity: EntityID?, _ type: EntityType?, _ mine: JSONValue, _ theirs: JSONValue,
    _ base: JSONValue?, _ sent: [JSONValue]
  ) throws -> JSONValue {
    let versions = try ownVersions(sent, theirs, base, conflict, type)
    let defaults = try entity.map { try self.defaults(ofEntitiesIn: $0, mine, theirs, base, conflict) } ?? [:]
    let origin = versions.origin(of: theirs, defaults: defaults)
    var undecided = ""
    // The function would count the changes of an own version twice.
    if !conflict.isOwn, let entity, let type, let function = type.function(named: "conflict"), let hooks = store.hooks {
      let name = "\(type.name):conflict"
      let merged = try hooks.merge(
        function, named: name, of: entity, mine: mine, theirs: theirs, base: origin.isSent ? origin.base : base)
      if let merged { return merged }
      undecided = "\(name) has returned nothing"
    }
    let own = withIDs(mine, of: theirs, conflict, type)
    let result = DocumentMerge.merge(
      base: origin.base, mine: own, theirs: theirs, common: origin.common,
      changedParts: ownersOfUnsentParts(conflict), prefersMine: conflict.isOwn)
    guard !result.conflicts.isEmpty || !undecided.isEmpty else { return result.merged }
    let isEncrypted = [conflict.mine, conflict.theirs].contains(where: EncryptedContent.isContainer)
    let reasons = [undecided, result.summary(showsValues: !isEncrypted)].filter { !$0.isEmpty }
    throw conflict.diagnostic(
      "the model \"\(conflict.model)\" was changed by others, too: \(reasons.joined(separator: "; "))"
    ).appending(Self.bothVersions)
  }

  private static let bothVersions = Diagnostic.Note.storedState(
    "both versions are kept: this one waits to be sent, the other one is on the server")

  /// Returns what was sent, with what it has changed, in the ids of a version of others.
  private func ownVersions(
    _ sent: [JSONValue], _ theirs: JSONValue, _ base: JSONValue?, _ conflict: HTTPConflict, _ type: EntityType?
  ) throws -> OwnVersions {
    // Two first versions were made from the defaults of the class. Otherwise, only what is equal is known to be common.
    let common = try base ?? type.flatMap { conflict.isFirst ? try defaults(of: $0, conflict) : nil } ?? .object([:])
    return OwnVersions(
      base: withIDs(common, of: theirs, conflict, type),
      sent: sent.map { withIDs($0, of: theirs, conflict, type) }, isFirst: conflict.isFirst,
      // The ids in a new document of a partial follow from that of the partial.
      trustsIDs: !conflict.isFirst || conflict.path == Self.path(of: conflict.model))
  }

  /// Returns a version with the ids of another one: a model and its references keep theirs, which may be other ones in
  /// each application.
  private func withIDs(
    _ version: JSONValue, of theirs: JSONValue, _ conflict: HTTPConflict, _ type: EntityType?
  ) -> JSONValue {
    version.withIDs(of: theirs, at: conflict.isFirst ? type?.pool.references.map(\.name) ?? [] : [])
  }

  /// Returns the documents of new entities for those that two first versions have made with the same ids.
  private func defaults(
    ofEntitiesIn entity: EntityID, _ mine: JSONValue, _ theirs: JSONValue, _ base: JSONValue?, _ conflict: HTTPConflict
  ) throws -> [String: JSONValue] {
    guard conflict.isFirst else { return [:] }
    let ids = Set(DocumentMerge.entities(in: mine).keys).intersection(DocumentMerge.entities(in: theirs).keys)
      .subtracting(base.map { DocumentMerge.entities(in: $0).keys.map(\.self) } ?? [])
    guard !ids.isEmpty else { return [:] }
    var defaults: [String: JSONValue] = [:]
    for part in store.subtree(entity) where part != entity {
      guard let id = store.id(of: part), ids.contains(id), let type = store.type(of: part) else { continue }
      defaults[id] = try self.defaults(of: type, conflict).withID(id)
    }
    return defaults
  }

  /// Returns the document of a new entity.
  private func defaults(of type: EntityType, _ conflict: HTTPConflict) throws -> JSONValue {
    try liveData(of: store.making(at: conflict.created) { store.make(type) }, file: conflict.url)
  }

  /// Makes an entity equal to a merged document, and clears the undo history.
  ///
  /// - Parameters:
  ///   - readsPartials: Whether the partials in memory are read again.
  ///   - partial: The partial whose `sync` has to run.
  private func apply(
    _ merged: JSONValue, of conflict: HTTPConflict, to entity: EntityID, readingPartials readsPartials: Bool = false,
    syncing partial: EntityID? = nil
  ) throws {
    do {
      try inTurn {
        try store.readingAgain {
          try store.transaction {
            store.parts.keepsPartials = !readsPartials
            defer { store.parts.keepsPartials = false }
            try store.apply(document: merged, of: conflict.model, to: entity)
            store.history.clearAfterTransaction(store)
          }
        }
        guard let partial, store.type(of: partial)?.hooks.sync != nil else { return }
        try store.transaction { store.parts.touched.append(partial) }
      }
    } catch let diagnostic as Diagnostic {
      // The server did not answer a read of a part.
      if diagnostic.isFailedRequest { throw diagnostic }
      throw conflict.diagnostic("the merged version cannot be used: \(diagnostic.message)").appending(
        .storedState("the model stays as it is here, and on the server as it is there"))
    }
  }
}

extension JSONValue {
  /// Returns an object with an id.
  fileprivate func withID(_ id: String) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members["id"] = .string(id)
    return .object(members)
  }

  /// Returns an object with the id of another one, and members with the ids of its members.
  fileprivate func withIDs(of other: JSONValue, at names: [String]) -> JSONValue {
    guard case .object(var members) = self, let id = other["id"] else { return self }
    members["id"] = id
    for name in names { if let value = other[name] { members[name] = members[name]?.withIDs(of: value, at: []) } }
    return .object(members)
  }
}
