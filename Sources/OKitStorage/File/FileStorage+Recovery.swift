/// Completing stores that were interrupted.
extension FileStorage {
  /// Completes a recorded store, removes the staged files of an interrupted one, and reads the log.
  func recover() throws {
    guard let names = try tree.names(in: StorageCommit.folder) else { return }
    try recoverCommit(names)
    if names.contains(where: { $0.name == StorageLog.path.name }) { try takeLog() }
  }

  private func recoverCommit(_ names: [(name: String, isFolder: Bool)]) throws {
    if let record = try tree.read(StorageCommit.path) {
      let commit = try StorageCommit(json: record)
      if let damage = try damage(of: commit) {
        // No store has confirmed it, so that the state before may stay.
        guard try !hasBegun(commit) else { throw damage }
        _ = try tree.remove(StorageCommit.path)
        try tree.sync(folder: StorageCommit.folder)
        return try removeStaged(names)
      }
      var hasMoved = false
      try tree.keepingFoldersOpen {
        for document in commit.documents { try move(document, hasMoved: &hasMoved, isRecovering: true) }
      }
      if let removals = commit.removals { try remove(removals, hasMoved: &hasMoved) }
      try finish(commit, isRecorded: true)
    }
    try removeStaged(names)
  }

  /// Completes an interrupted store of files that something else reads, such as a database. While another process owns
  /// the directory, that is its task.
  ///
  /// - Throws: `storage.recovery`, `storage.write`.
  package func completeStore(of isAffected: (String) -> Bool) throws {
    guard let commit = try pendingCommit() else { return }
    let paths = commit.documents.map(\.path) + (commit.removals?.paths ?? [])
    guard paths.contains(where: { isAffected($0.text) }) else { return }
    let owner = FileStorage(documents: documents)
    do { try owner.open() } catch let diagnostic as Diagnostic where diagnostic.code == "storage.locked" { return }
    owner.close()
  }

  private func removeStaged(_ names: [(name: String, isFolder: Bool)]) throws(FileError) {
    let kept = [StorageCommit.path.name, StorageLog.path.name]
    for (name, isFolder) in names where !isFolder && !kept.contains(name) {
      _ = try tree.remove(StorageCommit.staged(name))
    }
  }

  /// Returns the error for the first staged file whose checksum is not that of the record; nil if there is none.
  private func damage(of commit: StorageCommit) throws -> Diagnostic? {
    for document in commit.documents {
      for (name, expected) in document.checksums {
        let path = StorageCommit.staged(name)
        guard let expected, let checksum = try tree.checksum(of: path), checksum != expected else { continue }
        return Diagnostic(
          "storage.recovery",
          """
          an interrupted store of \(document.path.text) cannot be completed: the checksum of its staged file is \
          \(XXHash64.text(checksum)), expected \(XXHash64.text(expected))
          """,
          place: Diagnostic.Place(file: location(of: path.text)),
          hint: """
            restore a copy of the folder, or move \(location(of: StorageCommit.path.text)) away to keep what the store \
            has written so far
            """)
      }
    }
    return nil
  }

  /// Returns whether a recorded store has changed more than the staging folder.
  private func hasBegun(_ commit: StorageCommit) throws(FileError) -> Bool {
    if commit.removals != nil { return true }
    for document in commit.documents {
      if document.dropsPrevious || document.becomesPrevious { return true }
      for name in document.names where try !tree.isFile(StorageCommit.staged(name)) { return true }
      if let offset = document.journal?.offset, try tree.records(of: document.path.journal)?.count ?? 0 > offset {
        return true
      }
    }
    return false
  }
}
