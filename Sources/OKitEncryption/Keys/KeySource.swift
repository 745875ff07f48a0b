/// Keeps the key that protects the keys of encrypted models: a keychain, or a service for keys.
///
///     options.parts = [.encryption(.source(Keychain(service: "shop")))]
public protocol KeySource: Sendable {
  /// Returns the key, which has 32 bytes; nil if none was stored.
  func key() throws -> [UInt8]?

  /// Stores a new key: when the first encrypted model is stored, and when another key is to be used from now on. If it
  /// is lost, so are the models.
  func store(_ key: [UInt8]) throws
}

extension KeySource {
  /// Returns the key in memory of its own.
  ///
  /// - Throws: `storage.keySource`.
  func read() throws -> KeyMemory? {
    let bytes: [UInt8]?
    do { bytes = try key() } catch { throw Self.failure("cannot read the key", error) }
    guard var bytes else { return nil }
    defer { bytes.withUnsafeMutableBytes { $0.erase() } }
    guard bytes.count == KeyMemory.size else {
      throw Diagnostic(
        "storage.keySource", "the key source has returned \(bytes.count) bytes; a key has \(KeyMemory.size)")
    }
    return KeyMemory { memory in bytes.withUnsafeBytes { memory.copyMemory(from: $0) } }
  }

  /// - Throws: `storage.keySource`.
  func create(_ key: KeyMemory) throws {
    do { try store(Array(key.bytes)) } catch { throw Self.failure("cannot store the key", error) }
  }

  private static func failure(_ message: String, _ error: any Error) -> any Error {
    (error as? Diagnostic)
      ?? Diagnostic("storage.keySource", "\(message): \(error.programText)").caused(by: error)
  }
}
