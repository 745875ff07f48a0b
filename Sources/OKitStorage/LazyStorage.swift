internal import Glibc

/// A storage that is created when it is first used, so that an application that stores nothing opens none.
package final class LazyStorage: DocumentStorage {
  private let root: String
  private let make: () throws -> any DocumentStorage
  private var created: (any DocumentStorage)?
  private var isClosed = false

  /// - Parameters:
  ///   - root: What precedes a path in messages: the documents directory.
  ///   - make: Creates the storage; what it throws is thrown by the call that needs it, and the next one tries again.
  package init(root: String, _ make: @escaping () throws -> any DocumentStorage) {
    self.root = root
    self.make = make
  }

  private func storage() throws -> any DocumentStorage {
    if let created { return created }
    guard !isClosed else {
      throw Diagnostic("app.ended", "the application has ended; its documents are not open any more")
    }
    let storage = try make()
    created = storage
    return storage
  }

  /// Closes the storage for good: another one can use the same documents, also while something still holds this one.
  package func close() {
    (created as? FileStorage)?.close()
    (created, isClosed) = (nil, true)
  }

  /// Closes the journal that is open, so that it ends with its last record.
  package func closeJournal() { (created as? FileStorage)?.tree.closeJournal() }

  private func operation(_ begin: (any DocumentStorage) -> StorageOperation) -> StorageOperation {
    do {
      return begin(try storage())
    } catch {
      return .failed(error)
    }
  }

  package func location(of path: String) -> String { root.isEmpty ? path : "\(root)/\(path)" }

  package func read(_ path: String) throws -> [UInt8]? { try storage().read(path) }
  package func content(of path: String) throws -> StoredContent? { try storage().content(of: path) }
  package func readingMany<Result>(_ body: () -> Result) -> Result {
    if let created { created.readingMany(body) } else { body() }
  }
  package func write(_ writes: [StorageWrite]) -> StorageOperation { operation { $0.write(writes) } }
  package func delete(_ paths: [String]) -> StorageOperation { operation { $0.delete(paths) } }
  package func retire(_ paths: [String], of document: String) -> StorageOperation {
    operation { $0.retire(paths, of: document) }
  }
  package func removeEmptyFolders(_ folder: String) -> StorageOperation { operation { $0.removeEmptyFolders(folder) } }
  package func contains(_ path: String) throws -> Bool { try storage().contains(path) }
  package func isKnownToLack(_ path: String) -> Bool {
    created == nil && !root.isEmpty && access(location(of: path), F_OK) != 0 && errno == ENOENT
  }
  package var isEmpty: Bool { created?.isEmpty ?? (root.isEmpty && !isClosed) }
  package var memory: Int { created?.memory ?? 0 }
  package func flushLog() { created?.flushLog() }
  package func noteRead(_ path: String) { created?.noteRead(path) }
  package func edit(of path: String) throws -> DocumentEdit? { try storage().edit(of: path) }
  package func list(_ folder: String) throws -> [String] { try storage().list(folder) }
  package func readDocument(_ path: String) throws -> StoredDocument? { try storage().readDocument(path) }
  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    try storage().readPreviousDocument(path)
  }
  package func restorePrevious(_ path: String) -> StorageOperation { operation { $0.restorePrevious(path) } }
}
