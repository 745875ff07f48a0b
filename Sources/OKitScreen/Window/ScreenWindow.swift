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
  /// The rows that are shown, also in part; nil when there are none.
  package private(set) var rows: ClosedRange<Int>?
  /// The lines of the content that are shown, from 0, and the number of all.
  package private(set) var contentLines: (shown: Range<Int>, total: Int) = (0..<0, 0)
  /// Where the pages before and after this one begin; nil where there is none.
  package private(set) var previous: Position?
  package private(set) var next: Position?
  /// Where the window begins.
  package private(set) var top = Position()

  package var lineCount: Int { frame.lines.count }
  package var text: String { frame.lines.joined(separator: "\n") }
  package var styledText: StyledScreen { StyledScreen(frame) }

  /// The fewest lines for the content, on a terminal that is too low for all bars.
  private static let leastContent = 4

  init(_ frame: TextFrame) { self.frame = frame }

  /// - Parameter changes: Those that get their marks.
  init(_ screen: Screen, width: Int, height: Int, top: Position, marking changes: ScreenChanges? = nil) {
    var parts = screen.parts(width: width)
    if screen.menu != nil { parts.boxes = [] }
    changes?.mark(&parts)
    parts.limitBars(to: height - Self.leastContent)
    frame = TextFrame(width: width)
    frame.append(parts.head)
    let (room, boxes) = (max(Self.leastContent, height - parts.barLines), parts.boxes)
    // A dialog that is too high for the content takes its place.
    let tallBox = boxes.last { $0.lines.count > room }
    let mark = changes?.dialogMark
    showContent(tallBox.map { Self.content(of: $0, width: width, mark) } ?? parts.body, screen, room, from: top)
    frame.append(parts.index)
    if tallBox == nil {
      for box in boxes { frame.overlay(box, at: parts.head.lines.count) }
      frame.mark(parts.head.lines.count..<parts.head.lines.count + (boxes.last?.lines.count ?? 0), mark)
    }
    frame.append(parts.tabs)
    frame.beginFoot()
    frame.append(parts.foot)
  }

  /// A dialog as lines of the width of the screen.
  private static func content(of box: TextFrame, width: Int, _ mark: ScreenChanges.Mark?) -> TextFrame {
    var content = TextFrame(width: width)
    content.header("")
    content.overlay(box, at: 1)
    content.mark(1..<content.lines.count, mark)
    return content
  }

  /// Adds what fits of the content, and the position if that is not all.
  private mutating func showContent(_ body: TextFrame, _ screen: Screen, _ room: Int, from position: Position) {
    let count = body.lines.count
    let isPart = screen.window != nil && !body.rows.isEmpty
    guard count + (isPart ? 1 : 0) > room else {
      frame.append(body)
      (rows, contentLines) = (body.shownRows(in: 0..<count), (0..<count, count))
      if isPart { frame.rule(positionText(body, screen, 0..<count)) }
      return
    }
    // One line has the position, and unless the content begins with a header, one has the header.
    let (page, least) = (room - 1, room - 2)
    let start = min(body.line(of: position), max(0, count - least))
    let header = body.headers.contains(start) ? nil : body.headers.last { $0 < start }
    let end = min(count, start + (header == nil ? page : least))
    if let header { frame.append(body, header..<header + 1) }
    frame.append(body, start..<end)
    frame.rule(positionText(body, screen, start..<end))
    (rows, top, contentLines) = (body.shownRows(in: start..<end), body.position(of: start), (start..<end, count))
    if end < count { next = body.position(of: body.pageStart(after: start..<end)) }
    if start > 0 { previous = body.position(of: body.pageStart(before: start, lines: least)) }
  }

  private func positionText(_ body: TextFrame, _ screen: Screen, _ lines: Range<Int>) -> String {
    guard let rows = body.shownRows(in: lines) else {
      return screen.words(.lines, lines.lowerBound + 1, lines.upperBound, body.lines.count)
    }
    return screen.words(.rows, rows.lowerBound, rows.upperBound, screen.window?.total ?? body.rows.count)
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
    if cover != nil {
      var frame = TextFrame(width: width)
      if let cover { frame.draw(cover, words) }
      return ScreenWindow(frame)
    }
    guard menu != nil else { return ScreenWindow(self, width: width, height: height, top: top, marking: changes) }
    // The menu is what can be scrolled.
    let below = ScreenWindow(self, width: width, height: height, top: .init())
    let menu = ScreenWindow(
      topmost, width: TextFrame.menuWidth(below.frame.width), height: height, top: top, marking: changes)
    return menu.over(below, height: height)
  }
}

extension ScreenParts {
  /// The number of lines of all bars.
  fileprivate var barLines: Int { [head, index, tabs, foot].reduce(0) { $0 + $1.lines.count } }

  /// Leaves out lines of the bars on a terminal that is too low for all of them: the index, what is below the title,
  /// the tabs, then what is above the lower border.
  fileprivate mutating func limitBars(to count: Int) {
    var surplus = barLines - count
    func cut(_ bar: inout TextFrame, keeping least: Int, fromEnd: Bool) {
      let cut = min(surplus, bar.lines.count - least)
      guard cut > 0 else { return }
      let rest = bar.lines.count - cut
      bar.keep(fromEnd ? 0..<rest : cut..<cut + rest)
      surplus -= cut
    }
    cut(&index, keeping: 0, fromEnd: true)
    cut(&head, keeping: 2, fromEnd: true)
    cut(&tabs, keeping: 0, fromEnd: false)
    cut(&foot, keeping: 1, fromEnd: false)
  }
}

extension ScreenWindow {
  fileprivate func over(_ below: ScreenWindow, height: Int) -> ScreenWindow {
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

  /// The line of a position, or the nearest one.
  fileprivate func line(of position: ScreenWindow.Position) -> Int {
    let row = position.row > 0 ? rows.last { $0.number <= position.row } ?? rows.first : nil
    return min((row?.top ?? 0) + position.line, max(0, lines.count - 1))
  }

  fileprivate func position(of line: Int) -> ScreenWindow.Position {
    guard let row = rows.last(where: { $0.top <= line }) else { return .init(line: line) }
    return .init(row: row.number, line: line - row.top)
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
