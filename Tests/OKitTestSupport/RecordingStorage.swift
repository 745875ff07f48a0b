public import OKitEngine

/// Keeps documents in memory, notes what is written, and fails when told to.
public final class RecordingStorage: Storage {
  private let inner = TransientStorage()
  /// The paths of each store, oldest first.
  public private(set) var writes: [[String]] = []
  public var failure: Diagnostic?

  public init(_ documents: [String: [UInt8]] = [:]) throws {
    try inner.write(documents.map { StorageWrite(path: $0.key, bytes: $0.value) })
  }

  public convenience init(_ text: String, name: String = "default") throws {
    try self.init(["okit/data/\(name).json": Array(text.utf8)])
  }

  public func text(_ name: String = "default") throws -> String {
    String(decoding: try inner.read("okit/data/\(name).json") ?? [], as: UTF8.self)
  }

  public func put(_ text: String, _ name: String = "default") throws {
    try inner.write([StorageWrite(path: "okit/data/\(name).json", bytes: Array(text.utf8))])
  }

  public func read(_ path: String) throws -> [UInt8]? { try inner.read(path) }

  public func write(_ writes: [StorageWrite]) throws {
    if let failure { throw failure }
    self.writes.append(writes.map(\.path))
    try inner.write(writes)
  }

  public func delete(_ paths: [String]) throws { try inner.delete(paths) }
  public func list(_ folder: String) throws -> [String] { try inner.list(folder) }
  public func readPrevious(_ path: String) throws -> [UInt8]? { try inner.readPrevious(path) }
  public func restorePrevious(_ path: String) throws { try inner.restorePrevious(path) }
}
