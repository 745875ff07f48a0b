internal import Glibc

/// Searches in bytes without a call for each byte, which a debug build would not inline.
enum ByteSearch {
  /// Returns the position of a byte; the end if there is none.
  static func position(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBytes { position(of: byte, in: $0, from: start) }
  }

  /// Returns the position of a byte; the end if there is none.
  static func position(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(found) - base
  }

  /// Whether a byte occurs.
  static func contains(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Bool {
    position(of: byte, in: bytes, from: 0) < bytes.count
  }
}
