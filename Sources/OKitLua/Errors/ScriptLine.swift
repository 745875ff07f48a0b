import OKitEngine

/// The names and signs in one line of Lua, or in several, outside of its texts and comments.
struct ScriptLine {
  struct Token: Hashable {
    var text: String
    /// UTF-8 offsets in the line.
    var range: SourceRange
    /// Whether it is a name, a keyword, or a number.
    var isWord: Bool
  }

  let tokens: [Token]
  /// The UTF-8 offsets of the texts, with their quotes.
  let texts: [SourceRange]

  init(_ line: String) {
    var scanner = Scanner(Array(line.utf8))
    tokens = scanner.tokens()
    texts = scanner.texts
  }

  /// The qualifier of a name: `string` for the second name of `string.format`.
  func owner(of index: Int) -> String? {
    guard index >= 2, [".", ":"].contains(tokens[index - 1].text), tokens[index - 2].isWord else { return nil }
    if index >= 3, [".", ":"].contains(tokens[index - 3].text) { return nil }
    return tokens[index - 2].text
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    private(set) var texts: [SourceRange] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func at(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

    mutating func tokens() -> [Token] {
      var tokens: [Token] = []
      while position < bytes.count {
        let start = position
        switch at(position) {
        case 0x20, 0x09, 0x0A, 0x0D: position += 1
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          skipText(at(position))
          texts.append(SourceRange(start, min(position, bytes.count)))
        case UInt8(ascii: "-") where at(position + 1) == UInt8(ascii: "-"):
          position += 2
          // A short comment ends with the line, and a long one continues on another line.
          if !skipLongText() { position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count }
        case UInt8(ascii: "[") where skipLongText(): texts.append(SourceRange(start, position))
        case let byte where Self.isLetter(byte):
          while Self.isLetter(at(position)) { position += 1 }
          tokens.append(token(start, isWord: true))
        default:
          let pair = String(decoding: bytes[start..<min(start + 2, bytes.count)], as: UTF8.self)
          position += ["==", "~=", "<=", ">=", "//", "::", "<<", ">>", ".."].contains(pair) ? 2 : 1
          tokens.append(token(start, isWord: false))
        }
      }
      return tokens
    }

    private func token(_ start: Int, isWord: Bool) -> Token {
      Token(
        text: String(decoding: bytes[start..<position], as: UTF8.self), range: SourceRange(start, position),
        isWord: isWord)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: byte >= 0x80
      }
    }

    private mutating func skipText(_ quote: UInt8) {
      position += 1
      while position < bytes.count, at(position) != quote {
        position += at(position) == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
    }

    /// Skips `[[ … ]]` and `[=[ … ]=]`, to the end of the line where it does not end here.
    private mutating func skipLongText() -> Bool {
      guard at(position) == UInt8(ascii: "[") else { return false }
      var end = position + 1
      while at(end) == UInt8(ascii: "=") { end += 1 }
      guard at(end) == UInt8(ascii: "[") else { return false }
      let closing = [UInt8(ascii: "]")] + bytes[(position + 1)..<end] + [UInt8(ascii: "]")]
      position = end + 1
      while position < bytes.count, !bytes[position...].starts(with: closing) { position += 1 }
      position = min(bytes.count, position + closing.count)
      return true
    }
  }
}
