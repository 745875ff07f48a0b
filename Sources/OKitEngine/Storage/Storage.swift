/// Where documents are kept: bytes in, bytes out, by path.
///
/// A path such as `okit/data/default.json` is relative to a documents root and uses `/`. No part of it is empty, `..`
/// or begins with a dot; anything else fails with `storage.path`, so that nothing leaves the root.
public protocol Storage: AnyObject {
  /// The document's bytes, or nil when nothing is stored there yet.
  func read(_ path: String) throws -> [UInt8]?

  /// Stores documents, all or none. When it returns they are durable, and what each replaced is its previous
  /// generation. When it throws, nothing has changed, or (then a note says so) the store may be completed at the next
  /// access.
  func write(_ writes: [StorageWrite]) throws

  /// Removes documents together with their previous generations; what is not there counts as removed.
  func delete(_ paths: [String]) throws

  /// The paths of all documents below a folder, sorted; none if there is no such folder.
  func list(_ folder: String) throws -> [String]

  /// The bytes that the last store of the document replaced, or nil if there are none.
  func readPrevious(_ path: String) throws -> [UInt8]?

  /// Stores the previous generation again. What it replaces becomes the previous one, so nothing is lost by it.
  ///
  /// - Throws: `storage.noPrevious` when none is kept.
  func restorePrevious(_ path: String) throws
}

/// One document to be stored.
public struct StorageWrite: Sendable, Hashable {
  public var path: String
  public var bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

extension Storage {
  /// The paths of `writes`, checked.
  ///
  /// - Throws: `storage.path` for a wrong path and for one that comes twice.
  func checkedPaths(_ writes: [StorageWrite]) throws -> [StoragePath] {
    var seen: Set<String> = []
    return try writes.map { write in
      guard seen.insert(write.path).inserted else {
        throw Diagnostic("storage.path", "\"\(write.path)\" comes twice in one store")
      }
      return try StoragePath(write.path)
    }
  }

  func noPrevious(_ path: StoragePath) -> Diagnostic {
    Diagnostic("storage.noPrevious", "no previous generation of \(path.text) is kept")
  }
}
