/// The encoding of a text file that is read.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  /// In the order of the byte order mark, without one little-endian.
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  /// As `utf16`.
  case utf32 = "utf-32"
  case utf32LittleEndian = "utf-32le"
  case utf32BigEndian = "utf-32be"
  case windows1252 = "windows-1252"
  case latin1 = "iso-8859-1"

  private static let otherNames: [String: TextEncoding] = [
    "utf8": .utf8, "utf16": .utf16, "unicode": .utf16, "utf16le": .utf16LittleEndian, "utf16be": .utf16BigEndian,
    "utf32": .utf32, "utf32le": .utf32LittleEndian, "utf32be": .utf32BigEndian,
    "cp1252": .windows1252, "windows1252": .windows1252, "ansi": .windows1252, "latin1": .latin1, "latin-1": .latin1,
    "iso8859-1": .latin1, "iso_8859-1": .latin1,
  ]

  /// The names of all, for messages: `utf-8, utf-16 or …`.
  package static let list: String = {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()

  /// Nil for an unknown name. Case does not matter.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let encoding = TextEncoding(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = encoding
  }

  // MARK: Byte order marks

  /// The byte order mark at the beginning of a file: its length, and the encoding that it says; nil without one.
  package static func mark(of bytes: UnsafeBufferPointer<UInt8>) -> (encoding: TextEncoding, count: Int)? {
    if bytes.starts(with: LineLocator.byteOrderMark) { return (.utf8, 3) }
    // A text in UTF-16 does not begin with U+0000.
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// Whether a file in this encoding may begin with the mark of another one.
  package func permits(markOf other: TextEncoding) -> Bool {
    switch self {
    case .utf16: other == .utf16LittleEndian || other == .utf16BigEndian
    case .utf32: other == .utf32LittleEndian || other == .utf32BigEndian
    default: self == other
    }
  }

  // MARK: Detecting

  /// The length of the beginning of a file in which UTF-16 is looked for.
  private static let sampleLength = 4096

  /// Returns the encoding of a file: that of its byte order mark, else UTF-16 or UTF-32 if most units are ASCII, as in
  /// most texts, else Windows-1252 if there are bytes outside ASCII and hardly any of them are UTF-8, else UTF-8.
  /// O(size of the file).
  package static func detected(in bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
    if let mark = mark(of: bytes) { return mark.encoding }
    let sample = UnsafeBufferPointer(rebasing: bytes.prefix(sampleLength))
    let wide: [TextEncoding] = [.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian]
    if let encoding = wide.first(where: { $0.isLikely(sample) }) { return encoding }
    return isWindows1252(bytes) ? .windows1252 : .utf8
  }

  /// The number of bytes of a unit.
  package var unitSize: Int {
    switch self {
    case .utf8, .windows1252, .latin1: 1
    case .utf16, .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32, .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  private var isBigEndian: Bool { self == .utf16BigEndian || self == .utf32BigEndian }

  /// The unit of 2 or 4 bytes at an offset.
  package func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
    (0..<unitSize).reduce(0) { $0 << 8 | UInt32(bytes[index + (isBigEndian ? $1 : unitSize - 1 - $1)]) }
  }

  /// Whether most units of a text are ASCII, and none is a control character, which is in no text.
  private func isLikely(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
    var (ascii, others) = (0, 0)
    for index in stride(from: 0, through: sample.count - unitSize, by: unitSize) {
      let unit = unit(sample, index)
      if unit >= 0x7F {
        others += 1
      } else if unit >= 0x20 || 0x09...0x0D ~= unit {
        ascii += 1
      } else {
        return false
      }
    }
    return ascii > others
  }

  /// Whether a file has bytes outside ASCII that are characters of Windows-1252, and hardly any sequence of UTF-8: a
  /// text of Windows-1252 has those by chance only, and a damaged file in UTF-8 has many.
  private static func isWindows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var (sequences, others, index) = (0, 0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x80 else {
        // A control character is in no text.
        if byte == 0 { return false }
        index += 1
        continue
      }
      if let length = sequenceLength(bytes, index) {
        sequences += 1
        index += length
        continue
      }
      if characters[Int(byte - 0x80)] == 0 { return false }
      others += 1
      index += 1
    }
    return others > 0 && sequences * 20 < others
  }

  /// The length of the sequence of UTF-8 at an offset; nil if there is none.
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    let lead = bytes[index]
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard index + length <= bytes.count, bytes[(index + 1)..<(index + length)].allSatisfy({ $0 & 0xC0 == 0x80 }) else {
      return nil
    }
    let next = bytes[index + 1]
    switch lead {
    // Overlong forms, surrogates, and scalars above U+10FFFF.
    case 0xE0 where next < 0xA0, 0xED where next > 0x9F, 0xF0 where next < 0x90, 0xF4 where next > 0x8F: return nil
    default: return length
    }
  }

  /// The characters of the bytes 0x80 to 0x9F in Windows-1252, and above those of Latin-1; 0 for none.
  package static let characters: [UInt16] =
    [
      0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
      0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
      0x0178,
    ] + Array(0xA0...0xFF)
}
