import Foundation
import OKitTestSupport
import Testing

/// Files of models that something else changes.
@Suite struct EditedDocumentCommandTests {
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local kind = okit.arguments[1] or "Model"
    local Shelf = okit[kind]:extend("Shelf", { notes = "", photo = t.entity(okit.ModelImage), file = \
    t.entity(okit.ModelData) })
    local shelf = okit.Model.register(Shelf)
    function fill()
      shelf.photo = { id = "p", data = "photo", format = "image/png" }
      shelf.file = { id = "f", data = "bytes" }
    end
    okit.ModelDetailTableController:extend("home", {
      titlePath = "#Shelf", sections = { { cells = { okit.ModelTextCell { path = "#Notes", textPath = "notes" } } } },
    })
    """

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": Self.script])
  }

  private func models(_ words: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models"] + words + ["--documents", "d"], in: folder)
  }

  private func run(_ commands: String, _ kind: String = "Model") throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "d", "--format", "json", "--exec", commands, "--", kind], in: folder)
  }

  @Test func `the version of the application can be restored with its blobs`() throws {
    let process = try CommandProcess(["app.lua", "--documents", "d"], in: folder)
    try process.send("eval fill()\nset-path notes = mine\nstore\nget notes\n")
    while let line = process.line(), line != "mine" {}
    try folder.write("{\"id\": \"other\", \"notes\": \"theirs\"}", to: "d/okit/data/default.json")
    try process.send("set-path notes = later\nstore\n")
    #expect(try process.end() == 1)
    #expect(try run("get notes").output.contains("theirs"))
    // Removing what the document does not refer to keeps it for the other version.
    let repaired = try models("verify", "--repair")
    #expect(repaired.status == 0 && repaired.errors.contains("removed d/okit/data/_image/p.png"), "\(repaired)")
    #expect(try models("restore").status == 0)
    #expect(try models("verify").status == 0)
    let restored = try run("get notes; eval okit.Model.get().photo.data .. okit.Model.get().file.data")
    #expect(restored.output.contains("later") && restored.output.contains("photobytes"), "\(restored)")
  }

  @Test func `verify and reading give the same reason for an encrypted blob`() throws {
    #expect(try run("eval fill(); store", "ModelEncrypted").status == 0)
    for (path, offset) in [("_image/p.png", 0), ("_data/f.raw", 60)] {
      let url = URL(fileURLWithPath: "\(folder.path)/d/okit/data/\(path)")
      var bytes = try Data(contentsOf: url)
      bytes[bytes.startIndex + offset] ^= 1
      try bytes.write(to: url)
    }
    let verified = try models("verify", "--format", "json")
    #expect(verified.status == 1 && !verified.errors.contains("blob.damaged"), "\(verified)")
    for (property, code) in [("photo", "storage.container"), ("file", "storage.damaged")] {
      #expect(verified.errors.contains("\"code\":\"\(code)\""), "\(verified)")
      let read = try run("eval #okit.Model.get().\(property).data", "ModelEncrypted")
      #expect(read.status == 1 && read.errors.contains("\"code\":\"\(code)\""), "\(read)")
    }
  }

  @Test(arguments: [("Model", "file"), ("ModelEncrypted", "encrypted")])
  func `the advice for a database names the form of the class`(kind: String, form: String) throws {
    #expect(try run("set-path notes = a; store", "ModelSQLite").status == 0)
    let refused = try run("get notes", kind)
    #expect(refused.status == 1 && refused.errors.contains("storage.form"), "\(refused)")
    #expect(refused.errors.contains("--to \(form)"), "\(refused)")
  }
}
