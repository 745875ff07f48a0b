/// Bytes by path: what every kind of storage keeps.
///
/// A path such as `okit/data/default.json` is relative to the storage's root and uses `/`. No part of it is empty, `..`
/// or begins with a dot; anything else fails with `storage.path`, so that nothing leads out of the root.
///
/// Reading blocks. A change may take time: see `StorageOperation`.
package protocol BlobStorage: AnyObject {
  /// Returns what a path is called in messages: where a person finds the bytes.
  func location(of path: String) -> String

  /// Returns the bytes at a path, or nil when nothing is stored there.
  func read(_ path: String) throws -> [UInt8]?

  /// Returns the bytes at a path as `read` does, where possible without copying them into the memory of the process.
  func content(of path: String) throws -> StoredContent?

  /// Runs `body`, which may read many paths and changes none.
  func readingMany<Result>(_ body: () -> Result) -> Result

  /// Changes what is stored at paths, all or none. When the operation fails, nothing has changed, or (then a note says
  /// so) the store may complete at the next access. Operations finish in the order in which they were begun. The
  /// content is read before the call returns.
  func write(_ writes: [StorageWrite]) -> StorageOperation

  /// Removes what is at the paths; what is missing counts as removed.
  func delete(_ paths: [String]) -> StorageOperation

  /// Removes what is at the paths, as `delete` does. A storage that keeps the previous version of a document may keep
  /// them for it.
  func retire(_ paths: [String], of document: String) -> StorageOperation

  /// Removes a folder and the folders in it, as far as they have no files.
  func removeEmptyFolders(_ folder: String) -> StorageOperation

  /// Writes what is only in a log to files, as far as possible: the application has ended, and a person may look for
  /// them.
  func flushLog()

  /// Returns the paths below a folder, sorted; none if there is no such folder.
  func list(_ folder: String) throws -> [String]
}

extension BlobStorage {
  package func readingMany<Result>(_ body: () -> Result) -> Result { body() }

  package func retire(_ paths: [String], of document: String) -> StorageOperation { delete(paths) }

  package func removeEmptyFolders(_ folder: String) -> StorageOperation { .running {} }

  package func flushLog() {}

  package func location(of path: String) -> String { path }

  package func content(of path: String) throws -> StoredContent? {
    try read(path).map { StoredContent(copying: $0) }
  }

  /// Returns the paths of `writes`, checked.
  ///
  /// - Throws: `storage.path` for an invalid path and for one that is written twice.
  func checkedPaths(_ writes: [StorageWrite]) throws -> [StoragePath] {
    var seen: Set<String> = []
    return try writes.map { write in
      guard seen.insert(write.path).inserted else {
        throw Diagnostic("storage.path", "\"\(write.path)\" is written twice in one store")
      }
      return try StoragePath(write.path)
    }
  }
}
