import OKitEngine
import OKitExplore
import OKitTestRunner
import OKitTestSupport
import Testing

/// What a relaunch loses, in each kind of storage.
@Suite struct StoredKindsTests {
  private static let kinds = ["Model", "ModelSQLite", "ModelEncrypted", "ModelHttp"]

  /// Notes with a text in a partial and a picture in a blob. The second model is in the state only with `state`, and
  /// `start` runs at the start.
  private static func script(_ kind: String, state: String = "okit.Model.store(log)", start: String = "") -> String {
    """
    local okit = require "okit"
    local t = okit.types
    local Text = okit.ModelEntity:extend("Text", { text = "" })
    local Note = okit.ModelPartial:extend("Note", {
      name = "", content = t.deferred(Text), picture = t.entity(okit.ModelData),
    })
    local Notes = okit.\(kind):extend("Notes", { notes = t.list(Note) })
    local Log = okit.\(kind):extend("Log", { drawn = 0 })
    local log
    okit.Model.initialize(function()
      local notes = okit.Model.register(Notes)
      log = okit.Model.register(Log, "log")
      okit.Model.state(function() okit.Model.store(notes) \(state) end)
      for _, note in ipairs(notes.notes) do \(start) end
    end)
    function Note:draw()
      self.picture, self.content.text, log.drawn = { data = self.name .. "!" }, "drawn", log.drawn + 1
    end
    okit.ModelListTableController:extend("notes", {
      type = "Note", dataPath = "notes", titlePath = "#Notes", addName = "name",
      quickName = "#Draw", quickTap = "draw()",
      cell = okit.ModelTableCell { path = "name" },
    })
    """
  }

  private func findings(_ script: String) throws -> [String] {
    let folder = try TestFolder(["notes.lua": script])
    var options = TestFileRunner.Options()
    options.configure = { $0.parts = .everything }
    let (runner, explorations) = try ExplorationFile("\(folder.path)/notes.lua").explorations(options)
    defer { runner.close() }
    var settings = ExplorationSettings()
    settings.steps = 1500
    settings.kinds = [.tap, .edit, .quick, .delete, .relaunch]
    settings.oracles = [.store]
    let host = ExplorationLauncher(try #require(explorations.first), runner)
    return try Exploration.run(settings, SingleWorker(host)).findings.map {
      ($0.flow == nil ? "not reproducible: " : "") + $0.fault.diagnostic.message
    }
  }

  @Test(arguments: kinds)
  func `nothing is lost`(kind: String) throws {
    #expect(try findings(Self.script(kind)) == [])
  }

  @Test(arguments: kinds)
  func `a model that is not in the state`(kind: String) throws {
    let found = try findings(Self.script(kind, state: ""))
    #expect(found == [#"a relaunch changes the model "log": /drawn is 1 before and 0 after"#])
  }

  @Test(arguments: kinds)
  func `the contents of blobs and partials`(kind: String) throws {
    let blob = try findings(Self.script(kind, start: "if note.picture then note.picture.data = \"lost\" end"))
    #expect(blob.count == 1 && blob.allSatisfy { $0.contains("/notes/0/picture/data is") }, "\(blob)")
    let partial = try findings(Self.script(kind, start: "note.content.text = \"lost\""))
    #expect(partial.count == 1 && partial.allSatisfy { $0.contains("/notes/0/content/text is") }, "\(partial)")
  }

  @Test func `a model that is registered later is not lost`() throws {
    let script = Self.script("Model").replacing(
      "function Note:draw()", with: "function Note:draw()\n  okit.Model.register(Log, \"later\").drawn = 1")
    #expect(try findings(script) == [])
  }
}
