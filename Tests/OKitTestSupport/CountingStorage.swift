package import OKitEngine

/// Records which paths are read.
package final class CountingStorage: DocumentStorage {
  private let inner: any DocumentStorage
  /// The paths that were read, oldest first.
  package private(set) var reads: [String] = []

  package init(_ inner: any DocumentStorage) { self.inner = inner }

  package func read(_ path: String) throws -> [UInt8]? {
    reads.append(path)
    return try inner.read(path)
  }

  package func write(_ writes: [StorageWrite]) -> StorageOperation { inner.write(writes) }
  package func contains(_ path: String) throws -> Bool { try inner.contains(path) }
  package func delete(_ paths: [String]) -> StorageOperation { inner.delete(paths) }
  package func list(_ folder: String) throws -> [String] { try inner.list(folder) }
  package func noteRead(_ path: String) { inner.noteRead(path) }
  package func edit(of path: String) throws -> DocumentEdit? { try inner.edit(of: path) }
  package func readDocument(_ path: String) throws -> StoredDocument? {
    reads.append(path)
    return try inner.readDocument(path)
  }

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? { try inner.readPreviousDocument(path) }
  package func restorePrevious(_ path: String) -> StorageOperation { inner.restorePrevious(path) }
}
