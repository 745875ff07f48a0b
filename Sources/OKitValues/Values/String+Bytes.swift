internal import Glibc

extension String {
  /// Its UTF-8, as `withUTF8` gives it, without counting a reference for a copy of the text.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return try copy.withUTF8(body)
  }

  /// Returns whether the bytes are the same. Texts that Swift calls equal may differ in their bytes.
  package func hasBytes(of other: String) -> Bool { other.withBytes { hasBytes($0) } }

  /// Returns whether these are its bytes in UTF-8.
  package func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes { own in
      guard own.count == bytes.count else { return false }
      guard let start = own.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(start, other, own.count) == 0
    }
  }

  /// Returns whether the bytes of another text are a part of these. Faster than `contains`, which compares characters.
  package func containsBytes(of other: String) -> Bool {
    withBytes { own in
      other.withBytes { part in
        guard let first = part.first else { return true }
        guard own.count >= part.count else { return false }
        return (0...own.count - part.count).contains { start in
          own[start] == first && own[start..<start + part.count].elementsEqual(part)
        }
      }
    }
  }
}
