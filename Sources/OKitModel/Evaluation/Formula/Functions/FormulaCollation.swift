/// A collating sequence of SQLite (https://sqlite.org/datatype3.html#collating_sequences): how texts compare.
package enum FormulaCollation: String, Sendable, CaseIterable {
  /// By bytes.
  case binary
  /// By bytes, letters of ASCII without regard to case.
  case nocase
  /// By bytes, without regard to spaces at the end.
  case rtrim

  /// Returns a number that is negative, zero or positive, as the first text is before, equal to or after the second
  /// one.
  package func compare(_ first: String, _ second: String) -> Int {
    var (first, second) = (first, second)
    return first.withUTF8 { first in second.withUTF8 { second in compare(first, second) } }
  }

  private func compare(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
    switch self {
    case .binary: Self.compare(first[...], second[...])
    case .nocase: Self.compare(first[...], second[...], key: \.asciiLowercased)
    case .rtrim: Self.compare(Self.trimmed(first), Self.trimmed(second))
    }
  }

  private static func compare(
    _ first: Slice<UnsafeBufferPointer<UInt8>>, _ second: Slice<UnsafeBufferPointer<UInt8>>,
    key: (UInt8) -> UInt8 = { $0 }
  ) -> Int {
    for (one, other) in zip(first, second) where one != other {
      let difference = Int(key(one)) - Int(key(other))
      if difference != 0 { return difference }
    }
    return first.count - second.count
  }

  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    text[..<((text.lastIndex { $0 != UInt8(ascii: " ") } ?? -1) + 1)]
  }
}

extension UInt8 {
  /// The lower case of a letter of ASCII, or the byte itself.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
  /// The upper case of a letter of ASCII, or the byte itself.
  var asciiUppercased: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether the byte is white space for SQLite: a space, or one of the characters from tab to carriage return.
  var isSQLSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
