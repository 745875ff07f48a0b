/// The lines of a screen as text that differ from an earlier one, each with a mark.
package struct ScreenChanges {
  package enum Mark: Character, Sendable, CaseIterable {
    case added = "+"
    case removed = "-"
    case changed = "~"
    case moved = ">"
  }

  private var frame: TextFrame
  private var marks: [Mark] = []

  package var isEmpty: Bool { marks.isEmpty }
  package var lineCount: Int { marks.count }
  package var text: String { marked.lines.joined(separator: "\n") }
  package var styledText: StyledScreen { StyledScreen(marked) }

  init(width: Int) { frame = TextFrame(width: width) }

  /// The mark of an equal line of the new screen; nil for a line that has not changed.
  func mark(of line: String) -> Mark? {
    zip(frame.lines, marks).first { $0.0 == line && $0.1 != .removed }?.1
  }

  private var marked: TextFrame {
    var marked = frame
    for (index, mark) in marks.enumerated() { marked.mark(index, mark.rawValue) }
    return marked
  }

  fileprivate mutating func add(_ other: TextFrame, lines: Range<Int>? = nil, as mark: Mark) {
    frame.append(other, lines)
    marks += Array(repeating: mark, count: frame.lines.count - marks.count)
  }

  /// Adds the new lines of a bar; without new ones, the removed lines.
  fileprivate mutating func compare(_ old: TextFrame, _ new: TextFrame) {
    let (before, after) = (Set(old.lines), Set(new.lines))
    let added = new.lines.indices.filter { !before.contains(new.lines[$0]) }
    for index in added { add(new, lines: index..<index + 1, as: .changed) }
    guard added.isEmpty else { return }
    for index in old.lines.indices where !after.contains(old.lines[index]) {
      add(old, lines: index..<index + 1, as: .removed)
    }
  }

  /// Adds a dialog that was opened or changed as a whole; of one that was closed, its name.
  fileprivate mutating func compareDialogs(_ old: Screen, _ new: Screen, width: Int) {
    guard old.alert != new.alert || old.sheet != new.sheet else { return }
    if let name = old.dialogName, old.dialogID != new.dialogID {
      var line = TextFrame(width: width)
      line.line(TextWidth.printable(name), .muted)
      add(line, as: .removed)
    }
    guard let box = new.alert?.box(within: width - 4) ?? new.sheet?.box(within: width - 4) else { return }
    var content = TextFrame(width: width)
    content.overlay(box, at: 0)
    add(content, as: old.dialogID == new.dialogID ? .changed : .added)
  }
}

extension Screen {
  /// Returns the lines that differ from those of an earlier screen; nil when it is another screen, which is shown as a
  /// whole.
  package func changedText(since old: Screen, width: Int) -> ScreenChanges? {
    guard (kind, name) == (old.kind, old.name), (cover, help, theme) == (old.cover, old.help, old.theme),
      (menu == nil) == (old.menu == nil)
    else { return nil }
    if menu != nil {
      // What is below the menu cannot be read.
      return topmost.changedText(since: old.topmost, width: TextFrame.menuWidth(width))
    }
    var changes = ScreenChanges(width: width)
    guard self != old, cover == nil else { return changes }
    let (parts, before) = (parts(width: width), old.parts(width: width))
    changes.compare(before.head, parts.head)
    if kind == .views { changes.compare(before.body, parts.body) }
    compareRows(old, parts.body, before.body, width, &changes)
    if let window, let earlier = old.window, window.total != earlier.total, changes.isEmpty {
      var rule = TextFrame(width: width)
      rule.rule("\(window.total) rows")
      changes.add(rule, as: .changed)
    }
    changes.compare(before.index, parts.index)
    changes.compareDialogs(old, self, width: width)
    changes.compare(before.tabs, parts.tabs)
    changes.compare(before.foot, parts.foot)
    return changes
  }

  private func compareRows(
    _ old: Screen, _ body: TextFrame, _ before: TextFrame, _ width: Int, _ changes: inout ScreenChanges
  ) {
    guard sections != old.sections else { return }
    let diff = self.changes(since: old)
    let shift = windowShift(since: old, diff)
    let (rows, oldRows) = (body.rowsByPath(of: self), before.rowsByPath(of: old))
    for removal in diff.removals where !shift.left.contains(removal.path) {
      if let row = oldRows[removal.path] { changes.add(before, lines: row.lines, as: .removed) }
    }
    var marks: [RowPath: ScreenChanges.Mark] = [:]
    for update in diff.updates where isVisible(update, width) { marks[update.path] = .changed }
    for move in diff.moves { marks[move.to] = .moved }
    for insertion in diff.insertions where !shift.entered.contains(insertion.path) { marks[insertion.path] = .added }
    let newSections = Set(diff.insertedSections.map(\.place))
    for path in rowPaths {
      guard let row = rows[path], let mark = marks[path] else { continue }
      if newSections.contains(path.section), row.top < row.lines.lowerBound {
        changes.add(body, lines: row.top..<row.lines.lowerBound, as: .added)
      }
      changes.add(body, lines: row.lines, as: mark)
    }
    for section in diff.updatedSections {
      guard let footer = section.newFooter, !footer.isEmpty else { continue }
      var frame = TextFrame(width: width)
      for part in frame.wrapped(TextWidth.printable(footer), to: frame.inner) { frame.line(part, .muted) }
      changes.add(frame, as: .changed)
    }
  }

  /// Whether the two versions of a row differ as text, apart from their numbers.
  private func isVisible(_ update: ScreenDiff.Update, _ width: Int) -> Bool {
    let style = rowStyle(Swipes())
    let texts = [update.old, update.new].map { row in
      var frame = TextFrame(width: width)
      frame.draw(row, number: 1, style: style, words)
      return (frame.lines, frame.styles)
    }
    return texts[0] != texts[1]
  }

  /// The rows at the end of the part of a long list that have only come into it or left it because others before them
  /// have left or come.
  private func windowShift(since old: Screen, _ diff: ScreenDiff) -> (entered: Set<RowPath>, left: Set<RowPath>) {
    guard let window, let earlier = old.window, window.from == earlier.from else { return ([], []) }
    let (inserted, removed) = (Set(diff.insertions.map(\.path)), Set(diff.removals.map(\.path)))
    let growth = window.total - earlier.total
    let entered = rowPaths.reversed().prefix(max(0, -growth)).prefix { inserted.contains($0) }
    let left = old.rowPaths.reversed().prefix(max(0, growth)).prefix { removed.contains($0) }
    return (Set(entered), Set(left))
  }
}

extension TextFrame {
  fileprivate func rowsByPath(of screen: Screen) -> [RowPath: DrawnRow] {
    Dictionary(zip(screen.rowPaths, rows), uniquingKeysWith: { first, _ in first })
  }
}
