/// Shows the screen of a session on a terminal: as a window that is as high as the terminal, and after a command only
/// what has changed.
final class TerminalScreen {
  private unowned let runner: CommandRunner  // Safe: the runner owns it.

  /// What was shown last.
  private struct Shown {
    var screen: Screen
    var controller: RuntimeHandle?
    var size: [Int]
    /// The screen to which marks refer: that before the last command.
    var base: Screen
  }

  private var shown: Shown?
  /// The lines of the terminal that something else had when the window was shown last.
  private var reservedLines = 0
  /// The lines that were printed last, if nothing was printed after them.
  private var block: (isWindow: Bool, lines: Int, writes: Int)?
  /// Where the windows of screens begin.
  private var tops: [ScrolledContent: ScreenWindow.Position] = [:]
  private var lastRedraw: ContinuousClock.Instant?
  private var isWaitingToRedraw = false

  /// The time between two changes that a timer makes to the screen.
  private static let redrawInterval = Duration.milliseconds(250)

  init(_ runner: CommandRunner) { self.runner = runner }

  // MARK: After commands

  /// Shows the window.
  ///
  /// - Parameter lines: The lines of the terminal that something else needs.
  func show(leaving lines: Int = 0) {
    let (screen, top) = content
    printWindow(screen.window(width: runner.width, height: height - lines, top: top), screen, leaving: lines)
    remember(screen, base: screen)
  }

  /// Shows what differs from what was shown last; the window if that is another screen, or differs in most lines.
  ///
  /// - Parameter saysNothing: Whether nothing is shown of a screen that is unchanged.
  func showChanges(saysNothing: Bool = false) {
    let (screen, top) = content
    guard let shown, let changes = changes(of: screen, since: shown.screen) else { return show() }
    if changes.isEmpty {
      let what = screen.topmost.window == nil ? "the screen is unchanged" : "the rows that are shown are unchanged"
      if !saysNothing { runner.output.note(what) }
    } else {
      print(changes, of: screen, from: top)
    }
    remember(screen, base: screen)
  }

  private func changes(of screen: Screen, since base: Screen) -> ScreenChanges? {
    guard let shown, shown.controller == runner.runtime.top?.handle, shown.size == size,
      screen.topmost.window?.from == base.topmost.window?.from
    else { return nil }
    return screen.changedText(since: base, width: runner.width)
  }

  private func print(
    _ changes: ScreenChanges, of screen: Screen, from top: ScreenWindow.Position, asWindow: Bool = false
  ) {
    var window = screen.window(width: runner.width, height: height, top: top, marking: changes)
    if let line = changes.fieldLine, window.isDialog, !window.shows(line: line) {
      scroll(to: .init(line: line), screen.topmost, isDialog: true)
      window = screen.window(width: runner.width, height: height, top: .init(line: line), marking: changes)
    }
    guard asWindow || changes.lineCount > window.lineCount - 2 else {
      runner.print(changes.text, changes.styledText, screen.theme)
      block = (false, changes.lineCount, runner.output.writes)
      return
    }
    printWindow(window, screen)
  }

  private func printWindow(_ window: ScreenWindow, _ screen: Screen, leaving lines: Int = 0) {
    reservedLines = lines
    runner.print(window.text, window.styledText, screen.theme)
    block = (true, window.lineCount, runner.output.writes)
  }

  private func remember(_ screen: Screen, base: Screen) {
    shown = Shown(screen: screen, controller: runner.runtime.top?.handle, size: size, base: base)
    isWaitingToRedraw = false
  }

  // MARK: Changes without a command

  /// Draws the screen in place if it has changed, or below on a terminal of another size.
  ///
  /// - Parameter isBelow: Whether the cursor is at the start of the line below what was printed last.
  func redraw(isBelow: Bool) {
    guard let shown else { return show() }
    let (screen, top) = content
    guard shown.size == size, shown.controller == runner.runtime.top?.handle else { return show() }
    guard screen != shown.screen else { return }
    guard lastRedraw.map({ ContinuousClock.now - $0 >= Self.redrawInterval }) ?? true else {
      isWaitingToRedraw = true
      return
    }
    lastRedraw = .now
    let last = isBelow ? block.flatMap { $0.writes == runner.output.writes ? $0 : nil } : nil
    let base = last == nil ? shown.screen : shown.base
    guard let changes = changes(of: screen, since: base) else { return show() }
    if let last {
      // Back to the first line, of which everything is removed.
      runner.output.write(last.lines > 0 ? "\u{1B}[\(last.lines)A\u{1B}[J" : "", to: .standard)
    }
    print(changes, of: screen, from: top, asWindow: last?.isWindow == true)
    remember(screen, base: base)
  }

  /// Draws the window again on a terminal of another size, if nothing was printed after it.
  func redrawAfterResize() {
    guard let shown, shown.size != size, block?.writes == runner.output.writes else { return }
    show()
  }

  /// The seconds until a change that was postponed is due; nil when there is none.
  var secondsToRedraw: Double? {
    guard isWaitingToRedraw, let lastRedraw else { return nil }
    return max(0, (Self.redrawInterval - (ContinuousClock.now - lastRedraw)) / .seconds(1))
  }

  // MARK: Scrolling

  /// Moves the window.
  ///
  /// - Throws: `command.scroll` when there is nothing to scroll to.
  func scroll(_ move: Command.Scroll.Rows) throws {
    let (screen, start) = content
    let window = screen.window(width: runner.width, height: height - reservedLines, top: start)
    let list = screen.topmost
    let count = list.window?.total ?? list.rowCount
    // A dialog that is higher than the terminal, or the help, takes the place of the rows.
    let isDialog = window.rows == nil
    if !isDialog { try runner.driver.checkUncovered(list) }
    guard window.next != nil || window.previous != nil else {
      let all = count == 0 ? "everything" : "all of its rows (\(count))"
      throw Diagnostic("command.scroll", "\"\(list.name)\" shows \(all)")
    }
    let position: ScreenWindow.Position?
    switch move {
    case .up: position = window.previous
    case .down: position = window.next
    case .row(let number) where window.rows == nil:
      position = number <= window.contentLines.total ? window.position(ofLine: number) : nil
    case .row(let number): position = number <= count ? .init(row: number) : nil
    }
    guard let position else {
      let (lines, total) = window.contentLines
      throw Diagnostic(
        "command.scroll", "there are no \(window.rows == nil ? "lines" : "rows") to scroll to",
        hint: window.rows.map { .shown(rows: $0.lowerBound, $0.upperBound, of: count) }
          ?? .shown(lines: lines.lowerBound + 1, lines.upperBound, of: total))
    }
    scroll(to: position, list, isDialog: isDialog)
    // At the end, the window begins before the row.
    let (rows, wanted) = content
    let top = rows.window(width: runner.width, height: height, top: wanted).top
    if top != position { scroll(to: top, list, isDialog: isDialog) }
    show()
  }

  private func scroll(to position: ScreenWindow.Position, _ list: Screen, isDialog: Bool) {
    if tops.count >= Self.rememberedTops { tops = [:] }
    tops[scrolledContent(list, isDialog ? dialog(on: list) : nil)] = position
    guard !isDialog, let window = list.window else { return }
    // A script reads the rows that a user sees.
    let first = min(max(position.row - 1, 0), window.total - 1)
    runner.runtime.scrolledRows = first..<min(first + CommandRunner.pageSize, window.total)
  }

  private static let rememberedTops = 200

  /// What has a position of its own: the content of a screen, or a dialog on it. A search shows other rows.
  private struct ScrolledContent: Hashable {
    var controller: RuntimeHandle?
    var dialog: DialogID?
    var search: String?
    var scope: Int?
  }

  private func scrolledContent(_ screen: Screen, _ dialog: DialogID? = nil) -> ScrolledContent {
    ScrolledContent(
      controller: runner.runtime.top?.handle, dialog: dialog, search: screen.search?.text, scope: screen.search?.scope)
  }

  private func dialog(on screen: Screen) -> DialogID? { screen.alert?.id ?? screen.sheet?.id }

  /// The screen with the rows around its window, and where that begins.
  private var content: (screen: Screen, top: ScreenWindow.Position) {
    let screen = runner.screen
    let list = screen.topmost
    let dialogTop = dialog(on: list).flatMap { tops[scrolledContent(list, $0)] }
    let top = tops[scrolledContent(list)] ?? .init()
    guard let window = list.window else { return (screen.shortened(), dialogTop ?? top) }
    let range = max(0, window.from - height)..<min(window.total, window.from + max(height, CommandRunner.pageSize))
    // The list forgets where it was scrolled to when its rows become others.
    let isKept = top.row == window.from + 1 || window.from == 0 && top.row <= 1
    let rows = runner.runtime.screen(window: range).shortened()
    return (rows, dialogTop ?? (isKept ? top : .init(row: window.from + 1)))
  }

  // MARK: The terminal

  /// The lines of the window: one of the terminal has the prompt.
  private var height: Int { (runner.output.rows ?? TerminalMode.usualRows) - 1 }

  private var size: [Int] { [runner.width, height] }
}
