/// Sanitizes texts from any source for printing: a message must not move the cursor, hide itself, or fill the screen.
package enum PrintableText {
  /// The number of lines of a message that are shown.
  static let maximumLines = 30
  /// The length of a message in bytes; longer ones, which quote a value of a script, are shortened. C cuts Lua's messages at
  /// 4000 bytes.
  static let maximumLength = 4096
  /// The number of columns of a source line that are shown, around the part that is wrong.
  static let maximumColumns = 160

  /// Returns the text with control characters escaped (`\x1B`), except line feeds and tabs.
  package static func escaped(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) { result += written(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case ..<0x20, 0x7F...0x9F: true
    // Other line separators, and changes of the writing direction.
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func written(_ scalar: Unicode.Scalar) -> String {
    let figures = String(scalar.value, radix: 16, uppercase: true)
    return scalar.value < 0x80 ? "\\x" + (figures.count < 2 ? "0" : "") + figures : "\\u{\(figures)}"
  }

  /// Returns the text with `…` in place of its middle when it is too long: a sentence continues after what it quotes.
  static func shortened(_ text: String, to length: Int = maximumLength) -> String {
    let bytes = text.utf8
    guard bytes.count > length else { return text }
    // Rounds both indices down to whole Unicode scalars.
    let end = bytes.index(bytes.startIndex, offsetBy: length * 3 / 4)
    let start = bytes.index(bytes.endIndex, offsetBy: -length / 4)
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
