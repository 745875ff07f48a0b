import Foundation
import OKitTestSupport
import Testing

/// The window of a session on a terminal, and what it shows after a command.
@Suite struct TerminalScreenTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "", seen = false, note = "" })
      function Film:see() self.name = "Seen" end
      local Box = okit.Model:extend("Box", { films = t.list(Film), ticks = 0 })
      function Box:tick()
        self.ticks = self.ticks + 1
        if self.ticks < 20 then okit.after(0.01, function() self:tick() end) end
      end
      okit.Model.initialize(function()
        local box = okit.Model.register(Box)
        for i = 1, tonumber(okit.arguments[1]) do box.films:add { name = "Film " .. i } end
      end)
      okit.ModelListTableController:extend("films", {
        type = "Film", dataPath = "films", titlePath = "#Films", subTitlePath = "ticks,# ticks", searchPath = "name",
        addName = "name", deletePrompt = false,
        more = true, moreActions = { { name = "#Mark it", tap = "see()" }, { name = "#Other", tap = "see()" } },
        cell = okit.ModelTableCell { path = "name", segue = "film" },
      })
      okit.ModelDetailTableController:extend("film", {
        titlePath = "name", editAlways = true,
        sections = { { cells = {
          okit.ModelTextCell { path = "#Name", textPath = "name" },
          okit.ModelSwitchCell { path = "#Seen", onPath = "seen" },
        } } },
      })
      """
    ])
  }

  private func start(films: Int, rows: UInt16 = 20) throws -> (TerminalProcess, [String]) {
    let terminal = try TerminalProcess(
      ["app.lua", "--documents", "d", "--color", "never", "--", "\(films)"], in: folder, rows: rows)
    let shown = try #require(terminal.until("\r> "))
    return (terminal, shown.components(separatedBy: "\r\n").filter { !$0.isEmpty })
  }

  private func end(_ terminal: TerminalProcess) throws {
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test(arguments: [60, 300])
  func `the window is as high as the terminal and scrolls`(films: Int) throws {
    let (terminal, first) = try start(films: films)
    // The prompt has the last line, and a note the first one.
    #expect(first.count == 19 && first[0].hasPrefix("Type help"), "\(first)")
    #expect(first[1].hasPrefix("╭─ films ─") && first[2].contains("Films") && first[4].contains("⌕"))
    #expect(first[17].hasPrefix("├─ rows 1–11 of \(films) ─") && first[18].hasPrefix("╰"))
    let pages = [
      ("screen", "1–12"), ("scroll down", "13–24"), ("scroll down", "25–36"), ("scroll up", "13–24"),
      ("scroll 40", "40–51"),
      ("screen", "40–51"), ("scroll \(films)", "\(films - 11)–\(films)"), ("scroll up", "\(films - 23)–\(films - 12)"),
    ]
    for (line, rows) in pages {
      let shown = try #require(try terminal.run(line))
      #expect(shown.count == 19 && shown[0].hasPrefix("╭─ films ─"), "\(line): \(shown)")
      #expect(shown[17].hasPrefix("├─ rows \(rows) of \(films) ─"), "\(line): \(shown)")
    }
    #expect(try terminal.run("scroll \(films + 1)")?.first?.contains("there are no rows to scroll to") == true)
    // The list is where it was, and a search begins at its top.
    #expect(try terminal.run("row 30")?.count == 6)
    #expect(try terminal.run("back")?[17].contains("rows \(films - 23)–") == true)
    _ = try terminal.run("search Film")
    #expect(try terminal.run("screen")?[17].contains("rows 1–12 of \(films)") == true)
    #expect(try terminal.run("screen --full")?.filter { $0.contains(" Film ") }.count == films)
    try end(terminal)
  }

  @Test func `after a command only what has changed is shown`() throws {
    let (terminal, _) = try start(films: 60)
    let added = try #require(try terminal.run("tap Add"))
    #expect(added.allSatisfy { $0.hasPrefix("+") } && added.contains { $0.contains("New Film") }, "\(added)")
    #expect(try terminal.run("type name = Heat")?.contains { $0.hasPrefix("~") && $0.contains("[Heat]") } == true)
    let closed = try #require(try terminal.run("tap OK"))
    #expect(closed.count == 2 && closed[0].hasPrefix("+  1 Heat") && closed[1].hasPrefix("- alert"), "\(closed)")
    #expect(try terminal.run("delete 2")?.first?.hasPrefix("-  2 Film 1 ") == true)
    let undone = try #require(try terminal.run("undo"))
    #expect(undone.count == 2 && undone[0].hasPrefix("undone: + /films/1") && undone[1].hasPrefix("+  2 Film 1 "))
    #expect(try terminal.run("row 1")?.first?.hasPrefix("╭─ film ") == true)
    let set = try #require(try terminal.run("set Seen = on"))
    #expect(set.count == 1 && set[0].hasPrefix("~ 2 Seen ") && set[0].contains("on"), "\(set)")
    #expect(try terminal.run("set Seen = on") == ["the screen is unchanged"])
    #expect(try terminal.run("store") == ["the screen is unchanged"])
    #expect(try terminal.run("back")?.first?.hasPrefix("╭─ films ") == true)
    // A change in most lines is shown as the window, where the lines have the mark.
    let renamed = try #require(
      try terminal.run(
        "eval for _, film in ipairs(okit.Model.get().films) do film.name = 'New' end"))
    let window = renamed.suffix(19)
    #expect(window.first?.hasPrefix("╭─ films") == true, "\(renamed)")
    #expect(window.filter { $0.hasPrefix("~ ") && $0.contains(" New ") }.count == 12, "\(renamed)")
    try end(terminal)
  }

  @Test func `a list that becomes empty says so`() throws {
    let (terminal, _) = try start(films: 1)
    let shown = try #require(try terminal.run("delete 1"))
    #expect(shown.map { String($0.prefix(12)) } == ["- 1 Film 1  ", "+ no entries"] || shown.count > 2, "\(shown)")
    #expect(shown.contains { $0.hasPrefix("+ no entries") }, "\(shown)")
    try end(terminal)
  }

  @Test func `a dialog that is higher than the terminal scrolls, and a lower one covers the list`() throws {
    let (terminal, _) = try start(films: 60, rows: 12)
    let opened = try terminal.run(
      "eval local a = {} for i = 1, 30 do a[i] = { title = 'Action ' .. i } end okit.sheet { actions = a }")
    #expect(opened?.contains { $0.contains("lines 1–") } == true, "\(opened ?? [])")
    // The next page begins with the line after the last one.
    let numbers = { (lines: [String]?) in
      (lines ?? []).compactMap { Int($0.split(separator: "[Action ").last?.prefix { $0.isNumber } ?? "") }
    }
    let pages = [opened, try terminal.run("scroll down"), try terminal.run("scroll down")].flatMap(numbers)
    #expect(pages == Array(1...pages.count) && pages.count > 9, "\(pages)")
    #expect(try terminal.run("scroll 20")?.contains { $0.contains("├─ lines 20–") } == true)
    #expect(try terminal.run("scroll down")?.contains { $0.contains("[Action 23]") } == true)
    #expect(try terminal.run("scroll 99")?.first?.contains("there are no lines to scroll to (lines ") == true)
    try end(terminal)
    let (high, _) = try start(films: 60)
    _ = try high.run("tap Add")
    let covered = try high.run("scroll 9") ?? []
    #expect(covered.first?.contains("the alert \"New Film\" is open and covers") == true, "\(covered)")
    try end(high)
  }

  @Test func `Tab completes rows outside of the window, and ignores case`() throws {
    let (terminal, _) = try start(films: 300)
    #expect(try terminal.run("ROW film 25\t7")?.contains { $0.contains("Film 257") } == true)
    #expect(try terminal.run("SET seen = of\t")?.contains("the screen is unchanged") == true)
    try end(terminal)
  }

  @Test func `Tab completes what can follow a separator`() throws {
    let (terminal, _) = try start(films: 9)
    #expect(try terminal.run("more Film 7 > m\t")?.first?.hasPrefix("~ 7 Seen") == true)
    #expect(try terminal.run("why Film 8 > pa\t")?.contains { $0.hasPrefix("path") } == true)
    #expect(try terminal.run("why > subTitleP\t")?.contains { $0.hasPrefix("subTitlePath") } == true)
    _ = try terminal.run("tap Add")
    // The rows below the alert cannot be named.
    #expect(try terminal.run("row Fil\t")?.first?.hasPrefix("the alert \"New Film\" is open") == true)
    #expect(try terminal.run("alert na\t = Heat > o\t")?.first?.hasPrefix("+  1 Heat") == true)
    try end(terminal)
  }

  @Test func `a timer redraws the window in place`() throws {
    let (terminal, _) = try start(films: 60)
    _ = try terminal.run("screen")
    try terminal.type("call tick\r")
    #expect(terminal.until("1 ticks") != nil)
    // Up to the first line of what was printed last, and from there to the end.
    #expect(terminal.until("\u{1B}[1A\u{1B}[J") != nil)
    #expect(terminal.until("20 ticks") != nil && terminal.until("\r> ") != nil)
    try end(terminal)
  }

  @Test func `a terminal of another height gets another window`() throws {
    let (terminal, _) = try start(films: 60, rows: 12)
    #expect(try terminal.run("scroll 30")?.count == 11)
    terminal.resize(columns: 60)
    let shown = try #require(terminal.until("╰"))
    #expect(
      shown.contains("╭─ films") && shown.contains("rows 29–60 of 60"), "\(shown)"
    )
    #expect(terminal.until("\r> ") != nil)
    try end(terminal)
  }
}
