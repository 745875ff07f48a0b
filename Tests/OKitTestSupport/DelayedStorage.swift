package import OKitEngine

/// Keeps documents in memory; a store is finished when a test finishes it, or when a caller waits for it, as with a
/// server.
package final class DelayedStorage: DocumentStorage {
  private struct Store {
    let writes: [StorageWrite]
    let operation: StorageOperation
  }

  private let stored = TransientStorage()
  private var stores: [Store] = []
  /// The error of the next store when it is finished.
  package var failure: Diagnostic?

  package init() {}

  /// The paths of each store that is not finished, oldest first.
  package var unfinished: [[String]] { stores.map { $0.writes.map(\.path) } }

  /// Finishes the oldest store.
  package func finishNext() {
    guard !stores.isEmpty else { return }
    let store = stores.removeFirst()
    if let failure {
      self.failure = nil
      return store.operation.finish(.failure(failure))
    }
    stored.write(store.writes).whenFinished(store.operation.finish)
  }

  private func finishAll() { while !stores.isEmpty { finishNext() } }

  package func read(_ path: String) throws -> [UInt8]? { try readDocument(path)?.bytes }
  package func contains(_ path: String) throws -> Bool { try readDocument(path) != nil }

  package func noteRead(_ path: String) {}
  package func edit(of path: String) throws -> DocumentEdit? { nil }

  package func readDocument(_ path: String) throws -> StoredDocument? {
    let shown = TransientStorage()
    if let document = try stored.readDocument(path) {
      try shown.write([StorageWrite(path: path, bytes: document.bytes, journal: document.journal)]).wait()
    }
    for write in stores.flatMap(\.writes) where write.path == path { try shown.write([write]).wait() }
    return try shown.readDocument(path)
  }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    var contents: [StorageWrite] = []
    do {
      for write in writes { _ = try stored.read(write.path) }
      guard Set(writes.map(\.path)).count == writes.count else { return stored.write(writes) }
      contents = try writes.map { write in
        guard write.isAppend else {
          return StorageWrite(path: write.path, bytes: try write.bytes(), journal: write.records.bytes)
        }
        try checkAppend(write)
        return write
      }
    } catch {
      return .failed(error)
    }
    let operation = StorageOperation { [unowned self] in finishAll() }
    stores.append(Store(writes: contents, operation: operation))
    return operation
  }

  /// Applies the write to a copy, which refuses records that do not fit.
  private func checkAppend(_ write: StorageWrite) throws {
    let copy = TransientStorage()
    if let document = try readDocument(write.path) {
      try copy.write([StorageWrite(path: write.path, bytes: document.bytes, journal: document.journal)]).wait()
    }
    try copy.write([write]).wait()
  }

  package func delete(_ paths: [String]) -> StorageOperation {
    finishAll()
    return stored.delete(paths)
  }

  package func list(_ folder: String) throws -> [String] {
    finishAll()
    return try stored.list(folder)
  }

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    finishAll()
    return try stored.readPreviousDocument(path)
  }

  package func restorePrevious(_ path: String) -> StorageOperation {
    finishAll()
    return stored.restorePrevious(path)
  }
}
