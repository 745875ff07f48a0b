/// The number of columns that texts take on a terminal, and texts cut or padded to fit.
package enum TextWidth {
  /// Returns 0 for a mark that combines with the character before it, 2 for wide East Asian characters and emoji, else
  /// 1.
  package static func columns(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    // The lines of frames, which are most characters of a screen.
    if (0x2500..<0x2580).contains(first.value), character.utf8.count == 3 { return 1 }
    if scalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return WideCharacters.contains(first) ? 2 : 1
    }
  }

  private static let blankLine = line(of: " ")
  private static let ruledLine = line(of: "─")

  /// Returns as many characters as the widest frame has columns. `String(repeating:count:)` would append each.
  private static func line(of character: String) -> String {
    let bytes = Array(character.utf8)
    let size = TextFrame.widths.upperBound * bytes.count
    return String(unsafeUninitializedCapacity: size) { buffer in
      for index in 0..<size { buffer[index] = bytes[index % bytes.count] }
      return size
    }
  }

  /// Returns as many blanks, which no frame has more of in a line than fit into it. None for a negative number.
  static func blanks(_ count: Int) -> String { beginning(of: blankLine, bytes: count) }

  /// Returns as much of the line of a frame.
  static func rule(_ count: Int) -> String { beginning(of: ruledLine, bytes: 3 * count) }

  /// The beginning is copied at once, and not character by character.
  private static func beginning(of line: String, bytes: Int) -> String {
    String(line[..<line.utf8.index(line.startIndex, offsetBy: min(max(0, bytes), line.utf8.count))])
  }

  package static func columns(_ text: some StringProtocol) -> Int {
    simpleColumns(text.utf8) ?? text.reduce(0) { $0 + columns($1) }
  }

  /// Returns the columns of a text, or more than `limit` as soon as they exceed it: a long text is not read to its end.
  static func columns(_ text: some StringProtocol, upTo limit: Int) -> Int {
    // A character has at least one byte.
    if text.utf8.count <= limit { return columns(text) }
    var used = 0
    for character in text {
      used += columns(character)
      if used > limit { break }
    }
    return used
  }

  /// Returns the columns of a text of European letters, usual punctuation and box drawing: one for each scalar. Nil for
  /// others.
  private static func simpleColumns(_ bytes: some Sequence<UInt8>) -> Int? {
    var columns = 0
    var bytes = bytes.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case 0x20..<0x7F: break
      case 0xC2...0xCB:
        guard let second = bytes.next(), byte > 0xC2 || (second >= 0xA0 && second != 0xAD) else { return nil }
      case 0xE2:
        guard let second = bytes.next(), let third = bytes.next() else { return nil }
        // U+2010 to U+2027, U+2030 to U+205E, and U+2500 to U+257F.
        switch (second, third) {
        case (0x80, 0x90...0xA7), (0x80, 0xB0...0xBF), (0x81, 0x80...0x9E), (0x94...0x95, _): break
        default: return nil
        }
      default: return nil
      }
      columns += 1
    }
    return columns
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
    columns(text, upTo: width) <= width ? text : prefix(text, columns: max(0, width - 1)) + "…"
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
    var lines: [String] = []
    var rest = Substring(text)
    while let (line, next) = firstLine(of: rest, to: width) {
      if isExhausted(line.utf8.count) { return lines }
      lines.append(line)
      rest = next
    }
    return lines + [String(rest)]
  }

  /// Returns the first of several lines of a text, and what follows it; nil for a text that fits on one line.
  static func firstLine(of text: Substring, to width: Int) -> (line: String, rest: Substring)? {
    let width = max(2, width)
    var line = prefix(text, columns: width)
    // Only the line is measured, so that the time is proportional to the length of the text.
    if line.utf8.count == text.utf8.count { return nil }
    if text.after(line).first != " ", let blank = line.lastIndex(of: " "), blank > line.startIndex {
      // A word that no line can hold begins on this one.
      let word = prefix(text.after(String(line[...blank])), columns: width + 1)
      if columns(word) <= width || word.contains(" ") { line = String(line[..<blank]) }
    }
    // A character wider than the line still has to be taken.
    if line.isEmpty { line = String(text.prefix(1)) }
    return (line, text.after(line).drop { $0 == " " })
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
