import OKitTestSupport
import Testing

/// Texts of models, logs and errors never control a terminal; a pipe gets them unchanged.
@Suite struct TerminalTextTests {
  /// A title for the terminal, a change of the writing direction, a hidden tag, a line break, a C1 control.
  private static let escapes = #"\27]0;owned\7\u{202E}\u{200F}\u{E0041}\u{85}\u{2028}\n\u{9B}31m"#
  private static let shown = #"\u{1B}]0;owned\u{7}\u{202E}\u{200F}\u{E0041}\u{85}\u{2028}"#
  private static let hostile: [Character] = [
    "\u{1B}", "\u{7}", "\u{202E}", "\u{200F}", "\u{E0041}", "\u{85}", "\u{2028}", "\u{9B}",
  ]

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      local t = okit.types
      local Item = okit.ModelEntity:extend("Item", { name = "" })
      local Box = okit.Model:extend("Box", { items = t.list(Item), prices = t.map(t.int) })
      function Box:complain() error("a\(Self.escapes)b") end
      function Box:note() okit.log.info("a\(Self.escapes)b") end
      local box = okit.Model.register(Box)
      if #box.items == 0 then box.items:add { id = "x", name = "a\(Self.escapes)b" } end
      box.prices["a\(Self.escapes)b"] = 1
      okit.ModelListTableController:extend("home", {
        type = "Item", dataPath = "items", titlePath = "#Box", cell = okit.ModelTableCell { path = "name" },
      })
      """
    ])
  }

  static let commands: [(String, String)] = [
    ("screen", #"1 a\u{1B}]0;owned\u{7}\u{202E}\u{200F}\u{E0041}⏎⏎⏎\u{9B}31mb"#),
    ("get items[0]/name", #"a\#(shown)\n\u{9B}31mb"#),
    ("get items", #"\u202E\u200F\uDB40\uDC41\u0085\u2028\n\u009B31mb"#),
    ("json", #"\u202E\u200F\uDB40\uDC41\u0085\u2028\n\u009B31mb"#),
    ("eval okit.Model.get().items[1].name", #"a\#(shown)\n\u{9B}31mb"#), ("why 1", #"a\#(shown)\n\u{9B}31mb"#),
    ("call complain()", #"a\#(shown)"#), ("call note()", #"info: a\#(shown)\n\u{9B}31mb"#),
    ("set-path items[0]/name = b; changes", #"\u{E0041}\u{85}\u{2028}\n\u{9B}31mb" → "b""#),
    ("get prices", #"\u202E\u200F\uDB40\uDC41"#),
    ("row nothing", #"available: "a\#(shown)\n\u{9B}31mb""#), ("tap 2", #"a\#(shown)\n\u{9B}31mb""#),
    ("eval okit.app:row('x')", #"a\#(shown)\n\u{9B}31mb"#),
  ]

  @Test(arguments: commands)
  func `a session escapes them`(command: String, text: String) throws {
    let terminal = try TerminalProcess(["app.lua", "--documents", "d", "--color", "never"], in: folder)
    let start = try #require(terminal.until("\r> "))
    #expect(!start.contains { Self.hostile.contains($0) && $0 != "\u{1B}" })
    try terminal.type(command + "\r")
    let echo = try #require(terminal.until("\r\n"))
    #expect(echo.hasSuffix("\u{1B}[\(command.count + 2)C"))
    let answer = try #require(terminal.until("\r> "))
    #expect(answer.contains(text), "\(answer)")
    #expect(!answer.unicodeScalars.contains { Self.hostile.contains(Character($0)) }, "\(answer)")
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func `names of files stay on one line`() throws {
    try folder.write("x", to: "d/okit/data/a\n\u{202E}\u{85}b")
    let terminal = try TerminalProcess(["models", "verify", "--documents", "d"], in: folder)
    #expect(terminal.until(#"d/okit/data/a\n\u{202E}\u{85}b: unknown file"#) != nil)
    #expect(terminal.end() == 1)
  }

  @Test func `a pipe gets them unchanged, but records of the log stay on one line`() throws {
    let arguments = ["app.lua", "--documents", "d", "--exec", "get items[0]/name; call note()"]
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.output == "a\u{1B}]0;owned\u{7}\u{202E}\u{200F}\u{E0041}\u{85}\u{2028}\n\u{9B}31mb\n")
    #expect(result.errors == #"info: a\#(Self.shown)\n\u{9B}31mb"# + "\n")
  }
}
