internal import Glibc

extension String {
  /// Its UTF-8, as `withUTF8` gives it, without counting a reference for a copy of the text.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return try copy.withUTF8(body)
  }

  /// Returns whether the bytes are the same. Texts that Swift calls equal may differ in their bytes.
  package func hasBytes(of other: String) -> Bool {
    withBytes { own in
      other.withBytes { other in
        guard own.count == other.count else { return false }
        guard let start = own.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, own.count) == 0
      }
    }
  }
}
