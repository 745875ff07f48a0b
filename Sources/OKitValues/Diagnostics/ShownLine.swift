/// A line of a text as messages show it: cut around the part that is wrong, where the line is long.
///
/// Takes a time that does not depend on the length of the line, so that many messages about one long line stay short.
package struct ShownLine: Sendable, Hashable {
  /// The text, with `…` where it was cut.
  package let text: String
  /// The columns of the part in `text`, in characters from 1. The end is exclusive, and not beyond the text.
  package let column: Int
  package let endColumn: Int

  init(text: String, column: Int, endColumn: Int) {
    (self.text, self.column, self.endColumn) = (text, column, endColumn)
  }

  /// No line.
  package static let none = ShownLine("", part: 0..<0)

  /// The number of bytes at each side of the beginning of the part that may be shown: a character has a few at most.
  private static let window = 1024

  /// - Parameters:
  ///   - line: The line without its break.
  ///   - part: The UTF-8 offsets of the part in the line.
  package init(_ line: some StringProtocol, part: Range<Int>) {
    let bytes = line.utf8
    let offset = min(max(0, part.lowerBound), bytes.count)
    func text(_ lower: Int, _ upper: Int) -> String {
      let start = bytes.index(bytes.startIndex, offsetBy: lower)
      return String(decoding: bytes[start..<bytes.index(start, offsetBy: upper - lower)], as: UTF8.self)
    }
    let (lower, upper) = (max(0, offset - Self.window), min(bytes.count, offset + Self.window))
    let (isCutBefore, isCutAfter) = (lower > 0, upper < bytes.count)
    // What was cut may be a part of a character.
    let before = text(lower, offset).dropFirst(isCutBefore ? 4 : 0)
    let after = text(offset, upper).dropLast(isCutAfter ? 4 : 0)
    let partLength = text(offset, min(max(offset, part.upperBound), upper)).count
    let (length, total, maximum) = (before.count, before.count + after.count, PrintableText.maximumColumns)
    guard total > maximum || isCutBefore || isCutAfter else {
      (self.text, column, endColumn) = (String(before + after), length + 1, length + 1 + partLength)
      return
    }
    let skipped = min(max(0, length + 1 - maximum / 2), max(0, total - maximum))
    let isWhole = !isCutAfter && skipped + maximum >= total
    let shownAfter = after.prefix(max(0, min(total, skipped + maximum) - length))
    let start = skipped > 0 || isCutBefore ? "…" : ""
    self.text = start + before.dropFirst(skipped) + shownAfter + (isWhole ? "" : "…")
    column = start.count + length - skipped + 1
    endColumn = min(column + partLength, column + shownAfter.count)
  }

  /// Returns a line of a text without its break, as Lua counts lines; nil for one that does not exist. O(length of the
  /// text).
  package static func line(_ number: Int, of text: String) -> Substring? {
    let bytes = text.utf8
    var start = bytes.startIndex
    for _ in 1..<max(1, number) {
      guard let end = bytes[start...].firstIndex(where: isBreak) else { return nil }
      start = bytes.index(after: end)
      // "\r\n" is one break.
      if bytes[end] == 0x0D, start < bytes.endIndex, bytes[start] == 0x0A { start = bytes.index(after: start) }
    }
    return text[start..<(bytes[start...].firstIndex(where: isBreak) ?? bytes.endIndex)]
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
