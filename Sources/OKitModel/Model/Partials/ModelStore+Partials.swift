/// Partials: entities whose deferred property is an entity with a document of its own.
extension ModelStore {
  // MARK: Reading

  /// Reads the document of a partial and gives the entity its place. Without a document, the entity is a new one.
  ///
  /// Reading does not change the model: it is neither undone nor stored.
  /// - Throws: `partial.id`, `model.duplicateId`, what reading the storage throws, and what a document that is not as
  ///   the class declares it throws.
  func readDeferred(_ partial: EntityID, _ record: EntityRecord, _ property: Property) throws {
    let child: EntityID
    if let file = parts.files[partial], parts.unread.contains(partial), let bytes = try document(in: file) {
      child = try explained(file) { try decodeDeferred(bytes, of: partial, property, file) }
      parts.storage(of: file.model)?.noteRead(file.path)
    } else {
      child = try makeDeferred(of: partial, property)
    }
    parts.noteRead(partial)
    let tree = subtree(child)
    record.write(.entity(child), at: property.location)
    place(child, in: partial, slot: property.slot)
    guard isManaged(partial) else { return }
    manage(tree)
    try graph.withoutTracking {
      try atomically {
        try runHooks("managed", { $0.managed }, tree, context: CollectionRef(owner: partial, slot: property.slot))
      }
    }
  }

  /// Returns the document of a partial; nil if there is none. The error of a damaged file names the ways to recover.
  private func document(in file: PartFile) throws -> [UInt8]? {
    guard PartRow(path: file.path) == nil, let storage = parts.storage(of: file.model) else {
      return try content(of: file)
    }
    let wasRead = server?.date(of: file.path) != nil
    do {
      // As a document, whose version a store compares.
      let stored = try storage.readDocument(file.path)?.bytes ?? []
      if stored.isEmpty, wasRead { throw Self.missingDocument(at: storage.location(of: file.path)) }
      return stored.isEmpty ? try content(of: file) : stored
    } catch let damage as Diagnostic {
      throw StoredDocument.explained(
        damage, name: ModelRegistry.name(ofDocument: file.path), isRemote: isRemote(file))
    }
  }

  /// The error for a document that the server had before. What is in memory stays: the response may be wrong.
  private static func missingDocument(at url: String) -> Diagnostic {
    Diagnostic(
      "storage.missing", "the document of the partial was on the server before, and is missing now",
      place: Diagnostic.Place(file: url), hint: "read the model again, or change the entity and store it again")
  }

  private func decodeDeferred(
    _ bytes: [UInt8], of partial: EntityID, _ property: Property, _ file: PartFile
  ) throws -> EntityID {
    guard let name = property.ownedTypeName else { throw gone() }
    let type = try requireType(name, for: "\(describe(partial)).\(property.name)")
    let child: EntityID
    do {
      // Its parts are where the document is.
      child = try PartDatabases.reading(PartRow(path: file.path) != nil, of: file.model, in: self) {
        try repeatingValues(of: bytes, at: file.path) {
          try JSONReader.read(bytes) { try DocumentDecoder(store: self, model: file.model).root(&$0, as: type) }
        }
      }
    } catch let problem as DocumentDecoder.Problem {
      throw problem.diagnostic(file: "")
    }
    do { try checkCanAttach(child, to: partial, isStored: true) } catch var taken as Diagnostic {
      let ids = Set(subtree(child).compactMap(id))
      // The message names the id, which the document has at some offset.
      if let id = ids.first(where: { taken.message.contains("\"\($0)\"") }) {
        taken.place = Diagnostic.Place(file: "", offset: try DocumentSearch.lastOffset(ofID: id, in: bytes))
      }
      throw taken
    }
    return child
  }

  /// Runs `body`; its error names the file and says that it was not changed.
  private func explained<T>(_ file: PartFile, _ body: () throws -> T) throws -> T {
    let path = file.path
    do { return try body() } catch var diagnostic as Diagnostic {
      if let row = PartRow(path: path) {
        diagnostic.message = "\(row.description): \(diagnostic.message)"
        diagnostic.place = Diagnostic.Place(file: location(of: path))
        throw diagnostic.appending(.storedState("the database was not changed"))
      }
      diagnostic.place = Diagnostic.Place(file: location(of: path), offset: diagnostic.place?.offset)
      throw diagnostic.appending(
        .storedState(
          StoredDocument.recovery(
            from: diagnostic, name: ModelRegistry.name(ofDocument: path), isRemote: isRemote(file))))
    }
  }

  private func isRemote(_ file: PartFile) -> Bool {
    parts.storage(of: file.model)?.isRemote == true
  }

  /// Makes a new entity for a deferred property. Its ids follow from that of the partial: while it is not stored, it is
  /// the same one each time that it is read, and reading it changes no other ids.
  ///
  /// - Parameter isReplacing: Whether the entity has another id than one that is in a model.
  func makeDeferred(of partial: EntityID, _ property: Property, isReplacing: Bool = true) throws -> EntityID {
    guard let name = property.ownedTypeName, let id = id(of: partial) else { throw gone() }
    let type = try requireType(name, for: "\(describe(partial)).\(property.name)")
    try requirePath(ofPart: partial, in: "")
    let outer = idGenerator
    defer { idGenerator = outer }
    idGenerator = IDGenerator(repeating: Self.seed(of: id))
    let date = parts.files[partial].flatMap { server?.dateOfCreation(of: $0.path) }
    var child = making(at: date) { make(type) }
    // The one before is in a model when the property was set to nil.
    while isReplacing, let id = self.id(of: child), ids.find(id, in: entities) != nil {
      child = making(at: date) { make(type) }
    }
    return child
  }

  /// Returns what the document of a partial has whose entity is in memory, for reading it again: a new entity if there
  /// is not a document.
  func storedData(ofDeferred property: Property, of partial: EntityID) throws -> JSONValue {
    // What is in memory is stored when it changes.
    parts.noteRead(partial)
    if let file = parts.files[partial], let bytes = try document(in: file) {
      return try JSONValue.parse(json: bytes, file: location(of: file.path))
    }
    parts.setFile(of: partial, nil)
    let new = try makeDeferred(of: partial, property, isReplacing: false)
    defer { garbage.append(new) }
    return jsonValue(new, .document)
  }

  /// Runs `body`; its error names the file of a part, unless it names one already.
  func placing(_ path: String?, _ body: () throws -> Void) throws {
    do { try body() } catch var diagnostic as Diagnostic {
      guard let path, diagnostic.place?.file.isEmpty ?? true else { throw diagnostic }
      diagnostic.place = Diagnostic.Place(file: location(of: path), offset: diagnostic.place?.offset)
      throw diagnostic
    }
  }

  /// Returns a number that follows from a text on every machine (FNV-1a).
  static func seed(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Reads the documents of the partials below an entity that leaves its model: references to what is in them follow
  /// their rules. A document that cannot be read stays, and is reported when the model is stored.
  func readPartials(below entity: EntityID) {
    var next = [entity]
    while let entity = next.popLast() {
      if parts.unread.contains(entity), type(of: entity)?.lazyProperty?.role == .deferred {
        do { try readPart(entity) } catch { parts.reported.insert(entity) }
      }
      next += children(of: entity)
    }
  }

  /// Reads the documents of all partials below an entity.
  ///
  /// - Parameter report: Receives an error for a document that is missing and had a version before, and a warning for
  ///   any other that is missing: a partial whose entity was never changed has none.
  /// - Throws: the first error.
  func checkPartials(below entity: EntityID, report: (Diagnostic) -> Void) throws {
    guard hasPartials else { return }
    var next = [entity]
    while let entity = next.popLast() {
      if parts.unread.contains(entity), let property = type(of: entity)?.lazyProperty, property.role == .deferred {
        if let file = parts.files[entity] { try checkDocument(in: file, of: entity, property, report) }
        try readPart(entity)
      }
      next += children(of: entity)
    }
  }

  func checkDocument(
    in file: PartFile, of partial: EntityID, _ property: Property, _ report: (Diagnostic) -> Void
  ) throws {
    guard try content(of: file) == nil else { return }
    let hadOne =
      try PartRow(path: file.path) == nil && parts.storage(of: file.model)?.readPreviousDocument(file.path) != nil
    var diagnostic = Diagnostic(
      "partial.missing",
      "the document of \(describe(partial)) is missing; its \"\(property.name)\" is a new entity when it is read",
      severity: hadOne ? .error : .warning, place: Diagnostic.Place(file: location(of: file.path)))
    if hadOne { diagnostic = diagnostic.appending(.storedState(Self.restoring(file.path))) }
    report(diagnostic)
  }

  /// Returns how the previous version of the document of a partial is restored.
  private static func restoring(_ path: String) -> String {
    StoredDocument.restoring(ModelRegistry.name(ofDocument: path))
  }

  /// Returns the ids in the documents of partials that were not read. O(size of the documents).
  func unreadIDs() throws -> Set<String> {
    var ids: Set<String> = []
    for partial in parts.unread.sorted(by: { $0.index < $1.index }) {
      guard isManaged(partial), type(of: partial)?.lazyProperty?.role == .deferred,
        let file = parts.files[partial], let bytes = try content(of: file)
      else { continue }
      try explained(file) { ids.formUnion(try DocumentSearch.content(of: bytes).ids) }
    }
    return ids
  }

  // MARK: Changing

  /// Returns the owner of the document that an entity is written to: the nearest partial above it, or the root.
  func rootOfDocument(_ entity: EntityID) -> EntityID {
    var current = entity
    while let header = record(current)?.header, let parent = header.pointee.parent {
      if isDeferred(header.pointee.parentSlot, of: parent) { return parent }
      current = parent
    }
    return current
  }

  /// Returns whether a slot of an entity is a deferred property.
  func isDeferred(_ slot: Int32, of entity: EntityID) -> Bool {
    guard slot >= 0, let record = record(entity), let property = type(of: record).lazyProperty else { return false }
    return property.slot == slot && property.role == .deferred
  }

  /// Notes that the partial above an entity has to be synchronized, because the entity was changed.
  @inline(never)
  func touchPartial(of entity: EntityID) {
    guard !journal.isReplaying, !didSets.isCreating, !parts.isReadingAgain else { return }
    let partial = rootOfDocument(entity)
    guard let type = type(of: partial), type.lazyProperty?.role == .deferred, partial != entity else { return }
    // Changes outside of a model are stored when the partial is back.
    if !isManaged(partial) { countChange(of: partial) }
    synchronizeLater(partial, type)
  }

  /// Notes that a partial has got another entity: one that it was made with, that was assigned, or that applied data
  /// has.
  package func noteContent(of partial: EntityID) {
    guard !journal.isReplaying, !parts.isReadingAgain, let type = type(of: partial) else { return }
    synchronizeLater(partial, type)
  }

  private func synchronizeLater(_ partial: EntityID, _ type: EntityType) {
    if type.hooks.sync != nil, !parts.syncing.contains(partial) { parts.touched.append(partial) }
  }

  /// Runs `sync` of the partials whose entity was changed. What it changes does not call it again.
  ///
  /// - Throws: what a function throws.
  func synchronizePartials() throws {
    while let partial = parts.touched.popFirst() {
      guard let record = record(partial), case let type = type(of: record), let property = type.lazyProperty,
        let function = type.hooks.sync, case .entity(let child) = record.value(of: property)
      else { continue }
      parts.syncing.insert(partial)
      defer { parts.syncing.remove(partial) }
      try runHook(function, of: partial, [.entity(child)], hookName("sync", of: partial))
    }
  }
}
