package import OKitEngine

/// Keeps documents in memory, records what is written, and fails when a test says so.
package final class RecordingStorage: DocumentStorage {
  private let inner = TransientStorage()
  /// The paths of each store, oldest first.
  package private(set) var writes: [[String]] = []
  package var failure: Diagnostic?

  package init(_ documents: [String: [UInt8]] = [:]) throws {
    try inner.write(documents.map { StorageWrite(path: $0.key, bytes: $0.value) }).wait()
  }

  package convenience init(_ text: String, name: String = "default") throws {
    try self.init(["okit/data/\(name).json": Array(text.utf8)])
  }

  package func text(_ name: String = "default") throws -> String {
    String(decoding: try inner.read("okit/data/\(name).json") ?? [], as: UTF8.self)
  }

  package func put(_ text: String, _ name: String = "default") throws {
    try inner.write([StorageWrite(path: "okit/data/\(name).json", bytes: Array(text.utf8))]).wait()
  }

  package func read(_ path: String) throws -> [UInt8]? { try inner.read(path) }

  package func write(_ writes: [StorageWrite]) -> StorageOperation {
    if let failure { return .failed(failure) }
    self.writes.append(writes.map(\.path))
    return inner.write(writes)
  }

  package func contains(_ path: String) throws -> Bool { try inner.contains(path) }
  package func delete(_ paths: [String]) -> StorageOperation { inner.delete(paths) }
  package func list(_ folder: String) throws -> [String] { try inner.list(folder) }
  package func noteRead(_ path: String) { inner.noteRead(path) }
  package func edit(of path: String) throws -> DocumentEdit? { try inner.edit(of: path) }
  package func readDocument(_ path: String) throws -> StoredDocument? { try inner.readDocument(path) }
  package func readPreviousDocument(_ path: String) throws -> StoredDocument? { try inner.readPreviousDocument(path) }
  package func restorePrevious(_ path: String) -> StorageOperation { inner.restorePrevious(path) }
}
