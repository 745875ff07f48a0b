import OKitDocuments
import OKitEngine
import OKitLua
import OKitSQLite
import OKitTestSupport
import Testing

/// What a Swift program does with stored models. The tests of `okit-run models` cover the details.
@Suite struct StoredModelsTests {
  private let folder: TestFolder
  private var data: String { "\(folder.path)/data" }

  init() throws {
    folder = try TestFolder(["app.lua": Self.script("okit.Model"), "films.csv": "id,name\nc,Ikiru\n"])
    let app = try application()
    defer { app.close() }
    _ = try app.evaluate("films.films:add { id = 'a', name = 'Alien' }  okit.Model.storeState()")
  }

  private static func script(_ model: String) -> String {
    """
    local Film = okit.ModelEntity:extend("Film", { name = "" })
    films = okit.Model.register(\(model):extend("Films", { films = okit.types.list(Film) }))
    """
  }

  private func application() throws -> LuaApplication {
    var options = LuaApplication.Options()
    options.documents = data
    options.parts = [.sqlite]
    let app = try LuaApplication(options: options)
    _ = try app.start(script: "\(folder.path)/app.lua", isTimed: true)
    return app
  }

  private func shown(_ models: StoredModels) throws -> String {
    var text = ""
    try models.show("default", isPretty: false) { text += $0 }
    return text
  }

  @Test func `the example of the article works, and prints nothing itself`() throws {
    let csv = "\(folder.path)/out.csv"
    #expect(try documentsExample(in: data, script: "\(folder.path)/app.lua", to: csv) == ["default"])
    #expect(try folder.read("out.csv") == "id,name\r\na,Alien\r\n")
    let example = try ArticleExample("Tests/OKitDocumentsTests/DocumentsExample.swift")
    #expect(try example.isIn("docs/swift.md"), "docs/swift.md does not have the example as it is:\n\(example.block)")
  }

  @Test func `a folder is read without an application`() throws {
    let models = try StoredModels(data)
    let entry = try #require(try models.list().entries.first)
    #expect(entry.name == "default" && entry.form == .file && (entry.size ?? 0) > 0 && !entry.isEncrypted)
    #expect(try shown(models).contains("Alien"))
    let findings = try models.verify()
    #expect(!findings.hasErrors && findings.all.count == 1)
    #expect(problem { try models.convert("default", to: .sqlite) }.hasPrefix("model.application: "))
    #expect(problem { try models.show("defualt") { _ in } }.contains("did you mean \"default\"?"))
  }

  @Test func `an owner locks the folder until it has gone`() throws {
    do {
      let models = try StoredModels(data, access: .owner)
      #expect(problem { _ = try StoredModels(data, access: .owner) }.hasPrefix("storage.locked"))
      #expect(try models.compact().compacted.map(\.name) == ["default"])
    }
    try application().close()
  }

  @Test func `models change their form, and return to an earlier state`() throws {
    var notes: [String] = []
    do {
      var options = StoredModels.Options()
      options.key = .file("\(folder.path)/shop.key")
      options.onReport = { notes.append($0.message) }
      let models = try StoredModels(data, options, access: .owner)
      let backup = try models.createBackup("before")
      try models.convert("default", to: .encrypted)
      #expect(try models.list().entries.first?.isEncrypted == true)
      #expect(problem { try models.convert("default", to: .file) }.hasPrefix("storage.decrypt"))
      try models.convert("default", to: .file, decrypts: true)
      #expect(notes.contains { $0.hasSuffix("which is encrypted, readable without a key") })
      #expect(try models.verifyBackup(backup.name) > 0)
      let previous = try models.restoreBackup(backup.name).previous
      #expect(try models.backups().map(\.name) == [previous.name, "before"])
    }
    #expect(try shown(StoredModels(data)).contains("Alien"))
  }

  @Test func `rows are imported into an application that runs`() throws {
    let app = try application()
    defer { app.close() }
    let summary = try FileImport("\(folder.path)/films.csv", FileImport.Options(.csv)).run(in: app)
    #expect(summary == .rows(list: "films", count: 1, rejected: 0, updated: 0))
    #expect(try shown(StoredModels(data)).contains("Ikiru"))
  }
}
