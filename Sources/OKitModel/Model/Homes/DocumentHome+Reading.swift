/// Reading the document of a model.
extension DocumentHome {
  /// Thrown when a document has another version than the schema.
  private struct OtherVersion: Error {}

  /// Returns the root of a stored model, not registered yet, nil when nothing is stored.
  func load() throws -> LoadedModel? {
    guard let stored = try existing() else { return nil }
    let bytes = stored.bytes
    return try explaining {
      let generated = store.generatedValues
      var record: Int?
      let decoded = try store.repeatingValues(of: bytes, at: path) { try decode(stored, unfit: &record) }
      if let (root, form, replay) = decoded {
        try store.checkInlineParts(below: root)
        // What the document leaves open is not in the stored form.
        let isWhole = store.generatedValues == generated
        return LoadedModel(
          root: root, bytes: bytes, isCurrent: true, form: isWhole && form?.records.isOpen == false ? form : nil,
          index: replay)
      }
      let (jsonValue, isCurrent) = try registry.migrated(try folded(stored), type, name)
      let root = try placing(inRecord: record) {
        try store.repeatingValues(of: bytes, at: path) { try store.decode(jsonValue, as: type, model: name) }
      }
      try store.checkInlineParts(below: root)
      return LoadedModel(root: root, bytes: bytes, isCurrent: isCurrent, form: nil)
    }
  }

  /// Returns the stored document of a model, nil when nothing is stored.
  ///
  /// - Throws: `storage.missing` for a document that was stored once; what reading throws.
  func existing() throws -> StoredDocument? {
    // Nothing shows that a document was stored once.
    if !isKnownStored, !hasOwnStorage, !storage.isRemote, registry.files.isEmpty { return nil }
    try expectDocument()
    let stored: StoredDocument?
    do { stored = try self.stored() } catch let damage as Diagnostic {
      throw StoredDocument.explained(damage, name: name, isRemote: storage.isRemote)
    }
    if let stored, try !stored.bytes.isEmpty || storage.contains(path) { return stored }
    if let missing = try missingDocument() { throw missing }
    return stored
  }

  /// Returns a document with its journal as data.
  func folded(_ stored: StoredDocument) throws -> JSONValue {
    try stored.foldedValue(file: location)
  }

  /// Runs `body`; a value that does not fit is that of a record of the journal.
  ///
  /// - Parameter line: The number of a record with such a value; nil for none.
  private func placing<T>(inRecord line: Int?, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let diagnostic as Diagnostic where diagnostic.code == "model.decode" {
      guard let line else { throw diagnostic }
      throw diagnostic.inRecord(line, of: location + StoragePath.journalSuffix)
    }
  }

  /// Reads a document and its journal straight into records; nil when it has another version, or when the journal has
  /// patches for other classes.
  ///
  /// - Parameter record: Set to the number of a record with a value that does not fit the classes.
  private func decode(
    _ stored: StoredDocument, unfit record: inout Int?
  ) throws -> (root: EntityID, form: StoredForm?, replay: JournalReplay?)? {
    guard keepsJournal || !stored.journal.isEmpty else { return try decode(stored.bytes).map { ($0, nil, nil) } }
    let file = location
    var form = StoredForm(checksum: XXHash64.checksum(stored.bytes), size: stored.bytes.count)
    // Before the document: a damaged one is most probably one that something else has edited.
    try stored.checkFirstRecord(form.checksum, file: file)
    guard let root = try decode(stored.bytes) else { return nil }
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
  private func decode(_ bytes: [UInt8]) throws -> EntityID? {
    let decoder = DocumentDecoder(store: store, model: name) { [type] in
      if $0 ?? 1 != type.version { throw OtherVersion() }
    }
    do {
      return try JSONReader.read(bytes) { try decoder.root(&$0, as: type, isRoot: true) }
    } catch is OtherVersion {
      return nil
    } catch let problem as DocumentDecoder.Problem {
      // It may have another version, which the document names only later.
      if try ModelRegistry.version(of: bytes) != type.version { return nil }
      throw problem.diagnostic(file: "")
    }
  }

  // MARK: Errors

  /// Runs `body`; its error names the file and says that the file was not changed.
  func explaining<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let diagnostic as Diagnostic {
      throw explained(diagnostic)
    }
  }

  func explained(_ diagnostic: Diagnostic) -> Diagnostic {
    let file = location
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
      .storedState(StoredDocument.recovery(from: placed, name: name, isRemote: storage.isRemote)))
  }
}
