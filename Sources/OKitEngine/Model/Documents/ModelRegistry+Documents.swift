/// Reading the documents of models.
extension ModelRegistry {
  static let versionKey = "$version"

  /// Thrown when a document has another version than the schema.
  private struct OtherVersion: Error {}

  /// Returns the root of a stored model, not registered yet, nil when nothing is stored.
  func load(_ type: EntityType, _ name: String) throws -> LoadedModel? {
    guard let stored = try existing(type, name) else { return nil }
    let bytes = stored.bytes
    return try explaining(name) {
      let generated = store.generatedValues
      var record: Int?
      let path = Self.path(of: name)
      let decoded = try store.repeatingValues(of: bytes, at: path) { try decode(stored, type, name, unfit: &record) }
      if let (root, form, replay) = decoded {
        try store.checkInlineParts(below: root)
        // What the document leaves open is not in the stored form.
        let isWhole = store.generatedValues == generated
        return LoadedModel(
          root: root, bytes: bytes, isCurrent: true, form: isWhole && !form.records.isOpen ? form : nil, index: replay)
      }
      let (jsonValue, isCurrent) = try migrated(try folded(stored, name), type, name)
      let root = try placing(inRecord: record, of: name) {
        try store.repeatingValues(of: bytes, at: path) { try store.decode(jsonValue, as: type, model: name) }
      }
      try store.checkInlineParts(below: root)
      return LoadedModel(root: root, bytes: bytes, isCurrent: isCurrent, form: nil)
    }
  }

  /// Reads the document of a registered model as `register` does, with the documents of its partials, and registers and
  /// stores nothing.
  ///
  /// - Parameter report: Receives partials without a document.
  /// - Throws: what reading throws.
  package func checkDocument(of name: String, report: (Diagnostic) -> Void) throws {
    guard let type = store.models[name].flatMap(store.type(of:)) else { return }
    // The application may have run without its documents.
    store.parts.storage = storage
    switch type.modelKind {
    case .file, .encrypted:
      if let root = try load(type, name)?.root { try store.checkPartials(below: root, report: report) }
    case .http, .encryptedHttp:
      remote.names.insert(name)
      try http?.readingOnly {
        if let root = try load(type, name)?.root { try store.checkPartials(below: root, report: report) }
      }
    case .sqlite: try checkRows(type, name, report: report)
    case .transient, nil: break
    }
  }

  /// Returns the data of a document in the version of the schema, nil when nothing is stored.
  func read(_ type: EntityType, _ name: String) throws -> (jsonValue: JSONValue, isCurrent: Bool)? {
    guard let stored = try existing(type, name) else { return nil }
    return try explaining(name) {
      let (jsonValue, isCurrent) = try migrated(try folded(stored, name), type, name)
      guard type.modelKind?.isRemote == true else { return (jsonValue, isCurrent) }
      return (try normalized(jsonValue, of: stored.bytes, at: Self.path(of: name), as: type, name), isCurrent)
    }
  }

  /// Returns the stored document of a model, nil when nothing is stored.
  ///
  /// - Throws: `storage.missing` for a document that was stored once; what reading throws.
  private func existing(_ type: EntityType, _ name: String) throws -> StoredDocument? {
    // A journal can remain without its document. A server tells both at once.
    if type.modelKind?.isRemote != true, try !storage.contains(Self.path(of: name)),
      let missing = try missingDocument(of: type, name)
    {
      throw missing
    }
    let stored: StoredDocument?
    do { stored = try self.stored(type, name) } catch let damage as Diagnostic {
      throw StoredDocument.explained(damage, name: name, isRemote: isRemote(name))
    }
    if let stored, try !stored.bytes.isEmpty || storage.contains(Self.path(of: name)) { return stored }
    if let missing = try missingDocument(of: type, name) { throw missing }
    return stored
  }

  /// Returns a document with its journal as data.
  func folded(_ stored: StoredDocument, _ name: String) throws -> JSONValue {
    try stored.foldedValue(file: storage.location(of: Self.path(of: name)))
  }

  /// Runs `body`; a value that does not fit is that of a record of the journal.
  ///
  /// - Parameter line: The number of a record with such a value; nil for none.
  private func placing<T>(inRecord line: Int?, of name: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let diagnostic as Diagnostic where diagnostic.code == "model.decode" {
      guard let line else { throw diagnostic }
      throw diagnostic.inRecord(line, of: storage.location(of: Self.path(of: name)) + StoragePath.journalSuffix)
    }
  }

  /// Reads a document and its journal straight into records; nil when it has another version, or when the journal has
  /// patches for other classes.
  ///
  /// - Parameter record: Set to the number of a record with a value that does not fit the classes.
  private func decode(
    _ stored: StoredDocument, _ type: EntityType, _ name: String, unfit record: inout Int?
  ) throws -> (root: EntityID, form: StoredForm, replay: JournalReplay?)? {
    let file = storage.location(of: Self.path(of: name))
    var form = StoredForm(checksum: XXHash64.checksum(stored.bytes), size: stored.bytes.count)
    // Before the document: a damaged one is most probably one that something else has edited.
    try stored.checkFirstRecord(form.checksum, file: file)
    guard let root = try decode(stored.bytes, type, name) else { return nil }
    guard !stored.journal.isEmpty else { return (root, form, nil) }
    var line = 0
    do {
      let replay = try JournalReplay(root, of: name, in: store)
      form.records = try StoredDocument.forEachPatch(of: stored.journal, form.checksum, file: file) { reader in
        line += 1
        try replay.apply(&reader)
      }
      store.renameFiles(below: root)
      return (root, form, replay)
    } catch is JournalReplay.Unusual {
      return nil
    } catch is DocumentDecoder.Problem {
      record = line
      return nil
    }
  }

  /// Reads a document straight into records, nil when it has another version.
  private func decode(_ bytes: [UInt8], _ type: EntityType, _ name: String) throws -> EntityID? {
    let decoder = DocumentDecoder(store: store, model: name) { if $0 ?? 1 != type.version { throw OtherVersion() } }
    do {
      return try JSONReader.read(bytes) { try decoder.root(&$0, as: type, isRoot: true) }
    } catch is OtherVersion {
      return nil
    } catch let problem as DocumentDecoder.Problem {
      // It may have another version, which the document names only later.
      if try Self.version(of: bytes) != type.version { return nil }
      throw problem.diagnostic(below: "", file: "")
    }
  }

  private static func version(of members: [String: JSONValue]) throws -> Int {
    switch members[versionKey] {
    case nil: return 1
    case .int(let version)? where version >= 1: return version
    case let other?:
      throw Diagnostic("model.decode", "/\(versionKey): expected the version of the schema, found \(other.summary)")
    }
  }

  private static func version(of bytes: [UInt8]) throws -> Int {
    try JSONReader.read(bytes) { reader in
      var version = 1
      guard try reader.peekKind() == .object else {
        try reader.skipValue()
        return version
      }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard key.string == versionKey else {
          try reader.skipValue()
          continue
        }
        do { version = try DocumentDecoder.version(&reader) } catch let problem as DocumentDecoder.Problem {
          throw problem.diagnostic(below: "", file: "")
        }
      }
      return version
    }
  }

  /// Brings an older document up to the version of the schema.
  func migrated(_ document: JSONValue, _ type: EntityType, _ name: String) throws -> (
    jsonValue: JSONValue, isCurrent: Bool
  ) {
    guard case .object(var members) = document else { throw Diagnostic("model.decode", "/: expected an object") }
    let version = try Self.version(of: members)
    members[Self.versionKey] = nil
    return try migrated(members, from: version, type, name)
  }

  func migrated(_ members: [String: JSONValue], from version: Int, _ type: EntityType, _ name: String) throws -> (
    jsonValue: JSONValue, isCurrent: Bool
  ) {
    guard version <= type.version else {
      throw Diagnostic(
        "model.version",
        """
        the document of model "\(name)" has version \(version); this application supports up to version \
        \(type.version)
        """
      )
    }
    guard version < type.version else { return (.object(members), true) }
    guard let migration = type.migration, let hooks = store.hooks else { return (.object(members), false) }
    var jsonValue = try hooks.migrate(
      migration, named: "\(type.name).migrate", document: .object(members), from: version)
    guard case .object(var result) = jsonValue else {
      throw Diagnostic(
        "model.migration",
        "the migration of \(type.name) from version \(version) returned \(jsonValue.summary), not an object")
    }
    result[Self.versionKey] = nil
    jsonValue = .object(result)
    return (jsonValue, false)
  }

  // MARK: Errors

  /// Runs `body`; its error names the file and says that the file was not changed.
  func explaining<T>(_ name: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let diagnostic as Diagnostic {
      throw explained(diagnostic, name)
    }
  }

  func explained(_ diagnostic: Diagnostic, _ name: String) -> Diagnostic {
    let file = storage.location(of: Self.path(of: name))
    var placed = diagnostic
    if placed.place == nil || placed.place?.offset != nil {
      placed.place = Diagnostic.Place(file: file, offset: diagnostic.place?.offset)
    } else {
      // A migration that fails has its own place, in the script.
      placed.notes.append(.document(file))
    }
    // The file is valid, only not for this application.
    if diagnostic.code == "model.version" { return placed }
    return placed.appending(
      .storedState(StoredDocument.recovery(from: placed, name: name, isRemote: isRemote(name))))
  }

  /// Returns the error for an id that is taken, at the place where the document uses it last.
  func explained(_ taken: ModelStore.TakenID, _ bytes: [UInt8], _ name: String) throws -> Diagnostic {
    let offset = try DocumentSearch.lastOffset(ofID: taken.id, in: bytes)
    return explained(taken.diagnostic.at(Diagnostic.Place(file: "", offset: offset)), name)
  }
}
