/// Operating elements: rows, controls, buttons.
extension TerminalSession {
  /// Taps what has the focus.
  func tapFocus() {
    guard let focus else { return }
    // A button that nobody sees is shown first.
    if isFocusHidden { scrolledFocus = nil } else { tap(focus) }
  }

  /// Taps an element; a field is edited.
  func tap(_ element: TextElement) {
    switch element {
    case .nothing: break
    case .scope(let index): perform(["filter": .int(index)])
    case .element(.search): beginSearch()
    case .element(.dialogPart(let part)) where part.kind == .field: beginInput(part)
    case .element(.row(.id(let id))):
      guard let row = screen.row(id) else { return }
      isOperated(row) ? operate(row) : tap(row)
    case .element(.control(.id(let id))):
      guard let row = screen.row(id) else { return }
      row.control?.isEnabled == true && row.control?.kind.edits != nil ? operate(row) : tap(row)
    case .element(.key(let key)): press(key)
    case .element(let id): perform(["tap": .string(id.description)])
    }
  }

  /// Presses a button above the keyboard, which leads to a field or ends the editing.
  private func press(_ key: Keyboard.Key) {
    perform(["tap": .string("\(ElementID.key(key))")])
    input = nil
    if screen.keyboard != nil, let row = shownRows.first(where: { $0.control?.isFocused == true }) { beginInput(row) }
  }

  private func tap(_ row: Screen.Row) {
    let isPicker = row.control.map { $0.kind.driving.needsSelection && !$0.isEnabled } ?? false
    guard perform(["tap": .string("\(row.id)")]), isPicker else { return }
    // A picker opens with the selection of its row.
    if let opened = screen.row(row.id), opened.control?.isEnabled == true { operate(opened) }
  }

  /// Whether a tap on a row operates its control. In a list, the row is tapped.
  func isOperated(_ row: Screen.Row) -> Bool {
    guard let control = row.control, control.isEnabled, control.kind.edits != nil else { return false }
    return screen.kind == .detail || screen.kind == .grid || row.id.adds || row.id.isCell
      || live.inert.contains(row.id)
  }

  /// Operates the control of a row.
  func operate(_ row: Screen.Row) {
    guard let control = row.control else { return }
    let id = JSONValue.string("\(row.id)/control")
    switch control.kind.name {
    case "switch": perform(["edit": id, "value": .bool(control.value != .bool(true))])
    case "segment", "picker", "textpicker":
      let chosen = control.options.firstIndex { $0 == (control.chosenOption ?? control.text) }
      box = TerminalBox(
        row.text ?? control.title ?? "Choose",
        control.options.enumerated().map { index, title in
          TerminalBox.Line(
            text: (index == chosen ? "◉ " : "○ ") + (title.isEmpty ? "–" : title),
            command: .perform(["edit": id, "option": .int(index)]))
        }, position: chosen)
    case "slider": beginInput(row, isNumber: true)
    default: beginInput(row)
    }
  }

  /// Changes the stepper or the slider of the row that has the focus.
  func step(by offset: Int) {
    guard let row = focusedRow, let control = row.control, control.isEnabled else { return }
    let id = JSONValue.string("\(row.id)/control")
    switch control.kind.name {
    case "stepper": perform(["edit": id, "steps": .int(offset)])
    case "slider":
      guard let value = Self.number(control.value) else { return }
      let (low, high, step) = Self.scale(of: control)
      perform(["edit": id, "value": .double(min(max(low, value + Double(offset) * step), high))])
    default: break
    }
  }

  /// The bounds of a slider, and how far a key moves it.
  private static func scale(of control: Control) -> (low: Double, high: Double, step: Double) {
    let (low, high) = (number(control.min) ?? 0, number(control.max) ?? 1)
    return (low, high, control.step.flatMap { $0 > 0 ? $0 : nil } ?? (high - low > 20 ? 1 : (high - low) / 20))
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number) where number.isFinite: number
    default: nil
    }
  }

  // MARK: The actions of a row

  /// All actions of a row: those of its swipes, its accessory, and moving.
  func actions(of row: Screen.Row) -> [TerminalBox.Line] {
    let id = JSONValue.string("\(row.id)")
    var lines = row.leading.map { TerminalBox.Line(text: $0, command: .perform(["quick": id])) }
    if let title = row.buttonTitle, !row.leading.contains(title) {
      lines.append(.init(text: title, command: .perform(["tap": .string("\(row.id)/accessory")])))
    }
    if row.isMovable, let path = screen.path(of: row.id) {
      let last = screen.sections[path.section].rows.count - 1
      let moves = [
        ("↑ Move up", path.row - 1), ("↓ Move down", path.row + 1), ("↑ Move to the top", 0),
        ("↓ Move to the bottom", last),
      ]
      for (index, move) in moves.enumerated() where (0...max(0, last)).contains(move.1) && move.1 != path.row {
        // The neighbor needs no second line.
        if index > 1, abs(move.1 - path.row) == 1 { continue }
        lines.append(.init(text: move.0, command: .perform(["move": id, "to": .int(move.1)])))
      }
    }
    for (index, title) in row.trailing.enumerated().reversed() {
      let isFirst = index == 0
      let isDestructive = isFirst && row.canBeDeleted
      lines.append(
        .init(
          text: title, role: isDestructive ? .destructive : .text,
          command: .perform(isFirst ? ["swipe": id, "edge": "trailing"] : ["more": id])))
    }
    return lines
  }

  func showActions() {
    guard let rowID, !isCoveredByDialog, let row = screen.row(rowID) else { return show("no row has the focus") }
    let lines = actions(of: row)
    guard !lines.isEmpty else { return show("this row has no actions") }
    box = TerminalBox(row.text.flatMap { $0.isEmpty ? nil : $0 } ?? "Actions", lines)
  }

  /// Shows all texts of the row, of which the screen shows the beginning.
  func showWholeRow() {
    guard let row = focusedRow, !isCoveredByDialog else { return show("no row has the focus") }
    let lines = row.wholeText(width: max(10, columns - 6))
    if lines.isEmpty { show("this row has no text") } else { box = TerminalBox("View", text: lines) }
  }

  /// Whether the screen shows only a part of a row.
  func isCut(_ row: Screen.Row) -> Bool {
    let texts = [row.text, row.detail, row.control.flatMap { $0.text ?? $0.value.scalarText }].compactMap(\.self)
    if texts.contains(where: { TextLimit().cut($0, screen.words) != $0 }) { return true }
    if row.id.isGridCell { return texts.contains { TextWidth.columns($0) > Self.shortCell } }
    return (layout?.layout.height(of: row.id) ?? 0) > contentHeight
  }

  /// The columns of a text that most cells of a grid show as a whole.
  private static let shortCell = 24

  // MARK: Boxes

  func handleBox(_ key: TerminalKey) -> Effect? {
    guard var box else { return nil }
    let page = max(1, rows - 3)
    if box.isNotice, ![.escape, .enter, .pageUp, .pageDown].contains(key) {
      self.box = nil
      return handle(key)
    }
    switch key {
    case .up: box.move(by: -1, page: page)
    case .down, .tab: box.move(by: 1, page: page)
    case .backTab: box.move(by: -1, page: page)
    case .pageUp: box.move(by: -page, page: page)
    case .pageDown: box.move(by: page, page: page)
    case .home: box.move(by: -box.lines.count, page: page)
    case .end: box.move(by: box.lines.count, page: page)
    case .enter where box.isChoice: return choose(box.position)
    case .enter, .escape, .left, .backspace, .character("q"), .character("?"):
      self.box = nil
      return nil
    default: return nil
    }
    self.box = box
    return nil
  }

  /// Chooses a line of the box, which closes.
  func choose(_ line: Int) -> Effect? {
    guard let box, box.lines.indices.contains(line) else { return nil }
    self.box = nil
    return box.lines[line].command.flatMap(run)
  }

  // MARK: The mouse

  func handle(_ event: MouseEvent, at now: ContinuousClock.Instant) -> Effect? {
    let target = picture?.target(at: event.column, event.row)
    switch event.kind {
    case .wheelUp, .wheelDown:
      let offset = event.kind == .wheelUp ? -3 : 3
      if box != nil {
        box?.move(by: offset, page: max(1, rows - 3))
      } else if isScrolled {
        scrollLines(by: offset)
      } else {
        leaveInput()
        if rowID == nil { enterRows() }
        moveRow(by: offset, clamped: true)
      }
      return nil
    case .press, .secondaryPress: break
    }
    commandLine = nil
    if let box {
      switch target {
      case .boxLine(let line): return choose(line)
      case .box: return nil
      case .command(.tap): return choose(box.position)
      default:
        self.box = nil
        if !box.isNotice { return nil }
      }
    }
    switch target {
    case .command(let command): return run(command)
    case .element(let element): click(element, event)
    case .box, .boxLine, nil: break
    }
    return nil
  }

  private func click(_ element: TextElement, _ event: MouseEvent) {
    guard element != .nothing, isOperable(element) else { return }
    let change = event.kind == .press ? change(of: element, at: event.column, event.row) : nil
    if let input, input.element == element, change == nil { return }
    if case .element(.key(let key)) = element { return press(key) }
    leaveInput()
    if case .element(let id) = element, let row = id.row {
      // The screen may be another one since the editing of a field has ended.
      guard screen.row(row) != nil else { return }
      focusRow(row)
      if event.kind == .secondaryPress { return showActions() }
    } else {
      focus = element
    }
    if let change { perform(change) } else { tap(element) }
    keepFocus()
  }

  /// The action of a click on a sign of a stepper, or on the track of a slider; nil elsewhere.
  private func change(of element: TextElement, at column: Int, _ row: Int) -> JSONValue? {
    guard case .element(.control(.id(let id))) = element, let control = screen.row(id)?.control, control.isEnabled,
      let picture, let span = picture.spans(of: element).first(where: { $0.row == row })?.columns, span.contains(column)
    else { return nil }
    let edited = JSONValue.string("\(id)/control")
    switch control.kind.name {
    case "stepper":
      // A sign is next to a bracket, which belongs to it.
      let text = picture.grid.text(span, row)
      if text.hasPrefix("[−"), column < span.lowerBound + 2 { return ["edit": edited, "steps": .int(-1)] }
      if text.hasSuffix("+]"), column >= span.upperBound - 2 { return ["edit": edited, "steps": .int(1)] }
      return nil
    case "slider":
      guard let share = Self.share(at: column, of: span.map { picture.grid[$0, row].text }, from: span.lowerBound)
      else { return nil }
      let (low, high, step) = Self.scale(of: control)
      let count = (high - low) / step
      guard count > 0, count.isFinite else { return nil }
      let value = low + (high - low) * ((share * count).rounded() / count)
      return ["edit": edited, "value": .double(min(value, high))]
    default: return nil
    }
  }

  /// The place of a column on the track of a slider, from 0 to 1; nil if it is not on the track.
  private static func share(at column: Int, of cells: [String], from start: Int) -> Double? {
    let isTrack = { ["━", "●", "─"].contains(cells[$0]) }
    let place = column - start
    guard isTrack(place) else { return nil }
    let first = cells[..<place].indices.last { !isTrack($0) }.map { $0 + 1 } ?? 0
    let end = cells[place...].indices.first { !isTrack($0) } ?? cells.count
    // A track that is cut, or has no knob, does not say which value a place has.
    guard cells[first..<end].contains("●"), end < cells.count, end - first > 1 else { return nil }
    return Double(place - first) / Double(end - first - 1)
  }

  /// Whether nothing lies on an element.
  private func isOperable(_ element: TextElement) -> Bool {
    if live.screen.isCovered || live.screen.help != nil && live.screen.dialogID == nil { return true }
    guard live.screen.dialogID != nil else { return true }
    if case .element(.dialogPart) = element { return true }
    return false
  }
}

extension Screen.Row {
  /// The title of the button at the end of the row, or of its accessory; nil without one that can be operated.
  var buttonTitle: String? {
    if let button { return button.isEnabled ? button.title : nil }
    if let view { return view.isButton ? view.text : nil }
    return accessory.isTappable ? "ⓘ Details" : nil
  }

  /// Whether a full swipe deletes the row: the other actions of that side ask first, which their titles say.
  var canBeDeleted: Bool {
    trailing.first.map { !$0.hasSuffix("…") && !$0.hasSuffix("...") } ?? false
  }
}
