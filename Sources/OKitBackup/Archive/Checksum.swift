internal import Crypto

/// SHA-256 in hexadecimal digits.
struct Checksum {
  private var hash = SHA256()

  mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  var text: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func text(of bytes: [UInt8]) -> String {
    var checksum = Checksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    return checksum.text
  }
}
