/// How many columns texts take on a terminal, and texts made to fit.
public enum TextWidth {
  /// 0 for what combines with the character before, 2 for East Asian wide characters and emoji, else 1.
  public static func columns(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return wide.contains { $0.contains(first.value) } ? 2 : 1
    }
  }

  public static func columns(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + columns($1) } }

  /// The text without characters that would move the cursor or command the terminal: line breaks become `⏎`, tabs a
  /// blank, other control characters `�`.
  public static func printable(_ text: String) -> String {
    let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for character in text {
      if character.isNewline {
        result += "⏎"
      } else if character == "\t" {
        result += " "
      } else if character.unicodeScalars.contains(where: isControl) {
        result += "\u{FFFD}"
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The text cut to a width, with `…` in place of what is missing.
  static func fitted(_ text: String, to width: Int) -> String {
    columns(text) <= width ? text : prefix(text, columns: max(0, width - 1)) + "…"
  }

  /// The text filled up with blanks to a width.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  /// As many characters as fit into the columns.
  static func prefix(_ text: some StringProtocol, columns limit: Int) -> String {
    var used = 0
    return String(
      text.prefix {
        used += columns($0)
        return used <= limit
      })
  }

  /// Lines of at most `width` columns, broken at blanks where there are some.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var rest = Substring(text)
    while true {
      var line = prefix(rest, columns: width)
      // Only the line is measured, so that a long text takes no more than its length.
      if line.utf8.count == rest.utf8.count { break }
      if rest.dropFirst(line.count).first != " ", let blank = line.lastIndex(of: " "), blank > line.startIndex {
        line = String(line[..<blank])
      }
      // A character wider than the line, alone: taken whole rather than never.
      if line.isEmpty { line = String(rest.prefix(1)) }
      lines.append(line)
      rest = rest.dropFirst(line.count)
      while rest.first == " " { rest.removeFirst() }
    }
    return lines + [String(rest)]
  }

  /// The columns `range` of a text; half of a wide character at an edge is a blank.
  static func slice(_ text: String, _ range: Range<Int>) -> String {
    var result = ""
    var column = 0
    for character in text {
      let end = column + columns(character)
      if column >= range.lowerBound, end <= range.upperBound {
        result.append(character)
      } else {
        let visible = min(end, range.upperBound) - max(column, range.lowerBound)
        result += String(repeating: " ", count: max(0, visible))
      }
      column = end
    }
    return padded(result, to: range.count)
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
