/// A text of one line whose parts have roles.
struct StyledText: ExpressibleByStringLiteral {
  private(set) var text = ""
  private(set) var spans: [TextSpan] = []
  /// The columns; of a text that no frame can hold, only more than that.
  private(set) var columns = 0

  init(_ text: String = "", _ role: TextRole = .text, _ element: TextElement? = nil) { append(text, role, element) }

  init(stringLiteral text: String) { self.init(text) }

  mutating func append(_ added: String, _ role: TextRole = .text, _ element: TextElement? = nil) {
    guard !added.isEmpty else { return }
    let end = columns + TextWidth.columns(added, upTo: TextFrame.widths.upperBound)
    if role != .text || element != nil {
      spans.append(TextSpan(columns: columns..<end, role: role == .text ? nil : role, element: element))
    }
    text += added
    columns = end
  }

  mutating func append(_ added: StyledText) {
    spans += added.spans.map { $0.shifted(by: columns) }
    text += added.text
    columns += added.columns
  }

  /// Notes that the columns from `start` on are a part of an element.
  mutating func mark(from start: Int = 0, as element: TextElement?) {
    if let element { spans.append(TextSpan(columns: start..<max(start, columns), element: element)) }
  }

  /// Returns the lines into which the text was broken, with the styles of their parts. Blanks between them are missing.
  func broken(into lines: [String]) -> [StyledText] {
    var (rest, column) = (Substring(text), 0)
    return lines.map { line in
      while !rest.hasPrefix(line), rest.first == " " {
        rest.removeFirst()
        column += 1
      }
      var part = StyledText(line)
      guard rest.hasPrefix(line) else { return part }
      let range = column..<column + part.columns
      part.spans = spans.compactMap { $0.clamped(to: range)?.shifted(by: -column) }
      rest.removeFirst(line.count)
      column = range.upperBound
      return part
    }
  }

  /// Adds blanks up to a width.
  mutating func pad(to width: Int) { append(TextWidth.blanks(width - columns)) }

  static func joined(_ parts: [StyledText], separator: String) -> StyledText {
    var joined = StyledText()
    for (index, part) in parts.enumerated() {
      if index > 0 { joined.append(separator) }
      joined.append(part)
    }
    return joined
  }
}
