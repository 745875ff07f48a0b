/// What the session shows.
extension TerminalSession {
  /// The least size at which screens are shown.
  package static let leastSize = (columns: 20, rows: 6)

  /// The lines of the screen: the last one of the terminal has the keys.
  private var height: Int { rows - 1 }
  /// The columns of the screen, which is never narrower than a screen as text.
  private var width: Int { max(columns, Screen.leastWidth) }

  /// Draws what the session shows.
  package func draw() -> TerminalPicture {
    guard columns >= Self.leastSize.columns, rows >= Self.leastSize.rows else { return drawNote() }
    // On a narrow terminal, the borders are left out.
    let shift = (width - columns) / 2
    let layout = currentLayout()
    let wanted = input?.element ?? focus
    if wanted != scrolledFocus { scrolledFocus = nil }
    if let wanted, scrolledFocus == nil {
      top = layout.top(showing: Self.lineElement(wanted), from: top, height: height)
    }
    if let input, let row = input.row, let place = placeInLines(of: input, layout) {
      top = layout.top(showing: row, line: place.line, from: top, height: height)
    }
    var (window, picture) = drawScreen(layout, shift: shift)
    defer { self.picture = picture }
    (top, pages) = (window.top, (window.previous, window.next))
    contentHeight = window.contentLines.shown.count
    pageSize = max(1, (window.rows?.count ?? 1) - 1)
    if let wanted { picture.focus(wanted, isBordered: shift == 0) }
    if let input { placeCursor(in: &picture, input, layout, window) }
    if let box { picture.draw(box) }
    drawLastLine(of: &picture)
    // A low terminal has no room for all bars.
    if let wanted, box == nil, commandLine == nil, notice == nil, scrolledFocus == nil, picture.cursor == nil {
      drawHidden(wanted, of: layout, in: &picture)
    }
    return picture
  }

  /// What the picture of a screen without its focus depends on.
  struct DrawnKey: Hashable {
    let layout: LayoutKey
    let top: ScreenWindow.Position
    let columns: Int
    let rows: Int
  }

  /// Draws the screen without its focus. Moving the focus changes nothing else.
  private func drawScreen(
    _ layout: ScreenLayout, shift: Int
  ) -> (window: ScreenWindow, picture: TerminalPicture) {
    let key = self.layout.map { DrawnKey(layout: $0.key, top: top, columns: columns, rows: rows) }
    if let drawn, drawn.key == key { return (drawn.window, drawn.picture) }
    let window = layout.window(height: height, top: top, isFilled: true)
    let theme = CellTheme(live.screen.theme, hasColors: hasColors)
    var picture = TerminalPicture(columns: columns, rows: rows, theme: theme)
    picture.draw(window, shift: shift)
    drawn = key.map { ($0, window, picture) }
    return (window, picture)
  }

  /// Draws what a terminal shows that is too small.
  private func drawNote() -> TerminalPicture {
    let theme = CellTheme(live.screen.theme, hasColors: hasColors)
    var note = TerminalPicture(columns: columns, rows: rows, theme: theme)
    for (row, line) in TextWidth.wrapped("too small; needs 20 × 6, q quits", to: max(1, columns)).enumerated() {
      note.grid.draw(line, at: 0, row, theme.style(.text, on: .cell))
    }
    picture = note
    return note
  }

  /// Draws the bar of an element that is not shown in the place of the keys.
  private func drawHidden(_ element: TextElement, of layout: ScreenLayout, in picture: inout TerminalPicture) {
    if let input {
      picture.drawLastLine(input.target == .search ? "/" : "", input)
    } else if let bar = layout.bar(of: element) {
      picture.drawLastLine(bar, shift: (width - columns) / 2)
      picture.focus(element, isBordered: false)
    }
  }

  // MARK: Scrolling

  /// Whether the person has scrolled away from what has the focus.
  var isFocusHidden: Bool { picture.map(isFocusHidden) ?? false }

  func isFocusHidden(in picture: TerminalPicture) -> Bool {
    guard let focus, focus == scrolledFocus else { return false }
    return picture.spans(of: focus).isEmpty
  }

  /// Whether keys and the wheel scroll what is shown, because there are no rows to go through.
  var isScrolled: Bool { isCoveredByDialog || shownRows.isEmpty }

  /// Shows the page before or after the one that is shown; the focus stays.
  func scrollPage(by offset: Int) {
    guard let page = offset < 0 ? pages.previous : pages.next else { return }
    (top, scrolledFocus) = (page, focus)
  }

  func scrollLines(by offset: Int) {
    guard (offset < 0 ? pages.previous : pages.next) != nil else { return }
    top.line += offset
    scrolledFocus = focus
  }

  /// The element whose lines are shown for another one: the row of a control.
  private static func lineElement(_ element: TextElement) -> TextElement {
    if case .element(let id) = element, let row = id.row, !row.isGridCell { return .row(row) }
    return element
  }

  /// What the layout of the screen depends on.
  struct LayoutKey: Hashable {
    let version: Int
    let width: Int
    let firstColumn: Int
    let target: FieldInput.Target?
    let text: String
    let cursor: Int

    /// Whether nothing is typed into the screen, and all of its columns are shown.
    var isWhole: Bool { target == nil && firstColumn == 0 }
  }

  private func currentLayout() -> ScreenLayout {
    let key = LayoutKey(
      version: version, width: width, firstColumn: firstColumn, target: input?.target,
      text: input?.buffer.text ?? "", cursor: input?.buffer.cursor ?? 0)
    if let layout, layout.key == key { return layout.layout }
    let left = key.isWhole ? takeLeftLayout(width: width) : nil
    let new = left ?? ScreenLayout(shownScreen(), width: width)
    layout = (key, new)
    return new
  }

  /// The screen with what is typed into it.
  private func shownScreen() -> Screen {
    // Each action can be gone to, so that each has a line.
    var screen = live.screen.shortened(actionLimit: .max)
    dropColumns(of: &screen)
    guard let input else { return screen }
    let text = input.shown(columns: fieldColumns).text
    if case .dialogField(let part) = input.target {
      guard var alert = screen.alert, alert.fields.indices.contains(part.index) else { return screen }
      let field = alert.fields[part.index]
      alert.fields[part.index] = DialogField(
        name: field.name, placeholder: field.placeholder, text: text, isSecure: field.isSecure)
      screen.alert = alert
    } else if var menu = screen.menu {
      enter(text, of: input, into: &menu)
      screen.menu = menu
    } else {
      enter(text, of: input, into: &screen)
    }
    return screen
  }

  private func enter(_ text: String, of input: FieldInput, into screen: inout Screen) {
    guard let row = input.row else {
      screen.search?.text = text
      return
    }
    screen.replaceControl(of: row) { control in
      control.replacingValue(.string(input.isMultiline ? input.buffer.text : text)).with { _ in nil }
    }
  }

  /// The columns of a field in which something is typed.
  var fieldColumns: Int { max(4, min(40, width / 2 - 4)) }

  private func dropColumns(of screen: inout Screen) {
    guard screen.kind == .grid, firstColumn > 0, firstColumn < screen.columns.count else { return }
    screen.columns.removeFirst(firstColumn)
    for section in screen.sections.indices {
      for row in screen.sections[section].rows.indices {
        let cells = screen.sections[section].rows[row].cells
        screen.sections[section].rows[row].cells = Array(cells.dropFirst(firstColumn))
      }
    }
  }
}

extension Screen {
  /// Replaces the control of a row, or of a cell of a grid.
  fileprivate mutating func replaceControl(of id: RowID, _ replace: (Control) -> Control) {
    let rowID: RowID = if case .gridCell(let entity, _) = id { .entity(entity) } else { id }
    guard let path = path(of: rowID) else { return }
    var row = sections[path.section].rows[path.row]
    if id.isGridCell {
      guard let cell = row.cells.firstIndex(where: { $0.id == id }) else { return }
      row.cells[cell].control = row.cells[cell].control.map(replace)
    } else {
      row.control = row.control.map(replace)
    }
    sections[path.section].rows[path.row] = row
  }
}
