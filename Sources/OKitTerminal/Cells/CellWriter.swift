/// Writes the cells of a terminal as escape sequences (ECMA-48): those that differ from what the terminal shows.
package struct CellWriter {
  /// The colors; nil for none.
  package let depth: ColorDepth?
  private var output = ""
  /// The style that the terminal has now; nil before the first one.
  private var style: CellStyle?
  private var colors: (foreground: ColorValue?, background: ColorValue?) = (nil, nil)
  /// Where the cursor of the terminal is; nil where the terminal may have another opinion.
  private var cursor: (column: Int, row: Int)?

  private init(depth: ColorDepth?) { self.depth = depth }

  /// Returns what turns one picture into the next.
  ///
  /// - Parameter old: What the terminal shows; nil if that is not known. A picture of another size is not.
  package static func difference(from old: CellGrid?, to new: CellGrid, depth: ColorDepth?) -> String {
    var writer = CellWriter(depth: depth)
    var old = old
    if let shown = old, (shown.columns, shown.rows) != (new.columns, new.rows) { old = nil }
    if old == nil { writer.output = "\u{1B}[0m\u{1B}[2J" }
    var changed = old.map(new.changedRows) ?? Array(0..<new.rows)
    if var moved = old, let scroll = CellScroll(from: moved, to: new, changed: changed) {
      writer.output += scroll.sequence
      moved.move(scroll)
      changed = new.changedRows(since: moved)
      old = moved
    }
    for row in changed { writer.write(row, from: old, to: new) }
    if writer.style != nil { writer.output += "\u{1B}[0m" }
    return writer.output
  }

  private mutating func write(_ row: Int, from old: CellGrid?, to new: CellGrid) {
    for column in 0..<new.columns {
      let cell = new[column, row]
      guard cell.columns > 0, old.map({ Self.differs($0, new, column, row) }) ?? true else { continue }
      move(to: column, row)
      apply(cell.style)
      // A terminal may take a wide character for a narrow one, and would show the rest of an earlier text beside it.
      if cell.columns == 2, old.map({ $0[column + 1, row].text != " " }) ?? false {
        output += "  "
        cursor = nil
        move(to: column, row)
      }
      output += cell.text
      cursor = Self.isSimple(cell.text) ? (column + 1, row) : nil
    }
  }

  private static func differs(_ old: CellGrid, _ new: CellGrid, _ column: Int, _ row: Int) -> Bool {
    let cell = new[column, row]
    return old[column, row] != cell || cell.columns == 2 && old[column + 1, row] != new[column + 1, row]
  }

  /// Whether all terminals agree that a character has one column: Latin letters and the lines of boxes.
  private static func isSimple(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count == 1 else { return false }
    return (0x20..<0x7F).contains(first.value) || (0xC0..<0x180).contains(first.value)
      || (0x2500..<0x2580).contains(first.value)
  }

  private mutating func move(to column: Int, _ row: Int) {
    if let cursor, cursor == (column, row) { return }
    output += row == cursor?.row ? "\u{1B}[\(column + 1)G" : "\u{1B}[\(row + 1);\(column + 1)H"
    cursor = (column, row)
  }

  private mutating func apply(_ new: CellStyle) {
    guard new != style else { return }
    var codes: [String] = []
    var old = style ?? CellStyle()
    let loses =
      old.isBold && !new.isBold || old.isUnderlined && !new.isUnderlined || old.isReversed && !new.isReversed
      || colors.foreground != nil && new.foreground == nil || colors.background != nil && new.background == nil
    if style == nil || loses {
      codes.append("0")
      (old, colors) = (CellStyle(), (nil, nil))
    }
    if new.isBold, !old.isBold { codes.append("1") }
    if new.isUnderlined, !old.isUnderlined { codes.append("4") }
    if new.isReversed, !old.isReversed { codes.append("7") }
    let background = depth == nil ? nil : new.background
    let foreground = depth.flatMap { depth in
      new.foreground.map { color in background.map { depth.readable(color, on: $0) } ?? color }
    }
    if let depth, let background, background != colors.background {
      codes.append(depth.code(background, isBackground: true))
    }
    if let depth, let foreground, foreground != colors.foreground {
      codes.append(depth.code(foreground, isBackground: false))
    }
    colors = (foreground, background)
    if !codes.isEmpty { output += "\u{1B}[\(codes.joined(separator: ";"))m" }
    style = new
  }
}
