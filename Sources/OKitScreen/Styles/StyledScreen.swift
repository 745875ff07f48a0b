/// A screen as text with the style of each part. The texts are the same as without styles.
package struct StyledScreen {
  /// A part of a line in one style.
  package struct Run: Equatable {
    package var text: String
    package var role: TextRole
    package var surface: TextSurface
  }

  /// The runs of each line.
  package let lines: [[Run]]

  package init(_ frame: TextFrame) {
    lines = zip(frame.lines, frame.styles).map { Self.runs(of: $0, $1, width: frame.width) }
  }

  private static func runs(of line: String, _ style: LineStyle, width: Int) -> [Run] {
    var roles = [(role: TextRole, surface: TextSurface)](repeating: (.text, style.surface), count: width)
    for span in style.spans {
      for column in span.columns.clamped(to: 0..<width) {
        roles[column] = (span.role ?? roles[column].role, span.surface ?? roles[column].surface)
      }
    }
    var runs: [Run] = []
    var column = 0
    for character in line {
      let columns = TextWidth.columns(character)
      let style = roles[min(column, width - 1)]
      // A mark without a column of its own belongs to what is before it.
      if let last = runs.indices.last, columns == 0 || (runs[last].role, runs[last].surface) == style {
        runs[last].text.append(character)
      } else {
        runs.append(Run(text: String(character), role: style.role, surface: style.surface))
      }
      column += columns
    }
    return runs
  }
}
