/// The lines of a screen as text that differ from an earlier one, each with a mark.
package struct ScreenChanges {
  package enum Mark: Character, Sendable, CaseIterable {
    case added = "+"
    case removed = "-"
    case changed = "~"
    case moved = ">"
  }

  /// The parts of a screen whose lines can have marks.
  fileprivate typealias Part = WritableKeyPath<ScreenParts, TextFrame>

  private var frame: TextFrame
  private var marks: [Mark] = []
  /// The rows, headers and other parts of the new screen that are different.
  private var places: [(part: Part, lines: Range<Int>, mark: Mark)] = []
  /// Whether the number of rows is another one.
  fileprivate(set) var isTotalChanged = false
  /// The mark of the open dialog; nil for one that is the same.
  private(set) var dialogMark: Mark?
  /// The line of the dialog, as the content of a window, with the field that was filled in.
  package private(set) var fieldLine: Int?

  package var isEmpty: Bool { marks.isEmpty }
  package var lineCount: Int { marks.count }
  package var text: String { marked.lines.joined(separator: "\n") }
  package var styledText: StyledScreen { StyledScreen(marked) }

  init(width: Int) { frame = TextFrame(width: width) }

  /// Puts the marks into the parts of the new screen.
  func mark(_ parts: inout ScreenParts) {
    for place in places {
      for line in place.lines { parts[keyPath: place.part].mark(line, place.mark.rawValue) }
    }
  }

  /// The number of changes above and below some lines of the body.
  func countsOutside(of lines: Range<Int>) -> (above: Int, below: Int) {
    let changed = places.filter { $0.part == \.body }.map(\.lines)
    return (
      changed.count { $0.upperBound <= lines.lowerBound }, changed.count { $0.lowerBound >= lines.upperBound }
    )
  }

  private var marked: TextFrame {
    var marked = frame
    for (index, mark) in marks.enumerated() { marked.mark(index, mark.rawValue) }
    return marked
  }

  /// Adds lines of another frame.
  ///
  /// - Parameter part: The part of the new screen that the frame is; nil for lines that are not on it.
  fileprivate mutating func add(_ other: TextFrame, _ range: Range<Int>? = nil, as mark: Mark, in part: Part? = nil) {
    let range = range ?? 0..<other.lines.count
    guard !range.isEmpty else { return }
    frame.append(other, range)
    marks += Array(repeating: mark, count: frame.lines.count - marks.count)
    if let part { places.append((part, range, mark)) }
  }

  /// Adds the lines of a bar that are gone, new or different.
  ///
  /// - Parameter isFoot: Whether the lines of both are counted from the end, where the lower border is.
  fileprivate mutating func compare(_ old: ScreenParts, _ new: ScreenParts, _ part: Part, isFoot: Bool = false) {
    let (before, after) = (old[keyPath: part], new[keyPath: part])
    let equalStart = zip(before.lines, after.lines).prefix { $0 == $1 }.count
    let rests = (before.lines.dropFirst(equalStart), after.lines.dropFirst(equalStart))
    let equalEnd = zip(rests.0.reversed(), rests.1.reversed()).prefix { $0 == $1 }.count
    let removed = equalStart..<before.lines.count - equalEnd
    let added = equalStart..<after.lines.count - equalEnd
    let shift = isFoot ? after.lines.count - before.lines.count : 0
    for line in removed where !added.contains(line + shift) { add(before, line..<line + 1, as: .removed) }
    for line in added {
      let isNew = !removed.contains(line - shift)
      guard isNew || before.lines[line - shift] != after.lines[line] else { continue }
      add(after, line..<line + 1, as: isNew ? .added : .changed, in: part)
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
    if let fields = new.alert?.fields, let before = old.alert?.fields, old.dialogID == new.dialogID,
      let field = zip(before, fields).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset,
      box.rows.indices.contains(field)
    {
      fieldLine = ScreenWindow.linesAboveDialog + box.rows[field].lines.lowerBound
    }
    var content = TextFrame(width: width)
    content.overlay(box, at: 0)
    let mark: Mark = old.dialogID == new.dialogID ? .changed : .added
    add(content, as: mark)
    dialogMark = mark
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
    changes.isTotalChanged = rowTotal != old.rowTotal
    changes.compare(before, parts, \.head)
    if kind == .views { changes.compare(before, parts, \.body) }
    if kind != .views { compareRows(old, parts.body, before.body, width, &changes) }
    changes.compare(before, parts, \.index)
    changes.compareDialogs(old, self, width: width)
    changes.compare(before, parts, \.tabs)
    changes.compare(before, parts, \.foot, isFoot: true)
    return changes
  }

  private func compareRows(
    _ old: Screen, _ body: TextFrame, _ before: TextFrame, _ width: Int, _ changes: inout ScreenChanges
  ) {
    let diff = self.changes(since: old)
    let shift = windowShift(since: old, diff)
    let rows = body.rowsByPath(of: self)
    // The text in place of rows.
    if old.rowPaths.isEmpty, !rowPaths.isEmpty { changes.add(before, before.lastLine, as: .removed) }
    var removed = removedLines(from: old, before, diff, except: shift.left)[...]
    // What is gone is listed where it was: before what comes after it and has kept its place.
    func addRemoved(before place: RowPath) {
      while let first = removed.first, first.place < place {
        changes.add(before, first.lines, as: .removed)
        removed.removeFirst()
      }
    }
    let origins = Dictionary(
      zip(old.rowPaths.map { old[$0]?.id }, old.rowPaths), uniquingKeysWith: { first, _ in first })
    var marks: [RowPath: ScreenChanges.Mark] = [:]
    for update in diff.updates where isVisible(update, width) { marks[update.path] = .changed }
    for move in diff.moves { marks[move.to] = .moved }
    for insertion in diff.insertions where !shift.entered.contains(insertion.path) { marks[insertion.path] = .added }
    let movedSections = Set(diff.movedSections.map(\.to))
    let sectionOrigins = diff.sectionOrigins(old: old.sections.count, new: sections.count)
    for (index, section) in sections.enumerated() {
      let origin = sectionOrigins[index]
      let place = movedSections.contains(index) ? nil : origin
      if let place { addRemoved(before: RowPath(section: place, row: -1)) }
      let hasEntered = !section.rows.isEmpty && shift.entered.isSuperset(of: section.paths(in: index))
      let mark: ScreenChanges.Mark?
      if let origin {
        let isEqual = body.lines[body.header(of: index)] == before.lines[before.header(of: origin)]
        mark = place == nil ? .moved : isEqual ? nil : .changed
      } else {
        // A list without sections has the line of the first header, too.
        let isVisible = section.header?.isEmpty == false || !old.sections.isEmpty
        mark = isVisible && !hasEntered ? .added : nil
      }
      if let mark { changes.add(body, body.header(of: index), as: mark, in: \.body) }
      for row in section.rows.indices {
        let path = RowPath(section: index, row: row)
        guard let drawn = rows[path] else { continue }
        if marks[path] != .moved, let origin = origins[section.rows[row].id] { addRemoved(before: origin) }
        if let mark = marks[path] { changes.add(body, drawn.lines, as: mark, in: \.body) }
      }
      if let place { addRemoved(before: RowPath(section: place, row: .max)) }
      let footer = footerLines(of: index, body)
      let earlier = origin.map { old.footerLines(of: $0, before) } ?? 0..<0
      if footer.isEmpty { changes.add(before, earlier, as: .removed) }
      if hasEntered || body.lines[footer] == before.lines[earlier] { continue }
      changes.add(body, footer, as: earlier.isEmpty ? .added : .changed, in: \.body)
    }
    for rest in removed { changes.add(before, rest.lines, as: .removed) }
    if rowPaths.isEmpty, !old.rowPaths.isEmpty { changes.add(body, body.lastLine, as: .added, in: \.body) }
    // Rows have come or left outside of the part of a long list that the screen has.
    let visibleGrowth =
      diff.insertions.count - shift.entered.count - (diff.removals.count - shift.left.count)
    if let window, old.window != nil, visibleGrowth != window.total - old.rowTotal {
      var rule = TextFrame(width: width)
      rule.rule("\(window.total) rows")
      changes.add(rule, as: .changed)
    }
  }

  private var rowTotal: Int { window?.total ?? rowCount }

  /// The lines of the sections and rows of an earlier screen that are gone, in its order, each with the row at which it
  /// was.
  private func removedLines(
    from old: Screen, _ before: TextFrame, _ diff: ScreenDiff, except left: Set<RowPath>
  ) -> [(place: RowPath, lines: Range<Int>)] {
    let rows = before.rowsByPath(of: old)
    var removed = diff.removals.filter { !left.contains($0.path) }
      .compactMap { removal in rows[removal.path].map { (place: removal.path, lines: $0.lines) } }
    for index in diff.removedSections {
      let section = old.sections[index]
      if !section.rows.isEmpty, left.isSuperset(of: section.paths(in: index)) { continue }
      if section.header?.isEmpty == false {
        removed.append((RowPath(section: index, row: -1), before.header(of: index)))
      }
      removed.append((RowPath(section: index, row: .max), old.footerLines(of: index, before)))
    }
    return removed.sorted { $0.place < $1.place }
  }

  /// The lines of a section below its rows.
  private func footerLines(of section: Int, _ body: TextFrame) -> Range<Int> {
    let header = body.header(of: section)
    let isLast = section + 1 == sections.count
    // The text in place of rows comes last.
    let end = body.header(of: section + 1).lowerBound - (isLast && rowPaths.isEmpty ? 1 : 0)
    let rows = body.rows.last { $0.lines.lowerBound < end && $0.lines.lowerBound >= header.upperBound }
    return min(rows?.lines.upperBound ?? header.upperBound, end)..<end
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

extension Section {
  fileprivate func paths(in section: Int) -> [RowPath] { rows.indices.map { RowPath(section: section, row: $0) } }
}

extension TextFrame {
  /// The line of the header of a section; the end for one that is not there.
  fileprivate func header(of section: Int) -> Range<Int> {
    guard headers.indices.contains(section) else { return lines.count..<lines.count }
    return headers[section]..<headers[section] + 1
  }

  fileprivate var lastLine: Range<Int> { max(0, lines.count - 1)..<lines.count }

  fileprivate func rowsByPath(of screen: Screen) -> [RowPath: DrawnRow] {
    Dictionary(zip(screen.rowPaths, rows), uniquingKeysWith: { first, _ in first })
  }
}
