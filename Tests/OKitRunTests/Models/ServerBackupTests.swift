import Foundation
import OKitTestSupport
import Testing

/// `okit-run models backup` and `okit.Backup` with models on a server.
@Suite struct ServerBackupTests {
  private let models: ServerModelsTests
  private var folder: TestFolder { models.folder }

  init() throws { models = try ServerModelsTests() }

  private func backup(_ arguments: String...) throws -> CommandProcess.Result {
    let isLocal = ["list", "verify"].contains(arguments[0])
    return try models.run(["models", "backup"] + arguments, endpoint: isLocal ? "" : nil)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try models.stored(path) ?? Data(), as: UTF8.self)
  }

  @Test(arguments: ["ModelHttp", "ModelEncryptedHttp"])
  func `a backup brings a model on the server back`(kind: String) throws {
    try folder.write(ServerModelsTests.script(kind), to: "app.lua")
    try models.fill()
    let files = ["diary.json", "diary/d.json", "_data/r.raw", "_data/s.raw", "_image/p.png"]
    let before = try files.map { try models.stored($0) }
    #expect(!before.contains(nil))
    let created = try backup("create", "app.lua", "monday")
    #expect(created.status == 0, "\(created)")
    #expect(try backup("verify", "monday").output.contains(", \(kind == "ModelHttp" ? 5 : 6) files"))
    try folder.write(
      ServerModelsTests.script(kind)
        + "\ndiary.entries:clear() diary.pages:clear() diary.entries:add { id = 'new', name = 'new entry' }\n",
      to: "later.lua")
    #expect(try models.run("later.lua").status == 0)
    #expect(try models.stored("diary/d.json") == nil && models.stored("_image/p.png") == nil)
    let later = try models.stored("diary.json")
    let restored = try backup("restore", "app.lua", "monday")
    #expect(restored.status == 0, "\(restored)")
    #expect(try files.map { try models.stored($0) } == before)
    #expect(try models.run("app.lua", "--", "print").output == ServerModelsTests.content)

    let listed = try backup("list").lines
    let previous = String(try #require(listed.first { $0.hasPrefix("before-restore-") }).prefix { $0 != " " })
    #expect(try backup("restore", "app.lua", previous).status == 0)
    #expect(try models.stored("diary.json") == later)
    #expect(try models.stored("_image/p.png") == nil)
  }

  @Test func `nothing changes without a server, or when others store meanwhile`() throws {
    try models.fill()
    #expect(try backup("create", "app.lua", "monday").status == 0)
    #expect(try models.run("app.lua", "--", "later").status == 0)
    let later = try models.stored("diary.json")
    let without = try models.run(["models", "backup", "restore", "monday", "--format", "json"], endpoint: "")
    #expect(without.status == 1 && without.errors.contains("http.endpoint"), "\(without)")
    let unreachable = try models.run(
      ["models", "backup", "restore", "app.lua", "monday", "--format", "json"], endpoint: "http://127.0.0.1:1")
    #expect(unreachable.status == 1 && unreachable.errors.contains("http.unreachable"), "\(unreachable)")
    #expect(try models.stored("diary.json") == later)

    let server = models.server.url
    let relay = try Relay(server, count: .max) { request in
      guard request.line == "PUT /diary.json" else { return nil }
      // Others are faster.
      return .complete(412)
    }
    let refused = try models.run(
      ["models", "backup", "restore", "app.lua", "monday", "--format", "json"], endpoint: relay.url)
    #expect(refused.status == 1 && refused.errors.contains("http."), "\(refused)")
    #expect(try models.stored("diary.json") == later)
    #expect(folder.exists("data/okit/pending/diary/manifest.json"))
  }

  @Test func `a script creates and restores backups`() throws {
    try folder.write(
      """
      local t = okit.types
      local Entry = okit.ModelEntity:extend("Entry", { name = "", photo = t.entity(okit.ModelImage) })
      local Diary = okit.ModelHttp:extend("Diary", { entries = t.list(Entry), title = "" })
      local Side = okit.Model:extend("Side", { title = "" })
      local diary, side
      okit.Model.initialize(function() diary, side = okit.Model.register(Diary), okit.Model.register(Side, "side") end)
      function Diary:add(name)
        self.entries:add { id = name, name = name, photo = { id = "p" .. name, data = "photo " .. name } }
        side.title = name
      end
      function Diary:create() okit.Backup.create("monday") end
      function Diary:restore() okit.Backup.restore("monday") end
      function Diary:sideTitle() return side.title end
      okit.ModelListTableController:extend("home", {
        type = "Entry", dataPath = "entries", titlePath = "%Diary", cell = okit.ModelTableCell { path = "name" },
      })
      """, to: "session.lua")
    let session = try models.run([
      "session.lua", "--exec",
      "call add(#Alien); call create(); call add(#Brazil); store; call restore(); get entries.name; get sideTitle(); "
        + "call add(#Casablanca); store",
    ])
    #expect(session.status == 0, "\(session)")
    #expect(session.output.hasPrefix("[\"Alien\"]\nAlien\n"), "\(session)")
    let document = try text("default.json")
    #expect(
      document.contains("Alien") && document.contains("Casablanca") && !document.contains("Brazil"), "\(document)")
    #expect(try models.stored("_image/pAlien.jpeg") == Data("photo Alien".utf8))
    #expect(try models.stored("_image/pBrazil.jpeg") == nil)
    #expect(try backup("list").output.contains("before-restore-"))
    #expect(!folder.exists("data/okit/pending/default/manifest.json"))
  }
}
