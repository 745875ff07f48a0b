/// Keeps documents in memory, for tests and for what need not outlive the process.
public final class TransientStorage: Storage {
  private var documents: [String: [UInt8]] = [:]
  private var previous: [String: [UInt8]] = [:]

  public init() {}

  public func read(_ path: String) throws -> [UInt8]? { documents[try StoragePath(path).text] }

  public func write(_ writes: [StorageWrite]) throws {
    _ = try checkedPaths(writes)
    for write in writes {
      if let replaced = documents.updateValue(write.bytes, forKey: write.path) { previous[write.path] = replaced }
    }
  }

  public func delete(_ paths: [String]) throws {
    for path in try paths.map({ try StoragePath($0).text }) {
      documents[path] = nil
      previous[path] = nil
    }
  }

  public func list(_ folder: String) throws -> [String] {
    let prefix = try StoragePath(folder).text + "/"
    return documents.keys.filter { $0.hasPrefix(prefix) }.sorted()
  }

  public func readPrevious(_ path: String) throws -> [UInt8]? { previous[try StoragePath(path).text] }

  public func restorePrevious(_ path: String) throws {
    guard let bytes = try readPrevious(path) else { throw noPrevious(try StoragePath(path)) }
    try write([StorageWrite(path: path, bytes: bytes)])
  }
}
