/// Typing into fields.
extension TerminalSession {
  /// Begins to edit the control of a row, or of a cell of a grid.
  func beginInput(_ row: Screen.Row, isNumber: Bool = false) {
    guard let control = row.control else { return }
    if input?.row == row.id { return }
    leaveInput(forField: row.id)
    // A form follows the focus.
    if screen.keyboard != nil, !control.isFocused, row.id.isCell {
      performNow(["tap": .string("\(row.id)")], isQuiet: true)
    }
    guard let control = screen.row(row.id)?.control else { return }
    input = FieldInput(
      .control(row.id), control.isSecure ? "" : control.text ?? control.value.scalarText ?? "",
      isSecure: control.isSecure, isMultiline: control.kind.name == "multiline", isNumber: isNumber,
      name: live.fields[row.id])
    focusRow(row.id)
  }

  /// Begins to edit a field of the open alert.
  func beginInput(_ part: DialogPartID) {
    guard let alert = screen.alert, alert.fields.indices.contains(part.index) else { return }
    if input?.target == .dialogField(part) { return }
    leaveInput()
    let field = alert.fields[part.index]
    input = FieldInput(.dialogField(part), field.text ?? "", isSecure: field.isSecure)
    focus = .element(.dialogPart(part))
  }

  func beginSearch() {
    guard let search = screen.search, !isCoveredByDialog else {
      return show(Diagnostic("action.impossible", "\"\(screen.name)\" has no search"))
    }
    leaveInput()
    input = FieldInput(.search, search.text)
    focus = .element(.search)
  }

  /// Whether the screen still has the field.
  func has(_ input: FieldInput) -> Bool {
    switch input.target {
    case .search: return screen.search != nil && !isCoveredByDialog
    case .dialogField(let part): return screen.alert?.id == part.dialog
    case .control(let row):
      guard !isCoveredByDialog, let control = screen.row(row)?.control, control.isEnabled else { return false }
      return live.fields[row] == input.name
    }
  }

  /// Forgets a field that is gone; what was typed and not sent is said.
  func dropInput() {
    guard let input else { return }
    if input.isUnsent, !input.isSecure { show("not written: \(PrintableText.quoted(input.buffer.text))") }
    self.input = nil
  }

  /// Leaves the field: what was typed is sent, and its editing ends.
  ///
  /// - Parameter next: The row of the field that is entered, of which a form ends the editing of the one before.
  func leaveInput(forField next: RowID? = nil) {
    guard let left = input else { return }
    sendInput()
    guard let input, input.target == left.target else { return }
    self.input = nil
    guard input.row != nil, !(screen.keyboard != nil && next?.isCell == true) else { return }
    performNow("endEditing", isQuiet: true)
  }

  /// Handles a key in a field.
  func handleInput(_ key: TerminalKey, at now: ContinuousClock.Instant) {
    guard var input else { return }
    if isCoveredByDialog, [.pageUp, .pageDown].contains(key) { return scrollPage(by: key == .pageUp ? -1 : 1) }
    scrolledFocus = nil
    switch key {
    case .enter where input.isMultiline:
      input.edit(.character("\n"), at: now)
      self.input = input
    case .enter: finishInput()
    case .escape: cancelInput()
    // A text that the application refuses stays.
    case .tab: if sendInput() { moveField(by: 1) }
    case .backTab: if sendInput() { moveField(by: -1) }
    case .up, .down:
      let offset = key == .up ? -1 : 1
      if input.isMultiline, input.buffer.moveLine(by: offset) {
        self.input = input
        return
      }
      guard sendInput() else { return }
      leaveInput()
      moveVertically(by: offset)
    case .pageUp, .pageDown:
      guard sendInput() else { return }
      leaveInput()
      moveRow(by: key == .pageUp ? -pageSize : pageSize, clamped: true)
    default:
      input.edit(key, at: now)
      self.input = input
      // A paste is one edit.
      if case .paste = key { sendInput() }
    }
  }

  /// Ends the editing as the key Enter does.
  private func finishInput() {
    guard let input else { return }
    switch input.target {
    case .search:
      sendInput()
      self.input = nil
      enterRows()
    case .dialogField: if sendInput() { moveField(by: 1) }
    case .control(let row):
      guard sendInput() else { return }
      let isDone = performNow("done", isQuiet: true)
      // The field that adds an entity waits for the next one.
      if row.adds, isDone, let field = screen.row(row) {
        self.input = nil
        return beginInput(field)
      }
      leaveInput()
    }
  }

  /// Ends the editing as the key Esc does: a field has the value that the application has.
  func cancelInput() {
    guard let input else { return }
    self.input = nil
    switch input.target {
    case .search:
      if !input.buffer.text.isEmpty { performNow(["search": ""]) }
      enterRows()
    case .dialogField: goBack()
    case .control:
      performNow("cancel", isQuiet: true)
      if screen.keyboard == nil { performNow("endEditing", isQuiet: true) }
    }
  }

  /// Moves to the next field or region, and begins to edit a field.
  func moveField(by offset: Int) {
    let wasEdited = input != nil
    moveRegion(by: offset)
    if let focusedRow, let control = focusedRow.control, control.isEnabled, control.isTextField {
      return beginInput(focusedRow)
    }
    if case .element(.dialogPart(let part))? = focus, part.kind == .field { return beginInput(part) }
    let focus = focus
    if wasEdited { leaveInput() }
    self.focus = focus
    keepFocus()
  }

  /// Puts the cursor of the terminal where the next character is typed.
  func placeCursor(
    in picture: inout TerminalPicture, _ input: FieldInput, _ layout: ScreenLayout, _ window: ScreenWindow
  ) {
    if let place = placeInLines(of: input, layout), let row = input.row,
      let first = picture.spans(of: .row(row)).first?.row
    {
      let shift = max(0, (layout.width - picture.grid.columns) / 2)
      picture.cursor = (
        min(max(0, place.column - shift), picture.grid.columns - 1),
        min(first + place.line - layout.linesAbove(window, of: row), picture.grid.rows - 2)
      )
      return
    }
    guard let first = picture.spans(of: input.element).first else { return }
    // The text is in brackets; the name of a field of an alert comes before them.
    var start = first.columns.lowerBound
    if case .dialogField(let part) = input.target, let name = screen.alert?.fields[part.index].name, !name.isEmpty {
      let text = picture.grid.text(first.columns, first.row)
      let label = TextWidth.printable(name) + " ["
      if let range = text.firstRange(of: label) { start += TextWidth.columns(text[..<range.upperBound]) - 1 }
    } else if case .dialogField = input.target {
      start += TextWidth.columns(picture.grid.text(first.columns, first.row).prefix { $0 != "[" })
    }
    let before = input.shown(columns: fieldColumns).before
    picture.cursor = (min(start + 1 + before, picture.grid.columns - 1), first.row)
  }

  /// The line of its row, and the column, at which a text of several lines is edited; nil for another text and for an
  /// empty one, which has no lines.
  func placeInLines(of input: FieldInput, _ layout: ScreenLayout) -> (line: Int, column: Int)? {
    guard input.isMultiline, let row = input.row, let block = layout.textBlock(of: row) else { return nil }
    let parts = input.buffer.textBeforeCursor.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let broken = parts.map { TextWidth.wrapped(TextWidth.printable(String($0)), to: max(1, block.columns)) }
    let line = block.line + broken.reduce(0) { $0 + $1.count } - 1
    return (line, block.column + TextWidth.columns(broken.last?.last ?? ""))
  }
}
