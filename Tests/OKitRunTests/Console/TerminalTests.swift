import Foundation
import OKitTestSupport
import Testing

/// Sessions on a terminal: time passes without input, and Ctrl-C interrupts.
@Suite struct TerminalTests {
  private static let files = [
    "app.lua": """
    local okit = require "okit"
    local Item = okit.ModelEntity:extend("Item", { name = "" })
    local Box = okit.Model:extend("Box", { value = 0, items = okit.types.list(Item) })
    box = okit.Model.register(Box)
    okit.ModelDetailTableController:extend("home", { titlePath = "#Value <,value,#>", edit = false })
    if okit.arguments[1] then okit.after(0.05, function() box.value = 7 end) end
    """
  ]

  private func start(_ arguments: String...) throws -> (TestFolder, TerminalProcess) {
    let folder = try TestFolder(Self.files)
    return (folder, try TerminalProcess(arguments, in: folder))
  }

  /// Ctrl-D at the prompt.
  private func end(_ terminal: TerminalProcess) throws {
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func `timers and what waits go on while a line is read`() throws {
    let (folder, terminal) = try start("repl", "app.lua", "--documents", "documents")
    #expect(terminal.until("> ") != nil)
    try terminal.type("okit.after(0.01, function() print('ti' .. 'ck') end)\r")
    #expect(terminal.until("tick\r\n") != nil)
    try terminal.type("okit.sleep(0.01) return 40 + 2\r")
    #expect(terminal.until("waiting for the result") != nil)
    #expect(terminal.until("42\r\n") != nil)
    // The typed text is kept.
    try terminal.type("okit.after(0.2, function() print('la' .. 'te') end)\r20 +")
    #expect(terminal.until("late\r\n") != nil)
    #expect(terminal.until("> 20 +") != nil)
    try terminal.type(" 3\r")
    #expect(terminal.until("\r\n23\r\n") != nil)
    // One that fails is told.
    try terminal.type("okit.after(0.01, function() error('broken' .. ' timer') end)\r")
    #expect(terminal.until("broken timer") != nil)
    #expect(terminal.until("\r> ") != nil)
    try end(terminal)
    #expect(folder.exists(".local/state/okit-run/repl-history"))
  }

  @Test func `a screen that a timer changes is shown`() throws {
    let (folder, terminal) = try start("app.lua", "--documents", "documents", "--", "timer")
    #expect(terminal.until("Value < 0 >") != nil)
    #expect(terminal.until("Value < 7 >") != nil)
    #expect(terminal.until("> ") != nil)
    try end(terminal)
    #expect(try folder.read("documents/okit/data/default.json").contains("7"))
  }

  @Test(arguments: [["repl", "app.lua"], ["app.lua"]])
  func `SIGINT at the prompt clears the line`(_ arguments: [String]) throws {
    let folder = try TestFolder(Self.files)
    let terminal = try TerminalProcess(arguments + ["--documents", "documents"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("set-path nothing")
    #expect(terminal.until("set-path nothing") != nil)
    terminal.interrupt()
    #expect(terminal.until("^C") != nil)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type(arguments.count > 1 ? "40 + 2\r" : "eval 40 + 2\r")
    #expect(terminal.until("\r\n42\r\n") != nil)
    #expect(terminal.until("\r> ") != nil)
    try end(terminal)
  }

  @Test func `the screen in an error has the width of the terminal`() throws {
    let (folder, terminal) = try start("repl", "app.lua", "--documents", "documents")
    #expect(terminal.until("\r> ") != nil)
    terminal.resize(columns: 50)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type(":tap Nothing\r")
    #expect(terminal.until("    ╭─ home ") != nil)
    #expect(terminal.until("╮\r\n")?.count == 50 - "    ╭─ home ╮".count)
    #expect(terminal.until("\r> ") != nil)
    try end(terminal)
    #expect(folder.exists("documents"))
  }

  @Test(arguments: [
    "('a'):rep(30000):find(('a*'):rep(30) .. 'b')", "('x'):rep(1e6):gsub('.', '%0%0'):gsub('x*y', '')",
    "box:get 'items.parent.items.parent.items.name'", "box:get 'items.parent.items.parent.items.name.slow'",
  ])
  func `Ctrl-C stops a line in the middle of one call`(call: String) throws {
    let (folder, terminal) = try start("repl", "app.lua", "--documents", "documents", "--limit-time", "60s")
    #expect(terminal.until("> ") != nil)
    for line in [
      "for i = 1, 400 do box.items:add { name = 'x' } end",
      "okit.extend('String', { slow = function(text) return #text end }) kept = 'here'",
    ] {
      try terminal.type(line + "\r")
      #expect(terminal.until("\r\n") != nil)
      #expect(terminal.until("\r> ") != nil)
    }
    try terminal.type("print('go' .. 'es') local x = \(call)\r")
    #expect(terminal.until("goes\r\n") != nil)
    terminal.interrupt()
    #expect(terminal.until("interrupted") != nil)
    #expect(terminal.until("\r> ") != nil)
    // Nothing was discarded.
    try terminal.type("kept .. '!'\r")
    #expect(terminal.until("\"here!\"") != nil)
    #expect(terminal.until("\r> ") != nil)
    try end(terminal)
    #expect(folder.exists("documents"))
  }
}
