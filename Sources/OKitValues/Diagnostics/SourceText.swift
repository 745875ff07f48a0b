/// A text that diagnostics refer to: a script, a binding, a model file.
package struct SourceText: Sendable, Hashable {
  /// A name for people: a file path, or the property that has a binding.
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Returns the line and column (both from 1; columns count characters) of a UTF-8 offset, and the line itself.
  ///
  /// An offset past the end gives the end. O(length of the text).
  package func location(of offset: Int) -> (line: Int, column: Int, content: Substring) {
    let (line, content, before) = self.line(at: offset)
    let column = String(decoding: content.utf8.prefix(before), as: UTF8.self).count + 1
    return (line, column, content)
  }

  /// Returns the number (from 1) of the line at a UTF-8 offset, the line, and the offset in it.
  func line(at offset: Int) -> (number: Int, content: Substring, offset: Int) {
    let utf8 = text.utf8
    let position = utf8.index(utf8.startIndex, offsetBy: max(0, offset), limitedBy: utf8.endIndex) ?? utf8.endIndex
    let before = utf8[..<position]
    let number = before.reduce(into: 1) { count, byte in if byte == 0x0A { count += 1 } }
    let scalars = text.unicodeScalars
    let start = scalars[..<position].lastIndex(where: Self.isBreak).map(scalars.index(after:)) ?? text.startIndex
    let end = scalars[start...].firstIndex(where: Self.isBreak) ?? text.endIndex
    return (number, text[start..<end], utf8.distance(from: start, to: max(start, min(position, end))))
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

extension Diagnostic.Excerpt {
  /// The line as messages show it, with the part that is wrong; without a range, that is the beginning of the text of
  /// the line.
  package var shown: ShownLine {
    if let line { return line }
    let (_, content, offset) = source.line(at: range?.lower ?? 0)
    guard let range else {
      let start = content.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
      return ShownLine(content, part: start..<start)
    }
    return ShownLine(content, part: offset..<(offset + range.upper - range.lower))
  }
}

/// A half-open range of UTF-8 offsets in a `SourceText`.
package struct SourceRange: Sendable, Hashable {
  package var lower: Int
  package var upper: Int

  package init(_ lower: Int, _ upper: Int) {
    self.lower = lower
    self.upper = max(lower, upper)
  }
}
