import Foundation
import OKitTestSupport
import Testing

/// The first signal ends a session in order, which stores the state; the second one ends the process.
@Suite struct SignalTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local Box = okit.Model:extend("Box", { value = 0 })
      function Box:spin() self.value = 99 print("spinning") while true do end end
      function Box:persist()
        while true do pcall(function() print("spinning") while true do end end) print("caught") end
      end
      okit.Model.register(Box)
      okit.ModelDetailTableController:extend("home", { titlePath = "value", edit = false })
      """
    ])
  }

  private func start(_ arguments: String...) throws -> CommandProcess {
    try CommandProcess(["app.lua", "--documents", "d", "--limit-time", "100s"] + arguments, in: folder)
  }

  private func value() throws -> String {
    try CommandProcess.run(["app.lua", "--documents", "d", "--exec", "get value"], in: folder).output
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a session that waits for input stores its state`(signal: Int32) throws {
    let process = try start()
    // Half a command is not executed.
    try process.send("set-path value = 5\nget value\nset-path value = 6")
    #expect(process.line() == "5")
    process.signal(signal)
    #expect(process.wait() == (128 + signal, false))
    #expect(try value() == "5\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a turn in progress is rolled back, and nothing runs after it`(signal: Int32) throws {
    let process = try start()
    try process.send("set-path value = 5\ncall spin()\nset-path value = 7\n")
    #expect(process.line() == "spinning")
    process.signal(signal)
    #expect(process.wait() == (128 + signal, false))
    #expect(try value() == "5\n")
  }

  @Test func `the console and commands of the command line end the same way`() throws {
    let console = try CommandProcess(["repl", "app.lua", "--documents", "d"], in: folder)
    try console.send("okit.Model.get().value = 4\nprint('done')\n")
    #expect(console.line() == "done")
    console.signal(SIGTERM)
    #expect(console.wait() == (128 + SIGTERM, false))
    #expect(try value() == "4\n")
    let commands = try start("--exec", "set-path value = 5; call spin(); set-path value = 7")
    #expect(commands.line() == "spinning")
    commands.signal(SIGTERM)
    #expect(commands.wait() == (128 + SIGTERM, false))
    #expect(try value() == "5\n")
  }

  @Test func `the second signal ends the process`() throws {
    let process = try start()
    try process.send("call persist()\n")
    #expect(process.line() == "spinning")
    process.signal(SIGTERM)
    #expect(process.line() == "caught")
    process.signal(SIGTERM)
    #expect(process.wait() == (SIGTERM, true))
  }

  @Test func `a script that is still loading ends`() throws {
    try folder.write("print('loading') while true do end", to: "slow.lua")
    let process = try CommandProcess(["slow.lua", "--documents", "d", "--limit-time", "100s"], in: folder)
    #expect(process.line() == "loading")
    process.signal(SIGTERM)
    #expect(process.wait() == (128 + SIGTERM, false))
  }

  @Test(arguments: [["app.lua"], ["repl", "app.lua"]], [SIGTERM, SIGHUP])
  func `a session on a terminal stores its state`(arguments: [String], signal: Int32) throws {
    let terminal = try TerminalProcess(arguments + ["--documents", "d"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type((arguments[0] == "repl" ? ":" : "") + "set-path value = 8\r")
    #expect(terminal.until("─ home ─") != nil)
    #expect(terminal.until("\r> ") != nil)
    terminal.signal(signal)
    #expect(terminal.end() == 128 + signal)
    #expect(try value() == "8\n")
  }
}
