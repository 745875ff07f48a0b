internal import CCrypto

/// SHA-256 in hexadecimal digits.
package final class Checksum {
  private let hash: OpaquePointer

  /// - Throws: `storage.library`.
  package init() throws {
    guard let hash = okit_sha256_open() else { throw CryptoLibrary.failure }
    self.hash = hash
  }

  deinit { okit_sha256_close(hash) }

  package func update(_ bytes: UnsafeRawBufferPointer) throws {
    guard okit_sha256_add(hash, bytes.baseAddress, bytes.count) else { throw CryptoLibrary.failure }
  }

  /// Ends the checksum, and returns its digits.
  package func finish() throws -> String {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digest in
      guard okit_sha256_end(hash, digest.baseAddress) else { throw CryptoLibrary.failure }
      return Hexadecimal.text(digest)
    }
  }

  package static func text(of bytes: [UInt8]) throws -> String {
    let checksum = try Checksum()
    try bytes.withUnsafeBytes { try checksum.update($0) }
    return try checksum.finish()
  }
}
