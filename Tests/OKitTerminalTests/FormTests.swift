import OKitTerminal
import OKitTestSupport
import Testing

/// Fields, dialogs and long texts on a terminal.
@Suite struct FormTests {
  private static let clinic = """
    local okit = require "okit"
    local t = okit.types
    local Room = okit.ModelEntity:extend("Room", { name = "" })
    local Clinic = okit.Model:extend("Clinic", {
      name = "Clinic", urgent = false, visits = 2, note = "", count = 1, day = t.optional(t.day), room = t.ref "Room",
      rooms = t.list(Room),
    })
    function Clinic:choose()
      local actions = {}
      for number = 1, 130 do
        actions[number] = { title = "Choice " .. number, tap = function() self.count = number end }
      end
      okit.sheet { title = "Many", actions = actions }
    end
    function Clinic:name_it()
      local lines = {}
      for number = 1, 40 do lines[number] = "sentence " .. number end
      okit.alert { title = "Name", message = table.concat(lines, ", "), fields = { { name = "name" } },
        actions = { { title = "OK" }, { title = "Cancel", style = "cancel" } } }
    end
    function Clinic:read()
      local lines = {}
      for number = 1, 40 do lines[number] = "sentence " .. number end
      okit.alert { title = "Read", message = table.concat(lines, ", "),
        actions = { { title = "OK", tap = function() self.count = 77 end }, { title = "Cancel", style = "cancel" } } }
    end
    okit.Model.initialize(function()
      okit.Model.register(Clinic).rooms = { { id = "a", name = "A" }, { id = "b", name = "B" } }
    end)
    okit.ModelDetailTableController:extend("home", {
      titlePath = "#Form", editAlways = "#true",
      right = { okit.ModelBarButtonItem { title = "#Send", tapPath = "name_it()" } },
      sections = { { cells = {
        okit.ModelTableCell { path = "#Choose", tapEdit = "choose()" },
        okit.ModelTextCell { path = "#Name", textPath = "name" },
        okit.ModelSwitchCell { path = "#Urgent", onPath = "urgent" },
        okit.ModelStepperCell { path = "#Visits", valuePath = "visits" },
        okit.ModelTableCell { path = "#Read", tapEdit = "read()" },
        okit.ModelDateCell { path = "#Day", datePath = "day" },
        okit.ModelPickerCell { path = "#Room", dataPath = "rooms", namePath = "name", selectionPath = "room" },
        okit.ModelTextCell { path = "#Count", textPath = "count" },
      } } },
    })
    """

  @Test func `Tab goes to each field, then to the bars, and around`() throws {
    let test = try TestSession(Self.clinic, rows: 16)
    test.press(.home)
    var places: [String] = []
    for _ in 0..<16 {
      test.press(.tab)
      places.append(
        ["Name", "Urgent", "Visits", "Day", "Room", "Count", "Send"].first { test.cursorLine.contains($0) } ?? "?")
    }
    let around = ["Name", "Urgent", "Visits", "Day", "Room", "Count", "Send"]
    #expect(places == around + around + around.prefix(2))
    for place in around.prefix(1) + around.reversed() {
      test.press(.backTab)
      #expect(test.cursorLine.contains(place), "\(place): \(test.cursorLine)")
    }
    // From a row between two fields to the nearest ones.
    test.press(.escape, .home, .down, .down, .down, .down)
    #expect(test.cursorLine.contains("Read"))
    test.press(.tab)
    #expect(test.cursorLine.contains("Day"))
    test.press(.up)
    #expect(test.cursorLine.contains("Read"))
    test.press(.backTab)
    #expect(test.cursorLine.contains("Visits"))
  }

  @Test func `a text that the application refuses stays in its field`() throws {
    let test = try TestSession(Self.clinic, rows: 16)
    test.press(.end, .enter, .killToStart)
    test.type("many")
    test.rest()
    // Nobody is told before the text is complete.
    #expect(test.lastLine.contains("Enter done"))
    for key in [TerminalKey.enter, .tab, .up, .pageDown] {
      test.press(key)
      #expect(test.text.contains("[many]"))
      #expect(test.text.contains("whole number"), "\(test.text)")
      test.press(.escape, .enter, .killToStart)
      test.type("many")
    }
    test.press(.killToStart)
    test.type("12")
    test.press(.enter)
    #expect(test.text.contains("[12]"))
    test.press(.enter)
    test.type("x")
    // The first one closes the message.
    test.press(.enter, .escape, .escape)
    #expect(test.text.contains("[12]"))
  }

  @Test func `a date is typed as a whole`() throws {
    let test = try TestSession(Self.clinic, rows: 16)
    test.press(.end, .up, .up, .enter)
    test.type("2020-02-")
    test.rest()
    #expect(test.lastLine.contains("Enter done"))
    test.type("30")
    test.press(.enter)
    #expect(test.text.contains("not a date"), "\(test.text)")
    test.press(.backspace, .backspace)
    test.type("29")
    test.press(.enter)
    #expect(test.actions.contains(["edit": "cell:5/control", "text": "2020-02-29"]))
  }

  @Test func `arrows, Tab, Home and End go through the buttons of a sheet`() throws {
    let test = try TestSession(Self.clinic)
    test.press(.home, .enter)
    #expect(test.cursorLine.contains("[Choice 1]"))
    test.press(.down, .down, .tab, .right)
    #expect(test.cursorLine.contains("[Choice 5]"))
    test.press(.up, .left, .backTab)
    #expect(test.cursorLine.contains("[Choice 2]"))
    test.press(.end)
    #expect(test.cursorLine.contains("[Cancel]"))
    test.press(.up)
    #expect(test.cursorLine.contains("[Choice 130]"))
    test.press(.home, .up)
    #expect(test.cursorLine.contains("[Choice 1]"))
    test.press(.down, .enter)
    #expect(test.actions.last?["tap"] == "dialog:1/action:1")
    #expect(!test.text.contains("Many"))
  }

  @Test func `a long message is read from its beginning, and its button is shown before it is pressed`() throws {
    let test = try TestSession(Self.clinic)
    test.click("Read")
    #expect(test.text.contains("sentence 1,") && !test.text.contains("[OK]"))
    #expect(test.lastLine.contains("PgDn scroll") && test.lastLine.contains("Esc cancel"))
    // The whole terminal is for the message.
    #expect(test.lines.filter { $0.contains("sentence") }.count >= 4)
    test.press(.pageDown)
    #expect(!test.text.contains("sentence 1,"))
    test.press(
      .pageUp, .mouse(MouseEvent(.wheelDown, column: 5, row: 5)), .mouse(MouseEvent(.wheelUp, column: 5, row: 5)))
    #expect(test.text.contains("sentence 1,"))
    // Enter shows the button first.
    test.press(.enter)
    #expect(test.text.contains("[OK]") && test.cursorLine.contains("[OK]"))
    test.press(.enter)
    #expect(test.actions.last?["tap"] == "dialog:1/action:0")
    test.click("Read")
    for _ in 0..<20 { test.press(.down) }
    #expect(test.text.contains("sentence 40") && test.cursorLine.contains("[Cancel]"))
  }

  @Test func `a long message is read while its field is edited`() throws {
    let test = try TestSession(Self.clinic)
    test.click("[Send]")
    test.type("Ann")
    for _ in 0..<10 { test.press(.pageUp) }
    #expect(test.text.contains("sentence 1,") && !test.text.contains("Ann"))
    test.type("a")
    #expect(test.text.contains("[Anna]"))
    test.press(.enter, .enter)
    #expect(test.actions.suffix(2).map { $0["text"] ?? $0["tap"] } == ["Anna", "dialog:1/action:0"])
  }

  @Test func `the keys say what they do with a row`() throws {
    let test = try TestSession(Self.clinic, columns: 80, rows: 16)
    test.press(.home)
    let verbs = ["Enter select", "Enter edit", "Enter switch", "Enter edit", "Enter select"]
    for verb in verbs {
      #expect(test.lastLine.contains(verb), "\(verb): \(test.lastLine)")
      #expect(test.lastLine.contains("+ more  - less") == test.cursorLine.contains("Visits"))
      test.press(.down)
    }
    test.press(.up, .up)
    test.click("+ more")
    #expect(test.text.contains("[− 3 +]"))
    test.click("- less")
    #expect(test.text.contains("[− 2 +]"))
  }

  private static let long = """
    local okit = require "okit"
    local t = okit.types
    local Note = okit.ModelEntity:extend("Note", { text = "", page = "" })
    local Notes = okit.Model:extend("Notes", { notes = t.list(Note) })
    okit.Model.initialize(function()
      local paragraphs = {}
      for number = 1, 40 do paragraphs[number] = "<p>Paragraph " .. number .. "</p>" end
      okit.Model.register(Notes).notes = {
        { text = "short" }, { text = string.rep("long ", 100) .. "end of it", page = table.concat(paragraphs) },
      }
    end)
    okit.ModelListTableController:extend("home", {
      type = "Note", dataPath = "notes", titlePath = "#Notes", subTitlePath = "#Two of them", search = true,
      searchPath = "text", searchFilterPath = "page", searchFilters = "#A,#B",
      cell = okit.ModelTableCell { path = "text", segue = "note" },
    })
    okit.ModelDetailTableController:extend("note", { titlePath = "#Note", sections = { { cells = {
      okit.ModelWebCell { path = "#Page", valuePath = "page", containsHTML = true },
      okit.ModelTableCell { path = "#About", segue = "about" },
    } } } })
    local labels = {}
    for number = 1, 40 do labels[number] = okit.ModelLabel { textPath = "#Label " .. number } end
    okit.ModelController:extend("about", { titlePath = "#About", views = labels })
    """

  @Test func `a key shows all of a row, of which a screen shows the beginning`() throws {
    let test = try TestSession(Self.long, columns: 60, rows: 20)
    #expect(!test.lastLine.contains("v view all"))
    test.press(.down)
    #expect(test.lastLine.contains("v view all") && !test.text.contains("end of it"))
    test.type("v")
    #expect(test.text.contains("end of it"))
    test.press(.escape, .enter)
    #expect(!test.text.contains("Paragraph 40"))
    test.click("v view all")
    #expect(test.text.contains("Paragraph 1"))
    test.press(.end)
    #expect(test.text.contains("Paragraph 40"))
    // A row that is higher than the terminal.
    let low = try TestSession(Self.long, columns: 24, rows: 8)
    low.press(.down)
    low.type("v")
    low.press(.end)
    #expect(low.text.contains("end of it"))
  }

  @Test func `a text of many lines scrolls with its cursor`() throws {
    let test = try TestSession(SessionTests.shop)
    test.press(.enter, .down, .enter, .paste((1...30).map { "line \($0)" }.joined(separator: "\n")))
    for line in stride(from: 30, through: 1, by: -1) {
      #expect(
        test.cursorLine.hasSuffix("line \(line)") || test.cursorLine.contains("line \(line) "), "\(line): \(test.text)")
      test.press(.up)
    }
    test.press(.enter, .down, .down)
    for _ in 0..<40 { test.press(.down) }
    #expect(test.text.contains("Read"))
  }

  @Test func `a screen without rows scrolls`() throws {
    let test = try TestSession(Self.long)
    test.press(.down, .enter, .end, .enter)
    #expect(test.text.contains("Label 1 ") && test.lastLine.contains("PgDn scroll"))
    for _ in 0..<10 { test.press(.pageDown) }
    #expect(test.text.contains("Label 40"))
    for _ in 0..<30 { test.press(.mouse(MouseEvent(.wheelUp, column: 5, row: 5))) }
    #expect(test.text.contains("Label 1 "))
  }

  @Test func `what a low terminal has no room for is on the last line while it has the focus`() throws {
    let test = try TestSession(Self.long, columns: 30, rows: 7)
    #expect(!test.text.contains("search"))
    test.type("/sho")
    #expect(test.lastLine == "/sho")
    test.press(.enter)
    #expect(test.text.contains("short"))
    test.press(.up, .up)
    #expect(test.lastLine.contains("search") || test.lastLine.contains("sho"), "\(test.lastLine)")
    test.press(.up)
    #expect(test.cursorLine.isEmpty == false)
  }

  @Test func `nothing of a covered application is shown`() throws {
    let test = try TestSession(SessionTests.shop)
    test.session.log("Dune was lent")
    test.type("v")
    #expect(test.text.contains("─ View ─"))
    test.cover = Cover(text: "Locked")
    test.session.update()
    #expect(test.text.contains("Locked") && !test.text.contains("Dune"), "\(test.text)")
    for key in "lvyad?" {
      test.type(String(key))
      #expect(!test.text.contains("Dune"), "\(key): \(test.text)")
      test.press(.escape)
    }
    test.cover = nil
    test.session.update()
    #expect(test.text.contains("Dune"))
    test.type("l")
    #expect(test.text.contains("Dune was lent"))
  }

  @Test func `a message does not take the next key`() throws {
    let test = try TestSession(Self.long, columns: 24, rows: 8)
    test.press(.escape)
    #expect(test.text.contains("─ Message ─"))
    test.press(.down)
    #expect(!test.text.contains("─ Message ─") && test.cursorLine.contains("long"))
    // A box with a list does.
    test.type("?")
    test.type("m")
    #expect(test.text.contains("─ Keys ─"))
  }

  @Test func `no key is cut on a narrow terminal`() throws {
    for columns in [20, 24, 30, 40, 80] {
      let test = try TestSession(Self.clinic, columns: columns, rows: 12)
      test.type("?")
      #expect(!test.text.contains("…"), "\(columns)")
      test.press(.escape)
      for keys in [[TerminalKey.tab], [.escape, .home, .enter], [.escape, .character("?")]] {
        for key in keys { test.press(key) }
        let words = test.lastLine.split(separator: " ").map(String.init)
        #expect(
          ["cancel", "close", "quit"].contains(words.last ?? ""), "\(columns): \(test.lastLine)")
      }
    }
  }
}
