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

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a script that catches each error is stopped, and the state is stored`(signal: Int32) throws {
    let process = try start()
    try process.send("set-path value = 5\ncall persist()\nset-path value = 7\n")
    #expect(process.line() == "spinning")
    process.signal(signal)
    #expect(process.wait() == (128 + signal, false))
    #expect(try value() == "5\n")
  }

  @Test func `a program that catches each error is stopped, and its models are stored`() throws {
    try folder.write(
      """
      local Box = okit.Model:extend("Box", { value = 0 })
      okit.Model.register(Box).value = 5
      okit.sleep(0.01)
      while true do pcall(function() okit.Model.get().value = 6 print("working") while true do end end) end
      """, to: "program.lua")
    let process = try CommandProcess(["program.lua", "--documents", "d"], in: folder)
    #expect(process.line() == "working")
    process.signal(SIGTERM)
    #expect(process.wait() == (128 + SIGTERM, false))
    #expect(try value() == "5\n")
  }

  /// Where no error can be raised: while an error closes variables, and in the handler of an error.
  @Test(arguments: [
    "local x <close> = setmetatable({}, { __close = loop }) loop()",
    "local x <close> = setmetatable({}, { __close = function() while true do pcall(loop) end end }) loop()",
    "coroutine.wrap(function() local x <close> = setmetatable({}, { __close = loop }) loop() end)()",
    "xpcall(loop, loop)",
  ])
  func `a script that loops where it cleans up is stopped, and the state is stored`(body: String) throws {
    let start = """
      local Box = okit.Model:extend("Box", { value = 0 })
      okit.Model.register(Box).value = 5
      local function loop() print("working") while true do end end
      """
    try folder.write("\(start)\nokit.sleep(0.01)\nokit.Model.get().value = 6\n\(body)", to: "program.lua")
    try folder.write(
      """
      \(start)
      function Box:clean() self.value = 6 \(body) end
      okit.ModelDetailTableController:extend("home", { titlePath = "value", edit = false })
      """, to: "session.lua")
    let program = try CommandProcess(["program.lua", "--documents", "d"], in: folder)
    #expect(program.line() == "working")
    program.signal(SIGTERM)
    #expect(program.wait() == (128 + SIGTERM, false))
    #expect(try value() == "5\n")
    let session = try CommandProcess(
      ["session.lua", "--documents", "d", "--limit-time", "100s", "--exec", "set-path value = 7; call clean()"],
      in: folder)
    #expect(session.line() == "working")
    session.signal(SIGTERM)
    #expect(session.wait() == (128 + SIGTERM, false))
    #expect(try value() == "7\n")
  }

  @Test func `a program that waits for a server ends at once, and its models are stored`() throws {
    let server = try SilentServer()
    try folder.write(
      """
      local Box = okit.Model:extend("Box", { value = 0 })
      okit.Model.register(Box).value = 5
      while true do pcall(okit.fetch, { url = "http://127.0.0.1:\(server.port)/", timeout = 60 }) print("answered") end
      """, to: "program.lua")
    let process = try CommandProcess(
      ["program.lua", "--documents", "d", "--allow", "net=127.0.0.1"], in: folder)
    server.accept()
    process.signal(SIGTERM)
    #expect(process.line() == nil)
    #expect(process.wait() == (128 + SIGTERM, false))
    #expect(try value() == "5\n")
  }

  @Test func `the second signal ends the process`() throws {
    try folder.write("while true do print(('x'):rep(100000)) end", to: "program.lua")
    let process = try CommandProcess(["program.lua", "--documents", "d"], in: folder)
    // It blocks until its output is read, so the first signal cannot end it.
    #expect(process.line() != nil)
    process.signal(SIGTERM)
    process.signal(SIGHUP)
    #expect(process.wait().wasKilled)
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
    let terminal = try TerminalProcess(arguments + ["--documents", "d", "--color", "never"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type((arguments[0] == "repl" ? ":" : "") + "set-path value = 8\r")
    // The console has not shown the screen yet.
    #expect(terminal.until(arguments[0] == "repl" ? "─ home ─" : "\r\n~") != nil)
    #expect(terminal.until("\r> ") != nil)
    terminal.signal(signal)
    #expect(terminal.end() == 128 + signal)
    #expect(try value() == "8\n")
  }

  @Test func `a session on a terminal stays usable during a request, and Ctrl-C ends it`() throws {
    let server = try SilentServer()
    try folder.write(
      """
      local Box = okit.Model:extend("Box", { value = 0, text = "" })
      local box = okit.Model.register(Box)
      function Box:load()
        self.text = "loading"
        local ok, failure = pcall(okit.fetch, { url = "http://127.0.0.1:\(server.port)/", timeout = 60 })
        self.text = failure.code
      end
      okit.ModelDetailTableController:extend("home", { titlePath = "value", subTitlePath = "text" })
      """, to: "slow.lua")
    let terminal = try TerminalProcess(
      ["slow.lua", "--documents", "d", "--color", "never", "--allow", "net=127.0.0.1"], in: folder)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("call load()\r")
    server.accept()
    #expect(terminal.until("loading") != nil)
    try terminal.type("set-path value = 8\r")
    // The prompt after the change, not the one before it.
    #expect(terminal.until("\r\n~") != nil)
    #expect(terminal.until("\r> ") != nil)
    try terminal.type("\u{3}")
    #expect(terminal.until("net.interrupted") != nil)
    try terminal.type("quit\r")
    #expect(terminal.end() == 0)
    #expect(try value() == "8\n")
    withExtendedLifetime(server) {}
  }
}
