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

  /// The columns that a picture can have.
  package static let widths = Screen.leastWidth...1000

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

extension CellPicture {
  /// Returns the picture with masked lines.
  ///
  /// - Parameter mask: Returns a text with what must not be shown replaced.
  package func masked(_ mask: (String) -> String) -> CellPicture {
    let masked = lines.indices.map { number -> [Cell] in
      let text = text(ofLine: number)
      let shown = mask(text)
      return shown == text ? lines[number] : Self.fitted(shown, like: lines[number])
    }
    return CellPicture(width: width, lines: masked, title: PrintableText.line(mask(title)))
  }

  /// A text in the colors that the cells at its columns have had.
  private static func fitted(_ text: String, like cells: [Cell]) -> [Cell] {
    var result: [Cell] = []
    for character in text where result.count < cells.count {
      var cell = cells[result.count]
      let columns = TextWidth.columns(character)
      guard columns > 0 else { continue }
      if cell.color == cell.background { cell.color = ColorContrast.readable(cell.background, on: cell.background) }
      cell.text = String(character)
      result.append(character == " " ? .blank(cell.background) : cell)
      if columns == 2, result.count < cells.count {
        cell.text = ""
        result.append(cell)
      }
    }
    return result + cells[result.count...].map { .blank($0.background) }
  }
}
