import OKitScreen
import Testing

@Suite struct ScreenTextTests {
  @Test func list() {
    #expect(
      ScreenSamples.list.text() == """
        ╭─ books ──────────────────────────────────────────────────────────────╮
        │                               Welcome                                │
        │ [Menu]                       Book Shop                  [Add] [Edit] │
        │                               2 Books                                │
        │ ⌕ [e]                                                ○ All  ◉ Marked │
        ├─ Today ──────────────────────────────────────────────────────────────┤
        │ 1   ▣ book  Dune                               not marked  [Mark]  › │
        │ 2   ▣ book  Emma                         marked  ▌#ff3b30  (Mark)  › │
        ├─ Yesterday ──────────────────────────────────────────────────────────┤
        │ 3 ● ▣ book  Ulysses                         not marked  [Mark]  ≡  ✓ │
        │     ← Delete                                                         │
        │     What you have read.                                              │
        │ A–Z D E U                                                            │
        ├──────────────────────────────────────────────────────────────────────┤
        │                           [Sort]  (Share)                            │
        ╰─ → Mark  ← Delete, More... · ↻ refresh ──────────────────────────────╯
        """)
  }

  /// A grid of films: texts of rows, a formula that is edited, a switch, an invalid price.
  private static func grid(columns: Int = 3) -> Screen {
    func row(_ number: UInt32, _ text: String, _ cells: [Screen.Row]) -> Screen.Row {
      var row = Screen.Row(id: .entity(EntityID(index: number, generation: 1)), text: text)
      row.cells = cells
      return row
    }
    func cell(_ text: String?, _ control: Control? = nil) -> Screen.Row {
      Screen.Row(id: .cell(0), text: text, control: control)
    }
    var focused = Control(kind: .text, value: .string("=A1*2"), isEnabled: true)
    focused.isFocused = true
    var wrong = Control(kind: .text, value: .string("many"), isEnabled: true)
    wrong.error = "Please enter a number."
    let rows = [
      row(1, "Dune", [cell("42", focused), cell("7", Control(kind: .text, value: .string("=7"), isEnabled: true))]),
      row(2, "Emma", [cell(nil, Control(kind: .switch, value: .bool(true), isEnabled: false)), cell(nil, wrong)]),
    ]
    var screen = Screen(kind: .grid, name: "films", title: "Films", isEditing: true, sections: [Section(rows: rows)])
    screen.columns = [
      GridColumn(index: 0, title: "Value", isSortable: true, order: .ascending), GridColumn(index: 1, title: "Price"),
      GridColumn(index: 2, title: "Long title of a column without cells"),
    ]
    screen.hasRowHeaders = true
    return screen
  }

  @Test func aGridIsATable() {
    #expect(
      Self.grid().text(width: 48) == """
        ╭─ films ──────────────────────────── editing ─╮
        │                    Films                     │
        ├─ columns 1–2 of 3 ───────────────────────────┤
        │        │ [Value ▲] │ Price                   │
        ├──────────────────────────────────────────────┤
        │ 1 Dune │ ▸[=A1*2]  │ [7]                     │
        │ 2 Emma │ ● on      │ [many]                  │
        │   Price ⚠ Please enter a number.             │
        ╰──────────────────────────────────────────────╯
        """)
  }

  @Test func aTextOfAnyLengthIsWrapped() {
    let screen = Screen(kind: .list, name: "long", title: String(repeating: "word ", count: 100_000))
    // Lines of 13 words.
    #expect(screen.text().split(separator: "\n").count == 100_000 / 13 + 5)
  }

  @Test func controlsWhileEditing() {
    #expect(
      ScreenSamples.controls(enabled: true).text(width: 48) == """
        ╭─ book ───────────────────────────── editing ─╮
        │ [Book Shop]         Dune              [Done] │
        ├─ General ────────────────────────────────────┤
        │  1 Name                               [Dune] │
        │  2 Author                           [‹Name›] │
        │  3 Password                         [••••••] │
        │  4 Marked                             [● on] │
        │  5 Date               [2020-01-31T12:00:00Z] │
        │  6 Comment                               […] │
        │    ┊ On sand.                                │
        │    ┊ And spice.                              │
        │  7 Status                 [○ Open  ◉ Closed] │
        │  8 Genre                         [Fantasy ▾] │
        │    ▾ Fantasy · Western                       │
        │  9 Rating             [━━━━●─────] 0.4 (0…1) │
        │ 10 Copies                            [− 3 +] │
        ╰──────────────────────────────────────────────╯
        """)
  }

  @Test func controlsInDisplay() {
    #expect(
      ScreenSamples.controls(enabled: false).text(width: 48) == """
        ╭─ book ───────────────────────────────────────╮
        │ [Book Shop]         Dune              [Edit] │
        ├─ General ────────────────────────────────────┤
        │  1 Name                                 Dune │
        │  2 Author                             ‹Name› │
        │  3 Password                           •••••• │
        │  4 Marked                               ● on │
        │  5 Date                                      │
        │  6 Comment                                   │
        │    ┊ On sand.                                │
        │    ┊ And spice.                              │
        │  7 Status                   ○ Open  ◉ Closed │
        │  8 Genre                                     │
        │  9 Rating                     ━━━━●───── 0.4 │
        │ 10 Copies                                  3 │
        ╰──────────────────────────────────────────────╯
        """)
  }

  @Test func alertLiesOnTop() {
    var screen = ScreenSamples.example
    screen.alert = Alert(
      title: "New Book", message: "Enter name for this Book.",
      fields: [DialogField(name: "", placeholder: "Name")],
      actions: [DialogAction(title: "OK", isEnabled: false), DialogAction(title: "Cancel", style: .cancel)])
    #expect(
      screen.text(width: 48) == """
        ╭─ books ──────────────────────────────────────╮
        │ [Menu]           Book Shop      [Add] [Edit] │
        │                   2 Books                    │
        │ ⌕ [‹search›]                                 │
        ├─ Today ╭───────────────────────────╮─────────┤
        │ 1 ▣ boo│         New Book          │Mark]  › │
        │        │ Enter name for this Book. │         │
        │        ├───────────────────────────┤         │
        │        │ [‹Name›]                  │         │
        │        │       (OK) [Cancel]       │         │
        │        ╰───────────────────────────╯         │
        ╰─ → Mark  ← Delete, More... ──────────────────╯
        """)
  }

  @Test func sheetLiesOnTop() {
    var screen = Screen(kind: .detail, name: "book", title: "Dune")
    screen.sheet = Sheet(
      title: "Book",
      actions: [
        DialogAction(title: "Activate"), DialogAction(title: "Delete", style: .destructive),
        DialogAction(title: "Cancel", style: .cancel),
      ])
    #expect(
      screen.text(width: 32) == """
        ╭─ book ───────────────────────╮
        │             Dune             │
        ├───╭──────────────────────╮───┤
        │ no│         Book         │   │
        │   ├──────────────────────┤   │
        │   │      [Activate]      │   │
        │   │      [Delete]!       │   │
        │   │       [Cancel]       │   │
        │   ╰──────────────────────╯   │
        ╰──────────────────────────────╯
        """)
  }

  @Test func barsAreBelowDialogs() {
    let row = Screen.Row(id: .cell(0), text: "Dune")
    var screen = Screen(kind: .list, name: "books", title: "Books", sections: [Section(rows: [row])])
    screen.tabs = [Tab(title: "Books", isSelected: true), Tab(title: "Groups")]
    screen.toolbar = [BarButton(title: "Sort")]
    screen.alert = Alert(title: "Delete?", actions: [DialogAction(title: "Yes")])
    let text = """
      ╭─ books ──────────────────────╮
      │            Books             │
      ├───╭──────────────────────╮───┤
      │ 1 │       Delete?        │   │
      │   ├──────────────────────┤   │
      │   │        [Yes]         │   │
      │   ╰──────────────────────╯   │
      ├──────────────────────────────┤
      │     ◉ Books    [Groups]      │
      ├──────────────────────────────┤
      │            [Sort]            │
      ╰──────────────────────────────╯
      """
    #expect(screen.text(width: 32) == text)
    // Where the terminal is too low, rows are left out, and bars stay.
    screen.sections[0].rows = (0..<20).map { Screen.Row(id: .cell($0), text: "Book \($0)") }
    screen.alert = nil
    screen.sheet = Sheet(title: "More", actions: [DialogAction(title: "Yes")])
    #expect(screen.window(width: 32, height: 16).lineCount == 16)
  }

  @Test func barsAreAtTheEndOfTheMenu() {
    let rows = (0..<6).map { Screen.Row(id: .cell($0), text: "Book \($0)") }
    var screen = Screen(kind: .list, name: "books", title: "Books", sections: [Section(rows: rows)])
    var menu = Screen(kind: .menu, name: "menu", title: "Menu")
    menu.toolbar = [BarButton(title: "Home")]
    screen.menu = menu
    #expect(
      screen.text(width: 40) == """
        ╭─ menu ──────────── ☰ menu ─╮─────────╮
        │            Menu            │░░░░░░░░░│
        ├────────────────────────────┤░░░░░░░░░│
        │ no entries                 │░░░░░░░░░│
        │                            │░░░░░░░░░│
        │                            │░░░░░░░░░│
        │                            │░░░░░░░░░│
        ├────────────────────────────┤░░░░░░░░░│
        │           [Home]           │░░░░░░░░░│
        ╰────────────────────────────╯─────────╯
        """)
  }

  @Test func theMenuOfALongScreenEndsWithTheTerminal() {
    let rows = (0..<100).map { Screen.Row(id: .cell($0), text: "Book \($0)") }
    var screen = Screen(kind: .list, name: "books", title: "Books", sections: [Section(rows: rows)])
    screen.menu = Screen(kind: .menu, name: "menu", title: "Menu")
    #expect(screen.text(width: 40).split(separator: "\n").count == 24)
    #expect(screen.window(width: 40, height: 40).lineCount == 40)
    screen.menu?.sections = [Section(rows: rows)]
    #expect(screen.text(width: 40).split(separator: "\n").count > 100)
    #expect(screen.window(width: 40, height: 40).lineCount == 40)
  }

  @Test func coverHidesEverything() {
    var screen = ScreenSamples.list
    screen.cover = Cover()
    screen.alert = Alert(title: "Secret")
    #expect(
      screen.text(width: 24) == """
        ╭──────────────────────╮
        │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ │
        │ ▒                 ▒▒ │
        │ ▒    protected    ▒▒ │
        │ ▒                 ▒▒ │
        │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ │
        ╰─ tap to authentica… ─╯
        """)
    screen.cover = Cover(text: "Locked", image: "lock")
    #expect(
      screen.text(width: 24) == """
        ╭──────────────────────╮
        │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ │
        │ ▒▒▒              ▒▒▒ │
        │ ▒▒▒    ▣ lock    ▒▒▒ │
        │ ▒▒▒    Locked    ▒▒▒ │
        │ ▒▒▒              ▒▒▒ │
        │ ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ │
        ╰─ tap to authentica… ─╯
        """)
  }

  @Test func windowOfALongList() {
    let rows = (0..<2).map { Screen.Row(id: .cell($0), text: "City \($0)") }
    var screen = Screen(kind: .list, name: "cities", title: "Cities", sections: [Section(rows: rows)])
    screen.window = Window(total: 100_000, from: 98)
    #expect(
      screen.text(width: 32) == """
        ╭─ cities ─────────────────────╮
        │            Cities            │
        ├──────────────────────────────┤
        │  99 City 0                   │
        │ 100 City 1                   │
        ├─ rows 99–100 of 100000 ──────┤
        ╰──────────────────────────────╯
        """)
  }

  @Test func longTextsAndWideCharacters() {
    let rows = [
      Screen.Row(id: .cell(0), text: "日本語の本", detail: "👍🏽 ok"),
      Screen.Row(id: .cell(1), text: "A text that is much longer than its line", detail: "and a detail"),
    ]
    let screen = Screen(
      kind: .list, name: "wide", title: "A title that leaves no room", left: [BarButton(title: "Back")],
      right: [BarButton(title: "Edit")], sections: [Section(rows: rows)])
    #expect(
      screen.text(width: 34) == """
        ╭─ wide ─────────────────────────╮
        │ [Back]                  [Edit] │
        │  A title that leaves no room   │
        ├────────────────────────────────┤
        │ 1 日本語の本             👍🏽 ok │
        │ 2 A text that is much longer   │
        │   than its line                │
        │                   and a detail │
        ╰────────────────────────────────╯
        """)
  }

  @Test func `a long word fills its lines`() {
    let row = Screen.Row(id: .cell(0), text: String(repeating: "x", count: 70))
    let text = Screen(kind: .list, name: "long", title: "", sections: [Section(rows: [row])]).text(width: 30)
    #expect(
      text.hasSuffix(
        """
        │ 1 xxxxxxxxxxxxxxxxxxxxxxxx │
        │   xxxxxxxxxxxxxxxxxxxxxxxx │
        │   xxxxxxxxxxxxxxxxxxxxxx   │
        ╰────────────────────────────╯
        """), "\(text)")
  }

  @Test func `the message of a dialog keeps its lines`() throws {
    var screen = Screen(kind: .list, name: "home", title: "")
    screen.alert = Alert(title: "Invalid", message: "one\n\ntwo\u{1B}", actions: [DialogAction(title: "OK")])
    let lines = screen.text(width: 40).split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.contains(" one ") })
    #expect(lines[first - 1].contains("Invalid") && lines[first + 2].contains(#" two\u{1B} "#), "\(lines)")
    #expect(!lines.joined().contains("⏎"))
  }

  @Test func dataCannotCommandTheTerminal() {
    let row = Screen.Row(id: .cell(0), text: "a\u{1B}[2Jb\nc\td\r\ne", detail: "\u{9B}31m")
    let text = Screen(kind: .list, name: "x\u{07}", title: "t\u{1B}", sections: [Section(rows: [row])]).text(width: 40)
    #expect(!text.contains { "\u{1B}\u{07}\u{9B}\t\r\r\n".contains($0) })
    #expect(text.contains(#"a\u{1B}[2Jb⏎c d⏎e"#))
  }

  @Test(arguments: [-5, 0, 1, 24, 25, 40, 73, 200])
  func everyLineIsAsWide(width: Int) {
    var screen = ScreenSamples.list
    screen.sections += ScreenSamples.controls(enabled: true).sections
    screen.sheet = Sheet(actions: [DialogAction(title: "Do something that takes long to tell")])
    let lines = screen.text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { TextWidth.columns($0) == max(24, width) })
  }
}
