/// The number of columns that texts take on a terminal, and texts cut or padded to fit.
package enum TextWidth {
  /// Returns 0 for a mark that combines with the character before it, 2 for wide East Asian characters and emoji, else 1.
  package static func columns(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return WideCharacters.contains(first) ? 2 : 1
    }
  }

  package static func columns(_ text: some StringProtocol) -> Int {
    isPlain(text.utf8) ? text.utf8.count : text.reduce(0) { $0 + columns($1) }
  }

  /// Whether each byte is a character of one column.
  private static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { 0x20 <= $0 && $0 < 0x7F } }

  /// Replaces characters that would move the cursor or control the terminal: line breaks by `⏎`, tabs by a space, other
  /// control characters by escapes such as `\u{1B}`.
  package static func printable(_ text: String) -> String {
    let isReplaced = { (scalar: Unicode.Scalar) in
      scalar == "\n" || scalar == "\t" || PrintableText.isControl(scalar)
    }
    guard text.unicodeScalars.contains(where: isReplaced) else { return text }
    return text.map { $0.isNewline ? "⏎" : PrintableText.line(String($0)) }.joined()
  }

  /// Cuts the text to a width and ends it with `…` if something is missing.
  package static func fitted(_ text: String, to width: Int) -> String {
    columns(text) <= width ? text : prefix(text, columns: max(0, width - 1)) + "…"
  }

  /// Pads the text with spaces to a width.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  /// Returns as many characters as fit into the columns.
  static func prefix(_ text: some StringProtocol, columns limit: Int) -> String {
    // The byte after the limit may be part of the last character.
    if isPlain(text.utf8.prefix(limit + 1)) {
      return String(decoding: text.utf8.prefix(limit), as: UTF8.self)
    }
    var used = 0
    return String(
      text.prefix {
        used += columns($0)
        return used <= limit
      })
  }

  /// Breaks the text into lines of at most `width` columns, at spaces where possible.
  ///
  /// - Parameter isExhausted: Called with the bytes of each line; returns true to omit the rest.
  package static func wrapped(
    _ text: String, to width: Int, isExhausted: (Int) -> Bool = { _ in false }
  ) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var rest = Substring(text)
    while true {
      var line = prefix(rest, columns: width)
      // Only the line is measured, so that the time is proportional to the length of the text.
      if line.utf8.count == rest.utf8.count { break }
      if isExhausted(line.utf8.count) { return lines }
      if rest.after(line).first != " ", let blank = line.lastIndex(of: " "), blank > line.startIndex {
        line = String(line[..<blank])
      }
      // A character wider than the line still has to be taken.
      if line.isEmpty { line = String(rest.prefix(1)) }
      lines.append(line)
      rest = rest.after(line)
      while rest.first == " " { rest.removeFirst() }
    }
    return lines + [String(rest)]
  }

  /// Returns the columns `range` of a text, with a space for half of a wide character at an edge.
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
}

extension Substring {
  /// Returns what follows the beginning of the text.
  fileprivate func after(_ beginning: String) -> Substring {
    self[utf8.index(utf8.startIndex, offsetBy: beginning.utf8.count)...]
  }
}
