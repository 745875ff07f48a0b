extension Screen {
  /// The columns of the narrowest screen.
  package static let leastWidth = TextFrame.widths.lowerBound

  /// The screen as text for a terminal: no colors, no trailing line break, the same for equal screens.
  ///
  /// Elements in square brackets can be tapped or edited, those in parentheses are disabled. A row can be addressed by
  /// its text or by the number in front of it. The lower border lists the swipe actions of rows: `→` from the leading
  /// edge, `←` from the trailing one.
  ///
  /// - Parameter width: columns of the whole, at least 24 and at most 1000.
  public func text(width: Int = 72) -> String { laidOut(width: width).lines.joined(by: "\n") }

  /// The same text with the styles of its parts.
  package func styledText(width: Int) -> StyledScreen { StyledScreen(laidOut(width: width)) }

  /// Returns the screen as text, as far as the budget suffices for the layout.
  package func text(width: Int, budget: ExecutionBudget) -> String {
    frame(width: width, budget: budget).lines.joined(by: "\n")
  }

  /// Returns the frame of the screen, as far as the budget suffices for the layout.
  package func frame(width: Int, budget: ExecutionBudget) -> TextFrame {
    shortened(to: .layout, dialogs: .layout, budget: budget).laidOut(width: width, budget: budget)
  }

  private func laidOut(width: Int, budget: ExecutionBudget? = nil) -> TextFrame {
    var frame = TextFrame(width: width, budget: budget)
    if let cover {
      frame.draw(cover, words)
    } else {
      let parts = parts(width: width, budget: budget)
      frame.append(parts.head)
      frame.append(parts.body)
      if let window {
        let last = window.from + rowCount
        frame.rule(words.position(ofRows: window.from + 1, last, of: window.total))
      }
      frame.append(parts.index)
      // The dialogs lie on the menu.
      if menu == nil {
        for box in parts.boxes { frame.overlay(box, at: parts.head.lines.count) }
      }
      frame.append(parts.tabs)
      frame.beginFoot()
      frame.append(parts.foot)
      if menu != nil {
        let menu = topmost.laidOut(width: TextFrame.menuWidth(frame.width), budget: budget)
        frame.slideIn(menu, height: nil)
      }
    }
    return frame
  }

  /// Lays out the parts of the screen, without a cover or the menu.
  func parts(width: Int, budget: ExecutionBudget? = nil) -> ScreenParts {
    let empty = TextFrame(width: width, budget: budget)
    let swipes = hasListsInSections ? nil : commonSwipes
    var parts = ScreenParts(head: empty, body: empty, index: empty, tabs: empty, foot: empty)
    parts.head.drawHead(self)
    parts.body.drawBody(self, swipes)
    if !index.isEmpty {
      let titles = index.map { StyledText($0, .text, .element(.index($0))) }
      parts.index.block(.joined(["A–Z"] + titles, separator: " "), indent: 4)
    }
    let room = parts.head.width - 4
    parts.boxes = [help.map { helpBox($0, within: room) }, sheet?.box(within: room), alert?.box(within: room)]
      .compactMap(\.self)
    parts.tabs.drawTabs(tabs)
    parts.foot.drawFoot(self, swipes ?? Swipes())
    return parts
  }

  /// Whether sections show the rows of different collections, each with its own swipe actions.
  private var hasListsInSections: Bool {
    sections.contains { section in
      section.rows.contains { if case .element = $0.id { true } else { false } }
    }
  }

  /// The swipe actions that most rows offer; only rows that differ say so themselves.
  var commonSwipes: Swipes { Self.commonSwipes(of: sections) }

  private static func commonSwipes(of sections: [Section]) -> Swipes {
    var counts: [Swipes: Int] = [:]
    var best = (count: 0, swipes: Swipes())
    for section in sections {
      for row in section.rows where !row.swipes.isEmpty {
        let count = counts[row.swipes, default: 0] + 1
        counts[row.swipes] = count
        if count > best.count { best = (count, row.swipes) }
      }
    }
    return best.swipes
  }

  /// The swipe actions that most rows of a section offer, beside its header.
  fileprivate func commonSwipes(of section: Section) -> Swipes { Self.commonSwipes(of: [section]) }

  /// The number of the first row that the screen holds, from 1.
  var firstRowNumber: Int { (window?.from ?? 0) + 1 }

  /// The layout that the rows share.
  func rowStyle(_ swipes: Swipes) -> RowStyle {
    RowStyle(
      numberWidth: String(firstRowNumber + max(0, rowCount - 1)).count,
      accessoryWidth: sections.lazy.flatMap(\.rows).map { TextWidth.columns($0.accessory.symbol) }.max() ?? 0,
      marksSelection: sections.contains { $0.rows.contains(where: \.isSelected) },
      commonSwipes: swipes)
  }
}

extension TextFrame {
  fileprivate mutating func drawHead(_ screen: Screen) {
    let states = [
      screen.kind == .menu ? "☰ \(screen.words[.menu])" : "", screen.isEditing ? screen.words[.editing] : "",
      screen.activity ? "◌ \(screen.words[.busy])" : "",
    ]
    .filter { !$0.isEmpty }
    surface = .bar
    defer {
      surface = .cell
      if screen.kind == .grid { drawTitles(GridLayout(screen, width: width), screen) }
    }
    top(TextWidth.printable(screen.name), states.joined(by: " · "))
    if let stopped = screen.stopped { block(StyledText("⚠ " + TextWidth.printable(stopped)), indent: 2) }
    if let prompt = screen.prompt { centered(TextWidth.printable(prompt), .muted) }
    drawTitle(screen)
    if let subtitle = screen.subtitle { centered(Self.text(subtitle, screen.subtitleRuns), .muted) }
    guard let search = screen.search else { return }
    let scopes = search.scopes.enumerated().map { index, scope in
      StyledText((index == search.scope ? "◉ " : "○ ") + TextWidth.printable(scope), .tint, .scope(index))
    }
    var field = StyledText("⌕ ")
    field.append(
      search.text.isEmpty ? "[‹\(screen.words[.search])›]" : "[\(TextWidth.printable(search.text))]",
      search.text.isEmpty ? .disabled : .tint, .element(.search))
    sides(field, .joined(scopes, separator: "  "), indent: 2)
  }

  private mutating func drawTitle(_ screen: Screen) {
    let (left, right) = (Self.row(of: .left, screen), Self.row(of: .right, screen))
    var title = Self.text(screen.title, screen.titleRuns)
    let isTappable = screen.titleView.map { $0.isButton && $0.isEnabled } ?? screen.gestures.contains(.titleTap)
    let element = isTappable ? TextElement.element(.title) : nil
    if let view = screen.titleView {
      title = view.drawing
    } else if screen.gestures.contains(.titleTap) {
      title = "[\(title)]"
    }
    let (leftWidth, rightWidth, titleWidth) = (left.columns, right.columns, TextWidth.columns(title, upTo: inner))
    let room = inner - leftWidth - rightWidth - (leftWidth > 0 ? 1 : 0) - (rightWidth > 0 ? 1 : 0)
    mainLine = lines.count
    guard titleWidth <= room else {
      if leftWidth > 0 || rightWidth > 0 { sides(left, right) }
      if titleWidth > 0 { mainLine = lines.count }
      return centered(StyledText(title, .title, element))
    }
    // In the middle of the line, or as near to it as the buttons allow.
    let middle = (inner - titleWidth) / 2
    let latest = inner - rightWidth - (rightWidth > 0 ? 1 : 0) - titleWidth
    let start = min(max(middle, leftWidth > 0 ? leftWidth + 1 : 0), latest)
    var whole = left
    whole.pad(to: start)
    whole.append(title, screen.gestures.contains(.titleTap) ? .tint : .title, element)
    whole.pad(to: inner - rightWidth)
    whole.append(right)
    line(whole)
  }

  /// - Parameter swipes: The swipe actions of most rows; nil where each section has its own.
  fileprivate mutating func drawBody(_ screen: Screen, _ swipes: Swipes?) {
    var style = screen.rowStyle(swipes ?? Swipes())
    var number = screen.firstRowNumber
    let grid = screen.kind == .grid ? GridLayout(screen, width: width) : nil
    let last = number + screen.rowCount - 1
    for section in screen.sections {
      var ofRows = ""
      if swipes == nil {
        style.commonSwipes = screen.commonSwipes(of: section)
        ofRows = style.commonSwipes.text(leadingImage: section.rows.first { !$0.leading.isEmpty }?.leadingImage)
      }
      header(TextWidth.printable(section.header ?? ""), ofRows)
      for row in section.rows {
        guard canLayOut(row.text, row.detail, row.ribbon, row.control?.value.scalarText) else { return }
        let own = row.id.adds ? nil : number
        self.row(row.id, min(number, max(1, last)), .row(row.id)) {
          if let grid, !row.id.adds {
            $0.draw(row, number: number, style: style, grid, screen)
          } else {
            $0.draw(row, number: own, style: style, screen.words)
          }
        }
        if own != nil { number += 1 }
      }
      if let footer = section.footer, !footer.isEmpty {
        for part in wrapped(TextWidth.printable(footer), to: inner - style.indent) {
          line(String(repeating: " ", count: style.indent) + part, .muted)
        }
      }
    }
    if screen.kind == .views {
      header("")
      for (index, view) in screen.views.enumerated() {
        centered(StyledText(view.drawing, .text, view.isButton ? .element(.view(index)) : nil))
      }
    } else if screen.sections.allSatisfy(\.rows.isEmpty) {
      if screen.sections.isEmpty { header("") }
      line(screen.words[.noEntries], .muted)
    }
  }

  fileprivate mutating func drawFoot(_ screen: Screen, _ swipes: Swipes) {
    if !screen.toolbar.isEmpty {
      surface = .toolbar
      defer { surface = .cell }
      rule()
      centered(Self.row(of: .toolbar, screen, separator: "  "))
    }
    if let keyboard = screen.keyboard { draw(keyboard, screen.words) }
    let image =
      swipes.leading.isEmpty
      ? nil : screen.sections.lazy.flatMap(\.rows).first { $0.swipes == swipes }?.leadingImage
    let hints = [
      swipes.text(leadingImage: image), screen.gestures.contains(.refresh) ? "↻ \(screen.words[.refresh])" : "",
    ]
    bottom(hints.filter { !$0.isEmpty }.joined(by: " · "))
  }

  private static let tabSeparator = "    "

  fileprivate mutating func drawTabs(_ tabs: [Tab]) {
    guard !tabs.isEmpty else { return }
    surface = .bar
    defer { surface = .cell }
    rule()
    let titles = tabs.enumerated().map { index, tab in
      let title = TextWidth.printable(tab.title) + (tab.badge.map { " (\(TextWidth.printable($0)))" } ?? "")
      return StyledText(
        tab.isSelected ? "◉ \(title)" : "[\(title)]", tab.isSelected ? .title : .tint, .element(.tab(index)))
    }
    // A line break within a title would separate it from its mark.
    var row: [StyledText] = []
    for (index, title) in titles.enumerated() {
      if !row.isEmpty, StyledText.joined(row + [title], separator: Self.tabSeparator).columns > inner {
        centered(.joined(row, separator: Self.tabSeparator))
        row = []
      }
      row.append(title)
      if tabs[index].isSelected { mainLine = lines.count }
    }
    centered(.joined(row, separator: Self.tabSeparator))
  }

  private static func row(of bar: BarButtonID.Bar, _ screen: Screen, separator: String = " ") -> StyledText {
    let buttons = screen.buttons(of: bar)
    return .joined(
      zip(buttons, BarButtonID.all(buttons, in: bar)).map { button, id in
        StyledText(
          button.drawing, button.isLabel ? .text : button.isEnabled ? .tint : .disabled,
          button.isLabel ? nil : .element(.barButton(id)))
      }, separator: separator)
  }

  /// A text, with the marks of its runs if it is an attributed one.
  static func text(_ text: String, _ runs: [TextRun]) -> String {
    TextWidth.printable(runs.isEmpty ? text : TextRun.marked(runs))
  }

  static func button(_ title: String, _ isEnabled: Bool, _ element: TextElement? = nil) -> StyledText {
    StyledText(bracketed(title, isEnabled), isEnabled ? .tint : .disabled, element)
  }

  static func bracketed(_ title: String, _ isEnabled: Bool) -> String { isEnabled ? "[\(title)]" : "(\(title))" }
}
