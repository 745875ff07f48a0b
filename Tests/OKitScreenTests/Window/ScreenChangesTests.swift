import OKitScreen
import Testing

/// The lines of a screen that differ from those before a command.
@Suite struct ScreenChangesTests {
  private static func row(_ id: Int, _ text: String, _ detail: String? = nil) -> Screen.Row {
    Screen.Row(id: .cell(id), text: text, detail: detail)
  }

  private static let screen: Screen = {
    let rows = [row(1, "Alien"), row(2, "Brazil", "not seen"), row(3, "Dune")]
    return Screen(
      kind: .list, name: "films", title: "Films", right: [BarButton(title: "Edit")], search: SearchBar(),
      sections: [Section(rows: rows)])
  }()

  private static func changed(_ change: (inout Screen) -> Void) -> String? {
    var after = screen
    change(&after)
    return after.changedText(since: screen, width: 32).map {
      $0.text.split(separator: "\n").map { Self.words($0) }.joined(separator: "|")
    }
  }

  /// The text before the right border, with single spaces.
  private static func words(_ line: Substring) -> String {
    line.prefix { $0 != "│" }.split(separator: " ").joined(separator: " ")
  }

  @Test func `each part that differs has a mark`() {
    #expect(Self.changed { _ in } == "")
    #expect(Self.changed { $0.sections[0].rows[1].detail = "seen" } == "~ 2 Brazil seen")
    #expect(Self.changed { $0.sections[0].rows.insert(Self.row(9, "Arrival"), at: 1) } == "+ 2 Arrival")
    #expect(Self.changed { $0.sections[0].rows.remove(at: 0) } == "- 1 Alien")
    #expect(
      Self.changed { $0.sections[0].rows.swapAt(0, 1) } == "> 2 Alien"
        || Self.changed { $0.sections[0].rows.swapAt(0, 1) } == "> 1 Brazil not seen")
    #expect(Self.changed { $0.title = "Movies" } == "~ Movies [Edit]")
    #expect(Self.changed { $0.search?.text = "du" } == "~ ⌕ [du]")
    #expect(Self.changed { $0.right = [] } == "~ Films")
    #expect(Self.changed { $0.search = nil } == "- ⌕ [‹search›]")
    #expect(
      Self.changed { $0.sections.append(Section(header: "New", rows: [Self.row(7, "Heat")])) }
        == "+─ New \(String(repeating: "─", count: 24))┤|+ 4 Heat")
    // A row has other parts that no text shows.
    #expect(Self.changed { $0.sections[0].rows[0].height = 80 } == "")
  }

  @Test func `a dialog is shown as a whole, and named when it is closed`() {
    var alert = Alert(title: "New", fields: [DialogField(name: "name")], actions: [DialogAction(title: "OK")])
    alert.id = DialogID(1)
    let opened = Self.changed { $0.alert = alert }
    #expect(opened?.split(separator: "|").allSatisfy { $0.hasPrefix("+") } == true)
    var before = Self.screen
    before.alert = alert
    let closed = Self.screen.changedText(since: before, width: 32)
    #expect(closed?.text.hasPrefix("- alert \"New\" ") == true && closed?.lineCount == 1)
    var after = before
    after.alert?.fields[0] = DialogField(name: "name", text: "Heat")
    let typed = after.changedText(since: before, width: 32)?.text ?? ""
    #expect(typed.contains("name [Heat]") && typed.split(separator: "\n").allSatisfy { $0.hasPrefix("~") })
  }

  @Test func `the field of an alert that was filled in has a line`() throws {
    var before = Self.screen
    before.alert = Alert(title: "New", fields: ["user", "town", "zip"].map { DialogField(name: $0) })
    before.alert?.id = DialogID(1)
    var after = before
    after.alert?.fields[1] = DialogField(name: "town", text: "Ulm")
    let changes = try #require(after.changedText(since: before, width: 40))
    let line = try #require(changes.fieldLine)
    let window = after.window(width: 40, height: 8, top: .init(line: line), marking: changes)
    #expect(window.isDialog && window.shows(line: line) && window.text.contains("town [Ulm]"), "\(window.text)")
    #expect(window.text.contains("├─ lines 5–"), "\(window.text)")
    #expect(!after.window(width: 40, height: 8).shows(line: line))
  }

  @Test func `another screen is shown as a whole`() {
    #expect(Self.changed { $0.name = "film" } == nil)
    #expect(Self.changed { $0.kind = .detail } == nil)
    #expect(Self.changed { $0.cover = Cover() } == nil)
    #expect(Self.changed { $0.menu = Screen(kind: .menu, name: "menu") } == nil)
    #expect(Self.changed { $0.help = [] } == nil)
  }

  @Test func `what is gone is listed where it was`() {
    let before = Self.sections(["General", "Details", "Dates"])
    var after = before
    after.sections.remove(at: 1)
    after.sections[0].rows[0].detail = "edited"
    after.sections[1].rows[0].detail = "edited"
    func changes(_ after: Screen, _ before: Screen) -> [String] {
      (after.changedText(since: before, width: 32)?.text ?? "").split(separator: "\n").map(Self.words)
    }
    #expect(
      changes(after, before) == [
        "~ 1 General edited", "-─ Details ────────────────────┤", "- 2 Details", "- Details ends", "~ 2 Dates edited",
      ])
    #expect(
      changes(before, after) == [
        "~ 1 General", "+─ Details ────────────────────┤", "+ 2 Details", "+ Details ends", "~ 3 Dates",
      ])
    var moved = after
    moved.sections[0].rows = [Self.row(9, "New")] + moved.sections[0].rows.reversed()
    moved.sections[1].rows = []
    #expect(changes(moved, after) == ["+ 1 New", "- 2 Dates edited"])
    // A row that has another place says nothing of where the others were.
    let list = Self.sections(["A", "B", "C", "D"])
    var mixed = list
    mixed.sections = [list.sections[3], list.sections[0], list.sections[2]]
    #expect(
      changes(mixed, list).filter { $0.hasPrefix("-") } == ["-─ B ──────────────────────────┤", "- 2 B", "- B ends"])
  }

  /// A screen with a section of one row for each name.
  private static func sections(_ names: [String]) -> Screen {
    Screen(
      kind: .detail, name: "book", title: "Book",
      sections: names.enumerated().map { index, name in
        Section(header: name, footer: "\(name) ends", rows: [row(index, name)])
      })
  }

  /// Rows that come to the end of the part of a long list are no change.
  @Test func `rows that only move into the part of a long list are not shown`() {
    func part(_ ids: ClosedRange<Int>, without removed: Int? = nil, total: Int) -> Screen {
      var screen = Self.screen
      screen.sections = [Section(rows: ids.filter { $0 != removed }.map { Self.row($0, "Row \($0)") })]
      screen.window = Window(total: total, from: 0)
      return screen
    }
    let (before, after) = (part(1...100, total: 500), part(1...101, without: 7, total: 499))
    #expect(after.changedText(since: before, width: 32).map { Self.words($0.text[...]) } == "- 7 Row 7")
    #expect(before.changedText(since: after, width: 32).map { Self.words($0.text[...]) } == "+ 7 Row 7")
    #expect(part(1...100, total: 501).changedText(since: before, width: 32)?.text.hasPrefix("~─ 501 rows ─") == true)
  }

  @Test func `the text in place of rows comes and goes`() {
    #expect(Self.changed { $0.sections[0].rows = [] } == "- 1 Alien|- 2 Brazil not seen|- 3 Dune|+ no entries")
    #expect(
      Self.changed { $0.sections = [] } == "- 1 Alien|- 2 Brazil not seen|- 3 Dune|+ no entries")
    var empty = Self.screen
    empty.sections = []
    let filled = Self.screen.changedText(since: empty, width: 32)?.text ?? ""
    #expect(
      filled.split(separator: "\n").map(Self.words) == ["- no entries", "+ 1 Alien", "+ 2 Brazil not seen", "+ 3 Dune"])
  }

  @Test func `headers and footers of sections come and go`() {
    var screen = Self.screen
    screen.sections.append(Section(header: "New", footer: "a note", rows: []))
    let added = screen.changedText(since: Self.screen, width: 32)?.text ?? ""
    #expect(added.split(separator: "\n").map(Self.words) == ["+─ New ────────────────────────┤", "+ a note"])
    let removed = Self.screen.changedText(since: screen, width: 32)?.text ?? ""
    #expect(removed.split(separator: "\n").map(Self.words) == ["-─ New ────────────────────────┤", "- a note"])
    var noted = screen
    noted.sections[1].footer = "another"
    #expect(noted.changedText(since: screen, width: 32)?.text.hasPrefix("~   another") == true)
  }

  /// All combinations of what can happen to a section between two others.
  @Test(arguments: ["", "same", "changed"], ["", "new", "same", "changed", "gone"])
  func `a section with another header or footer is the same section`(header: String, footer: String) {
    let ids = [1, 2, 3]
    for (name, rows) in [("same", ids), ("removed", [1, 3]), ("added", [1, 2, 9, 3])] {
      func screen(_ header: String?, _ footer: String?, _ rows: [Int]) -> Screen {
        let section = Section(header: header, footer: footer, rows: rows.map { Self.row($0, "Row \($0)") })
        var screen = Self.sections(["First", "Last"])
        screen.sections.insert(section, at: 1)
        for index in [0, 2] { screen.sections[index].rows = [Self.row(100 + index, "Other")] }
        return screen
      }
      let before = screen(
        header.isEmpty ? nil : "Open (3)", ["same", "changed", "gone"].contains(footer) ? "note" : nil, ids)
      let after = screen(
        header.isEmpty ? nil : header == "same" ? "Open (3)" : "Open (\(rows.count)!)",
        footer == "changed" || footer == "new" ? "other" : footer == "same" ? "note" : nil, rows)
      var expected: [String] = []
      if header == "changed" { expected.append("~─ Open (\(rows.count)!) ──────────────────┤") }
      if name == "removed" { expected.append("- 3 Row 2") }
      if name == "added" { expected.append("+ 4 Row 9") }
      switch footer {
      case "new": expected.append("+ other")
      case "changed": expected.append("~ other")
      case "gone": expected.append("- note")
      default: break
      }
      let changes = after.changedText(since: before, width: 32)?.text ?? ""
      #expect(changes.split(separator: "\n").map(Self.words) == expected, "rows: \(name)")
    }
  }

  @Test func `sections that count their rows are the same`() {
    func screen(_ open: [Int], _ done: [Int], isReversed: Bool = false) -> Screen {
      let sections = [("Open", open), ("Done", done)].map { name, ids in
        Section(
          header: "\(name) (\(ids.count))", footer: ids.isEmpty ? "none" : nil, rows: ids.map { Self.row($0, "R\($0)") }
        )
      }
      return Screen(kind: .list, name: "tasks", sections: isReversed ? sections.reversed() : sections)
    }
    func changes(_ before: Screen, _ after: Screen) -> [String] {
      (after.changedText(since: before, width: 24)?.text ?? "").split(separator: "\n").map(Self.words)
    }
    #expect(
      changes(screen([1, 2, 3], []), screen([1, 2], [3]))
        == ["~─ Open (2) ───────────┤", "~─ Done (1) ───────────┤", "> 3 R3", "- none"])
    #expect(
      changes(screen([1], []), screen([], [1]))
        == ["~─ Open (0) ───────────┤", "+ none", "~─ Done (1) ───────────┤", "> 1 R1", "- none"])
    #expect(
      changes(screen([1, 2], [3]), screen([1, 2], [3], isReversed: true)).filter { $0.contains("─") }.count == 1)
    // The footer of a section that is gone, also without a header.
    var without = screen([1, 2], [])
    without.sections[1].header = nil
    var gone = without
    gone.sections.removeLast()
    #expect(changes(without, gone) == ["- none"])
    #expect(changes(gone, without) == ["+──────────────────────┤", "+ none"])
  }

  @Test func `the border of a long list tells of changes outside of the window`() throws {
    func rows(_ ids: ClosedRange<Int>, seen: Set<Int> = []) -> Screen {
      Screen(
        kind: .list, name: "list", title: "List",
        sections: [Section(rows: ids.map { Self.row($0, "Row \($0)", seen.contains($0) ? "seen" : nil) })])
    }
    let before = rows(1...30)
    for (after, border) in [
      (rows(1...30, seen: [13]), "├─ rows 11–16 of 30 ─"),
      (rows(1...30, seen: [1, 2, 13]), "~─ rows 11–16 of 30 · ↑2 ─"),
      (rows(1...30, seen: [2, 30]), "~─ rows 11–16 of 30 · ↑1 ↓1 ─"), (rows(1...29), "~─ rows 11–16 of 29 ─"),
    ] {
      let changes = try #require(after.changedText(since: before, width: 40))
      let window = after.window(width: 40, height: 11, top: .init(row: 11), marking: changes)
      #expect(window.text.contains(border), "\(window.text)")
    }
    // Of the rows outside of the part of a list that the screen has, only the number is known.
    func part(_ ids: ClosedRange<Int>, total: Int) -> Screen {
      var screen = rows(ids)
      screen.window = Window(total: total, from: 0)
      return screen
    }
    var after = part(1...100, total: 497)
    after.sections[0].rows[4].detail = "seen"
    let text = after.changedText(since: part(1...100, total: 500), width: 32)?.text ?? ""
    #expect(text.split(separator: "\n").map(Self.words) == ["~ 5 Row 5 seen", "~─ 497 rows ───────────────────┤"])
  }

  @Test func `a new bar is new, and other separators are not`() throws {
    var after = Self.screen
    after.toolbar = [BarButton(title: "Sort")]
    after.sections.append(Section(rows: [Self.row(9, "Heat")]))
    let changes = try #require(after.changedText(since: Self.screen, width: 32))
    #expect(
      changes.text.split(separator: "\n").map { String($0.prefix(8)) } == [
        "+───────", "+ 4 Heat", "+───────", "+       ",
      ])
    let window = after.window(width: 32, height: 24, marking: changes)
    #expect(
      window.text.split(separator: "\n").map { String($0.prefix(8)) } == [
        "╭─ films", "│       ", "│ ⌕ [‹se", "├───────", "│ 1 Alie", "│ 2 Braz", "│ 3 Dune", "+───────", "+ 4 Heat",
        "+───────", "+       ", "╰───────",
      ])
    let removed = Self.screen.changedText(since: after, width: 32)?.text ?? ""
    #expect(removed.split(separator: "\n").map(Self.words).contains("- [Sort]"))
  }

  @Test func `marks are in the window, too`() throws {
    var after = Self.screen
    after.sections[0].rows[2].detail = "seen"
    let changes = try #require(after.changedText(since: Self.screen, width: 32))
    let window = after.window(width: 32, height: 24, marking: changes)
    #expect(window.text.split(separator: "\n").filter { $0.hasPrefix("~") }.map(String.init) == [changes.text])
    #expect(window.styledText.lines.flatMap(\.self).contains { $0.text == "~" && $0.role == .title })
  }
}
