import OKitTerminal
import OKitTestSupport
import Testing

@Suite struct SessionTests {
  static let shop = """
    local okit = require "okit"
    local t = okit.types
    local Book = okit.ModelEntity:extend("Book", { title = "", note = "", read = false, count = 3 })
    local Shop = okit.Model:extend("Shop", { books = t.list(Book), name = "Shop" })
    function Shop:ask()
      okit.alert { title = "Name?", fields = { { name = "name" } },
        actions = { { title = "Cancel", style = "cancel" }, { title = "Save" } } }
    end
    okit.Model.initialize(function()
      local shop = okit.Model.register(Shop)
      for _, title in ipairs { "Dune", "日本語 👩‍👩‍👧", "\\27[31mEmma", "Ulysses" } do
        shop.books:add { title = title }
      end
    end)
    okit.ModelListTableController:extend("home", {
      type = "Book", dataPath = "books", titlePath = "name", search = true, addName = "title",
      right = { okit.ModelBarButtonItem { title = "#Ask", tap = "/ask()" } },
      cell = okit.ModelTableCell { path = "title", segue = "book" },
    })
    okit.ModelDetailTableController:extend("book", {
      titlePath = "title", editAlways = "#true",
      sections = { { cells = {
        okit.ModelTextCell { path = "#Title", textPath = "title" },
        okit.ModelMultilineCell { path = "#Note", textPath = "note" },
        okit.ModelSwitchCell { path = "#Read", onPath = "read" },
        okit.ModelStepperCell { path = "#Count", valuePath = "count" },
      } } },
    })
    """

  @Test func `keys move among the rows, and Enter opens one`() throws {
    let test = try TestSession(Self.shop)
    #expect(test.cursorLine.contains("Dune"))
    test.press(.down)
    #expect(test.cursorLine.contains("日本語"))
    test.press(.end)
    #expect(test.cursorLine.contains("Ulysses"))
    test.press(.home, .enter)
    #expect(test.text.contains("[Dune]"))
    #expect(test.lastLine.contains("Esc back"))
    test.press(.escape)
    #expect(test.cursorLine.contains("Dune"))
    test.press(.down, .down, .down, .enter, .left)
    #expect(test.cursorLine.contains("Ulysses"))
  }

  @Test func `shows on the way back what has changed meanwhile`() throws {
    let test = try TestSession(Self.shop)
    let before = test.text
    test.press(.enter, .escape)
    #expect(test.text == before)
    test.press(.enter, .enter)
    test.type("!")
    test.press(.enter, .escape)
    #expect(test.text.contains("Dune!"))
    // Also in another size.
    test.press(.enter)
    test.session.resize(columns: 60, rows: 14)
    test.press(.escape)
    #expect(test.lines.count == 14 && test.text.contains("Dune!") && test.lines[0].count == 60)
  }

  @Test func `fills the terminal, with the keys that apply on the last line`() throws {
    for (columns, rows) in [(80, 24), (40, 12), (20, 6), (200, 50)] {
      let test = try TestSession(Self.shop, columns: columns, rows: rows)
      let picture = test.session.draw()
      #expect(picture.grid.columns == columns && picture.grid.rows == rows)
      #expect(test.lines.count == rows)
      #expect(test.lastLine.contains("? keys") && test.lastLine.contains("q quit"))
      #expect(test.text.contains("Dune"), "\(columns) × \(rows)")
      #expect(test.text.contains("Shop"))
    }
    let small = try TestSession(Self.shop, columns: 19, rows: 6)
    #expect(small.text.hasPrefix("too small"))
    #expect(small.type("q") == .quit)
  }

  @Test func `keeps the focus and the input when the size changes`() throws {
    let test = try TestSession(Self.shop)
    test.press(.down, .down, .down, .enter, .enter)
    test.type("!")
    for (columns, rows) in [(20, 6), (10, 3), (200, 50), (40, 12)] {
      test.session.resize(columns: columns, rows: rows)
      if columns >= 20 { #expect(test.text.contains("Ulysses!"), "\(columns)") }
    }
    test.press(.enter)
    #expect(test.actions.contains(["edit": "cell:0/control", "text": "Ulysses!"]))
    test.press(.escape)
    #expect(test.cursorLine.contains("Ulysses!"))
  }

  @Test func `sends what was typed after a rest, and before any other action`() throws {
    let test = try TestSession(Self.shop)
    test.press(.enter, .enter)
    test.type(" Messiah")
    #expect(test.actions.last != ["edit": "cell:0/control", "text": "Dune Messiah"])
    #expect(test.text.contains("[Dune Messiah]"))
    test.rest()
    #expect(test.actions.last == ["edit": "cell:0/control", "text": "Dune Messiah"])
    test.press(.backspace, .killToStart)
    test.type("Q")
    // Letters are text in a field, and commands outside of it.
    #expect(test.type("q") == nil)
    // Esc takes back what was typed.
    test.press(.escape)
    #expect(test.text.contains("[Dune]"))
    #expect(test.type("q") == .quit)
  }

  @Test func `a paste is one edit, and submits nothing`() throws {
    let test = try TestSession(Self.shop)
    test.press(.enter, .enter, .killToStart, .paste("one\n\u{1B}[31mtwo\r\n"))
    #expect(test.actions.filter { $0["edit"] != nil } == [["edit": "cell:0/control", "text": "one [31mtwo"]])
    #expect(test.text.contains("[one [31mtwo]"))
    test.press(.tab, .paste("a\nb"))
    #expect(test.actions.last == ["edit": "cell:1/control", "text": "a\nb"])
    test.press(.enter)
    test.type("c")
    test.rest()
    #expect(test.actions.last == ["edit": "cell:1/control", "text": "a\nb\nc"])
  }

  @Test func `the cursor is where the next character is typed`() throws {
    let test = try TestSession(Self.shop)
    test.press(.enter, .enter)
    func before() -> String {
      let picture = test.session.draw()
      guard let cursor = picture.cursor else { return "" }
      let cells = (0..<cursor.column).map { picture.grid[$0, cursor.row].text }
      return String(cells.joined().drop { $0 != "[" && $0 != "┊" })
    }
    #expect(before() == "[Dune")
    test.press(.left, .left)
    #expect(before() == "[Du")
    test.press(.killToStart, .paste("日本"))
    #expect(before() == "[日本")
    test.press(.tab, .paste("first\nsecond"))
    #expect(before() == "┊ second")
    test.press(.up)
    #expect(before() == "┊ first")
    test.press(.tab, .escape, .escape)
    test.type("/em")
    #expect(before() == "[em")
  }

  @Test func `searches, and returns to the rows`() throws {
    let test = try TestSession(Self.shop)
    test.type("/uly")
    test.press(.enter)
    #expect(test.actions.last == ["search": "uly"])
    #expect(!test.text.contains("Dune"))
    #expect(test.cursorLine.contains("Ulysses"))
    test.press(.escape)
    #expect(test.text.contains("Dune"))
  }

  @Test func `an alert gets the keys, and Esc cancels it`() throws {
    let test = try TestSession(Self.shop)
    test.press(.up)
    while !test.cursorLine.contains("[Ask]") { test.press(.up) }
    test.press(.right, .right, .right, .left, .left, .left)
    #expect(test.text.contains("Name?") == false)
    test.click("[Ask]")
    #expect(test.text.contains("Name?"))
    test.type("New")
    // What the alert covers does nothing.
    let count = test.actions.count
    test.click("Ulysses")
    test.click("[Ask]")
    #expect(test.actions.dropFirst(count).allSatisfy { $0["edit"] != nil })
    test.press(.escape)
    #expect(!test.text.contains("Name?"))
    #expect(test.text.contains("Shop"))
    test.click("[Ask]")
    test.type("New")
    test.press(.enter)
    test.click("[Save]")
    #expect(!test.text.contains("Name?"))
    #expect(test.actions.suffix(2).map { $0["text"] ?? $0["tap"] } == ["New", "dialog:2/action:1"])
  }

  @Test func `lists the actions of a row, deletes and undoes`() throws {
    let test = try TestSession(Self.shop)
    test.press(.down, .down, .down)
    test.type("a")
    #expect(test.text.contains("─ Ulysses ─"))
    test.press(.escape)
    #expect(!test.text.contains("─ Ulysses ─"))
    test.type("d")
    #expect(test.text.contains("Confirm Deletion"))
    test.press(.enter)
    #expect(!test.text.contains("Ulysses"))
    // The neighbor has the focus.
    #expect(test.cursorLine.contains("Emma"))
    test.type("u")
    #expect(test.text.contains("Ulysses"))
    test.type("U")
    #expect(!test.text.contains("Ulysses"))
    test.type("U")
    #expect(test.lastLine.contains("there is nothing to redo"))
    test.click("Dune", .secondaryPress)
    test.click("Delete")
    test.click("[Yes]")
    #expect(!test.text.contains("Dune"))
  }

  @Test func `operates controls`() throws {
    let test = try TestSession(Self.shop)
    test.press(.enter, .down, .down, .enter)
    #expect(test.text.contains("● on"))
    test.type(" ")
    #expect(test.text.contains("○ off"))
    test.press(.down)
    test.type("++-")
    #expect(test.text.contains("[− 4 +]"))
    test.press(.enter, .killToStart)
    test.type("7")
    test.press(.enter)
    #expect(test.text.contains("[− 7 +]"))
    test.click("○ off")
    #expect(test.text.contains("● on"))
  }

  @Test func `a click on a sign of a stepper or on the track of a slider changes it`() throws {
    let test = try TestSession(
      """
      local okit = require "okit"
      local Player = okit.Model:extend("Player", { count = 3, volume = 0.5, level = 50 })
      okit.Model.register(Player)
      okit.ModelDetailTableController:extend("home", {
        titlePath = "#Player", editAlways = "#true",
        sections = { { cells = {
          okit.ModelStepperCell { path = "#Count", valuePath = "/count" },
          okit.ModelSliderCell { path = "#Volume", valuePath = "/volume" },
          okit.ModelSliderCell {
            path = "#Level", valuePath = "/level", maxValuePath = "#100", minImagePath = "#low", maxImagePath = "#high",
          },
        } } },
      })
      """, columns: 60)
    test.click("+]")
    #expect(test.text.contains("[− 4 +]"))
    #expect(test.cursorLine.contains("Count"))
    test.click("− 4")
    test.click("− 3")
    #expect(test.text.contains("[− 2 +]"))
    // The number itself is edited; a sign ends that.
    test.click("2 +")
    #expect(test.lastLine.contains("Enter done"))
    test.press(.killToStart)
    test.type("7")
    test.click("+]")
    #expect(test.text.contains("[− 8 +]"))
    #expect(!test.lastLine.contains("Enter done"))
    // The knob is where the click was.
    for (place, value) in [0, 0.1, 0.2, 0.35, 0.45, 0.55, 0.65, 0.8, 0.9, 1].enumerated() {
      test.clickTrack(of: "Volume", at: place)
      #expect(test.actions.last == ["edit": "cell:1/control", "value": .double(value)])
      let track = String(repeating: "━", count: place) + "●" + String(repeating: "─", count: 9 - place)
      #expect(test.cursorLine.contains("[\(track)]"))
    }
    test.clickTrack(of: "Level", at: 9)
    #expect(test.actions.last == ["edit": "cell:2/control", "value": .double(100)])
    #expect(test.cursorLine.contains("[▣low ━━━━━━━━━● ▣high] 100"))
    // Beside the track, the number is edited.
    test.click("▣high")
    #expect(test.lastLine.contains("Enter done"))
  }

  @Test func `the mouse alone is enough`() throws {
    let test = try TestSession(Self.shop)
    test.click("Ulysses")
    #expect(test.text.contains("[Ulysses]"))
    test.click("[Ulysses]")
    test.press(.paste("!"))
    test.click("Esc cancel")
    test.click("Esc back")
    #expect(test.text.contains("Emma"))
    test.press(.mouse(MouseEvent(.wheelUp, column: 3, row: 5)))
    #expect(test.cursorLine.contains("Dune"))
    test.click("? keys")
    #expect(test.text.contains("PgUp PgDn"))
    test.press(.mouse(MouseEvent(.wheelDown, column: 3, row: 5)))
    test.click("Esc close")
    #expect(!test.text.contains("PgUp PgDn"))
    #expect(test.click("q quit") == .quit)
  }

  @Test func `a text of a model is shown and not obeyed`() throws {
    let test = try TestSession(Self.shop)
    #expect(test.text.contains("\\u{1B}[31mEmma"))
    for line in test.lines.dropFirst().dropLast(2) {
      #expect("│├╭╰".contains(line.first ?? " ") && "│┤╮╯".contains(line.last ?? " "), "\(line)")
    }
  }

  @Test func `runs commands, completes and repeats them`() throws {
    let test = try TestSession(Self.shop)
    test.type(":scr")
    #expect(test.lastLine.hasPrefix(":scr"))
    test.press(.tab)
    #expect(test.lastLine.hasPrefix(":scr"))
    #expect(test.text.contains("─ Completions ─"))
    test.type("o")
    test.press(.tab)
    test.result = TerminalCommandResult(lines: ["one", "two"])
    test.press(.enter)
    #expect(test.commands == ["scroll"])
    #expect(test.text.contains("─ scroll ─"))
    test.press(.escape)
    test.result = TerminalCommandResult(lines: ["42"])
    test.type(":")
    test.press(.up, .enter)
    #expect(test.commands == ["scroll", "scroll"])
    #expect(test.lastLine.contains("42"))
    test.result = TerminalCommandResult(isEnd: true)
    test.type(":")
    #expect(test.press(.up, .enter) == .quit)
  }

  @Test func `copies a row, gives the mouse away, and suspends`() throws {
    let test = try TestSession(Self.shop)
    #expect(test.type("y") == .copy("Dune"))
    #expect(test.type("M") == .mouse(false))
    #expect(test.type("M") == .mouse(true))
    #expect(test.press(.suspend) == .suspend)
    #expect(test.press(.clearScreen) == .redraw)
    #expect(test.press(.interrupt) == .quit)
  }

  @Test func `copies no control characters of a text`() throws {
    let test = try TestSession(Self.shop)
    test.press(.down, .down)
    #expect(test.type("y") == .copy("[31mEmma"))
    // A text of several lines keeps them.
    test.press(.enter, .down, .enter, .paste("a\nb"), .pageUp, .down)
    #expect(test.type("y") == .copy("Note\ta\nb"))
  }

  @Test func `shows messages in a box when the last line is too short`() throws {
    let test = try TestSession(Self.shop)
    test.session.show(Diagnostic("test.code", "short"))
    #expect(test.lastLine.contains("short"))
    test.press(.down)
    #expect(!test.lastLine.contains("short"))
    test.session.show(Diagnostic("test.code", String(repeating: "long ", count: 20)))
    #expect(test.text.contains("─ Error ─"))
    test.press(.escape)
    test.session.log("printed\n")
    test.type("l")
    for text in ["short", "long", "printed"] { #expect(test.text.contains(text)) }
    test.press(.escape)
    test.session.showFailure("Reload failed", Diagnostic("lua.syntax", "wrong", place: .init(file: "app.lua", line: 3)))
    #expect(test.text.contains("app.lua:3"))
    test.session.didReload()
    #expect(!test.text.contains("app.lua:3"))
  }

  @Test func `reaches each row of a long list`() throws {
    let test = try TestSession(
      """
      local okit = require "okit"
      local t = okit.types
      local Item = okit.ModelEntity:extend("Item", { n = 0 })
      local Items = okit.Model:extend("Items", { items = t.list(Item) })
      okit.Model.initialize(function()
        local list = {}
        for n = 1, 5000 do list[n] = { n = n } end
        okit.Model.register(Items).items = list
      end)
      okit.ModelListTableController:extend("home", {
        type = "Item", dataPath = "items", titlePath = "#Items", cell = okit.ModelTableCell { path = "#Item ,n" },
      })
      """)
    test.press(.end)
    #expect(test.cursorLine.contains("Item 5000"))
    test.press(.up)
    #expect(test.cursorLine.contains("Item 4999"))
    for _ in 0..<40 { test.press(.pageUp) }
    let number = try #require(Int(test.cursorLine.split(separator: " ")[0]))
    #expect(number < 4900)
    test.press(.home)
    #expect(test.cursorLine.contains("Item 1"))
    #expect(test.text.contains("of 5000"))
  }

  @Test func `goes through the cells of a grid, also of columns that are not shown`() throws {
    let test = try TestSession(
      """
      local okit = require "okit"
      local t = okit.types
      local Row = okit.ModelEntity:extend("Row", { name = "" })
      local Sheet = okit.Model:extend("Sheet", { rows = t.list(Row), numbers = t.list(t.int) })
      okit.Model.initialize(function()
        local sheet = okit.Model.register(Sheet)
        sheet.rows = { { name = "A" }, { name = "B" } }
        local numbers = {}
        for number = 1, 120 do numbers[number] = number end
        sheet.numbers = numbers
      end)
      okit.ModelGridController:extend("home", {
        type = "Row", dataPath = "rows", rowHeader = "name", columnsPath = "/numbers",
        cell = okit.ModelTableCell { path = "name" },
      })
      """)
    for _ in 0..<119 { test.press(.right) }
    #expect(test.text.contains("119"))
    #expect(test.focused.contains("A"))
    test.press(.down)
    #expect(test.focused.contains("B"))
    for _ in 0..<130 where !test.lastLine.contains("first screen") { test.press(.left) }
    #expect(test.lastLine.contains("this is the first screen"))
  }
}
