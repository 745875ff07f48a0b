/// A screen that is laid out as text, of which any part can be shown on a terminal without another layout.
package struct ScreenLayout {
  private let screen: Screen
  private let width: Int
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

  /// The number of lines of a row; nil for one that the screen does not hold.
  package func height(of row: RowID) -> Int? { (menuParts ?? parts)?.body.rows.first { $0.id == row }?.lines.count }

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
