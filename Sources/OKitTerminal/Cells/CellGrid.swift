/// The cells of a terminal, or of a picture of one.
package struct CellGrid: Sendable, Hashable {
  package let columns: Int
  package let rows: Int
  var cells: [Cell]

  package init(columns: Int, rows: Int, style: CellStyle = CellStyle()) {
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
    cells = Array(repeating: Cell(style: style), count: self.columns * self.rows)
  }

  package subscript(_ column: Int, _ row: Int) -> Cell { cells[row * columns + column] }

  /// Draws a text on a line. What does not fit is left out; half of a wide character becomes a blank.
  ///
  /// - Parameter column: Where the text begins, which may be left of the grid.
  /// - Returns: The column after the text.
  @discardableResult
  package mutating func draw(_ text: String, at column: Int, _ row: Int, _ style: CellStyle) -> Int {
    guard (0..<rows).contains(row) else { return column }
    var column = column
    for character in text {
      let width = TextWidth.columns(character)
      guard width > 0 else {
        // A mark without a column of its own belongs to the character before it.
        if (1...columns).contains(column) { append(character, before: column, row) }
        continue
      }
      if column >= 0, column + width <= columns {
        set(Cell(Self.safe(character), columns: width, style: style), column, row)
      } else if width == 2, column == columns - 1 {
        set(Cell(style: style), column, row)
      } else if width == 2, column == -1 {
        set(Cell(style: style), 0, row)
      }
      column += width
    }
    return column
  }

  /// Changes the look of cells.
  package mutating func restyle(_ range: Range<Int>, _ row: Int, _ change: (inout CellStyle) -> Void) {
    guard (0..<rows).contains(row) else { return }
    for column in range.clamped(to: 0..<columns) { change(&cells[row * columns + column].style) }
  }

  /// The lines that differ from those of another picture of this size.
  func changedRows(since old: CellGrid) -> [Int] {
    (0..<rows).filter { row in
      let range = row * columns..<(row + 1) * columns
      return cells[range] != old.cells[range]
    }
  }

  /// The lines as text, without blanks at their ends.
  package var text: String {
    (0..<rows).map { row in
      var line = (0..<columns).map { self[$0, row].text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// The text of some columns of a line.
  func text(_ range: Range<Int>, _ row: Int) -> String {
    guard (0..<rows).contains(row) else { return "" }
    return range.clamped(to: 0..<columns).map { self[$0, row].text }.joined()
  }

  private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
    let start = row * columns
    // Of a wide character, the other half goes, too.
    if cells[start + column].columns == 0, column > 0 { cells[start + column - 1].blank() }
    let last = column + cell.columns - 1
    if last + 1 < columns, cells[start + last + 1].columns == 0 { cells[start + last + 1].blank() }
    cells[start + column] = cell
    if cell.columns == 2 { cells[start + column + 1] = .rightHalf(cell.style) }
  }

  private mutating func append(_ mark: Character, before column: Int, _ row: Int) {
    guard !Self.isControl(mark) else { return }
    var index = row * columns + column - 1
    if cells[index].columns == 0, column > 1 { index -= 1 }
    // A character may have any number of marks.
    if cells[index].text.utf8.count < 64 { cells[index].text.append(mark) }
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { PrintableText.isControl($0) || $0 == "\n" || $0 == "\t" }
  }

  /// A text must not control the terminal.
  private static func safe(_ character: Character) -> String { isControl(character) ? "\u{FFFD}" : String(character) }
}

extension Cell {
  fileprivate mutating func blank() { (text, columns) = (" ", 1) }
}
