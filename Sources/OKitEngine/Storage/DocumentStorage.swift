/// Documents: bytes of which the version before the last store is kept.
package protocol DocumentStorage: BlobStorage {
  /// Returns the bytes that the last store at the path replaced, or nil if there are none. `delete` removes them too.
  func readPrevious(_ path: String) throws -> [UInt8]?

  /// Stores the previous version again. What it replaces becomes the previous one, so that nothing is lost by it.
  ///
  /// Fails with `storage.noPrevious` when none is kept.
  func restorePrevious(_ path: String) -> StorageOperation
}

extension DocumentStorage {
  func noPrevious(_ path: StoragePath) -> Diagnostic {
    Diagnostic("storage.noPrevious", "no previous version of \(path.text) is stored")
  }
}
