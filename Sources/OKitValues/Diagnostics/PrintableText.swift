/// Sanitizes texts from any source for printing: a message must not move the cursor, hide itself, or fill the screen.
package enum PrintableText {
  /// The number of lines of a message that are shown.
  static let maximumLines = 30
  /// The length of a message in bytes; longer ones, which quote a value of a script, are shortened. C cuts Lua's
  /// messages at 4000 bytes.
  static let maximumLength = 4096
  /// The number of columns of a source line that are shown, around the part that is wrong.
  static let maximumColumns = 160

  /// Returns the text with the characters that could control a terminal escaped (`\u{1B}`), except line feeds and tabs.
  package static func escaped(_ text: some StringProtocol) -> String {
    replacing(isControl, in: text) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
  }

  /// Returns the text on one line: escaped, with `\n` for a line feed and a space for a tab.
  package static func line(_ text: some StringProtocol) -> String {
    let isReplaced = { (scalar: Unicode.Scalar) in isControl(scalar) || scalar == "\n" || scalar == "\t" }
    return replacing(isReplaced, in: text) { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": " "
      default: escaped(String(scalar))
      }
    }
  }

  /// Returns a text that a message quotes: on one line, in quotes, and shortened when it is long.
  package static func quoted(_ text: String) -> String { "\"\(line(shortened(text, to: 300)))\"" }

  /// Returns a list of texts that a message quotes: `"a", "b"`.
  package static func list(_ texts: some Sequence<String>) -> String {
    texts.map(quoted).joined(separator: ", ")
  }

  /// Returns JSON in which the characters that could control a terminal are escaped (`\u202E`); the values stay the
  /// same.
  package static func json(_ text: String) -> String {
    replacing(isControl, in: text) { scalar in
      String(scalar).utf16.map { unit in
        let figures = String(unit, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - figures.count) + figures
      }.joined()
    }
  }

  private static func replacing(
    _ isReplaced: (Unicode.Scalar) -> Bool, in text: some StringProtocol, with replacement: (Unicode.Scalar) -> String
  ) -> String {
    // Most texts are printable ASCII, which nothing replaces.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { (0x20..<0x7F).contains($0) } }
    if isPlain == true || !text.unicodeScalars.contains(where: isReplaced) { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if isReplaced(scalar) { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Whether a terminal could act on the character, or a reader not see it. Everything that prints texts asks this
  /// function.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case ..<0x20, 0x7F...0x9F: true
    // Letters, and the lines of frames.
    case ..<0x7F, 0xC0..<0x250, 0x2500..<0x2580: false
    // Other line separators.
    case 0x2028, 0x2029: true
    // Joiners, which emoji and some scripts need.
    case 0x200C, 0x200D: false
    // Signs of numbers and verses, which are visible.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: false
    // Changes of the writing direction, invisible characters and tags; code points that are no characters.
    default: scalar.properties.generalCategory == .format || scalar.properties.isNoncharacterCodePoint
    }
  }

  /// Returns the text with `…` in place of its middle when it is too long: a sentence continues after what it quotes.
  package static func shortened(_ text: String, to length: Int = maximumLength) -> String {
    let bytes = text.utf8
    guard bytes.count > length else { return text }
    // Rounds both indices down to whole Unicode scalars. With `…`, the result is not longer than the limit: to shorten
    // it again changes nothing.
    let kept = max(0, length - 6)
    let end = bytes.index(bytes.startIndex, offsetBy: kept * 3 / 4)
    let start = bytes.index(bytes.endIndex, offsetBy: -kept / 4)
    let scalars = text.unicodeScalars
    return String(scalars[..<end]) + "…" + String(scalars[start...])
  }

  /// Returns the lines of a message; where there are too many, the last one says so.
  static func lines(_ text: String) -> [String] {
    let lines = escaped(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > maximumLines else { return lines }
    return lines.prefix(maximumLines) + ["… (cut after \(maximumLines) lines)"]
  }
}
