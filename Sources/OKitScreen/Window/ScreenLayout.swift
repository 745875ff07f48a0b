/// A screen that is laid out as text, of which any part can be shown on a terminal without another layout.
package struct ScreenLayout {
  private let screen: Screen
  package let width: Int
  /// The parts of the screen, and of the menu that is open above it.
  private let (parts, menuParts): (ScreenParts?, ScreenParts?)

  /// - Parameter width: The columns of the whole.
  package init(_ screen: Screen, width: Int) {
    (self.screen, self.width) = (screen, width)
    parts = screen.isCovered ? nil : screen.parts(width: width)
    menuParts = screen.isCovered || screen.menu == nil ? nil : screen.topmost.parts(width: Self.menuWidth(width))
  }

  private static func menuWidth(_ width: Int) -> Int { TextFrame.menuWidth(TextFrame(width: width).width) }

  /// Returns the part of the screen that fits on a terminal.
  ///
  /// - Parameters:
  ///   - height: The number of lines.
  ///   - top: Where the part begins, if there are rows enough after it.
  ///   - changes: Those of the lines that get marks.
  ///   - isFilled: Whether a short screen becomes as high as the terminal.
  package func window(
    height: Int, top: ScreenWindow.Position = .init(), marking changes: ScreenChanges? = nil, isFilled: Bool = false
  ) -> ScreenWindow {
    guard let parts else {
      var frame = TextFrame(width: width)
      if let cover = screen.cover { frame.draw(cover, screen.words) }
      frame.limitCover(to: height)
      if isFilled { frame.fillCover(to: height) }
      return ScreenWindow(frame)
    }
    guard let menuParts else {
      return ScreenWindow(
        screen, parts, width: width, height: height, top: top, marking: changes, isFilled: isFilled)
    }
    // The menu is what can be scrolled.
    let below = ScreenWindow(
      screen, parts, width: width, height: height, top: .init(), marking: nil, isFilled: isFilled)
    let menu = ScreenWindow(
      screen.topmost, menuParts, width: Self.menuWidth(width), height: height, top: top, marking: changes,
      isFilled: isFilled)
    return menu.over(below, height: height)
  }

  /// Returns where a window begins that shows an element of the content as a whole: the given position if that does.
  package func top(
    showing element: TextElement, from top: ScreenWindow.Position, height: Int
  ) -> ScreenWindow.Position {
    let shown = window(height: height, top: top)
    guard let content = content(of: shown), let lines = content.lines(of: element),
      !shown.shownLines.contains(lines)
    else { return top }
    // With the header above it, if both fit; below what is shown, as the last one.
    let first = lines.lowerBound
    let starts =
      first < shown.shownLines.lowerBound
      ? [content.headers.contains(first - 1) ? first - 1 : first, first]
      : Array(min(max(0, lines.upperBound - shown.shownLines.count), first)...first)
    for start in starts {
      let position = content.position(of: start)
      if window(height: height, top: position).shownLines.contains(lines) { return position }
    }
    return content.position(of: first)
  }

  private func lines(of row: RowID) -> Range<Int>? { (menuParts ?? parts)?.body.rows.first { $0.id == row }?.lines }

  /// The number of lines of a row; nil for one that the screen does not hold.
  package func height(of row: RowID) -> Int? { lines(of: row)?.count }

  /// Returns where a window begins that shows a line of a row, counted from 0: the given position if that does.
  package func top(
    showing row: RowID, line: Int, from top: ScreenWindow.Position, height: Int
  ) -> ScreenWindow.Position {
    guard let content = (menuParts ?? parts)?.body, let lines = lines(of: row) else { return top }
    let target = min(lines.lowerBound + line, lines.upperBound - 1)
    let shown = window(height: height, top: top).shownLines
    if shown.contains(target) { return top }
    for start in max(0, target - max(0, shown.count - 1))...target {
      let position = content.position(of: start)
      if window(height: height, top: position).shownLines.contains(target) { return position }
    }
    return content.position(of: target)
  }

  /// The number of lines of a row that are above what a window shows.
  package func linesAbove(_ window: ScreenWindow, of row: RowID) -> Int {
    lines(of: row).map { max(0, window.shownLines.lowerBound - $0.lowerBound) } ?? 0
  }

  /// Where the text of a control with several lines begins: the line of its row, the column, and the columns that a
  /// line has. Nil for a row without such a text.
  package func textBlock(of row: RowID) -> (line: Int, column: Int, columns: Int)? {
    guard let content = (menuParts ?? parts)?.body, let lines = lines(of: row) else { return nil }
    for (line, text) in content.lines[lines].enumerated() {
      guard let sign = text.firstIndex(of: "┊") else { continue }
      let column = TextWidth.columns(text[..<sign]) + 2
      return (line, column, content.width - 2 - column)
    }
    return nil
  }

  /// Returns the line of a bar with an element, which a low terminal leaves out.
  package func bar(of element: TextElement) -> ScreenWindow? {
    guard let parts = menuParts ?? parts else { return nil }
    for bar in [parts.head, parts.index, parts.tabs, parts.foot] {
      guard let lines = bar.lines(of: element) else { continue }
      var line = bar
      line.keep([lines.lowerBound])
      return ScreenWindow(line)
    }
    return nil
  }

  /// What a window shows a part of.
  private func content(of window: ScreenWindow) -> TextFrame? {
    guard let parts = menuParts ?? parts else { return nil }
    guard window.isDialog, let box = parts.boxes.last else { return parts.body }
    return ScreenWindow.content(of: box, width: menuParts == nil ? width : Self.menuWidth(width), nil)
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension TextFrame {
  /// The lines that have an element.
  fileprivate func lines(of element: TextElement) -> Range<Int>? {
    let found = styles.indices.filter { styles[$0].spans.contains { $0.element == element } }
    guard let first = found.first, let last = found.last else { return nil }
    return first..<last + 1
  }
}
