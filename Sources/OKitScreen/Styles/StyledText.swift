/// A text of one line whose parts have roles.
struct StyledText: ExpressibleByStringLiteral {
  private(set) var text = ""
  private(set) var spans: [TextSpan] = []
  /// The columns; of a text that no frame can hold, only more than that.
  private(set) var columns = 0

  init(_ text: String = "", _ role: TextRole = .text) { append(text, role) }

  init(stringLiteral text: String) { self.init(text) }

  mutating func append(_ added: String, _ role: TextRole = .text) {
    guard !added.isEmpty else { return }
    let end = columns + TextWidth.columns(added, upTo: TextFrame.widths.upperBound)
    if role != .text { spans.append(TextSpan(columns: columns..<end, role: role)) }
    text += added
    columns = end
  }

  mutating func append(_ added: StyledText) {
    spans += added.spans.map { $0.shifted(by: columns) }
    text += added.text
    columns += added.columns
  }

  /// Adds blanks up to a width.
  mutating func pad(to width: Int) { append(String(repeating: " ", count: max(0, width - columns))) }

  static func joined(_ parts: [StyledText], separator: String) -> StyledText {
    var joined = StyledText()
    for (index, part) in parts.enumerated() {
      if index > 0 { joined.append(separator) }
      joined.append(part)
    }
    return joined
  }
}
