/// Keeps documents in memory, for tests and for what need not outlive the process.
package final class TransientStorage: DocumentStorage {
  private var documents: [String: StoredDocument] = [:]
  private var previous: [String: StoredDocument] = [:]

  package init() {}

  package func read(_ path: String) throws -> [UInt8]? { try readDocument(path)?.bytes }

  package func contains(_ path: String) throws -> Bool { documents[try StoragePath(path).text] != nil }

  package var isEmpty: Bool { documents.isEmpty && previous.isEmpty }

  package func isKnownToLack(_ path: String) -> Bool { isEmpty }

  package var memory: Int { documents.values.reduce(0) { $0 + $1.bytes.count } }

  package func noteRead(_ path: String) {}

  /// Nothing else writes to memory.
  package func edit(of path: String) throws -> DocumentEdit? { nil }

  package func readDocument(_ path: String) throws -> StoredDocument? { documents[try StoragePath(path).text] }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    .running {
      let contents = try zip(writes, try checkedPaths(writes)).map { write, path in
        write.isRemoval ? nil : try write.applied(to: documents[path.text], path, in: self)
      }
      for (write, document) in zip(writes, contents) {
        guard let document else {
          documents[write.path] = nil
          previous[write.path] = nil
          continue
        }
        let replaced = documents.updateValue(document, forKey: write.path)
        if !write.keepsPrevious {
          previous[write.path] = nil
        } else if let replaced, !write.isAppend {
          previous[write.path] = replaced
        }
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

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? { previous[try StoragePath(path).text] }

  package func restorePrevious(_ path: String) -> StorageOperation {
    .running {
      guard let document = try readPreviousDocument(path) else { throw noPrevious(try StoragePath(path)) }
      try write([StorageWrite(path: path, bytes: document.bytes, journal: document.journal)]).check()
    }
  }
}
