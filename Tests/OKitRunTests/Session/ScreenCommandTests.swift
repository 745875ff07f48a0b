import OKitTestSupport
import Testing

/// The commands `screen` and `scroll`: long lists, long texts, the width of the terminal, completion.
@Suite struct ScreenCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Item = okit.ModelEntity:extend("Item", { name = "", note = "", kind = 0 })
      function Item:mark() self.name = "marked" end
      local Box = okit.Model:extend("Box", { items = t.list(Item), first = t.ref(Item) })
      okit.Model.initialize(function()
        local box = okit.Model.register(Box)
        for i = #box.items + 1, tonumber(okit.arguments[1] or 1) do
          box.items:add { id = "i" .. i, name = ("Item %03d"):format(i) }
        end
        box.items[1].note = ("long "):rep(2000) .. "end"
      end)
      okit.ModelListTableController:extend("home", {
        type = "Item", dataPath = "items", titlePath = "#Box",
        cell = okit.ModelTableCell { path = "name", detailPath = "note", segue = "item" },
      })
      okit.ModelDetailTableController:extend("item", {
        titlePath = "name",
        sections = { { cells = {
          okit.ModelMultilineCell { path = "#Note", textPath = "note" },
          okit.ModelSegmentCell { path = "#Kind", selectIndexPath = "kind", segmentsPath = "#Comic,#Novel" },
        } } },
      })
      """
    ])
  }

  private func run(_ commands: String, items: Int = 1, _ more: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["app.lua", "--exec", commands] + more + ["--", "\(items)"], in: folder)
  }

  @Test func `a screen that no command shows reports its mistakes`() throws {
    try folder.write(
      """
      local okit = require "okit"
      okit.ModelDetailTableController:extend("home", { sections = { { cells = {
        okit.ModelTableCell { path = "#Next", segue = "next" },
      } } } })
      okit.ModelDetailTableController:extend("next", { sections = { { cells = {
        okit.ModelTableCell { path = function() error("no text") end },
      } } } })
      """, to: "next.lua")
    let result = try CommandProcess.run(["next.lua", "--documents", "d", "--exec", "tap Next"], in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("no text"), "\(result)")
  }

  // MARK: Long lists

  static let scrolls: [(String, String)] = [
    ("", "rows 1–100 of 250"), ("scroll down", "rows 101–200 of 250"),
    ("scroll down; scroll down", "rows 201–250 of 250"),
    ("scroll down; scroll up", "rows 1–100 of 250"), ("scroll 240", "rows 240–250 of 250"),
    ("scroll 51; scroll up", "rows 1–100 of 250"), ("scroll 51; scroll down", "rows 151–250 of 250"),
    ("scroll 1", "rows 1–100 of 250"),
    // A row keeps its number; after an action on another screen, the list stays where it was.
    ("scroll 240; tap Item 245; back", "rows 240–250 of 250"), ("scroll 240; row 3; back", "rows 240–250 of 250"),
    // The last rows, when those that it showed are gone.
    ("scroll 250; delete 250; alert > Yes", "row 249 of 249"),
  ]

  @Test(arguments: scrolls)
  func `scroll moves the window`(commands: String, position: String) throws {
    let result = try run("\(commands); screen", items: 250)
    #expect(result.output.contains("├─ \(position) ─"), "\(result.output.suffix(400)) \(result.errors)")
    let first = try #require(position.split(separator: " ").dropFirst().first?.split(separator: "–").first)
    #expect(result.output.contains(" \(first) Item "))
  }

  @Test(arguments: [
    ("scroll down", "100"), ("scroll 51", "50"), ("scroll 240; tap Item 245; back", "239"),
    ("scroll 51; search 1", "nil"), ("scroll 240; search Item; search ''", "0"), ("scroll 240; tap Edit", "239"),
  ])
  func `the screen in a script begins where the user has scrolled to`(commands: String, from: String) throws {
    let result = try run("\(commands); eval okit.app.screen.from", items: 250)
    #expect(result.lines.last == from, "\(result.output) \(result.errors)")
  }

  @Test(arguments: [
    ("scroll up", 250, "there are no rows to scroll to (rows 1–100 of 250 are shown)"),
    ("scroll 251", 250, "there are no rows to scroll to (rows 1–100 of 250 are shown)"),
    ("scroll 200; scroll down", 250, "there are no rows to scroll to (rows 200–250 of 250 are shown)"),
    ("scroll down", 3, "\"home\" shows all of its rows (3)"),
    ("scroll", 250, "missing argument for \"scroll\" (usage: scroll up|down|left|right|N)"),
    ("scroll far", 250, "cannot scroll to \"far\" (usage: scroll up|down|left|right|N)"),
  ])
  func `scroll reports what it cannot do`(commands: String, items: Int, message: String) throws {
    let result = try run(commands, items: items)
    #expect(result.status == 1)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  // MARK: Long texts

  @Test(arguments: ["screen", "row 1; screen"])
  func `rows have a bounded height unless the full screen is wanted`(commands: String) throws {
    let short = try run(commands)
    #expect(short.output.contains("… (10003 characters)"), "\(short.output)")
    #expect(short.lines.count < 20)
    let full = try run(commands + " --full")
    #expect(!full.output.contains("characters)"))
    #expect(full.output.contains("long end"))
    #expect(try run("get items[0]/note").output.hasSuffix("long end\n"))
    #expect(try run(commands, items: 1, "--format", "json").output.contains("long end"))
  }

  @Test func `many short lines are cut as well`() throws {
    let result = try run(#"eval okit.Model.get().items[1].note = ("a\n"):rep(50); row 1; screen"#)
    #expect(result.lines.count { $0.contains("┊ a") } == 8, "\(result.output) \(result.errors)")
    #expect(result.output.contains("a… (100 characters)"))
  }

  @Test func `a character with many marks is cut as well`() throws {
    let result = try run(#"eval okit.Model.get().items[1].name = "a" .. ("\u{301}"):rep(500000); screen"#)
    #expect(result.output.utf8.count < 20_000)
    #expect(result.output.contains("… (1000001 bytes)"), "\(result.output.suffix(500)) \(result.errors)")
  }

  // MARK: The terminal

  @Test(arguments: [["app.lua"], ["repl", "app.lua"]])
  func `the screen has the width of the terminal`(arguments: [String]) throws {
    let isConsole = arguments[0] == "repl"
    let terminal = try TerminalProcess(arguments + ["--documents", "d", "--color", "never"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    for columns in [50, 90] {
      terminal.resize(columns: UInt16(columns))
      // A screen that was shown last is drawn again by itself.
      if isConsole, columns == 50 { try terminal.type(":screen\r") }
      let top = try #require(terminal.until("─╮"))
      let border = try #require(top.split(separator: "╭").last)
      #expect(border.count + 3 == columns, "\(top)")
      #expect(terminal.until("\r> ") != nil)
    }
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func `a screen on a narrow terminal does not wrap`() throws {
    let terminal = try TerminalProcess(["app.lua", "--documents", "d"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    terminal.resize(columns: 18)
    let top = try #require(terminal.until("…\r\n"))
    let border = try #require(top.split(separator: "╭").last)
    #expect(border.count + 2 == 18, "\(top)")
    let rest = try #require(terminal.until("╰"))
    #expect(rest.split(separator: "\r\n").allSatisfy { $0.count <= 18 }, "\(rest)")
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  // MARK: Grids

  private func writeGrid() throws {
    try folder.write(
      """
      local okit = require "okit"
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "", price = 0.0, seen = false })
      local Shop = okit.Model:extend("Shop", { films = t.list(Film) })
      okit.Model.register(Shop).films = { { name = "Dune" }, { name = "Emma, or" }, { name = "3" } }
      okit.ModelGridController:extend("home", {
        dataPath = "films", editAlways = true, search = false,
        columns = {
          { title = "#Name", cell = okit.ModelTextCell { textPath = "name" }, sort = "name" },
          { title = "#Price", cell = okit.ModelTextCell { textPath = "price" } },
          { title = "#Seen", cell = okit.ModelSwitchCell { onPath = "seen" } },
          { title = "#A long title of a text", cell = okit.ModelTableCell { path = "name" } },
          { title = "#A long title of a text", cell = okit.ModelTableCell { path = "name" } },
        },
      })
      """, to: "grid.lua")
  }

  @Test(arguments: [
    ("type 2, Price = 6; done; get films[1]/price", "6"), ("type 2, 2 = 6; done; get films[1]/price", "6"),
    ("type \"Emma, or\", Price = 6; done; get films[1]/price", "6"),
    ("type \"3\", Price = 6; done; get films[2]/price", "6"), ("set Dune, Seen = on; get films[0]/seen", "true"),
    ("type 1, Name = a, b = c; next; get films[0]/name", "a, b = c"),
    ("tap Name; type 1, Price = 6; done; get films[2]/price", "6"), ("clear 1, Name; done; get films[0]/name", ""),
  ])
  func `commands name a cell of a grid by row and column`(commands: String, printed: String) throws {
    try writeGrid()
    let result = try CommandProcess.run(["grid.lua", "--documents", "d", "--exec", commands], in: folder)
    #expect(result.output == printed + "\n" && result.status == 0, "\(result)")
  }

  @Test(arguments: [
    ("type 2, Prise = 6", "no column matches \"Prise\" on \"home\"", "did you mean \"Price\"?"),
    ("type 2, 9 = 6", "no column matches \"9\"", ""), ("type 9, Price = 6", "no row matches \"9\"", ""),
    ("type Price = 6", "named by row and column, not by \"Price\" alone", "in a session 2, \"Name\""),
    ("scroll left", "there are no columns to scroll to", "columns 1–4 of 5 are shown"),
    ("tap Price", "cannot be sorted", "give it \"sort\""),
  ])
  func `a command with a cell that a grid does not have fails`(command: String, message: String, hint: String) throws {
    try writeGrid()
    let result = try CommandProcess.run(["grid.lua", "--documents", "d", "--exec", command], in: folder)
    #expect(result.status == 1 && result.errors.contains(message), "\(result)")
    #expect(hint.isEmpty || result.errors.contains(hint), "\(result)")
  }

  @Test(arguments: [
    ("type Du\t", "type Dune, "), ("type Dune, P\t", "type Dune, Price "), ("type 2, N\t", "type 2, Name "),
    ("tap N\t", "tap Name "), ("scroll r\t", "scroll right "),
  ])
  func `Tab completes the cells of a grid`(typed: String, line: String) throws {
    try writeGrid()
    let terminal = try TerminalProcess(["grid.lua", "--documents", "d"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type(typed + "\u{3}")
    let shown = try #require(terminal.until("^C"))
    let last = try #require(shown.components(separatedBy: "\r> ").last)
    #expect(last.hasPrefix(line), "\(last)")
    try terminal.type("exit\r")
    #expect(terminal.end() == 0)
  }

  static let completions: [(String, String)] = [
    ("get it\t", "get items"), ("get items[0]/na\t", "get items[0]/name"), ("get items.@co\t", "get items.@count"),
    ("get items.not\t", "get items.note"), ("get items[0]/name/upperc\t", "get items[0]/name/uppercased"),
    ("get /fir\t", "get /first"), ("get default>fir\t", "get default>first"),
    ("get items[0]/../fir\t", "get items[0]/../first"),
    ("call items[0]/ma\t", "call items[0]/mark"), ("set-path items[0]/no\t", "set-path items[0]/note"),
    // A function on the way is not called.
    ("get items[0]/mark/na\t", "get items[0]/mark/na"), ("eval okit.Mod\t", "eval okit.Model"),
    ("eval print(tab\t", "eval print(table"), ("sc\t", "scr"), ("scro\t", "scroll "), ("scroll d\t", "scroll down "),
    ("screen -\t", "screen --full "), ("exi\t", "exit "),
  ]

  @Test(arguments: completions)
  func `Tab completes bindings and Lua`(typed: String, line: String) throws {
    let terminal = try TerminalProcess(["app.lua", "--documents", "d"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    // Ctrl-C gives the line up.
    try terminal.type(typed + "\u{3}")
    let shown = try #require(terminal.until("^C"))
    let last = try #require(shown.components(separatedBy: "\r> ").last)
    #expect(last.hasPrefix(line + "\u{1B}[K"), "\(shown)")
    try terminal.type("exit\r")
    #expect(terminal.end() == 0)
    #expect(try folder.read("d/okit/data/default.json").contains("Item 001"))
  }

  @Test func `Ctrl-R finds an earlier line`() throws {
    let terminal = try TerminalProcess(["app.lua", "--documents", "d"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("get items[0]/name\rstack\r\u{12}name\r")
    #expect(terminal.until("(search \"name\") get items[0]/name") != nil)
    #expect(terminal.until("\r\nItem 001\r\n") != nil)
    // Esc ends the search, and keeps the line.
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("\u{12}sta\u{1B}")
    #expect(terminal.until("\r> stack\u{1B}[K") != nil)
    try terminal.type("\r")
    #expect(terminal.until("\r\nhome\r\n") != nil)
    try terminal.type("q\r")
    #expect(terminal.end() == 0)
  }

  /// The system passes Ctrl-D on as another byte when it was typed while a command ran.
  @Test func `Ctrl-D ends the session also when it was typed ahead`() throws {
    let terminal = try TerminalProcess(["app.lua", "--documents", "d"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("\0")
    #expect(terminal.end() == 0)
  }

  @Test(arguments: [["app.lua"], ["repl", "app.lua"]])
  func `Tab completes the options of a control`(arguments: [String]) throws {
    let sign = arguments[0] == "repl" ? ":" : ""
    let terminal = try TerminalProcess(arguments + ["--documents", "d"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("\(sign)row 1\r")
    #expect(terminal.until("Kind") != nil)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("\(sign)choose Kind = N\t\u{3}")
    #expect(terminal.until("choose Kind = Novel \u{1B}[K") != nil)
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }
}
