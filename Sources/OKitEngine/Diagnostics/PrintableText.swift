/// Texts that came from anywhere, made fit to be printed: a message must not move the cursor, hide itself, or fill the
/// screen.
enum PrintableText {
  /// More lines of a message are not shown.
  static let maximumLines = 30
  /// Longer messages, in bytes, are cut: they quote what a script has made, which may have any length. What Lua says is cut
  /// at 4000 bytes before it comes here.
  static let maximumLength = 4096
  /// Longer lines of a source are shown around what is wrong.
  static let maximumColumns = 160

  /// The text with control characters written out (`\x1B`); ends of lines and tabs stay.
  static func escaped(_ text: some StringProtocol) -> String {
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
    // Other ends of lines, and what changes the direction of writing.
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func written(_ scalar: Unicode.Scalar) -> String {
    let figures = String(scalar.value, radix: 16, uppercase: true)
    return scalar.value < 0x80 ? "\\x" + (figures.count < 2 ? "0" : "") + figures : "\\u{\(figures)}"
  }

  /// The text with `…` in place of its middle when it is too long: names are quoted in a sentence, which goes on behind.
  static func shortened(_ text: String, to length: Int = maximumLength) -> String {
    let bytes = text.utf8
    guard bytes.count > length else { return text }
    // Whole characters of Unicode, which an index is rounded down to.
    let end = bytes.index(bytes.startIndex, offsetBy: length * 3 / 4)
    let start = bytes.index(bytes.endIndex, offsetBy: -length / 4)
    let scalars = text.unicodeScalars
    return String(scalars[..<end]) + "…" + String(scalars[start...])
  }

  /// The lines of a message; where there are too many, the last one says so.
  static func lines(_ text: String) -> [String] {
    let lines = escaped(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > maximumLines else { return lines }
    return lines.prefix(maximumLines) + ["… (cut after \(maximumLines) lines)"]
  }
}
