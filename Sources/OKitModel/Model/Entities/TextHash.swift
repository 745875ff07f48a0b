/// A hash of texts for tables of ids, which are mostly ASCII. Texts that Swift calls equal have one hash, also when
/// their bytes differ.
struct TextHash: BitwiseCopyable {
  /// Random for each table, so that an attacker cannot create a document whose ids all collide.
  private let seed = UInt64.random(in: 1 ... .max)

  /// Returns the hash of the text of a generated id, without the text.
  @inline(__always)
  func hash(_ words: IDGenerator.Words) -> UInt64 {
    Self.mix(Self.mix(seed ^ words.high) ^ words.low)
  }

  /// Returns the hash of a text.
  func hash(_ id: String) -> UInt64 {
    var id = id
    if let hash = id.withUTF8({ hash($0) }) { return hash }
    if id.utf8.allSatisfy(Self.mayBelongToASCII), let ascii = Self.asASCII(id) { return hash(ascii) }
    return UInt64(truncatingIfNeeded: id.hashValue)
  }

  /// Returns whether a byte is ASCII, or one of a character that `asASCII` replaces.
  private static func mayBelongToASCII(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x80, 0xE2, 0x84, 0xAA, 0xCD, 0xBE, 0xE1, 0xBF, 0xAF: true
    default: false
    }
  }

  /// Returns a text with the three characters that are canonically equivalent to ASCII ones (Kelvin sign, Greek
  /// question mark, Greek varia) replaced by these, nil when other characters are left.
  private static func asASCII(_ id: String) -> String? {
    var text = ""
    for scalar in id.unicodeScalars {
      switch scalar {
      case "\u{212A}": text.append("K")
      case "\u{37E}": text.append(";")
      case "\u{1FEF}": text.append("`")
      case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
      default: return nil
      }
    }
    return text
  }

  /// Returns the hash of an ASCII text, nil for any other: equal texts may then have different bytes.
  @inline(__always)
  private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
    let raw = UnsafeRawBufferPointer(bytes)
    if let words = IDGenerator.Words(text: raw) { return self.hash(words) }
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var all: UInt64 = 0
    var index = 0
    while index + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      all |= word
      hash = Self.mix(hash ^ word)
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    all |= rest
    return all & 0x8080_8080_8080_8080 == 0 ? Self.mix(hash ^ rest) : nil
  }

  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
