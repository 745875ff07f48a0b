/// What keys do.
extension TerminalSession {
  /// Handles a key.
  ///
  /// - Returns: What the owner has to do; nil for nothing but drawing.
  package func handle(_ key: TerminalKey, at now: ContinuousClock.Instant = .now) -> Effect? {
    notice = nil
    switch key {
    case .mouse(let event): return handle(event, at: now)
    case .interrupt: return end()
    case .suspend:
      sendInput()
      return .suspend
    case .clearScreen: return .redraw
    default: break
    }
    if commandLine != nil { return handleCommandLine(key, at: now) }
    if box != nil { return handleBox(key) }
    if input != nil {
      handleInput(key, at: now)
      return nil
    }
    return handleScreen(key)
  }

  /// Ends the session; what was typed is sent.
  func end() -> Effect {
    leaveInput()
    return .quit
  }

  private func handleScreen(_ key: TerminalKey) -> Effect? {
    switch key {
    case .up: moveVertically(by: -1)
    case .down: moveVertically(by: 1)
    case .left: moveLeft()
    case .right: moveRight()
    case .pageUp, .pageDown:
      let sign = key == .pageUp ? -1 : 1
      if isScrolled { scrollPage(by: sign) } else { moveRow(by: sign * pageSize, clamped: true) }
    case .home: moveToEnd(isFirst: true)
    case .end: moveToEnd(isFirst: false)
    case .tab: moveField(by: 1)
    case .backTab: moveField(by: -1)
    case .enter: return run(.tap)
    case .escape, .backspace: return run(.back)
    case .character(let character):
      guard let command = Self.letters[character] else { return nil }
      return run(command)
    case .paste: show("a text can be pasted into a field")
    default: break
    }
    return nil
  }

  private static let letters: [Character: TerminalCommand] = [
    "/": .search, "a": .actions, "d": .delete, "e": .edit, " ": .mark, "m": .menu, "r": .refresh, "v": .read,
    "u": .undo,
    "U": .redo,
    ":": .commandLine, "?": .keys, "y": .copy, "M": .mouse, "l": .messages, "q": .quit, "+": .increase,
    "-": .decrease,
  ]

  // MARK: Moving

  /// Moves to the row above or below; from the first and the last one to the bars.
  func moveVertically(by offset: Int) {
    if focus == nil { return moveFocusToStart() }
    if isCoveredByDialog {
      moveInDialog(by: offset)
    } else if rowID != nil {
      if !moveRow(by: offset) { moveOutOfRows(by: offset) }
    } else {
      moveToBar(by: offset)
    }
  }

  /// Moves to the next field or button of a dialog. While its focus is not shown, the dialog scrolls.
  private func moveInDialog(by offset: Int) {
    if isFocusHidden { return scrollPage(by: offset) }
    moveRegion(by: offset, wraps: false)
    if case .element(.dialogPart(let part))? = focus, part.kind == .field { beginInput(part) }
  }

  private func moveOutOfRows(by offset: Int) {
    let regions = regions
    guard let place = offset < 0 ? regions.firstIndex(where: \.isAmongRows) : regions.lastIndex(where: \.isAmongRows),
      regions.indices.contains(place + offset)
    else { return }
    enter(regions[place + offset])
  }

  private func moveLeft() {
    if isCoveredByDialog, live.screen.dialogID != nil { return moveInDialog(by: -1) }
    if moveColumn(by: -1) { return }
    if rowID == nil, moveWithinBar(by: -1) { return }
    goBack()
  }

  private func moveRight() {
    if isCoveredByDialog { return moveInDialog(by: 1) }
    if moveColumn(by: 1) || rowID == nil && moveWithinBar(by: 1) { return }
    operateFocus()
  }

  /// Operates the control or the button of the row.
  private func operateFocus() {
    guard let row = focusedRow else { return }
    if let control = row.control, control.isEnabled, control.kind.edits != nil { return operate(row) }
    if row.buttonTitle != nil { perform(["tap": .string("\(row.id)/accessory")]) }
  }

  private func moveToEnd(isFirst: Bool) {
    if isCoveredByDialog, let end = isFirst ? regions.first : regions.last { return enter(end) }
    guard !shownRows.isEmpty, !live.screen.isCovered else { return }
    if rowID == nil { enterRows() }
    if let window = screen.window { return focusRow(at: isFirst ? 0 : window.total - 1) }
    moveRow(by: isFirst ? -shownRows.count : shownRows.count, clamped: true)
  }

  // MARK: Commands

  /// Does what a key, or a click on its name, does.
  func run(_ command: TerminalCommand) -> Effect? {
    switch command {
    case .tap: tapFocus()
    case .back: goBack()
    case .search: beginSearch()
    case .actions: showActions()
    case .read: showWholeRow()
    case .operate: operateFocus()
    case .pageDown: scrollPage(by: 1)
    case .delete: if let row = focusedRowOrSay() { perform(["delete": .string("\(row.id)")]) }
    case .mark: mark()
    case .edit:
      if let id = editButton { perform(["tap": .string("\(id)")]) } else { show("this screen has no edit mode") }
    case .menu: perform("menu")
    case .refresh: perform("refresh")
    case .undo: perform("undo")
    case .redo: perform("redo")
    case .increase: step(by: 1)
    case .decrease: step(by: -1)
    case .commandLine:
      commandLine = FieldInput(.search, "")
      commandPlace = commands.count
    case .keys: box = TerminalBox("Keys", text: Self.keyTexts(columns: columns))
    case .messages where live.screen.isCovered: show("the application is covered")
    case .messages:
      box = TerminalBox(
        "Messages", messages.isEmpty ? [.init(text: "no messages")] : messages, position: max(0, messages.count - 1))
      box?.move(by: 0, page: max(1, rows - 3))
    case .copy: return copy()
    case .mouse:
      hasMouse.toggle()
      show(hasMouse ? "the application has the mouse" : "the terminal has the mouse; M ends it")
      return .mouse(hasMouse)
    case .quit: return end()
    case .nextField: moveField(by: 1)
    case .previousField: moveField(by: -1)
    case .endInput: handleInput(.enter, at: .now)
    case .cancelInput: handleInput(.escape, at: .now)
    case .closeBox: box = nil
    case .perform(let action):
      box = nil
      perform(action)
    }
    return nil
  }

  /// Goes back: out of what lies above the screen, or to the screen before.
  func goBack() {
    if live.screen.help != nil {
      _ = perform(["tap": "help"])
      return
    }
    if let dialog = live.screen.dialogID {
      guard let cancel = live.screen.dialogActions.firstIndex(where: { $0.style == .cancel && $0.isEnabled }) else {
        return show("choose one of the buttons")
      }
      _ = perform(["tap": .string("\(DialogPartID(dialog, .action, cancel))")])
      return
    }
    if live.screen.menu != nil {
      perform("menu")
    } else if live.actions.contains(.back) {
      perform("back")
    } else if live.actions.contains(.close) {
      perform("close")
    } else if let search = screen.search, !search.text.isEmpty {
      perform(["search": ""])
    } else {
      show("this is the first screen; q quits")
    }
  }

  /// The button that begins and ends the edit mode.
  var editButton: BarButtonID? { screen.barButtons.first { $0.id.key == .builtIn(.edit) }?.id }

  private func focusedRowOrSay() -> Screen.Row? {
    guard let rowID, !isCoveredByDialog, let row = screen.row(rowID) else {
      show("no row has the focus")
      return nil
    }
    return row
  }

  private func mark() {
    guard let focusedRow else { return tapFocus() }
    if let control = focusedRow.control, control.isEnabled, control.kind.name == "switch" { return operate(focusedRow) }
    guard let row = focusedRowOrSay() else { return }
    perform(["select": .string("\(row.id)"), "on": .bool(!row.isSelected)])
  }

  private func copy() -> Effect? {
    let row = focusedRow
    let texts = [row?.text, row?.detail, row?.control.flatMap { $0.isSecure ? nil : $0.text ?? $0.value.scalarText }]
    // What is pasted elsewhere must not control a terminal.
    let printable = texts.map { String(($0 ?? "").unicodeScalars.filter { !PrintableText.isControl($0) }) }
    let text = printable.filter { !$0.isEmpty }.joined(separator: "\t")
    guard !text.isEmpty else {
      show("there is nothing to copy")
      return nil
    }
    show("copied")
    return .copy(text)
  }
}
