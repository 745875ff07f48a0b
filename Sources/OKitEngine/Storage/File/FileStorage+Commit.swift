/// The failure of a store, and whether recovery may still complete it.
struct CommitError: Error {
  var error: FileError
  /// The document that could not be written; nil when the commit record could not.
  var path: StoragePath?
  /// Whether the commit record remains, or may reappear after a power cut: then recovery completes the store.
  var isUnfinished = false
}

extension FileStorage {
  /// Stores documents: writes staged files, then (if `isRecorded`) the commit record, then renames the files.
  ///
  /// - Throws: `CommitError`, and the error of a source that cannot give its content.
  func commit(_ writes: [StorageWrite], _ paths: [StoragePath], isRecorded: Bool) throws {
    // Random, so that a record that reappears after a power cut does not find the files of a later store.
    let transaction = String(UInt64.random(in: .min ... .max), radix: 36)
    var commit = StorageCommit(documents: [])
    do {
      for (index, (write, path)) in zip(writes, paths).enumerated() {
        try stage(write, path, name: "\(transaction)-\(index)", in: &commit)
      }
      if isRecorded { try writeRecord(commit, name: "\(transaction)-commit") }
    } catch {
      if (error as? CommitError)?.isUnfinished != true { removeStaged(commit, names: ["\(transaction)-commit"]) }
      throw error
    }
    try apply(commit, isRecorded: isRecorded)
  }

  /// Writes the staged file and links the old one: all steps that need space or rights run before anything changes.
  private func stage(_ write: StorageWrite, _ path: StoragePath, name: String, in commit: inout StorageCommit) throws {
    do {
      _ = try tree.makeFolder(path.folder)
      let exists = try tree.isFile(path)
      let document = StagedDocument(path: path, staged: name, previous: exists ? "\(name)-previous" : nil)
      commit.documents.append(document)
      try tree.create(StorageCommit.staged(name), write.forEachPiece)
      if let previous = document.previous {
        _ = try tree.makeFolder(path.previous.folder)
        try tree.link(path, to: StorageCommit.staged(previous))
      }
    } catch let error as FileError {
      throw CommitError(error: error, path: path)
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

  /// Renames the staged files. Until the first rename the store can still be withdrawn.
  private func apply(_ commit: StorageCommit, isRecorded: Bool) throws {
    var hasMoved = false
    for document in commit.documents {
      do {
        try move(document, hasMoved: &hasMoved)
      } catch {
        var failure = CommitError(error: error, path: document.path, isUnfinished: isRecorded && hasMoved)
        if isRecorded, !hasMoved { failure = withdraw(failure) }
        if !isRecorded, hasMoved { try moveBack(document) }
        if !failure.isUnfinished { removeStaged(commit, names: []) }
        throw failure
      }
    }
    do {
      try finish(commit, isRecorded: isRecorded)
    } catch {
      throw CommitError(error: error, isUnfinished: isRecorded)
    }
  }

  /// Renames a staged document to its place, then the one that it replaced to `.previous`: in the other order, a crash
  /// between the two would leave one version under both names.
  private func move(_ document: StagedDocument, hasMoved: inout Bool) throws(FileError) {
    guard try tree.rename(StorageCommit.staged(document.staged), to: document.path) else { throw Self.isGone }
    hasMoved = true
    guard let previous = document.previous else { return }
    guard try tree.rename(StorageCommit.staged(previous), to: document.path.previous) else { throw Self.isGone }
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

  private func finish(_ commit: StorageCommit, isRecorded: Bool) throws(FileError) {
    // `.previous` needs no sync: losing its last change leaves an older, complete version.
    var synced: Set<[String]> = []
    for document in commit.documents where synced.insert(document.path.folder).inserted {
      try tree.sync(folder: document.path.folder)
    }
    guard isRecorded else { return }
    _ = try tree.remove(StorageCommit.path)
    try tree.sync(folder: StorageCommit.folder)
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
    for name in commit.documents.flatMap({ [$0.staged, $0.previous].compactMap(\.self) }) + names {
      do {
        _ = try tree.remove(StorageCommit.staged(name))
      } catch {
        continue
      }
    }
  }

  /// Completes a recorded store and removes the staged files of an interrupted one.
  func recover() throws {
    guard let names = try tree.names(in: StorageCommit.folder) else { return }
    if let record = try tree.read(StorageCommit.path) {
      let commit = try StorageCommit(json: record)
      for document in commit.documents {
        // False if the file was renamed before the interruption.
        _ = try tree.rename(StorageCommit.staged(document.staged), to: document.path)
        if let previous = document.previous {
          _ = try tree.rename(StorageCommit.staged(previous), to: document.path.previous)
        }
      }
      try finish(commit, isRecorded: true)
    }
    for (name, isFolder) in names where !isFolder && name != StorageCommit.path.name {
      _ = try tree.remove(StorageCommit.staged(name))
    }
  }
}
