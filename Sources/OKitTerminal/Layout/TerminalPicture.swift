/// What a terminal shows: its cells, what they are for a mouse, and where the cursor is.
package struct TerminalPicture {
  /// What a click reaches.
  enum Target: Hashable {
    case element(TextElement)
    case command(TerminalCommand)
    /// A line of the open box.
    case boxLine(Int)
    /// The border of the open box.
    case box
  }

  package internal(set) var grid: CellGrid
  /// The cursor; nil for none.
  package internal(set) var cursor: (column: Int, row: Int)?
  /// Of each line, what its columns are; of several, the last one counts.
  private(set) var targets: [[(columns: Range<Int>, target: Target)]]
  let theme: CellTheme

  init(columns: Int, rows: Int, theme: CellTheme) {
    grid = CellGrid(columns: columns, rows: rows, style: theme.style(.text, on: .cell))
    targets = Array(repeating: [], count: max(0, rows))
    self.theme = theme
  }

  func target(at column: Int, _ row: Int) -> Target? {
    guard targets.indices.contains(row) else { return nil }
    return targets[row].last { $0.columns.contains(column) }?.target
  }

  mutating func add(_ target: Target, _ columns: Range<Int>, _ row: Int) {
    if targets.indices.contains(row) { targets[row].append((columns, target)) }
  }

  /// Draws a screen from a line on.
  ///
  /// - Parameter shift: The columns at the left that are left out.
  mutating func draw(_ window: ScreenWindow, shift: Int, from first: Int = 0) {
    let elements = window.elements
    var styles: [CellLook: CellStyle] = [:]
    for (line, runs) in window.styledText.lines.enumerated().prefix(grid.rows - first) {
      let row = first + line
      var column = -shift
      for run in runs {
        let look = CellLook(role: run.role, surface: run.surface)
        let style = styles[look] ?? theme.style(run.role, on: run.surface)
        styles[look] = style
        column = grid.draw(run.text, at: column, row, style)
      }
      for span in elements[line] {
        add(.element(span.element), span.columns.lowerBound - shift..<span.columns.upperBound - shift, row)
      }
    }
  }

  /// The columns of each line that are an element, and nothing else.
  func spans(of element: TextElement) -> [(columns: Range<Int>, row: Int)] {
    let target = Target.element(element)
    return targets.indices.flatMap { row -> [(columns: Range<Int>, row: Int)] in
      guard targets[row].contains(where: { $0.target == target }) else { return [] }
      var spans: [(columns: Range<Int>, row: Int)] = []
      for column in 0..<grid.columns where self.target(at: column, row) == target {
        if let last = spans.last, last.columns.upperBound == column {
          spans[spans.count - 1].columns = last.columns.lowerBound..<column + 1
        } else {
          spans.append((column..<column + 1, row))
        }
      }
      return spans
    }
  }

  /// Shows that an element has the focus, and puts the cursor on it.
  mutating func focus(_ element: TextElement, isBordered: Bool) {
    var spans = spans(of: element)
    guard let first = spans.first else { return }
    if case .element(.row(.id(let row))) = element, !row.isGridCell {
      // With what is an element of its own in the row.
      let last = isBordered ? grid.columns - 1 : grid.columns
      spans = spans.map { (max($0.columns.lowerBound, isBordered ? 1 : 0)..<min($0.columns.upperBound, last), $0.row) }
      for part in [TextElement.element(.control(.id(row))), .element(.accessory(.id(row)))] {
        spans += self.spans(of: part)
      }
    }
    for span in spans { grid.restyle(span.columns, span.row, theme.focus) }
    let start = max(first.columns.lowerBound, isBordered ? 2 : 0)
    cursor = (min(start, max(0, grid.columns - 1)), first.row)
  }

  /// Draws a box of the session over the lines above the last one.
  mutating func draw(_ box: TerminalBox) {
    let (columns, rows, first) = box.place(columns: grid.columns, rows: grid.rows - 1)
    let border = theme.style(.line, on: .dialog)
    let inner = columns.count - 4
    func line(_ start: String, _ label: String, _ end: String) -> String {
      let label = label.isEmpty ? "" : "─ " + TextWidth.fitted(label, to: max(0, columns.count - 6)) + " "
      let rest = columns.count - 2 - TextWidth.columns(label)
      return start + label + String(repeating: "─", count: max(0, rest)) + end
    }
    for row in rows { add(.box, columns, row) }
    grid.draw(line("╭", TextWidth.printable(box.title), "╮"), at: columns.lowerBound, rows.lowerBound, border)
    let shown = box.lines.indices.dropFirst(first).prefix(rows.count - 2)
    for (offset, index) in shown.enumerated() {
      let (item, row) = (box.lines[index], rows.lowerBound + 1 + offset)
      var style = theme.style(item.role, on: .dialog)
      let isChosen = box.isChoice && index == box.position
      if isChosen { theme.focus(&style) }
      grid.draw("│ ", at: columns.lowerBound, row, border)
      let text = TextWidth.fitted(TextWidth.printable(item.text), to: inner)
      grid.draw(TextWidth.padded(text, to: inner), at: columns.lowerBound + 2, row, style)
      grid.draw(" │", at: columns.upperBound - 2, row, border)
      if item.command != nil { add(.boxLine(index), columns, row) }
      if isChosen || !box.isChoice && offset == 0 { cursor = (columns.lowerBound + 2, row) }
    }
    let hidden = box.lines.count - shown.count
    let position = hidden > 0 ? "\(first + 1)–\(first + shown.count) of \(box.lines.count)" : ""
    grid.draw(line("╰", position, "╯"), at: columns.lowerBound, rows.upperBound - 1, border)
  }

  /// Draws the keys that apply on the last line: as many as fit, and the last ones in any case.
  ///
  /// - Parameter kept: The number of the last ones.
  mutating func draw(_ hints: [KeyHint], kept: Int) {
    let row = grid.rows - 1
    var style = theme.style(.muted, on: .bar)
    var keyStyle = theme.style(.tint, on: .bar)
    (style.isBold, keyStyle.isBold) = (false, true)
    fillLastLine(style)
    func width(_ hint: KeyHint) -> Int { TextWidth.columns(hint.key) + 1 + TextWidth.columns(hint.meaning) + 2 }
    func total(_ hints: ArraySlice<KeyHint>) -> Int { hints.reduce(-2) { $0 + width($1) } }
    // The very last one says how to go on.
    let tail = total(hints.suffix(kept)) <= grid.columns ? hints.suffix(kept) : hints.suffix(1)
    let margin = total(tail) < grid.columns ? 1 : 0
    var room = grid.columns - margin - total(tail)
    var shown = hints.dropLast(tail.count).prefix { hint in
      room -= width(hint)
      return room >= 0
    }
    shown += tail
    var column = margin
    for hint in shown {
      let start = column
      column = grid.draw(hint.key, at: column, row, keyStyle)
      column = grid.draw(hint.meaning, at: column + 1, row, style)
      add(.command(hint.command), start..<column, row)
      column += 2
    }
  }

  /// Draws a text on the last line.
  mutating func drawLastLine(_ text: String, _ role: TextRole) {
    let style = theme.style(role, on: .bar)
    fillLastLine(style)
    grid.draw(TextWidth.fitted(TextWidth.printable(text), to: max(0, grid.columns - 2)), at: 1, grid.rows - 1, style)
  }

  /// Draws a bar on the last line.
  mutating func drawLastLine(_ bar: ScreenWindow, shift: Int) {
    fillLastLine(theme.style(.text, on: .bar))
    draw(bar, shift: shift, from: grid.rows - 1)
  }

  /// Draws a line that is edited on the last line, with the cursor in it.
  mutating func drawLastLine(_ prompt: String, _ input: FieldInput) {
    let style = theme.style(.text, on: .bar)
    fillLastLine(style)
    let start = grid.draw(prompt, at: 0, grid.rows - 1, style)
    let (text, before) = input.shown(columns: max(1, grid.columns - start - 1))
    grid.draw(TextWidth.printable(text), at: start, grid.rows - 1, style)
    cursor = (min(start + before, grid.columns - 1), grid.rows - 1)
  }

  /// What the style of a text depends on.
  private struct CellLook: Hashable {
    let role: TextRole
    let surface: TextSurface
  }

  private mutating func fillLastLine(_ style: CellStyle) {
    grid.draw(String(repeating: " ", count: grid.columns), at: 0, grid.rows - 1, style)
    if targets.indices.contains(grid.rows - 1) { targets[grid.rows - 1] = [] }
  }
}
