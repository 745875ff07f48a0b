/// The failure of a store, and whether recovery may still complete it.
struct CommitError: DescribedError {
  var error: FileError
  /// The document that could not be written; nil when the commit record could not.
  var path: StoragePath?
  /// Whether the commit record remains, or may reappear after a power cut: then recovery completes the store.
  var isUnfinished = false

  var diagnostic: Diagnostic { (path.map { error.at($0.text) } ?? error).diagnostic }
}

extension FileStorage {
  /// Stores documents: writes staged files, then (if `isRecorded`) the commit record, then renames the files.
  ///
  /// - Throws: `CommitError`, and the error of a source that cannot give its content.
  func commit(_ writes: [StorageWrite], _ paths: [StoragePath], isRecorded: Bool) throws {
    tree.closeJournal()
    // Random, so that a record that reappears after a power cut does not find the files of a later store.
    let transaction = String(UInt64.random(in: .min ... .max), radix: 36)
    var commit = StorageCommit(documents: [])
    var written: [String: DocumentVersion] = [:]
    // Many files are synced together: one by one, each would cost a commit of the file system.
    let isTogether = writes.count > FileTree.maximumSingleSyncs
    do {
      for (index, (write, path)) in zip(writes, paths).enumerated() {
        guard !write.isRemoval else { continue }
        let version = try stage(write, path, name: "\(transaction)-\(index)", isSynced: !isTogether, in: &commit)
        // Blobs are not documents.
        if let version, path.name.hasSuffix(".json") { written[path.text] = version }
      }
      let removed = zip(writes, paths).filter(\.0.isRemoval).map(\.1)
      if !removed.isEmpty { try stage(removing: removed, marker: "\(transaction)-removals", in: &commit) }
      if isTogether, let first = paths.first { try syncStaged(commit, first) }
      if isRecorded { try writeRecord(commit, name: "\(transaction)-commit") }
    } catch {
      if (error as? CommitError)?.isUnfinished != true { removeStaged(commit, names: ["\(transaction)-commit"]) }
      throw error
    }
    do { try apply(commit, isRecorded: isRecorded) } catch {
      if (error as? CommitError)?.isUnfinished == true { noteStored(written, isUnfinished: true) }
      throw error
    }
    noteStored(written, isUnfinished: false)
  }

  /// Returns whether a store needs the commit record: when it changes more than one file.
  func needsRecord(_ writes: [StorageWrite], _ paths: [StoragePath]) throws -> Bool {
    guard writes.count == 1, let write = writes.first, let path = paths.first else { return true }
    guard write.records.bytes.isEmpty, !write.isRemoval, !write.becomesPrevious else { return true }
    do {
      if !write.keepsPrevious, try tree.isFile(path.previous) { return true }
      return try [path.journal, path.previous.journal].contains(where: tree.isFile)
    } catch let error as FileError {
      throw CommitError(error: error, path: path)
    }
  }

  /// Writes the staged files and links the old ones: all steps that need space or rights run before anything changes.
  ///
  /// - Returns: The version of the document that the store writes; nil if it writes none.
  private func stage(
    _ write: StorageWrite, _ path: StoragePath, name: String, isSynced: Bool, in commit: inout StorageCommit
  ) throws -> DocumentVersion? {
    do {
      var version: DocumentVersion?
      _ = try tree.makeFolder(path.folder)
      var document = write.isAppend ? try appended(write, path, name) : try replaced(write, path, name)
      // Known before anything is written, so that a failure removes all of it.
      commit.documents.append(document)
      if let staged = document.staged {
        var hash = XXHash64()
        try tree.create(StorageCommit.staged(staged), isSynced: isSynced) { receive in
          try write.forEachPiece { piece in
            hash.update(piece)
            try receive(piece)
          }
        }
        document.checksum = hash.checksum
        if !write.becomesPrevious, let state = try tree.state(of: StorageCommit.staged(staged)) {
          version = DocumentVersion(state: state, checksum: hash.checksum)
        }
      }
      if let journal = document.journal {
        try tree.create(StorageCommit.staged(journal.staged), isSynced: isSynced) {
          try write.records.bytes.withUnsafeBytes($0)
        }
        document.journal?.checksum = XXHash64.checksum(write.records.bytes)
      }
      commit.documents[commit.documents.count - 1] = document
      if let previous = document.previous {
        _ = try tree.makeFolder(path.previous.folder)
        try tree.link(path, to: StorageCommit.staged(previous))
      }
      if let journal = document.previousJournal {
        _ = try tree.makeFolder(path.previous.folder)
        try tree.link(path.journal, to: StorageCommit.staged(journal))
      }
      return version
    } catch let error as FileError {
      throw CommitError(error: error, path: path)
    }
  }

  /// Syncs the bytes of all staged files.
  private func syncStaged(_ commit: StorageCommit, _ first: StoragePath) throws {
    let names = commit.documents.flatMap { [$0.staged, $0.journal?.staged].compactMap(\.self) }
    do { try tree.sync(files: names.map(StorageCommit.staged), in: StorageCommit.folder) } catch {
      throw CommitError(error: error, path: first)
    }
  }

  private func stage(removing paths: [StoragePath], marker: String, in commit: inout StorageCommit) throws {
    for path in paths {
      do { try checkFiles(of: path) } catch { throw CommitError(error: error, path: path) }
    }
    commit.removals = StorageCommit.Removals(marker: marker, paths: paths)
    do { try tree.create(StorageCommit.staged(marker)) { _ in } } catch let error as FileError {
      throw CommitError(error: error, path: paths.first)
    }
  }

  /// Checks that the names of a document stand for files, or for nothing: once the record is durable, nothing may fail
  /// for ever.
  private func checkFiles(of path: StoragePath) throws(FileError) {
    for file in path.files { _ = try tree.isFile(file) }
  }

  private func appended(_ write: StorageWrite, _ path: StoragePath, _ name: String) throws -> StagedDocument {
    try checkLength(write, path)
    var document = StagedDocument(path: path)
    document.journal = StagedDocument.Journal(staged: "\(name)-journal", offset: write.records.offset)
    return document
  }

  private func replaced(_ write: StorageWrite, _ path: StoragePath, _ name: String) throws -> StagedDocument {
    var document = StagedDocument(path: path)
    document.staged = name
    guard !write.becomesPrevious else {
      try checkFiles(of: path)
      _ = try tree.makeFolder(path.previous.folder)
      document.becomesPrevious = true
      return document
    }
    if !write.records.bytes.isEmpty { document.journal = StagedDocument.Journal(staged: "\(name)-journal") }
    guard write.keepsPrevious else {
      try checkFiles(of: path)
      document.dropsPrevious = true
      return document
    }
    if try tree.isFile(path) { document.previous = "\(name)-previous" }
    if document.previous == nil, try tree.isFile(path.journal) {
      // The document was removed by something else. Its journal must not be that of the previous version.
      if try tree.remove(path.journal) { try tree.sync(folder: path.folder) }
    } else if try tree.isFile(path.journal) {
      document.previousJournal = "\(name)-previous-journal"
    } else if document.previous != nil {
      document.dropsPreviousJournal = try tree.isFile(path.previous.journal)
    }
    return document
  }

  /// - Throws: `storage.journal` for records that do not fit.
  func checkLength(_ write: StorageWrite, _ path: StoragePath) throws {
    guard try tree.isFile(path) else { throw noDocument(path) }
    let length = try tree.size(of: path.journal) ?? 0
    guard length >= write.records.offset else {
      throw wrongLength(path, length, expected: write.records.offset)
    }
  }

  private func writeRecord(_ commit: StorageCommit, name: String) throws {
    let json = try commit.json
    do {
      try tree.create(StorageCommit.staged(name)) { try json.withUnsafeBytes($0) }
      try tree.sync(folder: StorageCommit.folder)
      guard try tree.rename(StorageCommit.staged(name), to: StorageCommit.path) else { throw Self.isGone }
    } catch let error as FileError {
      throw CommitError(error: error)
    }
    do {
      try tree.sync(folder: StorageCommit.folder)
    } catch {
      throw withdraw(CommitError(error: error))
    }
  }

  /// Moves the staged files to their places. Until the first one has been moved the store can still be withdrawn.
  private func apply(_ commit: StorageCommit, isRecorded: Bool) throws {
    var hasMoved = false
    var path: StoragePath?
    do {
      for document in commit.documents {
        path = document.path
        do { try move(document, hasMoved: &hasMoved) } catch {
          if !isRecorded, hasMoved { try moveBack(document) }
          throw error
        }
      }
      if let removals = commit.removals {
        path = removals.paths.first
        try remove(removals, hasMoved: &hasMoved)
      }
    } catch let error as FileError {
      var failure = CommitError(error: error, path: path, isUnfinished: isRecorded && hasMoved)
      if isRecorded, !hasMoved { failure = withdraw(failure) }
      if !failure.isUnfinished { removeStaged(commit, names: []) }
      throw failure
    }
    do {
      try finish(commit, isRecorded: isRecorded)
    } catch {
      throw CommitError(error: error, isUnfinished: isRecorded)
    }
  }

  /// Moves the staged files of a document to their places. First the new files, then those that they replace to
  /// `.previous`: in the other order, a crash between the two would leave one version under both names.
  ///
  /// - Parameter isRecovering: Whether files that are missing in the staging folder have been moved already.
  func move(
    _ document: StagedDocument, hasMoved: inout Bool, isRecovering: Bool = false
  ) throws(FileError) {
    let path = document.path
    func rename(_ name: String, _ target: StoragePath) throws(FileError) {
      guard try tree.rename(StorageCommit.staged(name), to: target) || isRecovering else { throw Self.isGone }
    }
    guard let staged = document.staged else { return try append(document, &hasMoved, isRecovering) }
    if document.becomesPrevious {
      try drop([path.journal, path.previous.journal], staged, &hasMoved)
      try rename(staged, path.previous)
      hasMoved = true
      return
    }
    if document.dropsPrevious { try drop([path.journal, path.previous, path.previous.journal], staged, &hasMoved) }
    try rename(staged, path)
    hasMoved = true
    if let journal = document.journal {
      try rename(journal.staged, path.journal)
    } else if let previous = document.previousJournal, try tree.isFile(StorageCommit.staged(previous)) {
      // The staged link shows that this is still the old journal.
      _ = try tree.remove(path.journal)
    }
    if let previous = document.previous {
      if document.dropsPreviousJournal, try tree.isFile(StorageCommit.staged(previous)) {
        _ = try tree.remove(path.previous.journal)
      }
      try rename(previous, path.previous)
    }
    if let previous = document.previousJournal { try rename(previous, path.previous.journal) }
  }

  /// Removes files of a document, durably before the new bytes take their place: once the staged file has been moved, a
  /// record that reappears must not remove what a later store has written.
  private func drop(_ files: [StoragePath], _ staged: String, _ hasMoved: inout Bool) throws(FileError) {
    guard try tree.isFile(StorageCommit.staged(staged)) else { return }
    var folders: Set<[String]> = []
    for file in files where try tree.isFile(file) {
      if try tree.remove(file) { folders.insert(file.folder) }
      hasMoved = true
    }
    for folder in folders.sorted(by: { $0.count < $1.count }) { try tree.sync(folder: folder) }
  }

  /// Removes documents with their journals and previous versions.
  func remove(_ removals: StorageCommit.Removals, hasMoved: inout Bool) throws(FileError) {
    guard try tree.isFile(StorageCommit.staged(removals.marker)) else { return }
    for path in removals.paths {
      for file in path.files where try tree.isFile(file) { hasMoved = try tree.remove(file) || hasMoved }
    }
  }

  private func append(
    _ document: StagedDocument, _ hasMoved: inout Bool, _ isRecovering: Bool
  ) throws(FileError) {
    guard let journal = document.journal, let offset = journal.offset else { return }
    guard let bytes = try tree.openFile(StorageCommit.staged(journal.staged))?.readAll() else {
      if isRecovering { return }
      throw Self.isGone
    }
    do { try tree.append(bytes, to: document.path.journal, at: offset, isJournal: true) } catch {
      // A record that could not be taken back may be read after a crash, so that the others must follow.
      if (try tree.size(of: document.path.journal) ?? 0) > offset { hasMoved = true }
      throw error
    }
    hasMoved = true
  }

  /// Undoes the first rename of `move` after the second one failed.
  private func moveBack(_ document: StagedDocument) throws {
    guard let previous = document.previous else { return }
    do {
      guard try tree.rename(StorageCommit.staged(previous), to: document.path) else { throw Self.isGone }
    } catch let error as FileError {
      throw CommitError(error: error, path: document.path)
    }
  }

  private static let isGone = FileError(reason: "its staged bytes are missing")

  func finish(_ commit: StorageCommit, isRecorded: Bool) throws(FileError) {
    var synced: Set<[String]> = []
    for document in commit.documents where document.staged != nil {
      if synced.insert(document.path.folder).inserted { try tree.sync(folder: document.path.folder) }
      // Without journals, `.previous` needs no sync: losing its last change leaves an older, complete version.
      let previous = document.path.previous.folder
      if document.hasJournals || document.becomesPrevious, synced.insert(previous).inserted {
        try tree.sync(folder: previous)
      }
    }
    guard isRecorded else { return }
    if let removals = commit.removals {
      for folder in Set(removals.paths.flatMap { [$0.folder, $0.previous.folder] }).sorted(by: { $0.count < $1.count })
      where synced.insert(folder).inserted {
        try tree.sync(folder: folder)
      }
      _ = try tree.remove(StorageCommit.staged(removals.marker))
      try tree.sync(folder: StorageCommit.folder)
    }
    _ = try tree.remove(StorageCommit.path)
    try tree.sync(folder: StorageCommit.folder)
    // The bytes of records are in the journals now; the other files have been renamed.
    removeStaged(StorageCommit(documents: commit.documents.filter { $0.staged == nil }), names: [])
  }

  /// Removes the commit record. If that fails, recovery may complete the store, so the staged files must stay.
  private func withdraw(_ failure: CommitError) -> CommitError {
    var failure = failure
    do {
      _ = try tree.remove(StorageCommit.path)
      try tree.sync(folder: StorageCommit.folder)
    } catch {
      failure.isUnfinished = true
    }
    return failure
  }

  /// Removes staged files as far as possible; recovery removes the rest when the directory is next opened.
  private func removeStaged(_ commit: StorageCommit, names: [String]) {
    let marker = (commit.removals?.marker).map { [$0] } ?? []
    for name in commit.documents.flatMap(\.names) + marker + names {
      do {
        _ = try tree.remove(StorageCommit.staged(name))
      } catch {
        continue
      }
    }
  }

  /// Appends to one journal, which needs no commit record: an incomplete record at its end is ignored.
  ///
  /// - Throws: `CommitError`, `storage.journal`.
  func append(_ write: StorageWrite, _ path: StoragePath) throws {
    do {
      let isSeen = tree.hasSeen(path)
      if let journal = try tree.openJournal(of: path, at: write.records.offset) {
        guard try isSeen || tree.isFile(path) else { throw noDocument(path) }
        return try tree.append(write.records.bytes, to: journal)
      }
      try checkLength(write, path)
      try tree.append(write.records.bytes, to: path.journal, at: write.records.offset, isJournal: true)
    } catch let error as FileError {
      throw CommitError(error: error, path: path.journal)
    }
  }
}
