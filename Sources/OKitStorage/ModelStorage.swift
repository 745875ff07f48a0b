/// A storage kind of a program: keeps what an application stores as bytes by their paths, such as
/// `okit/data/default.json`.
///
///     final class Memory: ModelStorage {
///       private var contents: [String: [UInt8]] = [:]
///       func read(_ path: String) -> [UInt8]? { contents[path] }
///       func write(_ changes: [String: [UInt8]?]) { for (path, bytes) in changes { contents[path] = bytes } }
///       func paths(below folder: String) -> [String] { contents.keys.filter { $0.hasPrefix(folder + "/") } }
///     }
///
/// The application calls it on its own thread, and is the only one that changes what is stored. `StorageConformance`
/// (in `OKitTesting`) checks a storage kind.
public protocol ModelStorage: AnyObject {
  /// Returns what is stored at a path; nil for nothing.
  func read(_ path: String) throws -> [UInt8]?

  /// Stores bytes at paths, or removes what is there for nil: all of them, or none. They are durable when it returns.
  func write(_ changes: [String: [UInt8]?]) throws

  /// Returns the paths that begin with a folder and a slash, in any order.
  func paths(below folder: String) throws -> [String]

  /// Returns what messages call a path: where a person finds the bytes.
  func location(of path: String) -> String
}

extension ModelStorage {
  public func location(of path: String) -> String { path }
}

/// Keeps documents, with their journals and previous versions, in the storage of a program.
package final class ProgramStorage: DocumentStorage {
  private let storage: any ModelStorage

  package init(_ storage: any ModelStorage) { self.storage = storage }

  package func location(of path: String) -> String { storage.location(of: path) }

  package func read(_ path: String) throws -> [UInt8]? { try content(of: StoragePath(path)) }

  package func contains(_ path: String) throws -> Bool { try read(path) != nil }

  package func noteRead(_ path: String) {}

  package func edit(of path: String) throws -> DocumentEdit? { nil }

  package func list(_ folder: String) throws -> [String] {
    let folder = try StoragePath(folder).text
    return try running(folder) { try storage.paths(below: folder) }.filter { path in
      path.hasPrefix(folder + "/") && (try? StoragePath(path)) != nil  // Journals and previous versions are no paths.
    }.sorted()
  }

  package func readDocument(_ path: String) throws -> StoredDocument? { try document(StoragePath(path)) }

  package func readPreviousDocument(_ path: String) throws -> StoredDocument? {
    try document(StoragePath(path).previous)
  }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    .running {
      var changes: [String: [UInt8]?] = [:]
      for (write, path) in zip(writes, try checkedPaths(writes)) {
        if write.isRemoval {
          for file in path.files { changes.updateValue(nil, forKey: file.text) }
          continue
        }
        let stored = try document(path)
        let document = try write.applied(to: stored, path, in: self)
        put(document, at: path, &changes)
        if write.isAppend { continue }
        if !write.keepsPrevious {
          put(nil, at: path.previous, &changes)
        } else if let stored {
          put(stored, at: path.previous, &changes)
        }
      }
      try change(changes)
    }
  }

  package func delete(_ paths: [String]) -> StorageOperation { write(paths.map { StorageWrite(removing: $0) }) }

  package func restorePrevious(_ path: String) -> StorageOperation {
    .running {
      guard let document = try readPreviousDocument(path) else { throw noPrevious(try StoragePath(path)) }
      try write([StorageWrite(path: path, bytes: document.bytes, journal: document.journal)]).check()
    }
  }

  private func put(_ document: StoredDocument?, at path: StoragePath, _ changes: inout [String: [UInt8]?]) {
    changes.updateValue(document?.bytes, forKey: path.text)
    let journal = document?.journal ?? []
    changes.updateValue(journal.isEmpty ? nil : journal, forKey: path.journal.text)
  }

  private func document(_ path: StoragePath) throws -> StoredDocument? {
    guard let bytes = try content(of: path) else { return nil }
    return StoredDocument(bytes: bytes, journal: try content(of: path.journal) ?? [])
  }

  private func content(of path: StoragePath) throws -> [UInt8]? {
    try running(path.text) { try storage.read(path.text) }
  }

  private func change(_ changes: [String: [UInt8]?]) throws {
    guard let first = changes.keys.min() else { return }
    try running(first) { try storage.write(changes) }
  }

  /// - Throws: `storage.program` for an error of the program's that is no diagnostic.
  private func running<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      if error is Diagnostic || error is any DescribedError { throw error }
      throw Diagnostic(
        "storage.program", "the storage of the program has failed: \(error.programText)",
        place: Diagnostic.Place(file: location(of: path))
      ).caused(by: error)
    }
  }
}
