/// Encrypts the files of encrypted models on their way into another storage, and decrypts them when they are read.
///
/// Contents outside encrypted models pass unchanged, in the same commit.
package final class EncryptedStorage: DocumentStorage {
  package let base: any DocumentStorage
  package let encryption: any ContentEncryption
  /// Returns the model that a file belongs to, as far as that is known.
  let model: (String) -> String?
  /// The records of the encrypted journals that were read or written.
  private var journals: [String: EncryptedJournal.Offsets] = [:]

  package init(
    _ base: any DocumentStorage, _ encryption: any ContentEncryption,
    model: @escaping (String) -> String? = { _ in nil }
  ) {
    (self.base, self.encryption, self.model) = (base, encryption, model)
  }

  /// Reads the keys, or creates them.
  ///
  /// - Throws: see `ContentEncryption.open(in:)`.
  package func open() throws { try encryption.open(in: base) }

  /// Overwrites the keys. What is encrypted cannot be read from now on.
  package func close() {
    encryption.close()
    journals = [:]
  }

  package func location(of path: String) -> String { base.location(of: path) }

  // MARK: Reading

  package func read(_ path: String) throws -> [UInt8]? { try base.read(path).map { try content($0, path) } }

  package func readingMany<Result>(_ body: () -> Result) -> Result { base.readingMany(body) }

  package func content(of path: String) throws -> StoredContent? {
    guard let stored = try base.content(of: path) else { return nil }
    guard EncryptedContent.isContainer(stored.bytes) else {
      try checkPlain(path, stored.bytes)
      return stored
    }
    return StoredContent(copying: try content(Array(stored.bytes), path))
  }

  package func contains(_ path: String) throws -> Bool { try base.contains(path) }

  package var isRemote: Bool { base.isRemote }

  package func noteRead(_ path: String) { base.noteRead(path) }

  package func edit(of path: String) throws -> DocumentEdit? { try base.edit(of: path) }

  package func readDocument(_ path: String) throws -> StoredDocument? {
    guard let stored = try base.readDocument(path) else { return nil }
    let (document, offsets) = try decrypted(stored, path)
    journals[path] = offsets
    return document
  }

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    try base.readPreviousDocument(path).map { try decrypted($0, path).document }
  }

  /// Decrypts a document that was read from the base.
  package func decrypted(_ stored: StoredDocument, at path: String) throws -> StoredDocument {
    try decrypted(stored, path).document
  }

  private func decrypted(
    _ stored: StoredDocument, _ path: String
  ) throws -> (document: StoredDocument, EncryptedJournal.Offsets?) {
    let isContainer = EncryptedContent.isContainer(stored.bytes)
    if stored.bytes.isEmpty, EncryptedJournal.isEncrypted(stored.journal) {
      let hasPrevious = try base.readPreviousDocument(path) != nil
      throw Diagnostic(
        "storage.missing", "the encrypted document is missing; only its journal is there",
        place: Diagnostic.Place(file: location(of: path)),
        hint: "\(hasPrevious ? HintPhrase.restore : .restoreBackup)")
    }
    guard isContainer else {
      try checkPlain(path, stored.bytes)
      return (stored, nil)
    }
    let bytes = try content(stored.bytes, path)
    let (journal, offsets) = try self.journal(try StoragePath(path)).records(stored.journal)
    return (StoredDocument(bytes: bytes, journal: journal), offsets)
  }

  private func content(_ bytes: [UInt8], _ path: String) throws -> [UInt8] {
    guard EncryptedContent.isContainer(bytes) else {
      try checkPlain(path, bytes)
      return bytes
    }
    return try Self.placed(location(of: path)) { try bytes.withUnsafeBytes { try encryption.decrypt($0, path) } }
  }

  /// Checks that a file may be plain. An encrypted model that is stored encrypted has no such file.
  ///
  /// - Throws: `storage.plain`; `storage.container` for a container whose first bytes were changed.
  package func checkPlain(_ path: String, _ bytes: some Collection<UInt8>) throws {
    guard !encryption.encryptedModels.isEmpty, let model = model(path), encryption.encryptedModels.contains(model)
    else { return }
    if EncryptedContent.resemblesContainer(bytes) {
      throw Diagnostic(
        "storage.container", "the first bytes of the encrypted file were changed",
        place: Diagnostic.Place(file: location(of: path)))
    }
    throw Diagnostic(
      "storage.plain", "the file is not encrypted, although the model \"\(model)\" was stored encrypted",
      place: Diagnostic.Place(file: location(of: path)))
  }

  private static func placed<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var diagnostic as Diagnostic {
      if diagnostic.place == nil { diagnostic.place = Diagnostic.Place(file: file) }
      throw diagnostic
    }
  }

  private func journal(_ path: StoragePath) -> EncryptedJournal {
    EncryptedJournal(path: path, encryption: encryption, file: location(of: path.journal.text))
  }

  // MARK: Writing

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    let models = Self.models(of: writes)
    guard !models.isEmpty else { return forgetting(writes.map(\.path), base.write(writes)) }
    var changed: [String: EncryptedJournal.Offsets?] = [:]
    let passed: [StorageWrite]
    var finishKeys: (Bool) -> Void = { _ in }
    do {
      let plain = Set(models.compactMap { if case .plain(let name) = $0 { name } else { nil } })
        .intersection(encryption.encryptedModels)
      let encrypted = models.compactMap { if case .encrypted(let name) = $0 { name } else { nil } }
      var all = try writes.map { try passing($0, &changed) }
      if !plain.isEmpty || !encrypted.isEmpty {
        let keys = try encryption.keyWrites(encrypted: encrypted, plain: plain.sorted(), onServer: false, in: base)
        all += keys.writes
        finishKeys = keys.finish
      }
      passed = all
    } catch {
      return .failed(error)
    }
    for (path, offsets) in changed { journals[path] = offsets }
    let operation = base.write(passed)
    operation.whenFinished { [weak self, changed, finishKeys] outcome in
      if case .success = outcome { return finishKeys(true) }
      for path in changed.keys { self?.journals[path] = nil }
      finishKeys(false)
    }
    return operation
  }

  private static func models(of writes: [StorageWrite]) -> [StorageWrite.Form] {
    var models: [StorageWrite.Form] = []
    for write in writes { if let form = write.form, !models.contains(form) { models.append(form) } }
    return models
  }

  /// Returns the write of the base for a write.
  private func passing(
    _ write: StorageWrite, _ changed: inout [String: EncryptedJournal.Offsets?]
  ) throws -> StorageWrite {
    guard case .encrypted? = write.form else {
      changed[write.path] = .some(nil)
      return write
    }
    let path = try StoragePath(write.path)
    let journal = journal(path)
    guard write.isAppend else {
      var offsets = EncryptedJournal.Offsets()
      let lines = try journal.lines(write.records.bytes, after: &offsets)
      changed[write.path] = write.becomesPrevious ? .some(nil) : offsets
      return write.replacing(
        { [encryption] receive in
          try encryption.encrypt(write.path, { try write.forEachPiece($0) }, to: receive)
        }, journal: lines)
    }
    var stored = journals[write.path]
    var records: [UInt8]?
    if stored == nil || stored?.prefix(write.records.offset).length != write.records.offset {
      // Not read yet, or something that is not at the end of a record.
      guard let document = try base.readDocument(write.path) else { throw noDocument(path) }
      let (decrypted, offsets) = try decrypted(document, write.path)
      (stored, records) = (offsets ?? EncryptedJournal.Offsets(), decrypted.journal)
    }
    let offsets = stored ?? EncryptedJournal.Offsets()
    guard write.records.offset <= offsets.length else {
      throw wrongLength(path, offsets.length, expected: write.records.offset)
    }
    var kept = offsets.prefix(write.records.offset)
    let start = kept.storedLength
    let middle = records.map { Array($0[kept.length..<write.records.offset]) } ?? []
    let lines = try journal.lines(middle + write.records.bytes, after: &kept)
    changed[write.path] = kept
    return StorageWrite(path: write.path, appending: lines, at: start)
  }

  /// Forgets the records of paths that something else writes.
  private func forgetting(_ paths: [String], _ operation: StorageOperation) -> StorageOperation {
    for path in paths { journals[path] = nil }
    return operation
  }

  package func delete(_ paths: [String]) -> StorageOperation { forgetting(paths, base.delete(paths)) }

  package func retire(_ paths: [String], of document: String) -> StorageOperation {
    forgetting(paths, base.retire(paths, of: document))
  }

  package func removeEmptyFolders(_ folder: String) -> StorageOperation { base.removeEmptyFolders(folder) }

  package func flushLog() { base.flushLog() }

  package func list(_ folder: String) throws -> [String] { try base.list(folder) }

  package func restorePrevious(_ path: String) -> StorageOperation {
    forgetting([path], base.restorePrevious(path))
  }
}
