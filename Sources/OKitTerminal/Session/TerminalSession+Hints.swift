/// The keys that apply, and all keys.
extension TerminalSession {
  /// The keys that apply to what a picture shows; the last ones are always shown.
  private func hints(in picture: TerminalPicture) -> [KeyHint] {
    if let box { return (box.isChoice ? [hint("Enter", "choose", .tap)] : []) + [hint("Esc", "close", .closeBox)] }
    if let input { return hints(of: input) }
    let end = [hint("?", "keys", .keys), hint("q", "quit", .quit)]
    if live.screen.isCovered { return [hint("Enter", "unlock", .tap)] + end }
    if isCoveredByDialog {
      let back = hint("Esc", live.screen.dialogID == nil ? "close" : "cancel", .back)
      let select = hint("Enter", "select", .tap)
      return (isFocusHidden(in: picture) ? scrollHints + [back, select] : [select, back] + scrollHints) + end
    }
    var hints = (isScrolled ? scrollHints : []) + [hint("Enter", focusVerb, .tap)]
    if !live.actions.isDisjoint(with: [.back, .close]) || live.screen.menu != nil {
      hints.append(hint("Esc", "back", .back))
    }
    hints += rowHints
    if let id = editButton { hints.append(hint("e", screen.button(id)?.title.lowercased() ?? "edit", .edit)) }
    if live.actions.contains(.menu), live.screen.menu == nil { hints.append(hint("m", "menu", .menu)) }
    if live.actions.contains(.refresh) { hints.append(hint("r", "refresh", .refresh)) }
    if live.actions.contains(.undo) { hints.append(hint("u", "undo", .undo)) }
    if live.actions.contains(.redo) { hints.append(hint("U", "redo", .redo)) }
    return hints + [hint(":", "command", .commandLine)] + end
  }

  /// A key; what it does may be the title of a button of the application.
  private func hint(_ key: String, _ meaning: String, _ command: TerminalCommand) -> KeyHint {
    KeyHint(key: key, meaning: TextWidth.fitted(TextWidth.printable(meaning), to: 20), command: command)
  }

  private var scrollHints: [KeyHint] {
    pages.previous == nil && pages.next == nil ? [] : [hint("PgDn", "scroll", .pageDown)]
  }

  private func hints(of input: FieldInput) -> [KeyHint] {
    let end =
      if input.isMultiline { "new line" } else if case .dialogField = input.target { "next" } else { "done" }
    return [hint("Enter", end, .endInput), hint("Tab", "next", .nextField), hint("Esc", "cancel", .cancelInput)]
  }

  /// What Enter does with what has the focus.
  private var focusVerb: String {
    guard let row = focusedRow, isOperated(row), let control = row.control else { return "select" }
    return switch control.kind.name {
    case "switch": "switch"
    case "segment", "picker", "textpicker": "choose"
    default: "edit"
    }
  }

  /// The keys for the row that has the focus.
  private var rowHints: [KeyHint] {
    var hints: [KeyHint] = []
    if screen.search != nil { hints.append(hint("/", "search", .search)) }
    if screen.kind == .selection || live.actions.contains(.mark) { hints.append(hint("Space", "mark", .mark)) }
    guard let rowID, let row = screen.row(rowID) else { return hints }
    let control = focusedRow?.control.flatMap { $0.isEnabled && $0.kind.edits != nil ? $0 : nil }
    if let control, ["stepper", "slider"].contains(control.kind.name) {
      hints += [hint("+", "more", .increase), hint("-", "less", .decrease)]
    }
    if let title = row.buttonTitle, control == nil, screen.kind != .grid { hints.append(hint("→", title, .operate)) }
    if let focusedRow, isCut(focusedRow) { hints.append(hint("v", "view all", .read)) }
    if !actions(of: row).isEmpty { hints.append(hint("a", "actions", .actions)) }
    if row.canBeDeleted { hints.append(hint("d", "delete", .delete)) }
    return hints
  }

  // MARK: All keys

  private static let keys = [
    ("↑ ↓", "previous and next row, or bar"), ("PgUp PgDn", "a page up and down"),
    ("Home End", "first and last row"), ("Enter", "taps, opens, edits"),
    ("Esc  ←", "back; leaves a field or a box"),
    ("→", "control or button of the row; next cell or button"),
    ("Tab Shift-Tab", "next and previous bar or field"), ("Space", "marks the row, or switches it"),
    ("+ -", "change a stepper or slider"), ("/", "search; Enter goes to the rows"), ("a", "actions of the row"),
    ("v", "view all of the row"), ("d", "delete the row"), ("e", "begin and end editing"), ("m", "menu"),
    ("r", "refresh"), ("u U", "undo, redo"), ("y", "copy the row"), (":", "session command, such as :help"),
    ("l", "messages and output"), ("M", "give the mouse to the terminal, or take it back"),
    ("Ctrl-L", "draw again"), ("Ctrl-Z", "suspend"), ("q Ctrl-C", "quit"),
    ("Ctrl-\\", "end at once, and store nothing"),
  ]

  /// All keys and what they do, beside each other or, on a narrow terminal, below each other.
  static func keyTexts(columns: Int) -> [String] {
    let width = (keys.map { TextWidth.columns($0.0) }.max() ?? 0) + 2
    let room = columns - 4 - width
    guard room >= 20 else {
      return keys.flatMap { [$0.0] + TextWidth.wrapped($0.1, to: max(10, columns - 6)).map { "  " + $0 } }
    }
    return keys.flatMap { key, meaning in
      TextWidth.wrapped(meaning, to: room).enumerated().map { index, line in
        TextWidth.padded(index == 0 ? key : "", to: width) + line
      }
    }
  }

  func drawLastLine(of picture: inout TerminalPicture) {
    if let commandLine {
      picture.drawLastLine(":", commandLine)
    } else if let notice {
      picture.drawLastLine(notice.text, notice.isError ? .destructive : .title)
    } else {
      let hints = hints(in: picture)
      picture.draw(hints, kept: min(hints.count, 2))
    }
  }
}
