/// The widths of a grid as text: as many of its columns as fit beside each other.
package struct GridLayout {
  /// The columns of the texts of the rows; 0 where they are not shown.
  let headerWidth: Int
  /// The widths of the columns that are drawn.
  let widths: [Int]

  /// The number of columns that are drawn.
  package var count: Int { widths.count }

  static let separator = " │ "
  private static let maximumWidth = 24

  /// - Parameter width: The columns of the whole frame.
  package init(_ screen: Screen, width: Int) {
    let frame = TextFrame(width: width)
    let style = screen.rowStyle(Swipes())
    let rows = screen.sections.flatMap(\.rows)
    func widest(_ texts: some Sequence<StyledText>) -> Int {
      texts.reduce(1) { min(max($0, $1.columns), Self.maximumWidth) }
    }
    headerWidth = screen.hasRowHeaders ? widest(rows.lazy.map { StyledText($0.label) }) : 0
    var room = frame.inner - style.indent - (style.accessoryWidth > 0 ? style.accessoryWidth + 1 : 0)
    if headerWidth > 0 { room -= headerWidth + Self.separator.count }
    var widths: [Int] = []
    for (place, column) in screen.columns.enumerated() {
      let cells = rows.lazy.map { $0.cells.indices.contains(place) ? $0.cells[place].gridText : StyledText() }
      let width = max(widest([column.drawing]), widest(cells))
      let needed = width + (widths.isEmpty ? 0 : Self.separator.count)
      guard needed <= room || widths.isEmpty else { break }
      widths.append(min(width, max(1, room)))
      room -= needed
    }
    self.widths = widths
  }

  /// Joins the texts of a line, each at the width of its column.
  ///
  /// - Parameter elements: What the columns are.
  func line(_ start: StyledText, indent: Int, _ texts: [StyledText], _ elements: [TextElement?]) -> StyledText {
    var line = start
    line.pad(to: indent)
    for (place, (text, width)) in zip(texts, widths).enumerated() {
      if place > 0 || headerWidth > 0 { line.append(Self.separator, .line) }
      let start = line.columns
      line.append(text.columns <= width ? text : StyledText(TextWidth.fitted(text.text, to: width), text.role))
      if place < widths.count - 1 { line.pad(to: start + width) }
      line.mark(from: start, as: elements[place])
    }
    return line
  }
}

extension StyledText {
  /// The role of its beginning.
  fileprivate var role: TextRole { spans.first?.role ?? .text }
}

extension TextFrame {
  /// Draws the titles of the columns below the title of the screen.
  mutating func drawTitles(_ layout: GridLayout, _ screen: Screen) {
    let first = screen.columns.first?.index ?? 0
    let total = screen.columnWindow?.total ?? screen.columns.count
    let isPart = layout.count < total && layout.count > 0
    rule(isPart ? screen.words.position(ofColumns: first + 1, first + layout.count, of: total) : "")
    let indent = screen.rowStyle(Swipes()).indent + layout.headerWidth
    let elements = screen.columns.map { $0.isSortable ? TextElement.element(.column($0.index)) : nil }
    line(layout.line(StyledText(), indent: indent, screen.columns.map(\.drawing), elements))
  }

  /// Draws a row of a grid on one line, below it the messages and the choices of its cells.
  mutating func draw(_ row: Screen.Row, number: Int, style: RowStyle, _ layout: GridLayout, _ screen: Screen) {
    surface = row.isSelected ? .selected : .cell
    defer { surface = .cell }
    var left = style.beginning(number, isSelected: row.isSelected)
    if layout.headerWidth > 0 {
      left.append(TextWidth.fitted(row.label, to: layout.headerWidth), row.textRole)
    }
    var whole = layout.line(
      left, indent: style.indent + layout.headerWidth, row.cells.map(\.gridText), row.cells.map { .row($0.id) })
    let end = (row.isMovable ? "≡ " : "") + row.accessory.symbol
    if !end.isEmpty {
      whole.pad(to: inner - TextWidth.columns(end))
      whole.append(end, .muted)
    }
    line(whole)
    let margin = String(repeating: " ", count: style.indent)
    for (cell, column) in zip(row.cells, screen.columns).prefix(layout.count) {
      guard let control = cell.control else { continue }
      for part in control.textBlock(width: inner - style.indent) { line(margin + part) }
      let title = TextWidth.printable(column.title) + " "
      let width = inner - style.indent - TextWidth.columns(title)
      // A long title has a line of its own.
      let isBeside = width >= (inner - style.indent) / 2
      let lines = control.errorLines(width: isBeside ? width : inner - style.indent)
      if !isBeside, !lines.isEmpty { line(margin + title) }
      for (place, part) in lines.enumerated() { line(margin + (isBeside && place == 0 ? title : "") + part) }
    }
    drawSwipes(of: row, margin: margin, style, screen.words)
  }
}

extension GridColumn {
  /// The title; in brackets where a tap on it sorts, with an arrow for the order.
  fileprivate var drawing: StyledText {
    let arrow = order.map { $0 == .ascending ? " ▲" : " ▼" } ?? ""
    let text = TextWidth.printable(title) + arrow
    return isSortable ? StyledText("[\(text)]", .tint) : StyledText(text, .muted)
  }
}

extension Screen.Row {
  /// The cell on one line: its text, or what its control shows. A field whose cell has a text shows that until it gets
  /// the focus, as a spreadsheet shows the value of a formula.
  fileprivate var gridText: StyledText {
    var parts = [imageText.map { StyledText($0, .muted) }].compactMap(\.self)
    let shownText = text.flatMap { $0.isEmpty ? nil : TextFrame.text($0, textRuns) }
    if let control, !showsText(instead: control) {
      if let shownText, !control.isTextField { parts.append(StyledText(shownText, textRole)) }
      let isEmpty = !control.isFilled && control.isTextField && control.isEnabled && control.placeholder == nil
      let drawing = isEmpty ? "[ ]" : control.drawing
      parts.append(StyledText((control.isFocused ? "▸" : "") + drawing, control.textRole))
    } else if let shownText {
      parts.append(StyledText(control?.bracketed(shownText) ?? shownText, control?.textRole ?? textRole))
    }
    if let detail, !detail.isEmpty, control?.drawing.isEmpty ?? true {
      parts.append(StyledText(TextFrame.text(detail, detailRuns), .muted))
    }
    if let view { parts.append(StyledText(view.drawing, view.isButton ? .tint : .muted)) }
    if let button {
      parts.append(TextFrame.button(TextFrame.titled(button.title, image: button.image), button.isEnabled))
    }
    if accessory != .none { parts.append(StyledText(accessory.symbol, .muted)) }
    return .joined(parts.filter { !$0.text.isEmpty }, separator: " ")
  }

  private func showsText(instead control: Control) -> Bool {
    control.isTextField && text?.isEmpty == false && !control.isFocused && control.error == nil
  }
}
