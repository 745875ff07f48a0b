/// Passes the reads of paths that belong to models on a server on to that server, and everything else to the local
/// storage.
///
/// Stores of models on a server do not pass here: see `HTTPStorage.store`.
final class RoutedStorage: DocumentStorage {
  private let local: any DocumentStorage
  private let remote: any DocumentStorage
  var isRemote: (String) -> Bool = { _ in false }

  init(_ local: any DocumentStorage, _ remote: any DocumentStorage) { (self.local, self.remote) = (local, remote) }

  private func storage(of path: String) -> any DocumentStorage { isRemote(path) ? remote : local }

  func location(of path: String) -> String { storage(of: path).location(of: path) }
  func read(_ path: String) throws -> [UInt8]? { try storage(of: path).read(path) }
  func content(of path: String) throws -> StoredContent? { try storage(of: path).content(of: path) }
  func contains(_ path: String) throws -> Bool { try storage(of: path).contains(path) }
  func noteRead(_ path: String) { storage(of: path).noteRead(path) }
  func edit(of path: String) throws -> DocumentEdit? { try storage(of: path).edit(of: path) }
  func readDocument(_ path: String) throws -> StoredDocument? { try storage(of: path).readDocument(path) }
  func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    try storage(of: path).readPreviousDocument(path)
  }
  func restorePrevious(_ path: String) -> StorageOperation { storage(of: path).restorePrevious(path) }
  func write(_ writes: [StorageWrite]) -> StorageOperation { local.write(writes) }
  func delete(_ paths: [String]) -> StorageOperation { local.delete(paths) }
  func retire(_ paths: [String], of document: String) -> StorageOperation { local.retire(paths, of: document) }
  func removeEmptyFolders(_ folder: String) -> StorageOperation { local.removeEmptyFolders(folder) }
  func flushLog() { local.flushLog() }
  func list(_ folder: String) throws -> [String] { try local.list(folder) }
}
