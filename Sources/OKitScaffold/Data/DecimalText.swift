internal import Glibc

/// Decimal numbers as texts.
enum DecimalText {
  /// The largest whole number below which a Double has all whole numbers.
  static let exactIntegers = -(1 << 53)...(1 << 53)

  /// Returns whether a Double keeps a number: written with as many digits, it is the same.
  static func isExact(_ text: String) -> Bool {
    guard let number = Double(text), number.isFinite, let written = Digits(text) else { return false }
    // Every number of 15 digits is kept, unless it is very small or large.
    if written.digits.count <= 15, written.digits.isEmpty || -290...290 ~= written.exponent { return true }
    return written.digits.count <= 17 && Digits(Self.text(of: number, digits: written.digits.count)) == written
  }

  private static func text(of number: Double, digits: Int) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let count = withVaList([Int32(max(digits, 1) - 1), number]) { vsnprintf(buffer.baseAddress, 64, "%.*e", $0) }
      return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// A number as its digits without zeros at the ends, and the power of ten of the first one.
  private struct Digits: Equatable {
    var digits: [UInt8] = []
    var exponent = 0

    init?(_ text: String) {
      let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
      guard let mantissa = parts.first, parts.count <= 2 else { return nil }
      var (isFraction, places) = (false, 0)
      for byte in mantissa {
        guard byte &- 0x30 < 10 else {
          // Where the fraction begins; a sign says nothing here.
          if byte != UInt8(ascii: "-"), byte != UInt8(ascii: "+") { isFraction = true }
          continue
        }
        if isFraction { places += 1 }
        if !digits.isEmpty || byte != 0x30 { digits.append(byte) }
      }
      guard !digits.isEmpty else { return }
      let written = parts.count == 2 ? Int(Substring(parts[1])) : 0
      guard let written else { return nil }
      exponent = digits.count - 1 - places + written
      while digits.last == 0x30 { digits.removeLast() }
    }
  }
}
