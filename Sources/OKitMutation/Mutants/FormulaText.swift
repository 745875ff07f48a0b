/// The text of a formula, in which its words are found.
struct FormulaText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the range with those of the words that follow it, of which each may be missing: `IS` with `NOT`.
  ///
  /// The first word of an operator with several begins with a letter.
  func extended(_ range: SourceRange, by words: [String]) -> SourceRange {
    guard bytes.indices.contains(range.lower), Self.isLetter(bytes[range.lower]) else { return range }
    var end = range.upper
    for word in words {
      let start = bytes[end...].firstIndex { !Self.isBlank($0) } ?? bytes.count
      if let next = self.word(at: start), upper(next) == word { end = next.upper }
    }
    return SourceRange(range.lower, end)
  }

  /// Returns the ranges between `WHEN` and `THEN` of a `CASE`, without those of others inside of it.
  func conditions(ofCaseAt offset: Int) -> [SourceRange] {
    var (found, start): ([SourceRange], Int?) = ([], nil)
    var (offset, depth, cases) = (offset, 0, 0)
    while offset < bytes.count {
      if let word = word(at: offset) {
        offset = word.upper
        guard depth == 0 else { continue }
        switch upper(word) {
        case "CASE": cases += 1
        case "END":
          cases -= 1
          if cases == 0 { return found }
        case "WHEN" where cases == 1: start = word.upper
        case "THEN" where cases == 1:
          if let start { found.append(trimmed(SourceRange(start, word.lower))) }
        default: break
        }
        continue
      }
      switch bytes[offset] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        offset = bytes[(offset + 1)...].firstIndex(of: bytes[offset]) ?? bytes.count
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      offset += 1
    }
    return found
  }

  /// The word that begins at an offset; nil for anything else.
  private func word(at offset: Int) -> SourceRange? {
    guard offset < bytes.count, Self.isLetter(bytes[offset]) else { return nil }
    let end = bytes[offset...].firstIndex { !Self.isLetter($0) && !(0x30...0x39).contains($0) } ?? bytes.count
    return SourceRange(offset, end)
  }

  private func upper(_ range: SourceRange) -> String {
    String(decoding: bytes[range.lower..<range.upper], as: UTF8.self).uppercased()
  }

  private func trimmed(_ range: SourceRange) -> SourceRange {
    let part = bytes[range.lower..<range.upper]
    let first = part.firstIndex { !Self.isBlank($0) } ?? range.lower
    let last = part.lastIndex { !Self.isBlank($0) } ?? range.lower
    return SourceRange(first, max(first, last + 1))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (0x41...0x5A).contains(byte & 0xDF)
  }
}
