internal import CCrypto

/// An authenticated cipher with a key of 256 bits, nonces of 12 bytes and tags of 16 bytes.
final class Cipher {
  static let nonceSize = Int(OKIT_NONCE_SIZE)
  static let tagSize = Int(OKIT_TAG_SIZE)

  /// The context of the library, which overwrites the key when it frees it.
  private let context: OpaquePointer

  /// - Parameter key: `KeyMemory.size` bytes.
  /// - Throws: `storage.library`.
  init(_ algorithm: ContentAlgorithm, _ key: UnsafeRawBufferPointer) throws {
    guard let context = okit_cipher_open(algorithm.name, key.baseAddress) else { throw CryptoLibrary.failure }
    self.context = context
  }

  deinit { okit_cipher_close(context) }

  /// Returns the ciphertext with its tag.
  func seal(_ bytes: UnsafeRawBufferPointer, nonce: [UInt8], authenticating data: [UInt8]) throws -> [UInt8] {
    let size = bytes.count + Self.tagSize
    return try [UInt8](unsafeUninitializedCapacity: size) { sealed, count in
      guard
        okit_cipher_seal(
          context, nonce, data, data.count, bytes.baseAddress, bytes.count, sealed.baseAddress)
      else { throw CryptoLibrary.failure }
      count = size
    }
  }

  /// Writes the plain bytes of a ciphertext with its tag to memory of their size.
  ///
  /// - Returns: Whether the ciphertext, its nonce and the authenticated data are as they were sealed. Otherwise the
  ///   memory is cleared.
  func open(
    _ sealed: UnsafeRawBufferPointer, nonce: [UInt8], authenticating data: [UInt8],
    to bytes: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard sealed.count == bytes.count + Self.tagSize else { return false }
    return okit_cipher_unseal(
      context, nonce, data, data.count, sealed.baseAddress, bytes.count, bytes.baseAddress)
  }

  /// Returns the plain bytes; nil if the ciphertext, its nonce or the authenticated data is not as it was sealed.
  func open(_ sealed: UnsafeRawBufferPointer, nonce: [UInt8], authenticating data: [UInt8]) -> [UInt8]? {
    guard sealed.count >= Self.tagSize else { return nil }
    let size = sealed.count - Self.tagSize
    var isAuthentic = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      isAuthentic = open(
        sealed, nonce: nonce, authenticating: data,
        to: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[..<size])))
      count = isAuthentic ? size : 0
    }
    return isAuthentic ? bytes : nil
  }
}
