/// Keeps documents in memory, for tests and for what need not outlive the process.
package final class TransientStorage: DocumentStorage {
  private var documents: [String: [UInt8]] = [:]
  private var previous: [String: [UInt8]] = [:]

  package init() {}

  package func read(_ path: String) throws -> [UInt8]? { documents[try StoragePath(path).text] }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    .running {
      _ = try checkedPaths(writes)
      // Contents are mostly about as long as the last time.
      let contents = try writes.map { try $0.bytes(expected: documents[$0.path].map { $0.count + $0.count / 32 } ?? 0) }
      for (write, bytes) in zip(writes, contents) {
        if let replaced = documents.updateValue(bytes, forKey: write.path) { previous[write.path] = replaced }
      }
    }
  }

  package func delete(_ paths: [String]) -> StorageOperation {
    .running {
      for path in try paths.map({ try StoragePath($0).text }) {
        documents[path] = nil
        previous[path] = nil
      }
    }
  }

  package func list(_ folder: String) throws -> [String] {
    let prefix = try StoragePath(folder).text + "/"
    return documents.keys.filter { $0.hasPrefix(prefix) }.sorted()
  }

  package func readPrevious(_ path: String) throws -> [UInt8]? { previous[try StoragePath(path).text] }

  package func restorePrevious(_ path: String) -> StorageOperation {
    .running {
      guard let bytes = try readPrevious(path) else { throw noPrevious(try StoragePath(path)) }
      try write([StorageWrite(path: path, bytes: bytes)]).check()
    }
  }
}
