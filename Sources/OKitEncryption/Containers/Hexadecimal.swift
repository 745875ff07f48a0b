/// Bytes as hexadecimal digits, two per byte.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns nil for a text with anything but pairs of digits.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Writes the digits of bytes to memory of at least twice their size.
  static func encode(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableRawBufferPointer) {
    for (index, byte) in bytes.enumerated() {
      text[2 * index] = digits[Int(byte >> 4)]
      text[2 * index + 1] = digits[Int(byte & 15)]
    }
  }

  /// Writes the bytes of digits to memory of half their size.
  ///
  /// - Returns: Whether there are nothing but as many pairs of digits.
  static func decode(_ text: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
    guard text.count == 2 * bytes.count else { return false }
    for index in bytes.indices {
      guard let high = value(text[2 * index]), let low = value(text[2 * index + 1]) else { return false }
      bytes[index] = high << 4 | low
    }
    return true
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
