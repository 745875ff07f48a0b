/// Commands that show the screen, and completion.
extension CommandRunner {
  /// Shows the screen: on a terminal what fits on it, unless `isFull`, with long texts cut.
  func showScreen(isFull: Bool = false) throws {
    if isFull { return try printFull() }
    if let terminal { return terminal.show() }
    shownScreen = try screenText
    if output.format == .json || painter == nil { output.line(shownScreen) } else { output.painted(shownScreen) }
  }

  /// Shows the screen below a line.
  func showFirstScreen() throws { try terminal.map { $0.show(leaving: 1) } ?? showScreen() }

  /// Shows what a command has changed.
  func showChanges(after outcome: Outcome) throws {
    switch outcome {
    case .acted: try terminal.map { $0.showChanges() } ?? showScreen()
    case .shown: terminal?.showChanges(saysNothing: true)
    case .quit: break
    }
  }

  /// Shows what has changed without a command.
  ///
  /// - Parameter isBelow: Whether the cursor is below what was printed last.
  func redrawScreen(isBelow: Bool) throws {
    if let terminal { return terminal.redraw(isBelow: isBelow) }
    if try screenText != shownScreen { try showScreen() }
  }

  /// Prints all of a screen: on a terminal also the rows of a long list that no window holds.
  private func printFull() throws {
    if output.format == .json { return try output.json(screen.jsonValue) }
    let window = terminal == nil ? nil : screen.topmost.window
    let screen = window.map { runtime.screen(window: 0..<$0.total) } ?? screen
    guard let painter else { return output.line(cut(runtime.text(of: screen, width: width))) }
    output.painted(painter.text(of: runtime.styledText(of: screen, width: width), theme: screen.theme))
  }

  /// Prints a part of a screen, in colors if there are any.
  func print(_ text: @autoclosure () -> String, _ styled: @autoclosure () -> StyledScreen, _ theme: Theme) {
    if let painter { output.painted(painter.text(of: styled(), theme: theme)) } else { output.line(cut(text())) }
  }

  /// Paints screens in the colors of their theme; nil where there are no colors, or a screen does not fit.
  private var painter: ScreenPainter? {
    guard (output.columns ?? Screen.leastWidth) >= Screen.leastWidth else { return nil }
    return output.colors.map(ScreenPainter.init)
  }

  private var screenText: String {
    get throws {
      if output.format == .json { return try screen.jsonValue.json(pretty: false) }
      let screen = screen.shortened()
      guard let painter else { return screen.text(width: width) }
      return painter.text(of: screen.styledText(width: width), theme: screen.theme)
    }
  }

  /// Cuts the lines of a screen on a terminal that is narrower than any screen, which would wrap them.
  private func cut(_ text: String) -> String {
    guard let columns = output.columns, columns < Screen.leastWidth else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TextWidth.fitted(String($0), to: columns) }.joined(separator: "\n")
  }

  /// Returns a diagnostic that shows the current screen at the width of the terminal, where notes are indented.
  func fitting(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let columns = output.columns else { return diagnostic }
    var fitting = diagnostic
    for (index, note) in diagnostic.notes.enumerated() {
      guard case .screen(let text) = note else { continue }
      // The screen may be another one since the failure.
      for screen in [screen, runtime.screen()] where screen.excerpt() == text {
        fitting.notes[index] = .screen(screen.excerpt(width: min(columns, 100) - 4))
      }
    }
    return fitting
  }

  /// The current screen, with the rows of a long list to which it was scrolled.
  var screen: Screen { driver.visibleScreen }

  func scroll(_ move: Command.Scroll.Rows) throws {
    let screen = screen
    try driver.checkUncovered(screen)
    let count = screen.rowCount
    guard let window = screen.window else {
      throw Diagnostic("command.scroll", "\"\(screen.name)\" shows all of its rows (\(count))")
    }
    let first: Int
    switch move {
    case .up where window.from > 0: first = max(0, window.from - Self.pageSize)
    case .down where window.from + count < window.total: first = window.from + count
    case .row(let number) where number <= window.total: first = number - 1
    default:
      throw Diagnostic(
        "command.scroll", "there are no rows to scroll to",
        hint: .shown(rows: window.from + 1, window.from + count, of: window.total))
    }
    runtime.scrolledRows = first..<min(first + Self.pageSize, window.total)
  }

  /// Shows the columns of a grid that follow those on the screen, or come before them.
  func scrollColumns(_ move: Command.Scroll.Columns) throws {
    let screen = screen.topmost
    try driver.checkUncovered(screen)
    let (first, shown) = (screen.columns.first?.index ?? 0, GridLayout(screen, width: width).count)
    let total = screen.columnWindow?.total ?? screen.columns.count
    guard let grid = runtime.top as? GridController else {
      throw Diagnostic(
        "command.scroll", "\"\(screen.name)\" is not a grid, and has no columns",
        hint: "use scroll up, scroll down or scroll N")
    }
    switch move {
    case .right where first + shown < total: grid.scroll(toColumn: first + shown)
    case .left where first > 0: grid.scroll(toColumn: max(0, first - max(1, shown)))
    default:
      throw Diagnostic(
        "command.scroll", "there are no columns to scroll to",
        hint: "\(ScreenWords.english.position(ofColumns: first + 1, first + shown, of: total)) "
          + (shown == 1 ? "is" : "are") + " shown")
    }
  }

  func showJSON() throws { try output.json(screen.jsonValue, pretty: isInteractive) }

  func showHelp(_ command: SessionCommand?) {
    if command == nil, let helpIntroduction { output.line(helpIntroduction) }
    output.line(CommandTable.help(command, columns: output.columns ?? 80))
  }

  func showStack() throws {
    if output.format == .json { return try output.json(.array(runtime.stack.map(JSONValue.string))) }
    for name in runtime.stack { output.value(name) }
  }

  func showWhy(_ argument: Argument?, _ property: String?) throws {
    let row = try argument.map { try cell($0, as: "row or cell").target }
    if let property {
      let report = try row?.why(property) ?? driver.why(property)
      return output.format == .json ? try output.json(report.jsonValue) : output.line(report.text)
    }
    let reports = try row?.why() ?? driver.why()
    if output.format == .json { return try output.json(.array(reports.map(\.jsonValue))) }
    for report in reports { output.line(report.text) }
    if reports.isEmpty { output.line("no bindings") }
  }

  /// Completes a command: names on the screen, bindings, Lua.
  func completion(of text: String) -> LineEditor.Completion {
    let word = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    let rest = text[word.endIndex...].drop(while: \.isWhitespace)
    let offset = text.count - rest.count
    // The cover shows no names, and completion must not reveal those of models.
    guard !runtime.isGuarded || word.endIndex >= text.endIndex else {
      return CommandCompletion.completion(of: text, names: names)
    }
    guard word.endIndex < text.endIndex else { return CommandCompletion.completion(of: text, names: names) }
    switch CommandTable.command(String(word))?.shape {
    case .binding: return completion(ofBinding: String(rest), at: offset)
    case .bindingAssignment where !rest.contains("="): return completion(ofBinding: String(rest), at: offset)
    case .chunk:
      let (start, candidates) = console.completion(of: String(rest))
      return LineEditor.Completion(start: offset + start, candidates: candidates, end: "")
    case .assignment:
      return CommandCompletion.completion(ofValue: String(rest), at: offset, values: values)
        ?? CommandCompletion.completion(of: text, names: names)
    default: return CommandCompletion.completion(of: text, names: names)
    }
  }

  private func names(after command: SessionCommand, _ name: CompletedName) -> [String] { command.names(self, name) }

  /// The values that a cell's control offers.
  private func values(of cell: Argument) -> [String] {
    guard let control = driver.found({ try self.cell(cell).row().control }) ?? nil else { return [] }
    return control.kind == .switch ? ["on", "off"] : control.options
  }

  private func completion(ofBinding text: String, at offset: Int) -> LineEditor.Completion {
    let completion = BindingCompletion(of: text, runtime.evaluator, context: context)
    return LineEditor.Completion(start: offset + completion.start, candidates: completion.candidates, end: "")
  }
}

extension String {
  /// The part of the rows that is shown, for a hint.
  static func shown(rows first: Int, _ last: Int, of count: Int) -> String {
    "\(ScreenWords.english.position(ofRows: first, last, of: count)) \(first == last ? "is" : "are") shown"
  }

  /// The part of the lines that is shown, for a hint.
  static func shown(lines first: Int, _ last: Int, of count: Int) -> String {
    "\(ScreenWords.english.position(ofLines: first, last, of: count)) \(first == last ? "is" : "are") shown"
  }
}
