/// Reading documents as one store left them, while another process may store the next version.
extension FileStorage {
  package func read(_ path: String) throws -> [UInt8]? {
    if let logged = try logged(path) { return logged.content }
    // A reader has to look at the store of another process, too.
    guard access == .owner else { return try stored(path, in: .current, contentOf)?.content }
    let path = try StoragePath(path)
    try open()
    do { return try tree.read(path) } catch { throw failure("storage.read", "read", path, error) }
  }

  package func readingMany<Result>(_ body: () -> Result) -> Result {
    // The owner of a directory is the only one that changes its folders.
    access == .owner ? tree.keepingFoldersOpen(body) : body()
  }

  package func contains(_ path: String) throws -> Bool {
    if let logged = try logged(path) { return logged.content != nil }
    guard access == .owner else { return try stored(path, in: .current, contentOf)?.content != nil }
    let path = try storagePath(path)
    try open()
    if tree.hasSeen(path) { return true }
    do { return try tree.isFile(path) } catch { throw failure("storage.read", "read", path, error) }
  }

  package func readDocument(_ path: String) throws -> StoredDocument? {
    if let logged = try logged(path) { return logged.content.map { StoredDocument(bytes: $0) } }
    guard access == .owner else {
      return try stored(path, in: .current, contentOf).map { found in
        StoredDocument(bytes: found.content ?? [], journal: found.journal)
      }
    }
    // Before the bytes: a file that changes meanwhile counts as changed.
    let journal = try journalState(of: path)
    let found = try stored(path, in: .current) { file throws(FileError) in
      let state = try file.state
      return (bytes: try contentOf(file), state: state)
    }
    readVersions[path] = ReadVersion(
      document: found?.content.map { DocumentVersion(state: $0.state, checksum: XXHash64.checksum($0.bytes)) },
      journal: JournalVersion(state: journal, records: found?.journal ?? []))
    return found.map { StoredDocument(bytes: $0.content?.bytes ?? [], journal: $0.journal) }
  }

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    try stored(path, in: .previous, contentOf).flatMap { found in
      found.content.map { StoredDocument(bytes: $0, journal: found.journal) }
    }
  }

  package func content(of path: String) throws -> StoredContent? {
    if let logged = try logged(path) { return logged.content.map { StoredContent(copying: $0) } }
    return try stored(path, in: .current, mapping)?.content.map { StoredContent($0) }
  }

  /// Maps a document of any size, and returns it with its journal; nil when nothing is stored there.
  package func map(_ path: String) throws -> (document: MappedFile, journal: [UInt8])? {
    try stored(path, in: .current, mapping).flatMap { found in found.content.map { ($0, found.journal) } }
  }

  /// Maps the version that the last write of the whole document replaced; returns nil if there is none.
  package func mapPrevious(_ path: String) throws -> (document: MappedFile, journal: [UInt8])? {
    try stored(path, in: .previous, mapping).flatMap { found in found.content.map { ($0, found.journal) } }
  }

  private func contentOf(_ file: borrowing FileDescriptor) throws(FileError) -> [UInt8] {
    try file.readAll(limit: tree.readLimit)
  }

  private func mapping(_ file: borrowing FileDescriptor) throws(FileError) -> MappedFile { try MappedFile(file) }

  // MARK: Consistent reads

  private enum Generation { case current, previous }

  /// The result of a reader. The content is nil for a document that is missing while its journal exists.
  private typealias Found<Content> = (content: Content?, journal: [UInt8])

  private typealias Reader<Content> = (borrowing FileDescriptor) throws(FileError) -> Content

  /// Thrown by a read during which another process has stored the document.
  private struct HasChanged: Error {}

  /// The number of stores of another process during one read after which it fails.
  static let maximumChanges = 1000

  private func stored<Content>(
    _ path: String, in generation: Generation, _ read: Reader<Content>
  ) throws -> Found<Content>? {
    let path = try StoragePath(path)
    try open()
    do {
      for _ in 0..<Self.maximumChanges {
        do { return try attempt(path, in: generation, read) } catch is HasChanged {}
      }
      throw FileError(reason: "another process keeps storing it")
    } catch let error as FileError {
      throw failure("storage.read", "read", generation == .current ? path : path.previous, error)
    }
  }

  private func attempt<Content>(
    _ path: StoragePath, in generation: Generation, _ read: Reader<Content>
  ) throws -> Found<Content>? {
    // An owner has completed its commits already, and nobody else stores anything.
    guard access == .reader else { return try tree.keepingFoldersOpen { try files(path, in: generation, read) } }
    let record = try tree.read(StorageCommit.path)
    let commit = try record.map { try StorageCommit(json: $0) }
    let found =
      switch generation {
      case .current: try current(path, commit, read)
      case .previous: try previous(path, commit, read)
      }
    guard try tree.read(StorageCommit.path) == record else { throw HasChanged() }
    return found
  }

  /// Reads a document as a store in progress leaves it.
  private func current<Content>(
    _ path: StoragePath, _ commit: StorageCommit?, _ read: Reader<Content>
  ) throws -> Found<Content>? {
    if commit?.removals?.paths.contains(path) == true { return nil }
    guard let pending = commit?.documents.first(where: { $0.path == path }) else {
      return try files(path, in: .current, read)
    }
    // The document stays, and loses its journal.
    if pending.becomesPrevious { return try files(path, in: .current, read).map { ($0.content, []) } }
    guard let name = pending.staged else {
      guard let found = try files(path, in: .current, read), let journal = pending.journal else { return nil }
      let added = try tree.read(StorageCommit.staged(journal.staged)) ?? []
      return (found.content, found.journal.prefix(journal.offset ?? 0) + added)
    }
    return try staged(name, path, journal: pending.journal?.staged, path.journal, read)
  }

  /// Reads the previous version of a document as a store in progress leaves it.
  private func previous<Content>(
    _ path: StoragePath, _ commit: StorageCommit?, _ read: Reader<Content>
  ) throws -> Found<Content>? {
    if commit?.removals?.paths.contains(path) == true { return nil }
    guard let pending = commit?.documents.first(where: { $0.path == path }), let name = pending.staged else {
      return try files(path, in: .previous, read)
    }
    if pending.dropsPrevious { return nil }
    // Without one, the store makes a new document, and leaves what is there.
    guard let previous = pending.becomesPrevious ? name : pending.previous else {
      return try files(path, in: .previous, read)
    }
    return try staged(previous, path.previous, journal: pending.previousJournal, path.previous.journal, read)
  }

  private func files<Content>(
    _ path: StoragePath, in generation: Generation, _ read: Reader<Content>
  ) throws -> Found<Content>? {
    switch generation {
    case .current: try files(path, path.journal, read)
    case .previous: try files(path.previous, path.previous.journal, read)
    }
  }

  /// Reads a document and its journal, which belong together if nobody has replaced the document meanwhile.
  private func files<Content>(
    _ path: StoragePath, _ journal: StoragePath, _ read: Reader<Content>
  ) throws -> Found<Content>? {
    guard let file = try tree.openFile(path) else {
      let records = try records(journal)
      return records.isEmpty ? nil : (nil, records)
    }
    let content = try read(file)
    let records = try records(journal)
    if access == .reader {
      let identity = try file.status.identity
      guard try tree.openFile(path)?.status.identity == identity else { throw HasChanged() }
    }
    return (content, records)
  }

  private func records(_ journal: StoragePath) throws(FileError) -> [UInt8] { try tree.records(of: journal) ?? [] }

  /// Reads files that a store in progress moves from the staging folder to their places, however far it is.
  private func staged<Content>(
    _ name: String, _ target: StoragePath, journal: String?, _ journalTarget: StoragePath, _ read: Reader<Content>
  ) throws -> Found<Content>? {
    func open(_ name: String, _ target: StoragePath) throws -> FileDescriptor? {
      if let file = try tree.openFile(StorageCommit.staged(name)) { return file }
      return try tree.openFile(target)
    }
    guard let file = try open(name, target) else { throw HasChanged() }
    let content = try read(file)
    guard let journal else { return (content, []) }
    let bytes = try open(journal, journalTarget)?.readAll(limit: tree.readLimit)
    return (content, bytes.map(OpenJournal.records) ?? [])
  }
}
