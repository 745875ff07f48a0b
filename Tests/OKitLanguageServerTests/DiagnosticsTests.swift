import OKitEngine
import OKitLanguageServer
import Testing

/// The diagnostics of documents, and which application a document belongs to.
@Suite struct DiagnosticsTests {
  private static let model = """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { title = "", year = 0 })
    okit.Model.register(okit.Model:extend("Shop", { films = okit.types.list(Film) }))
    return { Film = Film }
    """

  private static func app(_ path: String, _ requires: String = "require \"model\"") -> String {
    """
    \(requires)
    local okit = require "okit"
    okit.ModelListTableController:extend("films", { dataPath = "films", titlePath = "#Films",
      cell = okit.ModelTableCell { path = "\(path)" } })
    """
  }

  private static let wrong = [
    #"""
    3:39-3:43 1 "binding.property" "films: path: Film has no property or function \"tilte\"\ndid you mean \#
    \"title\"?"
    """#
  ]

  @Test func diagnosticsFollowTheText() throws {
    let client = try TestClient(["model.lua": Self.model, "app.lua": Self.app("title")])
    try client.open("app.lua", Self.app("tilte"))
    #expect(client.notifications.isEmpty)
    try client.settle()
    #expect(client.diagnostics("app.lua").map { $0.replacing("39-3:44", with: "39-3:43") } == Self.wrong)
    try client.change("app.lua", Self.app("title"), version: 2)
    try client.settle()
    #expect(client.diagnostics("app.lua") == [])
    #expect(client.notifications.last?["params"]?["version"] == 2)
    // The file on the disk has no mistake.
    try client.change("app.lua", Self.app("tilte"), version: 3)
    try client.settle()
    #expect(client.diagnostics("app.lua").count == 1)
    try client.notify("textDocument/didClose", ["textDocument": ["uri": client.uri("app.lua")]])
    #expect(client.diagnostics("app.lua") == [])
  }

  /// A wrong name after characters of two and four bytes.
  @Test(arguments: [([], "3:44-3:49"), (["utf-8"], "3:47-3:52")]) func columns(_ encodings: [String], _ range: String)
    throws
  {
    let client = try TestClient(["model.lua": Self.model], encodings: encodings)
    try client.open("app.lua", Self.app("#ä😀,tilte"))
    try client.settle()
    #expect(client.diagnostics("app.lua").map { String($0.prefix { $0 != " " }) } == [range])
  }

  /// Some clients send the byte order mark of a file, and count it.
  @Test(arguments: [[], ["utf-8"]]) func byteOrderMarks(_ encodings: [String]) throws {
    let client = try TestClient(["model.lua": Self.model], encodings: encodings)
    let app = Self.app("tilte").replacing("\n", with: " ")
    try client.open("app.lua", "\u{FEFF}" + Self.app("title"))
    try client.settle()
    #expect(client.diagnostics("app.lua") == [])
    try client.change("app.lua", "\u{FEFF}" + app, version: 2)
    try client.settle()
    let start = app.distance(from: app.startIndex, to: app.firstRange(of: "tilte")?.lowerBound ?? app.endIndex)
    let mark = encodings.isEmpty ? 1 : 3
    #expect(
      client.diagnostics("app.lua").map { String($0.prefix { $0 != " " }) } == [
        "0:\(start + mark)-0:\(start + mark + 5)"
      ])
  }

  @Test func aModuleIsReadFromTheEditor() throws {
    let client = try TestClient(["model.lua": Self.model, "app.lua": Self.app("title")])
    try client.open("model.lua", Self.model)
    try client.settle()
    #expect(client.diagnostics("model.lua") == [] && client.diagnostics("app.lua") == [])
    try client.change("model.lua", Self.model.replacing("title", with: "name"), version: 2)
    try client.settle()
    #expect(client.diagnostics("app.lua").count == 1)
    // Lua cannot read the module; the mistake is shown there, and the application still belongs to it.
    try client.change("model.lua", Self.model + "\nlocal = 1", version: 3)
    try client.settle()
    #expect(client.diagnostics("model.lua") == [#"4:0-4:5 1 "lua.syntax" "<eof> expected near 'local'""#])
    try client.change("model.lua", Self.model, version: 4)
    try client.settle()
    #expect(client.diagnostics("model.lua") == [] && client.diagnostics("app.lua") == [])
  }

  @Test func textsAreReadFromTheEditor() throws {
    let client = try TestClient([
      "model.lua": Self.model, "app.lua": Self.app("%Caption"),
      "en.lproj/Localizable.strings": "\"Caption\" = \"Caption\";",
    ])
    try client.open("en.lproj/Localizable.strings", "\"Caption\" = \"Caption\";")
    try client.settle()
    #expect(client.diagnostics("app.lua") == [])
    try client.change("en.lproj/Localizable.strings", "\"Title\" = \"Title\";", version: 2)
    try client.settle()
    #expect(client.diagnostics("app.lua").map { $0.contains("localization.missing") } == [true])
    #expect(client.diagnostics("en.lproj/Localizable.strings").map { $0.contains("localization.unused") } == [true])
  }

  // MARK: Applications

  @Test func theNearestApplicationThatLoadsAFileChecksIt() throws {
    let client = try TestClient([
      "app.lua": Self.app("title", "require \"parts.model\""), "parts/model.lua": Self.model,
      "parts/app.lua": "local okit = require \"okit\"\nokit.ModelDetailTableController:extend(\"other\", {})",
    ])
    try client.open("parts/model.lua", Self.model.replacing("title", with: "name"))
    try client.settle()
    #expect(client.diagnostics("app.lua").count == 1)
  }

  @Test func theClientNamesApplications() throws {
    let client = try TestClient(
      ["main.lua": Self.app("tilte"), "model.lua": Self.model], options: ["applications": ["main.lua"]])
    try client.settle()
    #expect(client.diagnostics("main.lua").count == 1)
  }

  static let wrongApplications: [(applications: JSONValue, notes: [String])] = [
    (
      ["src/nope.lua", 5, "main.lua"],
      ["names a script that cannot be read: src/nope.lua", "has an element that is not a path"]
    ),
    ("main.lua", ["is a list of paths, such as [\"src/main.lua\"]"]),
  ]

  @Test(arguments: wrongApplications)
  func thePersonIsToldAboutWrongApplications(_ applications: JSONValue, _ notes: [String]) throws {
    let client = try TestClient(["main.lua": ""], options: ["applications": applications])
    let shown = client.notifications.filter { $0["method"] == "window/showMessage" }
    #expect(
      shown.map { $0["params"]?["message"] }
        == notes.map { .string("okit: initializationOptions.applications \($0)") })
  }

  @Test func aDocumentMayBeAnApplicationItself() throws {
    let files = ["model.lua": Self.model, "part.lua": "local okit = require \"okit\"\nreturn {}"]
    let client = try TestClient(files)
    try client.open("shop.lua", Self.app("tilte"))
    // A part of an application that is not known, and a test: nothing is certain about them.
    try client.open("part.lua", "local okit = require \"okit\"\nprint(nobody)\nreturn {}")
    try client.open("shop_test.lua", "describe(\"x\", function() end)")
    try client.settle()
    #expect(client.diagnostics("shop.lua").count == 1)
    #expect(client.diagnostics("part.lua") == [])
    #expect(client.diagnostics("shop_test.lua") == [])
    try client.change("part.lua", "local okit = require \"okit\"\nlocal = 1", version: 2)
    try client.settle()
    #expect(client.diagnostics("part.lua") == [#"1:6-1:7 1 "lua.syntax" "<name> expected near '='""#])
  }

  @Test func documentsThatAreNoFilesAreIgnored() throws {
    let client = try TestClient([:])
    try client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "untitled:1", "languageId": "lua", "version": 1, "text": "local = 1"]])
    #expect(!client.server.needsCheck)
    let params: JSONValue = ["textDocument": ["uri": "untitled:1"], "position": ["line": 0, "character": 0]]
    #expect(try client.request("textDocument/hover", params)["result"] == .null)
  }

  // MARK: Robustness

  @Test func anEndlessScriptEndsWithADiagnostic() throws {
    let client = try TestClient([:])
    try client.open("app.lua", "local okit = require \"okit\"\nwhile true do end\n")
    try client.settle()
    #expect(client.diagnostics("app.lua").map { $0.contains("lua.limit") || $0.contains("app.limit") } == [true])
  }

  @Test func largeDocumentsAndWrongVersionsAreAccepted() throws {
    let client = try TestClient(["model.lua": Self.model])
    let line = "-- a comment of some length, which Lua skips\n"
    let large = String(repeating: line, count: 500_000 / line.utf8.count)
    try client.open("app.lua", large + Self.app("tilte"), version: 7)
    try client.change("app.lua", large + Self.app("title"), version: 3)
    try client.settle()
    #expect(client.diagnostics("app.lua") == [])
    let params: JSONValue = [
      "textDocument": ["uri": client.uri("app.lua")], "position": ["line": 1_000_000, "character": 0],
    ]
    #expect(try client.request("textDocument/completion", params)["result"] == .null)
  }

  @Test func changedFilesAreReadAgain() throws {
    let client = try TestClient(["model.lua": Self.model])
    try client.open("app.lua", Self.app("title"))
    try client.settle()
    try client.folder.write(Self.model.replacing("title", with: "name"), to: "model.lua")
    try client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    try client.settle()
    #expect(client.diagnostics("app.lua").count == 1)
  }

  @Test func aCodeActionReplacesAWrongName() throws {
    let client = try TestClient(["model.lua": Self.model])
    try client.open("app.lua", Self.app("tilte"))
    try client.settle()
    let diagnostics = try #require(client.notifications.last?["params"]?["diagnostics"])
    let actions = try client.request(
      "textDocument/codeAction",
      ["textDocument": ["uri": client.uri("app.lua")], "range": .null, "context": ["diagnostics": diagnostics]])
    let action = try #require(actions["result"]?.all.first)
    #expect(action["title"] == "Replace by \"title\"")
    let edit = try #require(action["edit"]?["changes"]?[client.uri("app.lua").text ?? ""]?.all.first)
    #expect(edit["newText"] == "title" && edit["range"]?["start"] == ["line": 3, "character": 39])
  }
}
