import OKitScreen
import Testing

/// The part of a screen that a terminal shows.
@Suite struct ScreenWindowTests {
  private static func screen(_ count: Int, header: String? = nil) -> Screen {
    let rows = (1...count).map { Screen.Row(id: .cell($0), text: "Row \($0)") }
    var screen = Screen(
      kind: .list, name: "list", title: "List", search: SearchBar(), sections: [Section(header: header, rows: rows)])
    screen.toolbar = [BarButton(title: "Sort")]
    screen.tabs = [Tab(title: "A", isSelected: true), Tab(title: "B")]
    return screen
  }

  @Test func `title, search and bars are always there`() {
    let window = Self.screen(30, header: "All").window(width: 32, height: 14, top: .init(row: 9))
    #expect(
      window.text == """
        ╭─ list ───────────────────────╮
        │             List             │
        │ ⌕ [‹search›]                 │
        ├─ All ────────────────────────┤
        │  9 Row 9                     │
        │ 10 Row 10                    │
        │ 11 Row 11                    │
        │ 12 Row 12                    │
        ├─ rows 9–12 of 30 ────────────┤
        ├──────────────────────────────┤
        │          ◉ A    [B]          │
        ├──────────────────────────────┤
        │            [Sort]            │
        ╰──────────────────────────────╯
        """)
  }

  @Test func `a screen that fits is shown as it is`() {
    let screen = Self.screen(6)
    let text = screen.text(width: 40)
    #expect(screen.window(width: 40, height: 40).text == text)
    let lines = text.split(separator: "\n").count
    #expect(screen.window(width: 40, height: lines).text == text)
    #expect(screen.window(width: 40, height: lines).next == nil)
    #expect(screen.window(width: 40, height: lines - 1).text.contains("of 6"))
  }

  /// Paging down and up passes every row, whatever the heights of rows, terminal and sections are.
  @Test(arguments: [12, 13, 17, 24, 40], [24, 40, 72])
  func `pages show every row and never exceed the terminal`(height: Int, width: Int) {
    var screen = Self.screen(1)
    screen.sections = (0..<4).map { section in
      Section(
        header: section == 2 ? nil : "Section \(section)", footer: section == 1 ? "a footer" : nil,
        rows: (0..<(section * 4)).map { row in
          let text = String(repeating: "long text ", count: (section + row) % 3 == 0 ? 12 : 1)
          return Screen.Row(id: .cell(section * 100 + row), text: text + "\(section).\(row)")
        })
    }
    var (top, seen, pages) = (ScreenWindow.Position(), Set<Int>(), [ScreenWindow.Position]())
    while true {
      let window = screen.window(width: width, height: height, top: top)
      #expect(window.lineCount <= height)
      let lines = window.text.split(separator: "\n")
      #expect(lines.allSatisfy { TextWidth.columns(String($0)) == width })
      #expect(lines[1].contains("List") && lines[lines.count - 2].contains("[Sort]"))
      if let rows = window.rows { seen.formUnion(rows) }
      pages.append(window.top)
      guard let next = window.next, pages.count < 200 else { break }
      top = next
    }
    #expect(seen == Set(1...24))
    #expect(pages.count < 200)
    seen = []
    for _ in 0..<200 {
      let window = screen.window(width: width, height: height, top: top)
      if let rows = window.rows { seen.formUnion(rows) }
      guard let previous = window.previous else { break }
      top = previous
    }
    #expect(seen == Set(1...24))
    #expect(screen.window(width: width, height: height, top: top).previous == nil)
  }

  @Test(arguments: [7, 8, 9, 11])
  func `a low terminal has the title, rows and no more lines than it can show`(height: Int) {
    var screen = Self.screen(30)
    screen.subtitle = "below the title"
    screen.index = ["A", "B"]
    for isCovered in [false, true] {
      if isCovered { screen.sheet = Sheet(actions: (1...9).map { DialogAction(title: "Action \($0)") }) }
      let window = screen.window(width: 40, height: height)
      let lines = window.text.split(separator: "\n")
      #expect(lines.count <= height && lines[1].contains("List") && lines.last?.hasPrefix("╰") == true)
      #expect(window.text.contains(isCovered ? "Action 1" : " 1 Row 1 ") && window.next != nil)
    }
  }

  /// From 3 lines on, for a window, which has one line less than the terminal.
  @Test(arguments: 3...12, [24, 30, 40])
  func `a low terminal keeps the title and the selected tab`(height: Int, width: Int) throws {
    var screen = Self.screen(10)
    // Too long for one line with the buttons.
    screen.title = "The Films of 2020"
    (screen.left, screen.right) = ([BarButton(title: "Help")], [BarButton(title: "Add"), BarButton(title: "Edit")])
    screen.tabs = ["First", "Second", "Third", "Fourth"].map { Tab(title: $0, isSelected: $0 == "Third") }
    var (seen, top) = (Set<Int>(), ScreenWindow.Position())
    for _ in 0..<20 {
      let window = screen.window(width: width, height: height, top: top)
      let lines = window.text.split(separator: "\n").map(String.init)
      #expect(lines.count <= height && lines.contains { $0.contains("The Films of 2020") }, "\(window.text)")
      #expect(lines.allSatisfy { TextWidth.columns($0) == width })
      // No line of the tabs without the selected one.
      let tabs = lines.filter { line in ["[First]", "[Second]", "◉", "[Fourth]"].contains { line.contains($0) } }
      #expect(tabs.isEmpty || tabs.contains { $0.contains("◉ Third") }, "\(window.text)")
      let rules = zip(lines, lines.dropFirst()).filter { $0.hasPrefix("├") && $1.hasPrefix("├──") }
      #expect(rules.isEmpty, "\(window.text)")
      if let rows = window.rows { seen.formUnion(rows) }
      guard let next = window.next else { break }
      top = next
    }
    #expect(seen == Set(1...10))
  }

  @Test(arguments: 3...8) func `a cover fits on a low terminal`(height: Int) {
    var screen = Self.screen(3)
    screen.cover = Cover(text: "Locked", image: "lock")
    let window = screen.window(width: 40, height: height)
    #expect(window.lineCount == height && window.text.contains("Locked"), "\(window.text)")
    #expect(screen.window(width: 40, height: 24).text == screen.text(width: 40))
  }

  @Test func `a part of a long list has its numbers`() {
    var screen = Self.screen(60)
    screen.window = Window(total: 5000, from: 200)
    let window = screen.window(width: 40, height: 16, top: .init(row: 221))
    #expect(window.rows == 221...226)
    #expect(window.text.contains("├─ rows 221–226 of 5000 ─"))
    #expect(window.previous == .init(row: 215) && window.next == .init(row: 227))
  }

  @Test func `the position of one row, or one line, is one number`() {
    var screen = Self.screen(5)
    screen.window = Window(total: 98, from: 94)
    screen.sections = [Section(rows: [Screen.Row(id: .cell(1), text: "A")])]
    #expect(screen.text(width: 40).contains("├─ row 95 of 98 ─"))
    #expect(screen.window(width: 40, height: 20).text.contains("├─ row 95 of 98 ─"))
    #expect(ScreenWords.english.position(ofLines: 3, 3, of: 9) == "line 3 of 9")
    #expect(ScreenWords.english.position(ofLines: 3, 4, of: 9) == "lines 3–4 of 9")
  }

  @Test func `a dialog fits, and a high one takes the place of the rows`() {
    var screen = Self.screen(150)
    screen.alert = Alert(title: "Sure?", actions: [DialogAction(title: "Yes")])
    let window = screen.window(width: 40, height: 20)
    #expect(window.lineCount == 20)
    #expect(window.text.contains("Sure?") && window.text.contains("[Yes]") && window.text.contains("of 150"))
    screen.alert = nil
    screen.sheet = Sheet(title: "More", actions: (1...40).map { DialogAction(title: "Action \($0)") })
    var (top, text) = (ScreenWindow.Position(), "")
    while true {
      let window = screen.window(width: 40, height: 20, top: top)
      #expect(window.lineCount <= 20 && window.rows == nil)
      text += window.text
      guard let next = window.next else { break }
      top = next
    }
    #expect((1...40).allSatisfy { text.contains("[Action \($0)]") })
    #expect(text.contains("├─ lines 1–"))
  }

  @Test func `views and the menu are scrolled, too`() {
    var screen = Screen(kind: .views, name: "views", title: "Views")
    screen.views = (1...30).map { ScreenView(.label, text: "View \($0)") }
    let window = screen.window(width: 40, height: 12)
    #expect(window.lineCount == 12)
    #expect(window.text.contains("├─ lines 1–7 of 30 ─"))
    var list = Self.screen(3)
    list.menu = Self.screen(50)
    let menu = list.window(width: 60, height: 18, top: .init(row: 20))
    #expect(menu.lineCount == 18 && menu.rows?.lowerBound == 20)
    #expect(menu.text.contains("Row 20 "))
  }
}
