internal import _FoundationICU

/// Texts of ICU's C interface.
enum ICUText {
  /// Calls a function that writes UTF-16 into a buffer and returns the length that it needs.
  ///
  /// - Returns: the text; nil when ICU reports an error.
  static func read(
    _ write: (UnsafeMutablePointer<UChar>, Int32, inout UErrorCode) -> Int32
  ) -> String? {
    var capacity = 128
    while true {
      var (status, length) = (U_ZERO_ERROR, Int32(0))
      let text = String(unsafeUninitializedUTF16: capacity) { buffer in
        length = write(buffer, Int32(capacity), &status)
        return min(max(0, Int(length)), capacity)
      }
      if status == U_BUFFER_OVERFLOW_ERROR, Int(length) > capacity {
        capacity = Int(length)
        continue
      }
      return status.isFailure ? nil : text
    }
  }

  /// Calls a function with the text in UTF-16.
  static func withUnits<Result>(_ text: String, _ body: (UnsafePointer<UChar>, Int32) -> Result) -> Result? {
    let units = Array(text.utf16)
    guard let count = Int32(exactly: units.count) else { return nil }
    return units.withUnsafeBufferPointer { buffer in
      // An empty array has no address; ICU reads nothing from this one.
      if let base = buffer.baseAddress { return body(base, count) }
      var nothing: UChar = 0
      return body(&nothing, 0)
    }
  }
}

extension UErrorCode {
  var isFailure: Bool { rawValue > U_ZERO_ERROR.rawValue }
}

extension String {
  fileprivate init(
    unsafeUninitializedUTF16 capacity: Int, _ initialize: (UnsafeMutablePointer<UChar>) -> Int
  ) {
    let units = [UChar](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = buffer.baseAddress.map(initialize) ?? 0
    }
    self.init(decoding: units, as: UTF16.self)
  }
}
