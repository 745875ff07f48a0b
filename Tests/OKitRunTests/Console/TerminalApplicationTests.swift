import Foundation
import OKitTestSupport
import Testing

/// Themes and protection in a session on a terminal.
@Suite struct TerminalApplicationTests {
  private static let script = """
    local okit = require "okit"
    local Diary = okit.ModelEncrypted:extend("Diary", { notes = "" })
    okit.Model.initialize(function() diary = okit.Model.register(Diary) end, { secure = true })
    okit.ModelApplicationController:extend("app", {
      themeName = "#dark", protectionText = "#Locked", protectionCover = false, protectionTimeout = 0.005,
    })
    okit.ModelDetailTableController:extend("home", { titlePath = "notes", sections = {} })
    """

  private let folder: TestFolder

  init() throws { folder = try TestFolder(["app.lua": Self.script]) }

  private func start(_ environment: [String: String], _ options: String...) throws -> TerminalProcess {
    try TerminalProcess(["app.lua", "--documents", "d"] + options, in: folder, environment: environment)
  }

  @Test(arguments: [
    (["TERM": "xterm", "COLORTERM": "truecolor"], "\u{1B}[0;38;2;255;255;255;48;2;0;0;0m"),
    (["TERM": "xterm-256color"], "\u{1B}[0;38;5;231;48;5;16m"), (["TERM": "xterm"], "\u{1B}[0;97;40m"),
  ])
  func `a screen has the colors of its theme`(_ environment: [String: String], _ colors: String) throws {
    let terminal = try start(environment)
    #expect(terminal.until("> ")?.contains(colors) == true)
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"]])
  func `a screen has no colors where none are wanted`(_ environment: [String: String]) throws {
    let terminal = try start(environment)
    #expect(terminal.until("> ")?.contains("48;2") == false)
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func `the secure store closes by itself in the background`() throws {
    let terminal = try start([:])
    #expect(terminal.until("> ") != nil)
    try terminal.type("set-path notes = secret\r")
    #expect(terminal.until("secret") != nil && terminal.until("> ") != nil)
    try terminal.type("background\r")
    #expect(terminal.until("Locked") != nil && terminal.until("> ") != nil)
    // The history of lines has what was typed.
    try terminal.type("\u{1B}[A\u{1B}[A\u{15}foreground\r")
    let shown = terminal.until("secret") ?? ""
    #expect(!shown.contains("set-path"), "\(shown)")
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }
}
