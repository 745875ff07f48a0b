import Foundation
import OKitTestSupport
import Testing

/// A hot reload that changes the kind of a model, as a person has it.
@Suite struct ReloadedKindTests {
  private static let database = "data/okit/data/default.sqlite"
  private static let document = "data/okit/data/default.json"

  private static func script(_ kind: String) -> String {
    """
    local okit = require "okit"
    local Film = okit.ModelEntity:extend("Film", { name = "", cover = okit.types.entity(okit.ModelData) })
    local Films = okit.\(kind):extend("Films", { films = okit.types.list(Film) })
    okit.Model.register(Films)
    function Films:fill() self.films:add { id = "a", name = "Alien", cover = { id = "c", data = "bytes" } } end
    okit.ModelListTableController:extend("home", {
      type = "Film", dataPath = "films", titlePath = "#\(kind)", cell = okit.ModelTableCell { path = "name" },
    })
    """
  }

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Runs a session that begins with one kind, and continues with the others after reloading.
  private func run(_ kinds: String..., filling: Bool = true) throws {
    try folder.write(Self.script(kinds[0]), to: "app.lua")
    let process = try CommandProcess(["app.lua", "--documents", "data"], in: folder)
    try process.send((filling ? "call fill()\n" : "") + "store\neval okit.app.screen.title\n")
    #expect(process.line() == kinds[0])
    for kind in kinds.dropFirst() {
      try folder.write(Self.script(kind), to: "app.lua")
      try process.send("reload\nstore\neval okit.app.screen.title .. okit.Model.get().films[1].cover.data\n")
      #expect(process.line() == kind + "bytes")
    }
    #expect(try process.end() == 0)
  }

  @Test func `the next store replaces the stored form`() throws {
    try run("Model", "ModelSQLite")
    #expect(folder.exists(Self.database) && !folder.exists(Self.document))
    #expect(!folder.exists("data/okit/data/_data/c.raw"))
    try run("ModelSQLite", "Model", filling: false)
    #expect(!folder.exists(Self.database) && folder.exists(Self.document))
    try run("Model", "ModelSQLite", "Model", "ModelSQLite", filling: false)
    let result = try CommandProcess.run(["app.lua", "--documents", "data", "--exec", "get films.name"], in: folder)
    #expect(result.output == "[\"Alien\"]\n" && result.status == 0, "\(result)")
    #expect(try CommandProcess.run(["models", "verify", "--documents", "data"], in: folder).output == "default  ok\n")
  }

  @Test(arguments: ["Model", "ModelSQLite"]) func `an encrypted model stays so`(kind: String) throws {
    try folder.write(Self.script("ModelEncrypted"), to: "app.lua")
    let commands = "call fill()\nstore\n"
    let filled = try CommandProcess.run(["app.lua", "--documents", "data"], input: commands, in: folder)
    #expect(filled.status == 0, "\(filled)")
    let process = try CommandProcess(["app.lua", "--documents", "data"], in: folder)
    try process.send("eval okit.app.screen.title\n")
    #expect(process.line() == "ModelEncrypted")
    try folder.write(Self.script(kind), to: "app.lua")
    try process.send("reload\n")
    #expect(try process.end() == 1)
    #expect(!folder.exists(Self.database))
    let document = try #require(FileManager.default.contents(atPath: "\(folder.path)/\(Self.document)"))
    #expect(document.range(of: Data("Alien".utf8)) == nil)
    let started = try CommandProcess.run(["app.lua", "--documents", "data", "--format", "json"], in: folder)
    #expect(started.status == 1, "\(started)")
    #expect(started.errors.contains("\"code\":\"storage.encrypted\"") || kind == "ModelSQLite", "\(started)")
  }
}
