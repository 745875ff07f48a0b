import Foundation
import OKitTestSupport
import OKitValues
import Testing

/// What `okit-run tui` says without a terminal, its start and its end; `tools/check-tui.py` uses it in tmux.
@Suite struct TuiCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local Counter = okit.Model:extend("Counter", { count = 0 })
      function Counter:add() self.count = self.count + 1 end
      okit.Model.initialize(function() okit.Model.register(Counter) end)
      okit.ModelDetailTableController:extend("home", {
        titlePath = "count", edit = false, right = { okit.ModelBarButtonItem { title = "#Add", tap = "add()" } },
      })
      """
    ])
  }

  @Test func `needs a terminal`() throws {
    let result = try CommandProcess.run(["tui", "app.lua", "--format", "json"], in: folder)
    #expect(result.status == 2)
    #expect(result.output == "")
    let error = try JSONValue.parse(json: result.errors)
    #expect(error["code"] == "cli.terminal")
    #expect(error["hint"] == "use okit-run app.lua")
  }

  @Test(arguments: ["dumb", ""])
  func `needs a terminal that can move its cursor`(_ name: String) throws {
    let terminal = try TerminalProcess(["tui", "app.lua"], in: folder, environment: ["TERM": name], rows: 24)
    #expect(terminal.until("use okit-run app.lua") != nil)
    #expect(terminal.end() == 2)
  }

  @Test(arguments: [["--exec", "back"], ["--port", "1"], ["--watch"]])
  func `rejects options of other commands`(_ options: [String]) throws {
    #expect(try CommandProcess.run(["tui", "app.lua"] + options, in: folder).status == 2)
  }

  @Test func `begins and ends on the alternate screen, and stores the state`() throws {
    let terminal = try TerminalProcess(["tui", "app.lua", "--documents", "d"], in: folder, rows: 24)
    #expect(terminal.until("\u{1B}[?1049h") != nil)
    #expect(terminal.until("quit") != nil)
    #expect(!terminal.shows)
    try terminal.type("\r")
    #expect(terminal.until("1") != nil)
    try terminal.type("q")
    #expect(terminal.until("\u{1B}[?1049l") != nil)
    #expect(terminal.end() == 0)
    #expect(try CommandProcess.run(["app.lua", "--documents", "d", "--exec", "get count"], in: folder).output == "1\n")
  }

  @Test func `stores nothing with --no-store`() throws {
    let terminal = try TerminalProcess(["tui", "app.lua", "--documents", "d", "--no-store"], in: folder, rows: 24)
    #expect(terminal.until("quit") != nil)
    try terminal.type("\rq")
    #expect(terminal.end() == 0)
    #expect(!folder.exists("d"))
  }

  @Test func `needs an application`() throws {
    try folder.write("print('hello')", to: "app.lua")
    let terminal = try TerminalProcess(["tui", "app.lua"], in: folder, rows: 24)
    #expect(terminal.until("tui") != nil)
    #expect(terminal.end() == 1)
  }
}
