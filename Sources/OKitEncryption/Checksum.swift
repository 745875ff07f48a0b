internal import Crypto

/// SHA-256 in hexadecimal digits.
package struct Checksum {
  private var hash = SHA256()

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  package var text: String { Hexadecimal.text(hash.finalize()) }

  package static func text(of bytes: [UInt8]) -> String {
    var checksum = Checksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    return checksum.text
  }
}
