/// Stores documents as files below a documents directory.
///
/// - A store is atomic and durable: a staged file is written, synced and renamed over the document, and the folder is
///   synced. Several documents go through a commit record; the next owner completes an interrupted store.
/// - Records are appended to the journal of a document, the file `<name>.journal`, and synced. Records for several
///   documents go through the commit record, too.
/// - The version before the last write of a whole document is kept in `.previous/` beside it, with its journal.
/// - One owner at a time: the lock `okit/.lock` is taken on first use, and held until `close()` or until the
///   object is released. Readers take no lock, create no files, and see each store completely or not at all.
/// - Files have the mode 0600, folders 0700. Folders are created when something is stored in them.
///
/// A failure is a `Diagnostic` with the reason: `storage.read`, `storage.limit`, `storage.write`, `storage.locked`,
/// `storage.path`, `storage.readOnly`, `storage.recovery`, `storage.journal`.
package final class FileStorage: DocumentStorage {
  package enum Access: Sendable { case owner, reader }

  /// The documents directory; it may not exist yet.
  package let documents: String
  package let access: Access

  let tree: FileTree
  private let limitHint: String?
  private var lock: DirectoryLock?
  /// The versions of documents that the application has read or stored; empty for a document that was missing. More
  /// than one after a store whose end is not known.
  var versions: [String: [DocumentVersion]] = [:]
  /// The journals of these documents as the application has read or stored them.
  var journals: [String: JournalVersion] = [:]
  /// The versions of the documents that were read last, until they are noted.
  var readVersions: [String: ReadVersion] = [:]
  /// The log of an owner, up to the last complete record.
  var log = StorageLog()
  /// Whether there may be a file of the log.
  var hasLogFile = false
  /// The log that a reader has read last.
  var readLog: ReadLog?
  /// The files beside the log, as far as they are known.
  var storedFiles: Set<String>?
  /// The path that was read last: a store looks at the same document several times.
  private var lastPath: StoragePath?
  /// Whether a durable commit has not been completed; every call completes it first.
  private var hasUnfinishedCommit = false

  /// Creates the storage; it opens nothing before it is used, see `open()`.
  ///
  /// - Parameters:
  ///   - documents: The documents directory.
  ///   - access: Whether documents are stored, too.
  ///   - limit: The maximum size in bytes of a document that is read; nil for the largest size that the storage
  ///     supports.
  ///   - limitHint: The hint in the error for a larger one.
  package init(documents: String, access: Access = .owner, limit: Int? = nil, limitHint: String? = nil) {
    self.documents = documents.isEmpty ? "." : documents
    self.access = access
    self.limitHint = limitHint
    tree = FileTree(root: self.documents, readLimit: limit ?? FileDescriptor.maximumSize)
  }

  /// Locks the directory and completes what the last owner left unfinished. Every other call does it when needed.
  ///
  /// - Throws: `storage.locked`, `storage.write`, `storage.recovery`.
  package func open() throws {
    guard access == .owner else { return }
    if lock == nil {
      do {
        lock = try DirectoryLock(tree)
      } catch let error as FileError {
        throw Diagnostic(
          "storage.write", "cannot use the documents directory \(documents): \(error.reason)",
          place: Diagnostic.Place(file: "\(documents)/\(DirectoryLock.path.text)"), hint: error.hint)
      }
      hasUnfinishedCommit = true
    }
    if hasUnfinishedCommit {
      do {
        try recover()
      } catch let error as FileError {
        throw failure("storage.recovery", "complete an interrupted store in", StorageCommit.path, error)
      }
      hasUnfinishedCommit = false
      for path in journals.keys { noteState(ofJournal: path) }
    }
  }

  /// Unlocks the directory; the next call locks it again.
  package func close() {
    flushLog()
    tree.close()
    lock = nil
  }

  deinit { close() }

  package func flushLog() { if lock != nil, !hasUnfinishedCommit { closeLog() } }

  package func location(of path: String) -> String { "\(documents)/\(path)" }

  /// - Throws: `storage.path`.
  func storagePath(_ text: String) throws -> StoragePath {
    // Texts that Swift calls equal may differ in their bytes.
    if let lastPath, lastPath.text.utf8.elementsEqual(text.utf8) { return lastPath }
    let path = try StoragePath(text)
    lastPath = path
    return path
  }

  // MARK: Listing

  /// Returns what is in a folder of documents, and in its folder of previous versions, besides files whose names
  /// `isKnown`: their paths and what is wrong with them. The storage's own names begin with a dot.
  package func unknownEntries(
    in folder: String, isKnown: (String) -> Bool, isKnownFolder: (String) throws -> Bool = { _ in false }
  ) throws -> [Diagnostic] {
    let path = try StoragePath(folder)
    try open()
    let entries = try entries(in: path)
    let hasPrevious = entries.contains { $0.name == StoragePath.previousFolder && $0.kind == .folder }
    let own = try entries.filter {
      try $0.kind != .folder || $0.name != StoragePath.previousFolder && !isKnownFolder($0.name)
    }
    let earlier = StoragePath(folder: path.folder + [path.name], name: StoragePath.previousFolder)
    return unknown(own, in: path, isKnown)
      + (hasPrevious
        // The folder of a model has what is kept of its parts.
        ? unknown(
          try self.entries(in: earlier).filter { try $0.kind != .folder || !isKnownFolder($0.name) }, in: earlier,
          isKnown)
        : [])
  }

  private func unknown(
    _ entries: [(name: String, kind: FileTree.Kind)], in folder: StoragePath, _ isKnown: (String) -> Bool
  ) -> [Diagnostic] {
    let names = Set(entries.map(\.name))
    return entries.sorted { $0.name < $1.name }.compactMap { name, kind in
      let reason: String
      let isJournal = name.hasSuffix(StoragePath.journalSuffix)
      switch kind {
      case .file where isJournal && !names.contains(String(name.dropLast(StoragePath.journalSuffix.count))):
        reason = "the journal has no document"
      case .file where isKnown(name): return nil
      case .file: reason = "unknown file"
      case .folder: reason = "unknown folder"
      case .link: reason = "a symbolic link, which is not followed"
      case .other: reason = "not a regular file"
      }
      return Diagnostic("storage.unknown", reason, place: .init(file: location(of: "\(folder.text)/\(name)")))
    }
  }

  /// Returns the names of the files of previous versions in a folder of documents.
  package func previousNames(in folder: String) throws -> [String] {
    let path = try StoragePath(folder)
    try open()
    return try entries(in: StoragePath(folder: path.folder + [path.name], name: StoragePath.previousFolder))
      .filter { $0.kind == .file }.map(\.name)
  }

  private func entries(in path: StoragePath) throws -> [(name: String, kind: FileTree.Kind)] {
    do { return try tree.entries(in: path.folder + [path.name]) ?? [] } catch {
      throw failure("storage.read", "list", path, error)
    }
  }

  /// The identity, size and time of a stored file, which differ between its versions.
  package struct FileState: Equatable {
    let number: UInt
    let size: Int
    let time: Int
  }

  /// Returns the state of each file of the models, which changes with a store of another process.
  package func fingerprint() throws -> [String: FileState] {
    let root = ["okit", "data"]
    do {
      var states: [String: FileState] = [:]
      var open = [root, StorageCommit.folder]
      while let folder = open.popLast() {
        for (name, isFolder) in try tree.names(in: folder) ?? []
        where !name.hasSuffix("-shm") && (!isFolder || !name.hasPrefix(".")) {
          let path = StoragePath(folder: folder, name: name)
          if isFolder { open.append(folder + [name]) } else { states[path.text] = try tree.state(of: path) }
        }
      }
      return states
    } catch {
      throw failure("storage.read", "list", StoragePath(folder: ["okit"], name: "data"), error)
    }
  }

  package func list(_ folder: String) throws -> [String] {
    let path = try StoragePath(folder)
    try open()
    do {
      let pending = try pendingCommit()
      var found = Set((pending?.documents ?? []).map(\.path.text).filter { $0.hasPrefix(path.text + "/") })
      var open = [path.folder + [path.name]]
      while let folder = open.popLast() {
        for (name, isFolder) in try tree.names(in: folder) ?? [] where !name.hasPrefix(".") {
          if !isFolder, name.hasSuffix(StoragePath.journalSuffix) { continue }
          if isFolder { open.append(folder + [name]) } else { found.insert((folder + [name]).joined(separator: "/")) }
        }
      }
      return try withLogged(found.subtracting((pending?.removals?.paths ?? []).map(\.text)), in: path).sorted()
    } catch let error as FileError {
      throw failure("storage.read", "list", path, error)
    }
  }

  /// Returns the store that another process is completing, or that waits for the next owner.
  func pendingCommit() throws -> StorageCommit? {
    // An owner has completed it already.
    guard access == .reader, let record = try tree.read(StorageCommit.path) else { return nil }
    return try StorageCommit(json: record)
  }

  // MARK: Writing

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    .running {
      let paths = try writes.count == 1 ? [storagePath(writes[0].path)] : checkedPaths(writes)
      guard let first = paths.first else { return }
      try openForWriting()
      if takesLog(writes) { return try appendToLog(writes, paths) }
      try leaveLog(paths)
      try tree.keepingFoldersOpen {
        try explained(first, writes) {
          if paths.count == 1, writes[0].isAppend { return try append(writes[0], first) }
          try commit(writes, paths, isRecorded: try needsRecord(writes, paths))
        }
      }
      removeRetired(of: zip(writes, paths).filter { !$0.0.isAppend && !$0.0.becomesPrevious }.map(\.1))
    }
  }

  package func restorePrevious(_ path: String) -> StorageOperation { restorePrevious([path]) }

  /// Stores the previous versions of documents again, all or none, as `restorePrevious(_:)` does with one.
  package func restorePrevious(_ paths: [String]) -> StorageOperation {
    .running {
      let writes = try paths.map { path in
        guard let previous = try readPreviousDocument(path) else { throw noPrevious(try StoragePath(path)) }
        return StorageWrite(path: path, bytes: previous.bytes, journal: previous.journal)
      }
      let checked = try checkedPaths(writes)
      guard let first = checked.first else { return }
      try openForWriting()
      // Recorded, so that what is replaced (it may be damaged, and the only copy) is kept in any case.
      try explained(first, writes) { try tree.keepingFoldersOpen { try commit(writes, checked, isRecorded: true) } }
    }
  }

  package func delete(_ paths: [String]) -> StorageOperation {
    .running {
      let paths = try paths.map { try StoragePath($0) }
      try remove(paths)
      removeRetired(of: paths)
    }
  }

  package func removeEmptyFolders(_ folder: String) -> StorageOperation {
    .running {
      let path = try StoragePath(folder)
      try openForWriting()
      do { try tree.removeEmptyFolders(path.folder + [path.name]) } catch let error as FileError {
        throw failure("storage.write", "delete", path, error)
      }
    }
  }

  private func remove(_ paths: [StoragePath]) throws {
    guard !paths.isEmpty else { return }
    try openForWriting()
    try leaveLog(paths)
    var folders: Set<[String]> = []
    try tree.keepingFoldersOpen {
      for path in paths {
        do {
          journals[path.text] = nil
          for file in path.files where try tree.remove(file) { folders.insert(file.folder) }
        } catch let error as FileError {
          throw failure("storage.write", "delete", path, error)
        }
      }
    }
    do {
      for folder in folders { try tree.sync(folder: folder) }
    } catch {
      throw failure("storage.write", "delete", paths[0], error)
    }
  }

  func openForWriting() throws {
    guard access == .owner else {
      throw Diagnostic("storage.readOnly", "the documents directory \(documents) was opened for reading only")
    }
    try open()
  }

  /// Runs a store, notes the journals that it leaves, and describes its failure.
  private func explained(_ first: StoragePath, _ writes: [StorageWrite], _ store: () throws -> Void) throws {
    do {
      try store()
      for write in writes { noteJournal(after: write) }
    } catch let error as CommitError {
      // What is left of a record is not the change of another program.
      for write in writes where write.isAppend { noteState(ofJournal: write.path) }
      hasUnfinishedCommit = error.isUnfinished
      let diagnostic = failure("storage.write", "write", error.path ?? first, error.error)
      throw error.isUnfinished
        ? diagnostic.appending(.storedState("the commit has begun; the next access may complete it")) : diagnostic
    }
  }

  // MARK: Errors

  func failure(_ code: Diagnostic.Code, _ verb: String, _ path: StoragePath, _ error: FileError) -> Diagnostic {
    Diagnostic(
      error.isTooLarge ? "storage.limit" : code, "cannot \(verb) \(path.text): \(error.reason)",
      place: Diagnostic.Place(file: "\(documents)/\(path.text)"),
      hint: error.isTooLarge ? limitHint : error.hint)
  }
}
