/// A data key with its number and algorithm: what makes and opens containers.
package struct ContentCipher {
  private let key: KeyMemory
  let id: KeyID
  private let algorithm: ContentAlgorithm

  init(_ key: KeyMemory, _ id: KeyID, _ algorithm: ContentAlgorithm) {
    (self.key, self.id, self.algorithm) = (key, id, algorithm)
  }

  /// Creates a cipher with a known key, for tests.
  ///
  /// - Parameters:
  ///   - key: 32 bytes.
  ///   - id: 8 bytes.
  package init(key: [UInt8], id: [UInt8], algorithm: ContentAlgorithm = .aesGCM) {
    self.init(KeyMemory { $0.copyBytes(from: key.prefix(KeyMemory.size)) }, KeyID(bytes: id), algorithm)
  }

  /// Encrypts a content; see `ContentEncryption.encrypt`.
  package func encrypt(
    _ name: String, _ content: (StorageWrite.Receiver) throws -> Void, to receive: StorageWrite.Receiver
  ) throws {
    try EncryptedContainer(ContainerHeader(algorithm, id), key, name: name).seal(content, to: receive)
  }

  /// Returns the container of a content.
  package func encrypt(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    var container: [UInt8] = []
    try encrypt(name, { try bytes.withUnsafeBytes($0) }, to: { container += $0 })
    return container
  }

  /// Decrypts a container.
  ///
  /// - Throws: `storage.container`, `storage.key`, `storage.damaged`.
  package func decrypt(_ container: UnsafeRawBufferPointer, _ name: String) throws -> [UInt8] {
    let header = try ContainerHeader(container)
    guard header.keyID == id else {
      throw Diagnostic(
        "storage.key", "the content is encrypted with the key \(header.keyID.text), expected \(id.text)",
        hint: "restore \(KeyRing.path) from a backup of the folder")
    }
    return try EncryptedContainer(header, key, name: name).open(container)
  }
}
