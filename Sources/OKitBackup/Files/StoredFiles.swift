/// The files of a storage that belong into a backup: documents, blobs, partials and the wrapped keys.
///
/// A plain document has its journal folded in. An encrypted one is copied with its journal, so that a backup needs no
/// key.
struct StoredFiles {
  let storage: any DocumentStorage
  let databases: (any RowStorages)?
  /// Whether a document whose journal is damaged is copied with it, and a damaged database as it is. Otherwise, it is
  /// an error.
  var copiesDamaged = false

  /// Returns the files in the order of `MemberPath.isBefore`.
  ///
  /// - Throws: what reading throws; `storage.journal`, `storage.edited`.
  func files() throws -> [BackupFile] {
    var files: [BackupFile] = []
    for path in try storage.list(ModelRegistry.folder) where !MemberPath.isSide(path) {
      files += try databaseCopy(at: path).map { [$0] } ?? self.files(at: path)
    }
    for path in try databases?.pathsInMemory ?? NamedDatabases.paths(in: storage) {
      if let copy = try databaseCopy(at: path) { files.append(copy) }
    }
    if try storage.read(MemberPath.keys) != nil { files.append(content(at: MemberPath.keys)) }
    return files.sorted { MemberPath.isBefore($0.path, $1.path) }
  }

  /// Returns a database as its last transaction left it; nil for other files. The copy is in memory: two reads of a
  /// database that another program changes would differ.
  private func databaseCopy(at path: String) throws -> BackupFile? {
    let isNamed = MemberPath.isNamedDatabase(path)
    guard let databases, isNamed || path.hasSuffix(".sqlite"), MemberPath.problem(path) == nil else { return nil }
    do {
      guard let bytes = try databases.copy(of: path, isOwn: !isNamed), !bytes.isEmpty else { return nil }
      return BackupFile(path: path) { receive in try bytes.withUnsafeBytes(receive) }
    } catch let diagnostic as Diagnostic {
      guard copiesDamaged else { throw diagnostic }
      return nil
    }
  }

  private func files(at path: String) throws -> [BackupFile] {
    let isBlob = [PartPath.dataFolder, PartPath.imageFolder].contains { path.hasPrefix($0 + "/") }
    guard !isBlob, path.hasSuffix(".json"), let stored = try storage.readDocument(path) else {
      return [content(at: path)]
    }
    guard !stored.journal.isEmpty else {
      if !copiesDamaged, !EncryptedContent.isContainer(stored.bytes) { try check(stored, path) }
      return [content(at: path)]
    }
    if !EncryptedContent.isContainer(stored.bytes) {
      do {
        _ = try folded(stored, path)
        return [document(at: path) { try folded($0, path) }]
      } catch let diagnostic as Diagnostic {
        guard copiesDamaged else { throw diagnostic }
      }
    }
    return [document(at: path, \.bytes), document(at: path, suffix: MemberPath.journalSuffix, \.journal)]
  }

  /// Checks that a document is JSON: a backup of a damaged model would seem to be one that helps.
  private func check(_ stored: StoredDocument, _ path: String) throws {
    do { try JSONReader.read(stored.bytes) { try $0.skipValue() } } catch var diagnostic as Diagnostic {
      diagnostic.place = Diagnostic.Place(file: storage.location(of: path), offset: diagnostic.place?.offset)
      let name = ModelRegistry.name(ofDocument: path)
      throw diagnostic.appending(.storedState(StoredDocument.recovery(from: diagnostic, name: name)))
    }
  }

  private func folded(_ stored: StoredDocument, _ path: String) throws -> [UInt8] {
    try stored.bytes.withUnsafeBufferPointer {
      try StoredDocument.folded($0, journal: stored.journal, file: storage.location(of: path))
    } ?? stored.bytes
  }

  private func content(at path: String) -> BackupFile {
    BackupFile(path: path) { [storage] receive in
      guard let content = try storage.content(of: path) else { throw Self.isGone(path) }
      try withExtendedLifetime(content) { try receive(content.bytes) }
    }
  }

  private func document(
    at path: String, suffix: String = "", _ content: @escaping (StoredDocument) throws -> [UInt8]
  ) -> BackupFile {
    BackupFile(path: path + suffix) { [storage] receive in
      guard let stored = try storage.readDocument(path) else { throw Self.isGone(path) }
      try content(stored).withUnsafeBytes(receive)
    }
  }

  private static func isGone(_ path: String) -> Diagnostic {
    Diagnostic("storage.read", "\(path) was removed while the backup was created")
  }
}
