/// Files that live for a short time: what waits to be sent to a server, below `okit/pending`.
///
/// Their changes are appended to a log, and are read from there. They become files when the storage is closed, and
/// before a store that changes other files with them. A log that remains after a crash is used by the next owner.
extension FileStorage {
  private static let loggedFolder = "okit/pending/"

  /// The size from which on a log is written again when less than half of it is needed.
  private static let minimumSize = 256 << 10

  private static func isLogged(_ path: String) -> Bool { path.hasPrefix(loggedFolder) }

  // MARK: Reading

  /// A file whose newest change is in the log.
  struct LoggedFile {
    /// Nil for a file that was removed.
    var content: [UInt8]?
  }

  /// A log that another process may change.
  struct ReadLog {
    let state: FileState
    let log: StorageLog
    let bytes: [UInt8]
  }

  /// Returns the content of a path in the log; nil if the log does not contain the path.
  func logged(_ path: String) throws -> LoggedFile? {
    guard Self.isLogged(path) else { return nil }
    let path = try StoragePath(path)
    try open()
    do {
      let read = access == .reader ? try currentLog() : nil
      switch (read?.log ?? log).entries[path.text] {
      case nil: return nil
      case .removed: return LoggedFile(content: nil)
      case .content(let range):
        return LoggedFile(content: try read.map { Array($0.bytes[range]) } ?? content(at: range))
      }
    } catch let error as FileError {
      throw failure("storage.read", "read", path, error)
    }
  }

  private func content(at range: Range<Int>) throws(FileError) -> [UInt8] {
    guard let file = try tree.openFile(StorageLog.path) else { throw FileError(reason: "the log is missing") }
    return try file.read(range)
  }

  /// Reads the log as far as another process has written it.
  private func currentLog() throws -> ReadLog? {
    for _ in 0..<Self.maximumChanges {
      guard let file = try tree.openFile(StorageLog.path) else { return nil }
      let state = try file.state
      if let read = readLog, read.state == state { return read }
      let bytes = try file.readAll()
      do {
        let log = try StorageLog(bytes, file: location(of: StorageLog.path.text))
        readLog = ReadLog(state: state, log: log, bytes: bytes)
        return readLog
      } catch {
        guard try tree.state(of: StorageLog.path) != state else { throw error }
      }
    }
    throw FileError(reason: "another process keeps storing it")
  }

  /// Reads the log that the last owner has left.
  func takeLog() throws {
    let bytes = try tree.openFile(StorageLog.path)?.readAll() ?? []
    (log, storedFiles, hasLogFile) = (try StorageLog(bytes, file: location(of: StorageLog.path.text)), nil, true)
  }

  /// Returns the paths below a folder, given those of the files: with the files of the log.
  func withLogged(_ paths: Set<String>, in folder: StoragePath) throws -> Set<String> {
    let folder = folder.text + "/"
    guard folder.hasPrefix(Self.loggedFolder) || Self.loggedFolder.hasPrefix(folder) else { return paths }
    var paths = paths
    let log = access == .reader ? try currentLog()?.log ?? StorageLog() : log
    for (path, entry) in log.entries where path.hasPrefix(folder) {
      if entry == .removed { paths.remove(path) } else { paths.insert(path) }
    }
    return paths
  }

  // MARK: Writing

  /// Returns whether the log takes a store: one of such files only, which have no previous versions.
  func takesLog(_ writes: [StorageWrite]) -> Bool {
    writes.allSatisfy { write in
      Self.isLogged(write.path) && !write.isAppend && !write.becomesPrevious && write.records.bytes.isEmpty
        && (write.isRemoval || !write.keepsPrevious)
    }
  }

  /// Appends a store to the log, or empties it if it is not needed any more.
  ///
  /// - Throws: `storage.write`, and what a source of a content throws.
  func appendToLog(_ writes: [StorageWrite], _ paths: [StoragePath]) throws {
    let contents = try writes.map { (path: $0.path, content: $0.isRemoval ? nil : try $0.bytes()) }
    do {
      let files = try filesBesideLog()
      let (record, bytes) = try StorageLog.record(of: contents, at: log.size)
      var next = log
      next.add(record)
      for (path, content) in contents where content == nil && !files.contains(path) { next.forget(path) }
      guard !next.entries.isEmpty else { return try emptyLog() }
      hasLogFile = true
      try tree.append(bytes, to: StorageLog.path, at: log.size)
      log = next
    } catch let error as FileError {
      throw failure("storage.write", "write", paths[0], error)
    }
    // The store is durable; these steps run again with the next one.
    do {
      if !log.hasContents { try moveOutOfLog() } else { try shortenLog() }
    } catch {
      return
    }
  }

  /// Returns the paths of the files below the folder that are not part of the log.
  private func filesBesideLog() throws(FileError) -> Set<String> {
    if let storedFiles { return storedFiles }
    var (found, open) = (Set<String>(), [Self.loggedFolder.split(separator: "/").map(String.init)])
    while let folder = open.popLast() {
      for (name, isFolder) in try tree.names(in: folder) ?? [] {
        if isFolder { open.append(folder + [name]) } else { found.insert((folder + [name]).joined(separator: "/")) }
      }
    }
    storedFiles = found
    return found
  }

  private func emptyLog() throws(FileError) {
    guard log.size > 0 else { return }
    try tree.empty(StorageLog.path)
    log = StorageLog()
    try tree.sync(file: StorageLog.path)
  }

  /// Writes the log again without what is not needed any more.
  private func shortenLog() throws {
    guard log.size > Self.minimumSize, log.contentSize < log.size / 2 else { return }
    var contents: [(path: String, content: [UInt8]?)] = []
    for (path, entry) in log.entries.sorted(by: { $0.key < $1.key }) {
      if case .content(let range) = entry {
        contents.append((path, try content(at: range)))
      } else {
        contents.append((path, nil))
      }
    }
    let (record, bytes) = try StorageLog.record(of: contents, at: 0)
    try tree.create(Self.stagedLog) { try bytes.withUnsafeBytes($0) }
    guard try tree.rename(Self.stagedLog, to: StorageLog.path) else { return }
    log = StorageLog()
    log.add(record)
    try tree.sync(folder: StorageCommit.folder)
  }

  private static let stagedLog = StorageCommit.staged("pending.log-new")

  /// Writes what the log has to files, and empties it.
  ///
  /// The log stays as it is until all files are durable, so that a crash changes nothing.
  private func moveOutOfLog() throws {
    guard !log.entries.isEmpty else { return }
    storedFiles = nil
    var folders: Set<[String]> = []
    var staged: [(file: StoragePath, path: StoragePath)] = []
    for (text, entry) in log.entries.sorted(by: { $0.key < $1.key }) {
      let path = try StoragePath(text)
      if case .content(let range) = entry {
        let bytes = try content(at: range)
        let file = StorageCommit.staged("pending.log-file-\(staged.count)")
        _ = try tree.remove(file)
        try tree.create(file, isSynced: false) { try bytes.withUnsafeBytes($0) }
        staged.append((file, path))
      } else {
        _ = try tree.remove(path)
      }
      folders.insert(path.folder)
    }
    try tree.sync(files: staged.map(\.file), in: StorageCommit.folder)
    for (file, path) in staged {
      guard try tree.rename(file, to: path) else { throw FileError(reason: "its staged bytes are missing") }
    }
    for folder in folders { try tree.sync(folder: folder) }
    let hasRemoved = log.entries.values.contains(.removed)
    try emptyLog()
    if hasRemoved { for folder in folders { try removeEmptyFolders(above: folder) } }
  }

  /// Removes a folder, and the folders above it, as far as they have no files.
  private func removeEmptyFolders(above folder: [String]) throws(FileError) {
    var folder = folder
    while folder.count > 2 {
      try tree.removeEmptyFolders(folder)
      folder.removeLast()
    }
  }

  /// Lets files be all that is stored of paths, before a store that does not go through the log.
  ///
  /// - Throws: `storage.write`.
  func leaveLog(_ paths: [StoragePath]) throws {
    guard let first = paths.first(where: { Self.isLogged($0.text) }) else { return }
    do { try moveOutOfLog() } catch let error as FileError {
      throw failure("storage.write", "write", first, error)
    }
    storedFiles = nil
  }

  /// Lets files be all that is stored, as far as possible: the next owner uses the log otherwise.
  func closeLog() {
    do {
      try moveOutOfLog()
      guard hasLogFile else { return }
      _ = try tree.remove(StorageLog.path)
      hasLogFile = false
    } catch {
      return
    }
  }
}
