/// The part of a screen as text that fits on a terminal. Title, search and bars are always in it; of the rows, those
/// from a position on.
package struct ScreenWindow {
  /// A line of the content: that of a row, counted from its header or its own first line.
  package struct Position: Sendable, Hashable {
    /// The number of the row; 0 for the lines before the first one, and for content without rows.
    package var row: Int
    package var line: Int

    package init(row: Int = 0, line: Int = 0) { (self.row, self.line) = (row, line) }
  }

  private(set) var frame: TextFrame
  /// Whether a dialog has the place of the content.
  package private(set) var isDialog = false
  /// The lines of the content that have no number.
  private var hiddenLines = 0
  /// The rows that are shown, also in part; nil when there are none.
  package private(set) var rows: ClosedRange<Int>?
  /// The lines of the content that are shown, from 0, and the number of all; without the border above content that has
  /// no rows.
  package private(set) var contentLines: (shown: Range<Int>, total: Int) = (0..<0, 0)
  /// Where the pages before and after this one begin; nil where there is none.
  package private(set) var previous: Position?
  package private(set) var next: Position?
  /// Where the window begins.
  package private(set) var top = Position()

  package var lineCount: Int { frame.lines.count }
  package var text: String { frame.lines.joined(by: "\n") }
  package var styledText: StyledScreen { StyledScreen(frame) }
  /// The elements of each line.
  package var elements: [[ElementSpan]] { frame.styles.map(\.elements) }
  /// The lines of the content that are shown, with the border above it.
  private(set) var shownLines = 0..<0

  /// The fewest lines for the content, on a terminal that is too low for all bars.
  private static let leastContent = 4
  /// The upper border, the title and the lower border.
  private static let leastBars = 3

  init(_ frame: TextFrame) { self.frame = frame }

  /// - Parameters:
  ///   - parts: The parts of the screen.
  ///   - changes: Those that get their marks.
  ///   - isFilled: Whether empty lines below the content make it as high as the terminal.
  init(
    _ screen: Screen, _ parts: ScreenParts, width: Int, height: Int, top: Position, marking changes: ScreenChanges?,
    isFilled: Bool
  ) {
    var parts = parts
    if screen.menu != nil { parts.boxes = [] }
    changes?.mark(&parts)
    // On a whole terminal, a dialog that is too high gets the lines of the bars, which it covers anyway.
    if isFilled, parts.boxes.contains(where: { $0.lines.count > height - parts.barLines }) { parts.keepBorders() }
    let least = max(1, min(Self.leastContent, height - Self.leastBars))
    let isLow = parts.barLines > height - least
    parts.limitBars(to: height - least)
    frame = TextFrame(width: width)
    frame.append(parts.head)
    let boxes = parts.boxes
    var room = max(least, height - parts.barLines)
    // A dialog that is too high for the content takes its place.
    let tallBox = boxes.last { $0.lines.count > room }
    let mark = changes?.dialogMark
    isDialog = tallBox != nil
    let content = tallBox.map { Self.content(of: $0, width: width, mark) } ?? parts.body
    // The line with the position separates the content from the bar below it.
    let hasPosition = content.lines.count > room || screen.window != nil && !content.rows.isEmpty
    if isLow, hasPosition, parts.removeRuleBelowContent() { room += 1 }
    showContent(content, screen, room, from: top, tallBox == nil ? changes : nil)
    if isFilled { while frame.lines.count < parts.head.lines.count + room { frame.line() } }
    frame.append(parts.index)
    if tallBox == nil {
      for box in boxes { frame.overlay(box, at: parts.head.lines.count) }
      frame.mark(parts.head.lines.count..<parts.head.lines.count + (boxes.last?.lines.count ?? 0), mark)
    }
    frame.append(parts.tabs)
    frame.beginFoot()
    frame.append(parts.foot)
  }

  /// The border above the dialog.
  static let linesAboveDialog = 1

  /// A dialog as lines of the width of the screen.
  static func content(of box: TextFrame, width: Int, _ mark: ScreenChanges.Mark?) -> TextFrame {
    var content = TextFrame(width: width)
    content.header("")
    content.overlay(box, at: linesAboveDialog)
    content.mark(linesAboveDialog..<content.lines.count, mark)
    return content
  }

  /// Adds what fits of the content, and the position if that is not all.
  private mutating func showContent(
    _ body: TextFrame, _ screen: Screen, _ room: Int, from position: Position, _ changes: ScreenChanges?
  ) {
    let count = body.lines.count
    shownLines = 0..<count
    hiddenLines = count - body.numberedLines(0..<count).total
    let isPart = screen.window != nil && !body.rows.isEmpty
    guard count + (isPart ? 1 : 0) > room else {
      frame.append(body)
      (rows, contentLines) = (body.shownRows(in: 0..<count), body.numberedLines(0..<count))
      if isPart { drawPosition(body, screen, 0..<count, changes) }
      return
    }
    // One line has the position, and unless the content begins with a header, one has the header. Two lines have no
    // position, and one line has no header either.
    let page = room > 2 ? room - 1 : room
    let least = max(1, page - 1)
    var start = min(body.line(of: position), max(0, count - least))
    if page == 1, body.headers.contains(start), start + 1 < count { start += 1 }
    let header = page == 1 || body.headers.contains(start) ? nil : body.headers.last { $0 < start }
    let end = min(count, start + (header == nil ? page : least))
    if let header { frame.append(body, header..<header + 1) }
    frame.append(body, start..<end)
    shownLines = start..<end
    if page < room { drawPosition(body, screen, start..<end, changes) }
    rows = body.shownRows(in: start..<end)
    (top, contentLines) = (body.position(of: start), body.numberedLines(start..<end))
    if end < count { next = body.position(of: body.pageStart(after: start..<end)) }
    if start > 0 { previous = body.position(of: body.pageStart(before: start, lines: least)) }
  }

  /// Draws the border with the position, and with the numbers of changes above and below the window.
  private mutating func drawPosition(
    _ body: TextFrame, _ screen: Screen, _ lines: Range<Int>, _ changes: ScreenChanges?
  ) {
    let (above, below) = changes?.countsOutside(of: lines) ?? (0, 0)
    let hints = [above > 0 ? "↑\(above)" : "", below > 0 ? "↓\(below)" : ""].filter { !$0.isEmpty }
    let text = positionText(body, screen, lines)
    frame.rule(hints.isEmpty ? text : "\(text) · \(hints.joined(separator: " "))")
    let isChanged = !hints.isEmpty || changes?.isTotalChanged == true
    frame.mark(frame.lines.count - 1..<frame.lines.count, isChanged ? .changed : nil)
  }

  /// The position of a line of content without rows, counted from 1.
  package func position(ofLine number: Int) -> Position { .init(line: number == 1 ? 0 : number - 1 + hiddenLines) }

  package func shows(line: Int) -> Bool { contentLines.shown.contains(line - hiddenLines) }

  private func positionText(_ body: TextFrame, _ screen: Screen, _ lines: Range<Int>) -> String {
    guard let rows = body.shownRows(in: lines) else {
      let (shown, total) = body.numberedLines(lines)
      return screen.words.position(ofLines: shown.lowerBound + 1, shown.upperBound, of: total)
    }
    return screen.words.position(
      ofRows: rows.lowerBound, rows.upperBound, of: screen.window?.total ?? screen.rowCount)
  }
}

extension Screen {
  /// Returns the part of the screen that fits on a terminal.
  ///
  /// - Parameters:
  ///   - height: The number of lines.
  ///   - top: Where the part begins, if there are rows enough after it.
  ///   - changes: Those of the lines that get marks.
  package func window(
    width: Int, height: Int, top: ScreenWindow.Position = .init(), marking changes: ScreenChanges? = nil
  ) -> ScreenWindow {
    ScreenLayout(self, width: width).window(height: height, top: top, marking: changes)
  }
}

extension ScreenParts {
  /// The number of lines of all bars.
  fileprivate var barLines: Int { [head, index, tabs, foot].reduce(0) { $0 + $1.lines.count } }

  /// Leaves out all bars but the title and the lower border.
  fileprivate mutating func keepBorders() {
    index.keep([])
    tabs.keep([])
    head.keep(head.lines.indices.filter { $0 <= head.mainLine ?? 1 })
    foot.keep(Array(foot.lines.indices.suffix(1)))
  }

  /// Leaves out lines of the bars on a terminal that is too low for all of them: the index, what is below the title,
  /// what is above it, the tabs with the selected one last, then what is above the lower border.
  fileprivate mutating func limitBars(to count: Int) {
    var surplus = barLines - count
    func cut(_ bar: inout TextFrame, _ order: some Sequence<Int>) {
      let removed = Set(order.prefix(max(0, surplus)))
      bar.keep(bar.lines.indices.filter { !removed.contains($0) })
      surplus -= removed.count
    }
    let (indexLines, footLines, title) = (index.lines.indices, foot.lines.indices, head.mainLine ?? 1)
    let (headLines, tabLines, tab) = (head.lines.indices.dropFirst().reversed(), tabs.lines.indices, tabs.mainLine)
    cut(&index, indexLines.reversed())
    cut(&head, headLines.filter { $0 > title } + headLines.filter { $0 < title })
    cut(&tabs, tabLines.filter { $0 != tab } + tabLines.filter { $0 == tab })
    cut(&foot, footLines)
  }

  /// Removes the line without a label that begins the bar below the content. - Returns: whether there is one.
  fileprivate mutating func removeRuleBelowContent() -> Bool {
    guard index.lines.isEmpty else { return false }
    let bar = tabs.lines.isEmpty ? \ScreenParts.foot : \.tabs
    let lines = self[keyPath: bar].lines
    guard lines.count > 1, let rule = lines.first, rule.dropFirst().dropLast().allSatisfy({ $0 == "─" }) else {
      return false
    }
    self[keyPath: bar].keep(Array(lines.indices.dropFirst()))
    return true
  }
}

extension ScreenWindow {
  func over(_ below: ScreenWindow, height: Int) -> ScreenWindow {
    var window = self
    window.frame = below.frame
    window.frame.slideIn(frame, height: height)
    return window
  }
}

extension TextFrame {
  fileprivate mutating func mark(_ lines: Range<Int>, _ mark: ScreenChanges.Mark?) {
    if let mark { for line in lines { self.mark(line, mark.rawValue) } }
  }

  /// Leaves out the lines of a cover that are farthest from its text.
  mutating func limitCover(to height: Int) {
    let (count, middle) = (lines.count, lines.count / 2)
    let order = (1...middle).flatMap { (line: Int) -> [Int] in
      let opposite = count - 1 - line
      return line == opposite ? [line] : [line, opposite]
    }
    let removed = Set(order.prefix(max(0, count - max(height, 3))))
    keep(lines.indices.filter { !removed.contains($0) })
  }

  /// The line of a position, or the nearest one.
  fileprivate func line(of position: ScreenWindow.Position) -> Int {
    let row = position.row > 0 ? rows.last { $0.number <= position.row } ?? rows.first : nil
    return min(max(0, (row?.top ?? 0) + position.line), max(0, lines.count - 1))
  }

  func position(of line: Int) -> ScreenWindow.Position {
    guard let row = rows.last(where: { $0.top <= line }) else { return .init(line: line) }
    return .init(row: row.number, line: line - row.top)
  }

  /// Some of the lines, and the number of all, without the border above content that has no rows.
  fileprivate func numberedLines(_ range: Range<Int>) -> (shown: Range<Int>, total: Int) {
    let border = rows.isEmpty && headers == [0] ? 1 : 0
    return (max(0, range.lowerBound - border)..<max(0, range.upperBound - border), lines.count - border)
  }

  fileprivate func shownRows(in range: Range<Int>) -> ClosedRange<Int>? {
    let shown = rows.filter { $0.lines.overlaps(range) }
    guard let first = shown.first, let last = shown.last else { return nil }
    return first.number...last.number
  }

  /// The line of the first row that a page does not show as a whole; in the middle of a row that is longer than the
  /// page, the line after the page.
  fileprivate func pageStart(after page: Range<Int>) -> Int {
    let cut = rows.first { $0.lines.upperBound > page.upperBound }
    return cut.flatMap { $0.top > page.lowerBound ? $0.top : nil } ?? page.upperBound
  }

  /// The line where a page begins that ends before a line.
  fileprivate func pageStart(before line: Int, lines count: Int) -> Int {
    let start = max(0, line - count)
    return rows.first { $0.top >= start && $0.top < line }?.top ?? start
  }
}
