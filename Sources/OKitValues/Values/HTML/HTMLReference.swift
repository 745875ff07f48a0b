/// Character references of HTML: `&amp;`, `&#8364;`, `&#x20AC;`.
enum HTMLReference {
  /// Returns a text with its references decoded. Broken UTF-8 and NUL become U+FFFD. What is not a reference stays.
  ///
  /// - Parameter isAttribute: whether a name without a semicolon counts only at the end of a word, as in URLs.
  static func decoded(_ bytes: ArraySlice<UInt8>, isAttribute: Bool) -> String {
    guard bytes.withUnsafeBytes({ ByteSearch.contains(UInt8(ascii: "&"), in: $0) || ByteSearch.contains(0, in: $0) })
    else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    // What is copied next.
    var (start, position) = (bytes.startIndex, bytes.startIndex)
    var (ampersand, null) = (start - 1, start - 1)
    while true {
      if ampersand < position { ampersand = self.position(of: UInt8(ascii: "&"), in: bytes, from: position) }
      if null < position { null = self.position(of: 0, in: bytes, from: position) }
      position = min(ampersand, null)
      guard position < bytes.endIndex else { break }
      var (text, end) = ("\u{FFFD}", position + 1)
      if position == ampersand {
        guard let reference = reference(in: bytes, at: position, isAttribute: isAttribute) else {
          position += 1
          continue
        }
        (text, end) = reference
      }
      result.append(contentsOf: bytes[start..<position])
      result.append(contentsOf: text.utf8)
      (start, position) = (end, end)
    }
    result.append(contentsOf: bytes[start...])
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the index of a byte in a slice; the end if there is none.
  private static func position(of byte: UInt8, in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes {
      bytes.startIndex + ByteSearch.position(of: byte, in: $0, from: start - bytes.startIndex)
    }
  }

  /// Returns the characters of the reference at an `&`, and where it ends; nil for none.
  private static func reference(
    in bytes: ArraySlice<UInt8>, at start: Int, isAttribute: Bool
  ) -> (text: String, end: Int)? {
    guard start + 1 < bytes.endIndex else { return nil }
    if bytes[start + 1] == UInt8(ascii: "#") { return number(in: bytes, at: start + 2) }
    var end = start + 1
    while end < bytes.endIndex, end - start <= longestName, bytes[end].isAlphanumeric { end += 1 }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: ";"), let text = HTMLReferenceNames.all[name] {
      return (text, end + 1)
    }
    return legacy(name, in: bytes, at: start + 1, isAttribute: isAttribute)
  }

  private static let longestName = 32

  // MARK: Numbers

  private static func number(in bytes: ArraySlice<UInt8>, at start: Int) -> (text: String, end: Int)? {
    let isHexadecimal = start < bytes.endIndex && bytes[start] | 0x20 == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let first = isHexadecimal ? start + 1 : start
    var (end, code) = (first, UInt32(0))
    while end < bytes.endIndex, let digit = bytes[end].digitValue, digit < radix {
      // Any number beyond the last character is as good as the next one.
      code = min(code * radix + digit, 0x110000)
      end += 1
    }
    guard end > first else { return nil }
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: ";") { end += 1 }
    return (character(code), end)
  }

  private static func character(_ code: UInt32) -> String {
    if (0x80...0x9F).contains(code), let scalar = Unicode.Scalar(UInt32(windows1252[Int(code) - 0x80])) {
      return String(scalar)
    }
    guard code != 0, let scalar = Unicode.Scalar(code) else { return "\u{FFFD}" }
    return String(scalar)
  }

  /// The characters 0x80 to 0x9F of Windows, which pages mean by these numbers (WHATWG, 13.2.5.80).
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
    0x178,
  ]

  // MARK: Names without a semicolon

  /// Returns the characters of the longest old name that a word begins with.
  private static func legacy(
    _ word: String, in bytes: ArraySlice<UInt8>, at start: Int, isAttribute: Bool
  ) -> (text: String, end: Int)? {
    for length in stride(from: min(word.utf8.count, HTMLReferenceNames.longestLegacy), through: 2, by: -1) {
      let end = start + length
      guard let text = HTMLReferenceNames.legacy[String(decoding: bytes[start..<end], as: UTF8.self)] else { continue }
      if isAttribute, end < bytes.endIndex, bytes[end].isAlphanumeric || bytes[end] == UInt8(ascii: "=") { return nil }
      return (text, end)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// The value as a digit of a radix up to 16.
  fileprivate var digitValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
