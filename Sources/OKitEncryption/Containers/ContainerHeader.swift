/// The first bytes of a container. They are authenticated with each segment.
///
///     magic (8) | version (1) | algorithm (1) | key id (8) | nonce (24)
///
/// The first 17 bytes of the nonce and the data key make the key of the container; the others are the first bytes of
/// the nonce of each segment.
struct ContainerHeader: Equatable {
  static let version: UInt8 = 1
  static let size = 42
  static let saltSize = 17
  static let nonceSize = 24

  let algorithm: ContentAlgorithm
  let keyID: KeyID
  let nonce: [UInt8]

  /// Creates the header of a new container, with a random nonce.
  init(_ algorithm: ContentAlgorithm, _ keyID: KeyID) {
    (self.algorithm, self.keyID) = (algorithm, keyID)
    nonce = .random(Self.nonceSize)
  }

  /// - Throws: `storage.container` for another version and for bytes that are not a header.
  init(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count >= Self.size, EncryptedContent.isContainer(bytes) else {
      throw Diagnostic("storage.container", "the header of the encrypted content is incomplete")
    }
    guard bytes[8] == Self.version else {
      throw Diagnostic(
        "storage.container",
        "the encrypted content has format version \(bytes[8]); this version reads version \(Self.version)")
    }
    guard let algorithm = ContentAlgorithm(rawValue: bytes[9]) else {
      throw Diagnostic(
        "storage.container", "unknown algorithm \(bytes[9]); expected one of \(ContentAlgorithm.list)")
    }
    self.algorithm = algorithm
    keyID = KeyID(bytes: Array(bytes[10..<18]))
    nonce = Array(bytes[18..<Self.size])
  }

  var bytes: [UInt8] { EncryptedContent.magic + [Self.version, algorithm.rawValue] + keyID.bytes + nonce }
}

/// The number of a data key, which is not secret.
struct KeyID: Hashable {
  static let size = 8

  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  static func random() -> KeyID { KeyID(bytes: .random(size)) }

  var text: String { Hexadecimal.text(bytes) }

  init?(text: String) {
    guard let bytes = Hexadecimal.bytes(text), bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}
