/// Holds back what is written until it is certain that it should be.
public final class BufferedStorage: Storage {
  private let base: LazyStorage
  /// The newest bytes of what was written; nil when nothing is held back any more.
  private var writes: [String: [UInt8]]? = [:]

  public init(_ base: LazyStorage) { self.base = base }

  /// Stores what was held back, all or none. What is written from now on is stored at once.
  public func commit() throws {
    guard let held = writes else { return }
    if !held.isEmpty {
      try base.open().write(held.sorted { $0.key < $1.key }.map { StorageWrite(path: $0.key, bytes: $0.value) })
    }
    writes = nil
  }

  public func read(_ path: String) throws -> [UInt8]? { try writes?[path] ?? base.open().read(path) }

  public func write(_ new: [StorageWrite]) throws {
    guard writes != nil else { return try base.open().write(new) }
    _ = try checkedPaths(new)
    for write in new { writes?[write.path] = write.bytes }
  }

  public func delete(_ paths: [String]) throws {
    try base.open().delete(paths)
    for path in paths { writes?[path] = nil }
  }

  public func list(_ folder: String) throws -> [String] {
    let held = (writes ?? [:]).keys.filter { $0.hasPrefix(folder + "/") }
    return Set(try base.open().list(folder) + held).sorted()
  }

  public func readPrevious(_ path: String) throws -> [UInt8]? {
    writes?[path] == nil ? try base.open().readPrevious(path) : try base.open().read(path)
  }

  public func restorePrevious(_ path: String) throws {
    if writes?.removeValue(forKey: path) == nil { try base.open().restorePrevious(path) }
  }
}
