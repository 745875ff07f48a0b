import OKitEngine

/// Keeps documents in memory, notes what is written, and fails when told to.
final class RecordingStorage: Storage {
  private let inner = TransientStorage()
  /// The paths of each store, oldest first.
  private(set) var writes: [[String]] = []
  var failure: Diagnostic?

  init(_ documents: [String: [UInt8]] = [:]) throws {
    try inner.write(documents.map { StorageWrite(path: $0.key, bytes: $0.value) })
  }

  convenience init(_ text: String, name: String = "default") throws {
    try self.init(["okit/data/\(name).json": Array(text.utf8)])
  }

  func text(_ name: String = "default") throws -> String {
    String(decoding: try inner.read("okit/data/\(name).json") ?? [], as: UTF8.self)
  }

  func put(_ text: String, _ name: String = "default") throws {
    try inner.write([StorageWrite(path: "okit/data/\(name).json", bytes: Array(text.utf8))])
  }

  func read(_ path: String) throws -> [UInt8]? { try inner.read(path) }

  func write(_ writes: [StorageWrite]) throws {
    if let failure { throw failure }
    self.writes.append(writes.map(\.path))
    try inner.write(writes)
  }

  func delete(_ paths: [String]) throws { try inner.delete(paths) }
  func list(_ folder: String) throws -> [String] { try inner.list(folder) }
  func readPrevious(_ path: String) throws -> [UInt8]? { try inner.readPrevious(path) }
  func restorePrevious(_ path: String) throws { try inner.restorePrevious(path) }
}
