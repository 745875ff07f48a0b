/// A text that diagnostics refer to: a script, a binding, a model file.
public struct SourceText: Sendable, Hashable {
  /// A name for people: a file path, or the property that has a binding.
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Returns the line and column (both from 1; columns count characters) of a UTF-8 offset, and the line itself.
  ///
  /// An offset past the end gives the end. O(length of the text).
  public func location(of offset: Int) -> (line: Int, column: Int, content: Substring) {
    let utf8 = text.utf8
    let position = utf8.index(utf8.startIndex, offsetBy: max(0, offset), limitedBy: utf8.endIndex) ?? utf8.endIndex
    let before = text[..<position]
    let line = before.utf8.reduce(into: 1) { count, byte in if byte == 0x0A { count += 1 } }
    let start = before.lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
    let end = text[start...].firstIndex(where: \.isNewline) ?? text.endIndex
    return (line, text.distance(from: start, to: max(start, position)) + 1, text[start..<end])
  }
}

/// A half-open range of UTF-8 offsets in a `SourceText`.
public struct SourceRange: Sendable, Hashable {
  public var lower: Int
  public var upper: Int

  public init(_ lower: Int, _ upper: Int) {
    self.lower = lower
    self.upper = max(lower, upper)
  }
}
