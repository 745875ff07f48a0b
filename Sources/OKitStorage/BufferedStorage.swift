/// Holds changes back until `commit`: a reload stores nothing before the new script is known to work.
///
/// Reads see the changes. Their operations finish with the commit; waiting does not finish them. A scratch storage is
/// never committed: its operations finish at once, and what was changed goes with it.
package final class BufferedStorage: DocumentStorage {
  /// The content of a path after a commit.
  private struct Held {
    var content: Content
    var previous: Previous
    var keepsPrevious = true
    /// Whether the document is removed in the same commit as the writes.
    var isRemoval = false
  }

  private enum Content {
    /// The whole document, or nil for what is deleted.
    case document(StoredDocument?)
    /// The document in the base with more records.
    case appended([UInt8], offset: Int)
  }

  private enum Previous {
    /// The version in the base that the commit replaces, read on demand.
    case replaced
    /// The previous version in the base.
    case stored
    case document(StoredDocument?)
  }

  private let base: any DocumentStorage
  private var held: [String: Held] = [:]
  private var operations: [StorageOperation] = []
  private var isCommitted = false
  private let isScratch: Bool

  package init(_ base: any DocumentStorage, isScratch: Bool = false) {
    (self.base, self.isScratch) = (base, isScratch)
  }

  /// Stores the newest version of everything that was written, all or none, and removes what was deleted. Versions
  /// between are dropped. From now on changes are passed on at once.
  ///
  /// - Throws: `storage.edited` for a document that something else has written; why storing failed, when it has failed
  ///   at once. The changes stay held back.
  package func commit() throws {
    guard !isCommitted, !isScratch else { return }
    var (deleted, writes): ([String], [StorageWrite]) = ([], [])
    for (path, held) in held.sorted(by: { $0.key < $1.key }) {
      if try base.edit(of: path) == .document { throw base.edited(path) }
      switch held.content {
      case .document(nil) where held.isRemoval: writes.append(StorageWrite(removing: path))
      case .document(nil): deleted.append(path)
      case .document(let document?):
        writes.append(
          StorageWrite(
            path: path, bytes: document.bytes, journal: document.journal, keepsPrevious: held.keepsPrevious))
      case .appended(let bytes, let offset): writes.append(StorageWrite(path: path, appending: bytes, at: offset))
      }
    }
    // Without changes the base is not touched: it may not have been opened.
    let written = writes.isEmpty ? .running {} : base.write(writes)
    try written.check()
    isCommitted = true
    held = [:]
    let waiting = operations
    operations = []
    // Deletes a document only after the documents that no longer refer to it are stored.
    written.whenFinished { [base] outcome in
      guard case .success = outcome, !deleted.isEmpty else { return Self.finish(waiting, outcome) }
      base.delete(deleted).whenFinished { Self.finish(waiting, $0) }
    }
  }

  private static func finish(_ operations: [StorageOperation], _ outcome: StorageOperation.Outcome) {
    for operation in operations { operation.finish(outcome) }
  }

  /// Returns an operation that the commit finishes, or a failed one if `change` throws.
  private func holding(_ change: () throws -> Void) -> StorageOperation {
    do {
      try change()
      if isScratch { return .running {} }
      let operation = StorageOperation {}
      operations.append(operation)
      return operation
    } catch {
      return .failed(error)
    }
  }

  /// Returns what is held after a write.
  private func holding(_ write: StorageWrite, at path: StoragePath) throws -> Held {
    if write.isRemoval { return Held(content: .document(nil), previous: .document(nil), isRemoval: true) }
    let current = held[path.text]
    guard write.isAppend else {
      var previous = Previous.replaced
      if case .document(let document)? = current?.content { previous = .document(document) }
      if !write.keepsPrevious { previous = .document(nil) }
      return Held(
        content: .document(try write.applied(to: nil, path, in: self)), previous: previous,
        // The base has an older version that must not become the previous one.
        keepsPrevious: write.keepsPrevious && current?.keepsPrevious != false)
    }
    let document = try write.applied(to: try readDocument(path.text), path, in: self)
    switch current?.content {
    case nil: return Held(content: .appended(write.records.bytes, offset: write.records.offset), previous: .stored)
    case .document:
      return Held(
        content: .document(document), previous: current?.previous ?? .replaced,
        keepsPrevious: current?.keepsPrevious != false)
    case .appended(_, let offset):
      let start = min(offset, write.records.offset)
      return Held(content: .appended(Array(document.journal[start...]), offset: start), previous: .stored)
    }
  }

  // MARK: DocumentStorage

  package var isEmpty: Bool { held.isEmpty && base.isEmpty }

  package func isKnownToLack(_ path: String) -> Bool { held.isEmpty && base.isKnownToLack(path) }

  package func location(of path: String) -> String { base.location(of: path) }

  package func read(_ path: String) throws -> [UInt8]? {
    if case .document(let document)? = held[path]?.content { return document?.bytes }
    return try base.read(path)
  }

  package func content(of path: String) throws -> StoredContent? {
    if case .document(let document)? = held[path]?.content { return document.map { StoredContent(copying: $0.bytes) } }
    return try base.content(of: path)
  }

  package func contains(_ path: String) throws -> Bool {
    if case .document(let document)? = held[path]?.content { return document != nil }
    return try base.contains(path)
  }

  package func noteRead(_ path: String) { if held[path] == nil { base.noteRead(path) } }

  /// What is held back is compared with the base by `commit`.
  package func edit(of path: String) throws -> DocumentEdit? { isCommitted ? try base.edit(of: path) : nil }

  package func readDocument(_ path: String) throws -> StoredDocument? {
    switch held[path]?.content {
    case .document(let document): return document
    case .appended(let bytes, let offset):
      let write = StorageWrite(path: path, appending: bytes, at: offset)
      return try write.applied(to: try base.readDocument(path), try StoragePath(path), in: self)
    case nil: return try base.readDocument(path)
    }
  }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    if isCommitted { return base.write(writes) }
    return holding {
      let paths = try checkedPaths(writes)
      let changed = try zip(writes, paths).map { try holding($0, at: $1) }
      for (path, change) in zip(paths, changed) { held[path.text] = change }
    }
  }

  package func delete(_ paths: [String]) -> StorageOperation {
    if isCommitted { return base.delete(paths) }
    return holding {
      for path in try paths.map({ try StoragePath($0).text }) {
        held[path] = Held(content: .document(nil), previous: .document(nil))
      }
    }
  }

  package func retire(_ paths: [String], of document: String) -> StorageOperation {
    isCommitted ? base.retire(paths, of: document) : delete(paths)
  }

  package func removeEmptyFolders(_ folder: String) -> StorageOperation {
    isCommitted ? base.removeEmptyFolders(folder) : .running {}
  }

  package func flushLog() { base.flushLog() }

  package func list(_ folder: String) throws -> [String] {
    let stored = try base.list(folder).filter { held[$0] == nil }
    let present = held.filter { path, held in
      if case .document(nil) = held.content { return false }
      return path.hasPrefix(folder + "/")
    }
    return (stored + present.keys).sorted()
  }

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    switch held[path]?.previous {
    case .document(let document): document
    case .replaced: try base.readDocument(path) ?? base.readPreviousDocument(path)
    case .stored, nil: try base.readPreviousDocument(path)
    }
  }

  package func restorePrevious(_ path: String) -> StorageOperation {
    if isCommitted { return base.restorePrevious(path) }
    return holding {
      guard let previous = try readPreviousDocument(path) else { throw noPrevious(try StoragePath(path)) }
      held[path] = Held(content: .document(previous), previous: .document(try readDocument(path)))
    }
  }
}
