/// A screen drawn as cells, each a character with its colors, as a terminal with the colors of the theme shows it.
///
/// Nothing of it depends on a font: pictures of equal screens are equal everywhere.
package struct CellPicture: Sendable, Hashable {
  package struct Cell: Sendable, Hashable {
    /// The character with its marks; empty in the second column of a wide one.
    package var text: String
    package var color: ColorValue
    package var background: ColorValue
    package var isBold = false

    /// A cell without a visible character, which has no color of its own.
    package static func blank(_ background: ColorValue) -> Cell {
      Cell(text: " ", color: background, background: background)
    }
  }

  /// The columns of each line.
  package let width: Int
  /// The cells of each line, one for each column.
  package private(set) var lines: [[Cell]]
  /// What the picture shows, for those who cannot see it.
  package let title: String

  package init(width: Int, lines: [[Cell]], title: String) {
    (self.width, self.lines, self.title) = (width, lines, title)
  }

  /// - Parameters:
  ///   - screen: A screen as text, of this width.
  ///   - theme: Its colors.
  package init(_ screen: StyledScreen, theme: Theme, width: Int, title: String) {
    let palette = TextPalette(theme)
    (self.width, self.title) = (width, PrintableText.line(title))
    lines = screen.lines.map { Self.cells($0, palette, width: width) }
  }

  private static func cells(_ runs: [StyledScreen.Run], _ palette: TextPalette, width: Int) -> [Cell] {
    var cells: [Cell] = []
    for run in runs {
      let background = palette.background(run.surface)
      let color = palette.color(run.role, on: run.surface).opaque(on: background)
      for character in run.text {
        let (text, columns) = (drawn(character), TextWidth.columns(character))
        if columns == 0 {
          if let last = cells.lastIndex(where: { !$0.text.isEmpty }) { cells[last].text += text }
          continue
        }
        cells.append(
          text == " "
            ? .blank(background)
            : Cell(text: text, color: color, background: background, isBold: run.role == .title))
        // The character fills both columns.
        if columns == 2 { cells.append(Cell(text: "", color: color, background: background)) }
      }
    }
    let background = cells.last?.background ?? palette.background(.group)
    while cells.count < width { cells.append(.blank(background)) }
    return Array(cells.prefix(width))
  }

  /// A character without scalars that control a terminal or that XML cannot hold; U+FFFD if nothing remains.
  private static func drawn(_ character: Character) -> String {
    guard !character.isASCII || character < " " || character == "\u{7F}" else { return String(character) }
    var text = ""
    for scalar in character.unicodeScalars where !PrintableText.isControl(scalar) && scalar.value & 0xFFFE != 0xFFFE {
      text.unicodeScalars.append(scalar)
    }
    return text.isEmpty && TextWidth.columns(character) > 0 ? "\u{FFFD}" : text
  }

  /// The text of a line.
  package func text(ofLine line: Int) -> String { lines[line].map(\.text).joined() }
}

extension ColorValue {
  /// The color that a transparent one has on a background.
  package func opaque(on background: ColorValue) -> ColorValue {
    alpha == 255 ? self : ColorContrast.mix(background, self, Double(alpha) / 255)
  }
}
