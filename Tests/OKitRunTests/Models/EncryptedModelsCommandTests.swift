import Foundation
import OKitTestSupport
import Testing

/// Encrypted models on the command line.
@Suite struct EncryptedModelsCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "diary/app.lua": """
      local t = okit.types
      local Entry = okit.ModelEntity:extend("Entry", { name = "", photo = t.entity(okit.ModelImage) })
      local Page = okit.ModelEntity:extend("Page", { text = "" })
      local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred(Page) })
      local Diary = okit.ModelEncrypted:extend("Diary", {
        entries = t.list(Entry), pages = t.list(PageDefer), notes = "",
      })
      local Plain = okit.Model:extend("Plain", { name = "" })
      local plain = okit.Model.register(Plain, "plain")
      local diary = okit.Model.register(Diary)
      for _, argument in ipairs(okit.arguments) do
        if argument == "fill" then
          diary.entries:add { id = "e", name = "secret entry", photo = { id = "p", data = "secret photo", format = \
      "image/png" } }
          diary.pages:add { id = "d", page = { id = "page", text = "secret page" } }
          diary.notes = ("secret notes "):rep(7000)
          plain.name = "known"
        end
        if argument == "store" then okit.Model.storeState() end
        if argument == "change" then diary.entries[1].name = "secret change" end
        if argument == "off" then okit.SecureStore.encryption = false end
        if argument == "on" then okit.SecureStore.encryption = true end
        if argument == "close" then okit.SecureStore.close() end
        if argument == "fail" then error(diary.nothing) end
        if argument == "print" then print(diary.entries[1].name, #diary.entries[1].photo.data, \
      diary.pages[1].page.text) end
      end
      """,
      "passphrase.txt": "correct horse\n", "wrong.txt": "wrong horse\n",
    ])
    for name in ["passphrase.txt", "wrong.txt"] { try folder.setMode(0o600, of: name) }
  }

  private func run(_ arguments: [String], _ words: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["diary/app.lua", "--documents", "data"] + arguments + ["--"] + words, in: folder)
  }

  private func models(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandProcess.Result {
    try CommandProcess.run(["models"] + arguments + ["--documents", "data"], in: folder, environment: environment)
  }

  private var files: [String] {
    (FileManager.default.enumerator(atPath: folder.path + "/data")?.compactMap { $0 as? String } ?? []).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder.path)/data/\($0)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  private func files(with text: String) throws -> [String] {
    try files.filter {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/data/\($0)")).range(of: Data(text.utf8)) != nil
    }
  }

  /// Neither documents nor journals, blobs, partials or previous versions have anything readable.
  @Test func `nothing is stored in plain text`() throws {
    for words in [["fill", "store"], ["change"], ["change", "store"]] {
      let result = try CommandProcess.run(["diary/app.lua", "--documents", "data", "--"] + words, in: folder)
      #expect(result.status == 0, "\(result)")
    }
    #expect(try run([], "print").output == "secret change\t12\tsecret page\n")
    #expect(files.contains("okit/data/default.json.journal"), "\(files)")
    #expect(files.contains("okit/data/_image/p.png") && files.contains("okit/data/default/d.json"), "\(files)")
    #expect(try models("compact").status == 0)
    #expect(files.contains("okit/data/.previous/default.json.journal"))
    for text in ["secret", "entries", "Entry"] { #expect(try files(with: text) == [], "\(text)") }
    #expect(try files(with: "known") == ["okit/data/plain.json"])
    // A default key is reported once, and nothing secret with it.
    let result = try run(["--log", "debug"], "print", "fail")
    #expect(result.errors.contains("data/okit/keys/default.key"))
    let key = try folder.read("data/okit/keys/default.key").dropLast()
    #expect(!result.errors.contains(key) && !result.output.contains(key))
  }

  @Test func `commands work with the default key`() throws {
    #expect(try run([], "fill").status == 0)
    let list = try models("list", "--format", "json")
    #expect(list.lines.filter { $0.contains("\"encrypted\":true") }.count == 2, "\(list)")
    #expect(try models("list").lines.first?.hasSuffix(", encrypted") == true)
    #expect(try models("show").output.contains("secret entry"))
    #expect(try models("show", "default/d").output.contains("secret page"))
    #expect(try models("verify").output == "default  ok\ndefault/d  ok\nplain  ok\n")
    let checked = try models("verify", "diary/app.lua")
    #expect(checked.status == 0 && checked.output == "default  ok\ndefault/d  ok\nplain  ok\n", "\(checked)")
    #expect(try run([], "change").status == 0)
    #expect(try models("compact").output.contains("default  compacted a journal of"))
    #expect(try models("show").output.contains("secret change"))
    for format in ["json", "csv", "sql", "plist", "xml"] {
      let refused = try models("export", "--format", format, "--output", "out")
      #expect(refused.status == 1 && refused.errors.contains("pass --decrypt"), "\(refused)")
      #expect(!folder.exists("out"))
    }
    let exported = try models("export", "--format", "json", "--decrypt")
    #expect(exported.output.contains("secret change"))
    #expect(
      exported.errors.hasPrefix("the export leaves the model default, which is encrypted, readable without a key\n"))
    #expect(try models("restore").status == 0)
    #expect(try models("show").output.contains("secret change"))
    #expect(try run([], "print").output == "secret change\t12\tsecret page\n")
  }

  @Test func `a passphrase is needed and checked`() throws {
    #expect(try run(["--passphrase-file", "passphrase.txt"], "fill").status == 0)
    let right = try models("show", "--passphrase-file", "passphrase.txt")
    #expect(right.status == 0 && right.output.contains("secret entry"))
    #expect(try models("show", environment: ["OKIT_PASSPHRASE_FILE": "passphrase.txt"]).status == 0)
    for arguments in [["show"], ["verify"], ["compact"]] {
      let wrong = try CommandProcess.run(
        ["models"] + arguments + ["--documents", "data", "--passphrase-file", "wrong.txt"], in: folder)
      #expect(
        wrong.status == 1 && wrong.errors.contains("the passphrase does not open the encrypted models"), "\(wrong)")
      #expect(wrong.errors.contains("okit-run models rekey") && !wrong.errors.contains("wrong horse"))
      let none = try CommandProcess.run(["models"] + arguments + ["--documents", "data"], in: folder)
      #expect(none.status == 1 && none.errors.contains("a passphrase; pass --passphrase-file or --ask"), "\(none)")
    }
    let wrong = try run(["--passphrase-file", "wrong.txt"], "print")
    #expect(
      wrong.status == 1 && wrong.output == "" && wrong.errors.contains("the passphrase does not open"), "\(wrong)")
    #expect(try models("list").status == 0, "a list needs no key")
    // The command line takes precedence.
    #expect(
      try models("show", "--passphrase-file", "passphrase.txt", environment: ["OKIT_KEY_FILE": "other.key"]).status == 0
    )
    #expect(!folder.exists("other.key"))
    let terminal = try models("show", "--ask")
    #expect(terminal.status == 1 && terminal.errors.contains("--ask needs a terminal"), "\(terminal)")
  }

  @Test func `a key file is private`() throws {
    #expect(try run(["--key-file", "my.key"], "fill").status == 0)
    let path = "\(folder.path)/my.key"
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(!folder.exists("data/okit/keys/default.key"))
    #expect(try models("show", "--key-file", "my.key").output.contains("secret entry"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let refused = try models("show", "--key-file", "my.key")
    #expect(refused.status == 1 && refused.errors.contains("its mode is 0644, expected 0600"), "\(refused)")
    #expect(refused.errors.contains("chmod 600 my.key"))
  }

  @Test func `one key at a time`() throws {
    for command in [["diary/app.lua"], ["models", "list"], ["repl"]] {
      let both = try CommandProcess.run(
        command + ["--key-file", "a", "--passphrase-file", "b"], in: folder, environment: ["OKIT_DOCUMENTS": "data"])
      #expect(both.status == 2, "\(both)")
      #expect(both.errors.contains("--key-file and --passphrase-file exclude each other"), "\(both)")
    }
    let both = try models("list", environment: ["OKIT_KEY_FILE": "a", "OKIT_PASSPHRASE_FILE": "b"])
    #expect(both.status == 2 && both.errors.contains("$OKIT_KEY_FILE and $OKIT_PASSPHRASE_FILE exclude each other"))
  }

  @Test func `rekey changes the key and not the data`() throws {
    #expect(try run([], "fill").status == 0)
    let file = URL(fileURLWithPath: "\(folder.path)/data/okit/data/default.json")
    let before = try Data(contentsOf: file)
    #expect(try models("rekey").status == 2)
    #expect(try models("rekey", "--new-passphrase-file", "passphrase.txt", "--new-default-key").status == 2)
    let changed = try models("rekey", "--new-passphrase-file", "passphrase.txt")
    #expect(changed.status == 0 && changed.errors.contains("changed the key of data"), "\(changed)")
    #expect(try models("show").status == 1)
    #expect(!folder.exists("data/okit/keys/default.key"))
    #expect(try models("rekey", "--passphrase-file", "wrong.txt", "--new-key-file", "my.key").status == 1)
    #expect(!folder.exists("my.key"))
    #expect(try models("rekey", "--passphrase-file", "passphrase.txt", "--new-key-file", "my.key").status == 0)
    #expect(try models("show", "--key-file", "my.key").output.contains("secret entry"))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func `damage is reported with the ways to recover`() throws {
    #expect(try run([], "fill").status == 0)
    let file = "data/okit/data/default.json"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
    for (index, code) in [(9, "storage.container"), (12, "storage.key"), (200, "storage.damaged")] {
      var changed = bytes
      changed[index] ^= 0x10
      try folder.write(changed, to: file)
      for command in [["models", "verify", "--format", "json"], ["models", "show", "--format", "json"]] {
        let result = try CommandProcess.run(command + ["--documents", "data"], in: folder)
        #expect(result.status == 1 && result.errors.contains("\"code\":\"\(code)\""), "byte \(index): \(result)")
      }
      let result = try run([], "print")
      #expect(result.status == 1 && result.output == "", "\(result)")
      // Another key reads the file.
      #expect(result.errors.contains("\"okit-run models restore\"") == (code != "storage.key"), "\(result)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)")) == changed)
    }
    // A plain document in the place of the encrypted one.
    try folder.write("{\"entries\": []}", to: file)
    let forged = try models("verify")
    #expect(forged.status == 1 && forged.errors.contains("the file is not encrypted, although"), "\(forged)")
    #expect(try run([], "print").errors.contains("the file is not encrypted, although"))
  }

  @Test func `damaged records and partials are reported with the ways to recover`() throws {
    #expect(try run([], "fill").status == 0)
    #expect(try run([], "change").status == 0)
    func flip(_ file: String, _ index: Int) throws {
      var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
      bytes[index] ^= 0x10
      try folder.write(bytes, to: file)
    }
    try flip("data/okit/data/default.json.journal", 40)
    let journal = try run([], "print")
    #expect(journal.status == 1, "\(journal)")
    #expect(journal.errors.contains("record 1 of the encrypted journal is damaged"), "\(journal)")
    #expect(journal.errors.contains("removing the journal restores the state before record 1"), "\(journal)")
    try flip("data/okit/data/default.json.journal", 40)
    try flip("data/okit/data/default/d.json", 60)
    let partial = try run([], "print")
    #expect(partial.errors.contains("\"okit-run models restore default/d\""), "\(partial)")
  }

  @Test func `switching stores everything in the other form`() throws {
    #expect(try run([], "fill").status == 0)
    #expect(try run([], "change").status == 0)
    let off = try run([], "off")
    #expect(off.status == 0, "\(off)")
    #expect(
      try files(with: "secret") == [
        "okit/data/_image/p.png", "okit/data/default.json", "okit/data/default/d.json",
      ])
    #expect(files.filter { $0.contains("previous/default") || $0.hasSuffix(".journal") } == [], "\(files)")
    #expect(try models("list").lines.allSatisfy { !$0.contains("encrypted") })
    #expect(try run([], "off", "print").output == "secret change\t12\tsecret page\n")
    // Encryption is on unless the application switches it off.
    #expect(try run([], "on").status == 0)
    #expect(try files(with: "secret") == [])
    #expect(try run([], "print").output == "secret change\t12\tsecret page\n")
  }

  @Test func `a plain class does not read an encrypted model`() throws {
    #expect(try run([], "fill").status == 0)
    let script = try folder.read("diary/app.lua").replacingOccurrences(of: "okit.ModelEncrypted", with: "okit.Model")
    try folder.write(script, to: "diary/app.lua")
    let result = try run([], "print")
    #expect(result.status == 1 && result.errors.contains("is stored encrypted, and Diary is not"), "\(result)")
  }

  /// The shop of the example application, with its covers.
  @Test func theBookshopIsEncrypted() throws {
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
    let stored = try CommandProcess.run(
      ["\(root)/scripts/bookshop/app.lua", "--documents", "shop", "--exec", "store"], in: folder)
    #expect(stored.status == 0, "\(stored)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/shop/okit/data").filter {
      $0 == "default.json" || $0.hasSuffix(".png")
    }
    #expect(files.count > 1)
    for file in files {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/shop/okit/data/\(file)"))
      #expect(bytes.starts(with: [0x89, 0x4F, 0x4B, 0x49, 0x54]), "\(file)")
    }
  }
}
