/// Holds changes back until `commit`: a reload stores nothing before the new script is known to work.
///
/// Reads see the changes. Their operations finish with the commit; waiting does not finish them.
package final class BufferedStorage: DocumentStorage {
  /// The content of a path after a commit.
  private struct Held {
    /// Nil for what is deleted.
    var bytes: [UInt8]?
    var previous: Previous
  }

  private enum Previous {
    /// The content in the base, read on demand.
    case stored
    case bytes([UInt8]?)
  }

  private let base: any DocumentStorage
  private var held: [String: Held] = [:]
  private var operations: [StorageOperation] = []
  private var isCommitted = false

  package init(_ base: any DocumentStorage) { self.base = base }

  /// Stores the newest bytes of everything that was written, all or none, and removes what was deleted. Versions between
  /// are dropped. From now on changes are passed on at once.
  ///
  /// - Throws: why storing failed, when it has failed at once; the changes stay held back.
  package func commit() throws {
    guard !isCommitted else { return }
    let changes = held.sorted { $0.key < $1.key }
    let deleted = changes.filter { $0.value.bytes == nil }.map(\.key)
    let writes = changes.compactMap { path, held in held.bytes.map { StorageWrite(path: path, bytes: $0) } }
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
      let operation = StorageOperation {}
      operations.append(operation)
      return operation
    } catch {
      return .failed(error)
    }
  }

  // MARK: DocumentStorage

  package func location(of path: String) -> String { base.location(of: path) }

  package func read(_ path: String) throws -> [UInt8]? {
    if let held = held[path] { return held.bytes }
    return try base.read(path)
  }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    if isCommitted { return base.write(writes) }
    return holding {
      _ = try checkedPaths(writes)
      for (write, bytes) in zip(writes, try writes.map { try $0.bytes() }) {
        let previous = held[write.path].map { Previous.bytes($0.bytes) } ?? .stored
        held[write.path] = Held(bytes: bytes, previous: previous)
      }
    }
  }

  package func delete(_ paths: [String]) -> StorageOperation {
    if isCommitted { return base.delete(paths) }
    return holding {
      for path in try paths.map({ try StoragePath($0).text }) { held[path] = Held(previous: .bytes(nil)) }
    }
  }

  package func list(_ folder: String) throws -> [String] {
    let stored = try base.list(folder).filter { held[$0] == nil }
    return (stored + held.filter { $0.value.bytes != nil && $0.key.hasPrefix(folder + "/") }.keys).sorted()
  }

  package func readPrevious(_ path: String) throws -> [UInt8]? {
    switch held[path]?.previous {
    case .bytes(let bytes): bytes
    case .stored: try base.read(path) ?? base.readPrevious(path)
    case nil: try base.readPrevious(path)
    }
  }

  package func restorePrevious(_ path: String) -> StorageOperation {
    if isCommitted { return base.restorePrevious(path) }
    return holding {
      guard let previous = try readPrevious(path) else { throw noPrevious(try StoragePath(path)) }
      held[path] = Held(bytes: previous, previous: .bytes(try read(path)))
    }
  }
}
