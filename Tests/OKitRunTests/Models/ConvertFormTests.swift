import Foundation
import OKitTestSupport
import Testing

/// `okit-run models convert` between plain files, encrypted files and databases.
@Suite struct ConvertFormTests {
  private static func script(_ kind: String) -> String {
    """
    local t = okit.types
    local Entry = okit.ModelEntity:extend("Entry", { name = "", photo = t.entity(okit.ModelImage), raw = \
    t.entity(okit.ModelData) })
    local Page = okit.ModelEntity:extend("Page", { text = "", scan = t.entity(okit.ModelData) })
    local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred(Page) })
    local Diary = okit.\(kind):extend("Diary", { entries = t.list(Entry), pages = t.list(PageDefer), notes = "" })
    local diary = okit.Model.register(Diary)
    for _, argument in ipairs(okit.arguments) do
      if argument == "fill" then
        diary.entries:add {
          id = "e", name = "secret entry", photo = { id = "p", data = "secret photo", format = "image/png" },
          raw = { id = "r", data = ("secret raw "):rep(9000) },
        }
        diary.pages:add { id = "d", page = { id = "page", text = "secret page", scan = { id = "s", data = "secret \
    scan" } } }
        diary.notes = ("secret notes "):rep(7000)
      end
      if argument == "change" then diary.entries[1].name = "secret change" end
      if argument == "store" then okit.Model.storeState() end
      if argument == "print" then
        local entry, page = diary.entries[1], diary.pages[1].page
        print(entry.name, #diary.notes, entry.photo.data, #entry.raw.data, page.text, page.scan.data)
      end
    end
    """
  }

  private static let content = "secret change\t91000\tsecret photo\t99000\tsecret page\tsecret scan\n"

  private let folder: TestFolder

  init() throws {
    folder = try TestFolder(["app.lua": Self.script("Model"), "pass.txt": "correct horse\n"])
    try folder.setMode(0o600, of: "pass.txt")
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder)
  }

  private func fill(_ key: [String] = []) throws {
    for words in [["fill", "store"], ["change"]] {
      let result = try CommandProcess.run(["app.lua", "--documents", "data"] + key + ["--"] + words, in: folder)
      #expect(result.status == 0, "\(result)")
    }
  }

  private func files(with text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/data").filter { name in
      let bytes = FileManager.default.contents(atPath: "\(folder.path)/data/\(name)")
      return bytes?.range(of: Data(text.utf8)) != nil
    }.sorted()
  }

  @Test(arguments: [[], ["--key-file", "my.key"], ["--passphrase-file", "pass.txt"]])
  func `a model is encrypted and decrypted`(_ key: [String]) throws {
    try fill()
    #expect(folder.exists("data/okit/data/default.json.journal"))
    #expect(try files(with: "secret").count == 6)
    let convert = ["models", "convert", "--documents", "data"]
    let there = try CommandProcess.run(convert + ["--to", "encrypted"] + key, in: folder)
    #expect(there.status == 0 && there.output == "converted default to an encrypted file\n", "\(there)")
    #expect(try files(with: "secret") == [])
    #expect(!folder.exists("data/okit/data/default.json.journal"))
    // Encrypted like a model that was stored so: a plain file in its place is refused.
    try folder.write(Self.script("ModelEncrypted"), to: "app.lua")
    let printed = try CommandProcess.run(["app.lua", "--documents", "data"] + key + ["--", "print"], in: folder)
    #expect(printed.output == Self.content, "\(printed)")
    let verified = try CommandProcess.run(["models", "verify", "--documents", "data"] + key, in: folder)
    #expect(verified.status == 0 && verified.output == "default  ok\ndefault/d  ok\n", "\(verified)")
    let again = try CommandProcess.run(convert + ["--to", "encrypted", "--format", "json"] + key, in: folder)
    #expect(again.status == 1 && again.errors.contains("\"code\":\"storage.exists\""), "\(again)")

    // It does not become readable without a word, and nothing is written then.
    let refused = try CommandProcess.run(convert + ["--to", "file", "--format", "json"] + key, in: folder)
    #expect(refused.status == 1 && refused.errors.contains("\"code\":\"storage.decrypt\""), "\(refused)")
    #expect(try files(with: "secret") == [])
    let back = try CommandProcess.run(convert + ["--to", "file", "--decrypt"] + key, in: folder)
    #expect(
      back.errors == "the conversion to a file leaves the model default, which is encrypted, readable without a key\n")
    #expect(back.status == 0 && back.output == "converted default to a file\n", "\(back)")
    #expect(try files(with: "secret").count == 5)
    try folder.write(Self.script("Model"), to: "app.lua")
    #expect(try run("app.lua", "--documents", "data", "--", "print").output == Self.content)
    #expect(
      try run("models", "verify", "--documents", "data", "--passphrase-file", "pass.txt").output.contains("ok")
        || key != ["--passphrase-file", "pass.txt"])
  }

  @Test func `the key in use is needed`() throws {
    try folder.write(Self.script("ModelEncrypted"), to: "app.lua")
    try fill(["--key-file", "my.key"])
    let before = try files(with: "OKIT")
    for key in [[], ["--passphrase-file", "pass.txt"], ["--key-file", "other.key"]] {
      let refused = try CommandProcess.run(
        ["models", "convert", "--documents", "data", "--to", "file", "--decrypt", "--format", "json"] + key, in: folder)
      #expect(refused.status == 1 && refused.errors.contains("\"code\":\"storage.key\""), "\(refused)")
    }
    #expect(try files(with: "OKIT") == before && files(with: "secret") == [])
    #expect(!folder.exists("other.key"))
  }

  @Test func `a damaged part leaves everything as it is`() throws {
    try folder.write(Self.script("ModelEncrypted"), to: "app.lua")
    try fill()
    let blob = "\(folder.path)/data/okit/data/_data/r.raw"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: blob))
    bytes[80_000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: blob))
    let refused = try run("models", "convert", "--documents", "data", "--to", "file", "--decrypt", "--format", "json")
    #expect(refused.status == 1 && refused.errors.contains("\"code\":\"storage.damaged\""), "\(refused)")
    #expect(try files(with: "secret") == [])
    bytes[80_000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: blob))
    #expect(try run("app.lua", "--documents", "data", "--", "print").output == Self.content)
  }

  @Test func `a database is encrypted and decrypted`() throws {
    func script(_ kind: String) -> String {
      """
      local Entry = okit.ModelEntity:extend("Entry", { name = "" })
      local Diary = okit.\(kind):extend("Diary", { entries = okit.types.list(Entry), notes = "" })
      local diary = okit.Model.register(Diary)
      if okit.arguments[1] then diary.entries:add { id = "e", name = "secret entry" } diary.notes = "secret notes" end
      okit.Model.storeState()
      print(diary.entries[1].name, diary.notes)
      """
    }
    let key = ["--key-file", "my.key"]
    try folder.write(script("ModelSQLite"), to: "app.lua")
    #expect(try run("app.lua", "--documents", "data", "--", "fill").status == 0)
    let convert = ["models", "convert", "app.lua", "--documents", "data"]
    let there = try CommandProcess.run(convert + ["--to", "encrypted"] + key, in: folder)
    #expect(there.status == 0 && there.output == "converted default to an encrypted file\n", "\(there)")
    #expect(try files(with: "secret") == [] && !folder.exists("data/okit/data/default.sqlite"))
    try folder.write(script("ModelEncrypted"), to: "app.lua")
    #expect(
      try CommandProcess.run(["app.lua", "--documents", "data"] + key, in: folder).output
        == "secret entry\tsecret notes\n")
    let refused = try CommandProcess.run(convert + ["--to", "sqlite", "--format", "json"] + key, in: folder)
    #expect(refused.status == 1 && refused.errors.contains("\"code\":\"storage.decrypt\""), "\(refused)")
    #expect(!folder.exists("data/okit/data/default.sqlite"))
    let back = try CommandProcess.run(convert + ["--to", "sqlite", "--decrypt"] + key, in: folder)
    #expect(back.status == 0 && back.output == "converted default to SQLite\n", "\(back)")
    #expect(!folder.exists("data/okit/data/default.json"))
    try folder.write(script("ModelSQLite"), to: "app.lua")
    #expect(try run("app.lua", "--documents", "data").output == "secret entry\tsecret notes\n")
    #expect(
      try CommandProcess.run(["models", "verify", "--documents", "data"] + key, in: folder).output == "default  ok\n")
  }

  /// The class of the other model does not fit its stored form during each conversion but the last.
  @Test func `two models are converted one after the other`() throws {
    try folder.write(
      """
      local Main = okit[okit.arguments[1]]:extend("Main", { n = 1 })
      local Side = okit[okit.arguments[1]]:extend("Side", { n = 2 })
      local main, side = okit.Model.register(Main), okit.Model.register(Side, "side")
      print(main.n, side.n)
      okit.Model.storeState()
      """, to: "two.lua")
    func run(_ arguments: String..., kind: String) throws -> CommandProcess.Result {
      try CommandProcess.run(
        arguments + ["--documents", "data", "--key-file", "my.key"]
          + (arguments.first == "models" ? ["--decrypt"] : []) + ["--", kind], in: folder)
    }
    for (kind, form) in [
      ("ModelSQLite", "sqlite"), ("ModelEncrypted", "encrypted"), ("ModelSQLite", "sqlite"), ("Model", "file"),
    ] {
      if folder.exists("data") {
        for name in ["default", "side"] {
          let converted = try run("models", "convert", "two.lua", name, "--to", form, kind: kind)
          #expect(converted.status == 0, "\(name) to \(form): \(converted)")
        }
      }
      let opened = try run("two.lua", kind: kind)
      #expect(opened.status == 0 && opened.output == "1\t2\n", "\(form): \(opened)")
    }
  }

  @Test func `other forms are refused`() throws {
    try fill()
    let http = try run("models", "convert", "--documents", "data", "--to", "http")
    #expect(http.status == 1 && http.errors.contains("needs an endpoint"), "\(http)")
    let other = try run("models", "convert", "--documents", "data", "--to", "encrypt")
    #expect(other.status == 2 && other.errors.contains("did you mean \"encrypted\"?"), "\(other)")
    #expect(
      try run("models", "convert", "nothing", "--documents", "data", "--to", "encrypted").errors.contains(
        "no stored model"))
    #expect(try run("models", "convert", "--documents", "data", "--to", "sqlite").status == 2)
  }
}
