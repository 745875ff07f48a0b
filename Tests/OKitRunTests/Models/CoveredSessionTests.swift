import Foundation
import OKitTestSupport
import Testing

@testable import okit_run

/// Searches what a session prints while a protected application is covered for the content of its models.
@Suite struct CoveredSessionTests {
  private static let words = ["zimtwort", "mohnwort", "anistext", "typed words"]

  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local Entry = okit.ModelEntity:extend("Entry", { name = "" })
    local Diary = okit.ModelEncrypted:extend("Diary", { entries = t.list(Entry), notes = "" })
    local Plain = okit.Model:extend("Plain", { word = "" })
    okit.Model.initialize(function()
      diary = okit.Model.register(Diary)
      plain = okit.Model.register(Plain, "plain")
    end, { secure = true })
    if #okit.arguments > 0 then
      diary.entries:add { id = "e", name = "zimtwort" }
      diary.notes = "mohnwort"
      plain.word = "anistext"
    end
    function Entry:fail() error("failed with " .. self.name) end
    function Diary:say() okit.log.info("said " .. self.notes) end
    function wait() okit.after(5, function() okit.log.info(plain.word) error(plain.word) end) end
    okit.ModelApplicationController:extend("app", { protectionText = "#Locked", protectionTimeout = 1 })
    okit.ModelListTableController:extend("home", {
      type = "Entry", dataPath = "entries", titlePath = "notes", search = true, searchPath = "name",
      cell = okit.ModelTableCell { path = "name", tap = "fail()" },
    })
    """

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": Self.script])
    let result = try run([], "store", "--", "fill")
    #expect(result.status == 0, "\(result)")
  }

  private func run(_ options: [String], _ commands: String, _ more: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "data", "--log", "debug"] + options + ["--exec", commands] + more, in: folder)
  }

  private static let before =
    "why; set-path entries[0]/name = typed words; call say(); eval wait(); eval print('COVERED')"

  /// The commands of a session, each with an argument that would show a word.
  private static let commands = SessionCommand.all.map(\.name).flatMap { name -> [String] in
    switch name {
    case "tap": ["tap zimtwort", "tap \"typed words\"", "tap 1"]
    case "more": ["more 1 > Delete"]
    case "type": ["type 1 = x"]
    case "set": ["set 1 = x"]
    case "choose": ["choose 1 = x"]
    case "alert": ["alert > OK"]
    case "action": ["action {\"tap\": \"row:0/0\"}", "action back"]
    case "get": ["get notes", "get plain>word"]
    case "set-path": ["set-path notes = x"]
    case "call": ["call say()", "call entries[0]/fail()"]
    case "eval": ["eval diary.notes", "eval okit.app:get('notes')"]
    case "why": ["why", "why > title", "why 1"]
    case "scroll": ["scroll down"]
    case "row", "quick", "delete": ["\(name) 1", "\(name) \"typed words\""]
    case "search": ["search typed"]
    case "filter": ["filter All"]
    case "advance": ["advance 10"]
    case "foreground", "authenticate": []
    default: [name]
    }
  }

  @Test(arguments: ["background", "background; advance 61"])
  func `nothing is told while it is covered`(_ cover: String) throws {
    for (number, command) in Self.commands.enumerated() {
      // Each command in one of the two forms, and with the other cover in the other one.
      let isText = number.isMultiple(of: 2) == (cover == "background")
      for format in LongTests.areOn ? ["text", "json"] : [isText ? "text" : "json"] {
        let result = try run(["--format", format], "\(Self.before); \(cover); \(command); screen; json; advance 5")
        let output = try #require(result.output.components(separatedBy: "COVERED").last)
        // What was printed before is on standard error, too.
        let errors = result.errors.components(separatedBy: "said mohnwort").last ?? ""
        for word in Self.words {
          #expect(!output.contains(word) && !errors.contains(word), "\(command): \(word) in \(output)\n\(errors)")
        }
      }
    }
  }

  @Test(arguments: [
    ("get notes", "app.covered"), ("eval 1", "app.covered"), ("changes", "app.covered"), ("row 1", "action.impossible"),
    ("back", "action.impossible"), ("tap Add", "action.impossible"), ("undo", "app.covered"),
  ])
  func `commands are refused`(_ command: String, _ code: String) throws {
    let result = try run(["--format", "json"], "background; \(command)")
    #expect(result.status == 1)
    #expect(result.errors.contains("\"\(code)\"") && result.errors.contains("cover"), "\(result)")
  }

  @Test func `the key authenticates at launch and on return`() throws {
    let result = try run([], "get notes; background; advance 61; screen; foreground; get notes")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasPrefix("mohnwort\n") && result.output.hasSuffix("mohnwort\n"))
    #expect(result.output.contains("Locked"))
  }

  @Test func `the console refuses Lua while it is covered`() throws {
    let result = try CommandProcess.run(
      ["repl", "app.lua", "--documents", "data", "--exec", ":background", "--exec", "diary.notes"], in: folder)
    #expect(result.status == 1 && result.errors.contains("covered") && !result.output.contains("mohnwort"), "\(result)")
    let again = try CommandProcess.run(
      [
        "repl", "app.lua", "--documents", "data", "--exec", ":background", "--exec", ":foreground", "--exec",
        "diary.notes",
      ], in: folder)
    #expect(again.output.contains("mohnwort"), "\(again)")
  }

  @Test func `a wrong key leaves the cover`() throws {
    let result = try run(["--key-file", "other.key"], "screen; authenticate no; screen")
    #expect(result.output.contains("Locked") && !result.output.contains("mohnwort"), "\(result)")
    #expect(try run([], "authenticate").errors.contains("not covered"))
    #expect(try run(["--key-file", "other.key"], "get notes").errors.contains("covered"))
  }
}
