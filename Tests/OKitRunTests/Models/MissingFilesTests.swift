import Foundation
import OKitTestSupport
import Testing

/// Files that something else removes between two runs of an application.
@Suite struct MissingFilesTests {
  private static func script(_ kind: String) -> String {
    """
    local t = okit.types
    local Entry = okit.ModelEntity:extend("Entry", { name = "", photo = t.entity(okit.ModelImage) })
    local Page = okit.ModelEntity:extend("Page", { text = "" })
    local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred(Page) })
    local Diary = okit.\(kind):extend("Diary", { entries = t.list(Entry), pages = t.list(PageDefer), notes = "", text \
    = "" })
    local diary = okit.Model.register(Diary)
    for _, argument in ipairs(okit.arguments) do
      if argument == "photo" then diary.entries:add { photo = { id = "p", data = "photo", format = "image/png" } } end
      if argument == "page" then diary.pages:add { id = "d", page = { text = "page" } } end
      if argument == "long" then diary.text = ("A long text. "):rep(6000) end
      if argument ~= "print" then diary.notes = diary.notes .. argument end
      okit.Model.storeState()
    end
    print(diary.notes)
    """
  }

  private func folder(_ kind: String) throws -> TestFolder { try TestFolder(["app.lua": Self.script(kind)]) }

  private func run(_ folder: TestFolder, _ words: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["app.lua", "--documents", "data", "--format", "json", "--"] + words, in: folder)
  }

  private func remove(_ name: String, _ folder: TestFolder) throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/data/okit/data/\(name)")
  }

  private func expectMissing(_ folder: TestFolder, _ hint: String) throws {
    for words in [["print"], ["new"]] {
      let result = try CommandProcess.run(
        ["app.lua", "--documents", "data", "--format", "json", "--"] + words, in: folder)
      #expect(result.status == 1 && result.errors.contains("\"code\":\"storage.missing\""), "\(result)")
      #expect(result.errors.contains(hint) && result.errors.contains("data/okit/data/default.json"), "\(result)")
    }
    #expect(!folder.exists("data/okit/data/default.json"))
    let verified = try CommandProcess.run(
      ["models", "verify", "--documents", "data", "--repair", "--format", "json"], in: folder)
    #expect(verified.status == 1 && verified.errors.contains("\"code\":\"storage.missing\""), "\(verified)")
  }

  @Test(arguments: ["Model", "ModelEncrypted"])
  func `a document that is missing beside its previous version is an error`(_ kind: String) throws {
    let folder = try folder(kind)
    #expect(try run(folder, "one").status == 0)
    #expect(try run(folder, "two").output == "onetwo\n")
    try remove("default.json", folder)
    try expectMissing(folder, "okit-run models restore")
    #expect(try CommandProcess.run(["models", "restore", "--documents", "data"], in: folder).status == 0)
    #expect(try run(folder, "print").output == "one\n")
    // Without the previous version, a plain model is a new one.
    try FileManager.default.removeItem(atPath: "\(folder.path)/data/okit/data")
    if kind == "Model" {
      #expect(try run(folder, "new").output == "new\n")
    } else {
      try expectMissing(folder, "use another documents directory to start with a new model")
    }
  }

  @Test(arguments: ["Model", "ModelEncrypted"], ["photo", "page"])
  func `a document that is missing beside its parts is an error`(_ kind: String, _ part: String) throws {
    let folder = try folder(kind)
    #expect(try run(folder, part).status == 0)
    try remove("default.json", folder)
    if folder.exists("data/okit/data/.previous") { try remove(".previous", folder) }
    if kind == "Model", part == "photo" {
      // Only a model shows that the blobs belong to nothing.
      let result = try run(folder, "print")
      #expect(result.status == 1 && result.errors.contains("\"code\":\"storage.missing\""), "\(result)")
    } else {
      try expectMissing(folder, "models backup restore")
    }
    let file = part == "photo" ? "data/okit/data/_image/p.png" : "data/okit/data/default/d.json"
    #expect(folder.exists(file))
  }

  @Test(arguments: ["Model", "ModelEncrypted"])
  func `a document that is missing beside its journal is an error`(_ kind: String) throws {
    let folder = try folder(kind)
    #expect(try run(folder, "long").status == 0)
    #expect(try run(folder, "more").status == 0)
    try remove("default.json", folder)
    if folder.exists("data/okit/data/.previous") { try remove(".previous", folder) }
    #expect(folder.exists("data/okit/data/default.json.journal"))
    let result = try run(folder, "print")
    #expect(result.status == 1 && result.errors.contains("\"code\":\"storage.missing\""), "\(result)")
    // There is no previous version to restore.
    #expect(result.errors.contains("models backup restore"), "\(result)")
    #expect(folder.exists("data/okit/data/default.json.journal"))
  }

  /// Becomes another user where the tests run as root, who may read everything.
  private static let unprivileged = """
    [ "$(id -u)" != 0 ] || exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    """

  @Test(.enabled(if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func `verify names a document that it may not read`() throws {
    let folder = try folder("Model")
    try folder.setMode(0o777, of: ".")
    func okit(_ arguments: String...) throws -> CommandProcess.Result {
      try CommandProcess.run(arguments, in: folder, after: Self.unprivileged)
    }
    #expect(try okit("app.lua", "--documents", "data", "--", "one").status == 0)
    #expect(try okit("models", "verify", "--documents", "data").output == "default  ok\n")
    let name = "data/okit/data/default.json"
    try folder.setMode(0, of: name)
    let verified = try okit("models", "verify", "--documents", "data")
    #expect(verified.status == 1 && verified.errors.contains("\(name): cannot read"), "\(verified)")
  }

  @Test func `an encrypted model is restored with its key only`() throws {
    let folder = try folder("ModelEncrypted")
    try folder.write("first\n", to: "passphrase")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder.path)/passphrase")
    func okit(_ arguments: String...) throws -> CommandProcess.Result {
      try CommandProcess.run(arguments, in: folder)
    }
    for word in ["one", "two"] {
      let stored = try okit(
        "app.lua", "--documents", "data", "--passphrase-file", "passphrase", "--", word)
      #expect(stored.status == 0, "\(stored)")
    }
    let refused = try okit("models", "restore", "--documents", "data")
    #expect(refused.status == 1 && !refused.errors.contains("restored"), "\(refused)")
    let print = ["app.lua", "--documents", "data", "--passphrase-file", "passphrase", "--", "print"]
    #expect(try CommandProcess.run(print, in: folder).output == "onetwo\n")
    let restored = try okit("models", "restore", "--documents", "data", "--passphrase-file", "passphrase")
    #expect(restored.status == 0, "\(restored)")
    #expect(try CommandProcess.run(print, in: folder).output == "one\n")
  }

  /// A journal is worth nothing without its document, and must not become that of the previous version.
  @Test(arguments: ["Model", "ModelEncrypted"])
  func `the previous version is restored beside a journal`(_ kind: String) throws {
    let folder = try folder(kind)
    for words in ["long", "one"] { #expect(try run(folder, words).status == 0) }
    #expect(try CommandProcess.run(["models", "compact", "--documents", "data"], in: folder).status == 0)
    #expect(try run(folder, "two").output == "longonetwo\n")
    #expect(folder.exists("data/okit/data/default.json.journal"))
    try remove("default.json", folder)
    #expect(try run(folder, "print").status == 1)
    #expect(try CommandProcess.run(["models", "restore", "--documents", "data"], in: folder).status == 0)
    #expect(try run(folder, "print").output == "longone\n")
    #expect(try CommandProcess.run(["models", "verify", "--documents", "data"], in: folder).status == 0)
  }
}
