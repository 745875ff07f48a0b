import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// `okit-run models …` on blobs and partials.
@Suite struct StoredPartsCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "shop/app.lua": """
      local t = okit.types
      local Group = okit.ModelEntity:extend("Group", { name = "", icon = t.entity(okit.ModelImage) })
      local GroupDefer = okit.ModelPartial:extend("GroupDefer", { group = t.deferred(Group) })
      local Book = okit.ModelEntity:extend("Book", { cover = t.entity(okit.ModelImage), text = \
      t.entity(okit.ModelData) })
      local Shop = okit[okit.arguments[2] or "Model"]:extend("Shop", { books = t.list(Book), groups = \
      t.list(GroupDefer), notes = "" })
      local shop = okit.Model.register(Shop)
      if okit.arguments[1] == "fill" then
        shop.books:add { cover = { id = "c", data = "12345", format = "image/png" }, text = { id = "t", data = "12" } }
        shop.groups:add { id = "g", group = { id = "group", name = "Classics", icon = { id = "i", data = "1" } } }
      elseif okit.arguments[1] == "print" then
        local book, group = shop.books[1], shop.groups[1].group
        print(book.cover.data, book.cover.format, book.cover.size, book.text.data, group.name, group.icon.data)
      elseif okit.arguments[1] == "grow" then
        shop.notes = ("x"):rep(70000)
      elseif okit.arguments[1] == "add" then
        shop.books:add { cover = { id = "c2", data = "123", format = "image/png" } }
        shop.groups:add { id = "g2", group = { id = "group2", name = "News" } }
      end
      """
    ])
    #expect(try CommandProcess.run(["shop/app.lua", "--documents", "data", "--", "fill"], in: folder).status == 0)
  }

  private func models(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models"] + arguments + ["--documents", "data"], in: folder)
  }

  private var files: [String] {
    FileManager.default.enumerator(atPath: folder.path + "/data/okit/data")?.compactMap { $0 as? String }
      .filter { $0.contains(".") && !$0.contains("previous") }.sorted() ?? []
  }

  private func write(_ text: String, _ path: String) throws { try folder.write(text, to: "data/okit/data/" + path) }

  @Test func `documents of partials are listed, shown and checked`() throws {
    #expect(files == ["_data/t.raw", "_image/c.png", "_image/i.jpeg", "default.json", "default/g.json"])
    #expect(try models("list").lines.map { $0.prefix { $0 != " " } } == ["default", "default/g"])
    #expect(try models("show", "default/g").output.contains("\"name\": \"Classics\""))
    for arguments in [["verify"], ["verify", "shop/app.lua"]] {
      let result = try CommandProcess.run(["models"] + arguments + ["--documents", "data"], in: folder)
      #expect(result.status == 0 && result.output == "default  ok\ndefault/g  ok\n", "\(result)")
    }
    try write(#"{"id": "group", "name": 5}"#, "default/g.json")
    #expect(try models("verify").status == 1)
    let checked = try models("verify", "shop/app.lua")
    #expect(checked.status == 1)
    #expect(
      checked.errors.contains("data/okit/data/default/g.json: byte 24: /name: expected a String, found 5"), "\(checked)"
    )
  }

  @Test func `files without a document are reported and removed`() throws {
    for path in ["_image/old.png", "_image/c.jpeg", "_data/old.raw", "default/old.json"] { try write("{}", path) }
    let result = try models("verify", "--format", "json")
    #expect(result.status == 1)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.contains("\"code\":\"storage.orphan\"") }, "\(result)")
    let repaired = try models("verify", "--repair")
    #expect(repaired.status == 0, "\(repaired)")
    #expect(files == ["_data/t.raw", "_image/c.png", "_image/i.jpeg", "default.json", "default/g.json"])
    #expect(try models("verify").status == 0)
  }

  @Test func `missing and damaged blobs are reported`() throws {
    try write("1234", "_image/c.png")
    try FileManager.default.removeItem(atPath: folder.path + "/data/okit/data/_data/t.raw")
    let result = try models("verify", "--repair", "--format", "json")
    #expect(result.status == 1)
    #expect(result.errors.contains("\"code\":\"blob.damaged\"") && result.errors.contains("the file has 4 bytes"))
    #expect(result.errors.contains("\"code\":\"blob.missing\"") && result.errors.contains("the 2 bytes of \\\"t\\\""))
    #expect(files == ["_image/c.png", "_image/i.jpeg", "default.json", "default/g.json"])
  }

  @Test func `nothing is removed while a document cannot be read`() throws {
    try write("{}", "_image/old.png")
    try write("{", "default/g.json")
    let result = try models("verify", "--repair")
    #expect(result.status == 1 && files.contains("_image/old.png") && files.contains("_image/i.jpeg"))
    #expect(result.errors.contains("removed no files, because some documents cannot be read"), "\(result)")
  }

  @Test func `other files in the folders are reported`() throws {
    try write("x", "default/notes.txt")
    try write("x", "other/a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/data/okit/data/_image/link.png", withDestinationPath: "c.png")
    let result = try models("verify", "--format", "json")
    #expect(result.status == 1)
    for text in ["default/notes.txt", "\"file\":\"data/okit/data/other\"", "_image/link.png"] {
      #expect(result.errors.contains(text), "\(result)")
    }
  }

  // MARK: In a database

  private static let database = "data/okit/data/default.sqlite"

  /// Converts the model to a database.
  private func convertToDatabase() throws -> SQLiteConnection {
    let converted = try models("convert", "shop/app.lua", "--to", "sqlite")
    #expect(converted.output == "converted default to SQLite\n", "\(converted)")
    return try SQLiteConnection("\(folder.path)/\(Self.database)", .write)
  }

  /// What the application finds, with all blobs and partials.
  private func content(_ kind: String) throws -> String {
    try CommandProcess.run(["shop/app.lua", "--documents", "data", "--", "print", kind], in: folder).output
  }

  private static let content = "12345\timage/png\t5\t12\tClassics\t1\n"

  @Test func `blobs and partials are converted without loss`() throws {
    #expect(try content("Model") == Self.content)
    let connection = try convertToDatabase()
    #expect(files == ["default.sqlite"])
    #expect(try connection.values("SELECT id FROM okit_blob ORDER BY id") == [.text("c"), .text("i"), .text("t")])
    #expect(try connection.values("SELECT id FROM okit_partial") == [.text("g")])
    #expect(try content("ModelSQLite") == Self.content)
    #expect(try models("convert", "shop/app.lua", "--to", "file").status == 0)
    #expect(files == ["_data/t.raw", "_image/c.png", "_image/i.jpeg", "default.json", "default/g.json"])
    #expect(try content("Model") == Self.content)
    #expect(try models("verify").status == 0)
  }

  @Test func `a model with a damaged blob or partial is not converted`() throws {
    try write(#"{"id": "group", "name": 5}"#, "default/g.json")
    let result = try models("convert", "shop/app.lua", "--to", "sqlite")
    #expect(result.status == 1 && result.errors.contains("/name: expected a String, found 5"), "\(result)")
    #expect(files == ["_data/t.raw", "_image/c.png", "_image/i.jpeg", "default.json", "default/g.json"])
  }

  @Test func `a model with a missing blob is not converted`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/data/okit/data/_image/i.jpeg")
    let result = try models("convert", "shop/app.lua", "--to", "sqlite")
    #expect(
      result.status == 1 && result.errors.contains("the file with the 1 bytes of ModelImage(i) is missing"), "\(result)"
    )
    #expect(files == ["_data/t.raw", "_image/c.png", "default.json", "default/g.json"])
    let connection = try convertedWithoutIcon()
    try connection.run("DELETE FROM okit_blob WHERE id = 't'")
    let back = try models("convert", "shop/app.lua", "--to", "file")
    #expect(back.status == 1 && back.errors.contains("with the 2 bytes of ModelData(t) is missing"), "\(back)")
    #expect(!files.contains("default.json") && files.contains("default.sqlite"))
  }

  private func convertedWithoutIcon() throws -> SQLiteConnection {
    try write("1", "_image/i.jpeg")
    return try convertToDatabase()
  }

  @Test func `rows of blobs and partials are checked and removed`() throws {
    let connection = try convertToDatabase()
    #expect(try models("verify").output == "default  ok\n")
    #expect(try models("show", "default/g").output.contains("\"name\": \"Classics\""))
    #expect(try models("show", "default/x").status == 1)
    try connection.run("INSERT INTO okit_blob VALUES ('old', x'00')")
    try connection.run("INSERT INTO okit_partial VALUES ('old', '{}')")
    let result = try models("verify", "--format", "json")
    #expect(result.status == 1)
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.contains("\"code\":\"storage.orphan\"") }, "\(result)")
    let repaired = try models("verify", "--repair")
    #expect(repaired.status == 0 && repaired.errors.contains("removed table \"okit_blob\", row \"old\""), "\(repaired)")
    #expect(try models("verify").status == 0)
    #expect(try connection.values("SELECT count(*) FROM okit_blob") == [.int(3)])
    try connection.run("UPDATE okit_blob SET content = x'00' WHERE id = 'c'")
    try connection.run("DELETE FROM okit_blob WHERE id = 't'")
    let damaged = try models("verify", "--format", "json")
    #expect(damaged.status == 1, "\(damaged)")
    #expect(damaged.errors.contains("row \\\"c\\\": the row has 1 bytes; the model expects 5"), "\(damaged)")
    #expect(damaged.errors.contains("row \\\"t\\\": the row with the 2 bytes is missing"), "\(damaged)")
  }

  @Test func `a damaged document of a partial is found, and stops the repair`() throws {
    let connection = try convertToDatabase()
    try connection.run("INSERT INTO okit_blob VALUES ('old', x'00')")
    try connection.run("UPDATE okit_partial SET document = '{'")
    let result = try models("verify", "--repair")
    #expect(result.status == 1 && result.errors.contains("table \"okit_partial\", row \"g\""), "\(result)")
    #expect(try connection.values("SELECT id FROM okit_blob WHERE id = 'old'") == [.text("old")])
    try connection.run("UPDATE okit_partial SET document = '{\"id\": \"group\", \"name\": 5}'")
    let app = "shop/sqlite.lua"
    try folder.write("okit.arguments[2] = 'ModelSQLite'\n" + folder.read("shop/app.lua"), to: app)
    let checked = try models("verify", app)
    #expect(checked.status == 1 && checked.errors.contains("/name: expected a String, found 5"), "\(checked)")
  }

  /// What a script needs for commands.
  private static let home = """

    function Shop:clear() self.books:clear() self.groups:clear() end
    function Shop:clearBooks() self.books:clear() end
    function Shop:rename(name) self.groups[1].group.name = name end
    function Shop:fillCover(bytes) self.books[1].cover.data = bytes end
    okit.ModelListTableController:extend("home", {
      type = "Book", dataPath = "books", cell = okit.ModelTableCell { path = "id" },
    })
    """

  private func run(_ command: String) throws -> CommandProcess.Result {
    try folder.write(folder.read("shop/app.lua") + Self.home, to: "shop/home.lua")
    return try CommandProcess.run(["shop/home.lua", "--documents", "data", "--exec", command], in: folder)
  }

  @Test func `removed blobs and partials come back with the version that refers to them`() throws {
    let before = files
    #expect(try run("call clear()").status == 0)
    #expect(files == ["default.json"])
    #expect(try models("verify").output == "default  ok\n")
    for round in 1...2 {
      let restored = try models("restore")
      #expect(restored.status == 0 && restored.errors == "restored the previous version of default\n", "\(restored)")
      #expect(files == (round == 1 ? before : ["default.json"]))
      #expect(try models("verify", "shop/app.lua").status == 0)
    }
    #expect(try models("restore").status == 0)
    #expect(try run("get groups[0]/group/name; get books[0]/cover/data").output == "Classics\nMTIzNDU=\n")
    // The next version before has no use for them.
    #expect(try run("set-path notes = x; store; call clearBooks()").status == 0)
    let kept = FileManager.default.enumerator(atPath: folder.path + "/data/okit/data/.previous")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".png") || $0.hasSuffix(".raw") }.sorted()
    #expect(kept == ["default/_data/t.raw", "default/_image/c.png"])
    #expect(try run("set-path notes = y").status == 0)
    #expect(!folder.exists("data/okit/data/.previous/default"))
  }

  @Test func `the previous bytes of a blob come back`() throws {
    #expect(try run("call fillCover(#another)").status == 0)
    #expect(try models("restore").status == 0)
    #expect(try run("get books[0]/cover/size; get books[0]/cover/data").output == "5\nMTIzNDU=\n")
  }

  @Test func `the size of a file is found without reading it`() throws {
    let document = try folder.read("data/okit/data/default.json")
    try write(document.replacingOccurrences(of: "\"size\": 5,", with: ""), "default.json")
    // More than okit reads.
    let image = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/data/okit/data/_image/c.png"))
    try image.truncate(atOffset: 5 << 30)
    let found = try run("get books[0]/cover/size")
    #expect(found.output == "5368709120\n", "\(found)")
  }

  @Test func `what the restored version lacks is reported`() throws {
    #expect(try run("set-path notes = x").status == 0)
    try FileManager.default.removeItem(atPath: folder.path + "/data/okit/data/_data/t.raw")
    let result = try models("restore")
    #expect(result.status == 1)
    #expect(result.errors.contains("the file with the 2 bytes of \"t\" is missing"), "\(result)")
  }

  @Test func `a partial without its document is reported`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/data/okit/data/default/g.json")
    let result = try models("verify", "shop/app.lua")
    #expect(
      result.errors.contains(
        "warning: the document of GroupDefer(g) is missing; its \"group\" is a new entity when it is read"),
      "\(result)")
    for name in ["A", "B"] {
      #expect(try run("call rename(#\(name))").status == 0)
    }
    try FileManager.default.removeItem(atPath: folder.path + "/data/okit/data/default/g.json")
    let lost = try models("verify", "shop/app.lua", "--format", "json")
    #expect(lost.status == 1 && lost.errors.contains("\"code\":\"partial.missing\""), "\(lost)")
    #expect(lost.errors.contains("okit-run models restore default/g"), "\(lost)")
    #expect(try models("restore", "default/g").status == 0)
    #expect(try run("get groups[0]/group/name").output == "A\n")
  }

  @Test func `the advice for a damaged partial names it`() throws {
    try write("{", "default/g.json")
    let result = try run("get groups[0]/group/name")
    #expect(result.errors.contains("\"okit-run models restore default/g\" restores the previous version"), "\(result)")
  }

  @Test func `a value that is inline and in a file is an error`() throws {
    let document = try folder.read("data/okit/data/default.json")
    let before = files
    for (member, code) in [
      (#""id": "g", "group": {"id": "group", "name": "Other"}"#, "partial.inline"),
      (#""id": "t", "data": "AAAA""#, "blob.inline"),
    ] {
      let id = member.prefix { $0 != "," }
      try write(document.replacingOccurrences(of: id, with: member), "default.json")
      let result = try run("get groups[0]/group/name")
      #expect(result.status == 1 && result.errors.contains("and so has its own file"), "\(result)")
      #expect(try models("verify", "shop/app.lua", "--format", "json").errors.contains(code))
      #expect(files == before)
    }
    try write(
      document.replacingOccurrences(of: "\"id\": \"g\"", with: "\"id\": \"g\", \"group\": null")
        .replacingOccurrences(of: "\"id\": \"t\"", with: "\"id\": \"t\", \"data\": null"), "default.json")
    #expect(
      try run("set-path notes = x; get groups[0]/group/name; get books[0]/text/data").output == "Classics\nMTI=\n")
    #expect(files == before)
  }

  @Test func `a blob without a size has that of its file`() throws {
    let document = try folder.read("data/okit/data/default.json")
    try write(document.replacingOccurrences(of: "\"size\": 5,", with: ""), "default.json")
    #expect(try run("get books[0]/cover/size; get books[0]/cover/data").output == "5\nMTIzNDU=\n")
  }

  // MARK: Exports

  @Test(arguments: ["Model", "ModelSQLite", "ModelEncrypted"])
  func `an export with contents is imported as a whole`(kind: String) throws {
    let script = try folder.read("shop/app.lua")
      .replacingOccurrences(of: "okit[okit.arguments[2] or \"Model\"]:extend", with: "okit.\(kind):extend")
      .replacingOccurrences(
        of: "elseif okit.arguments[1] == \"print\"",
        with: """
            shop.groups:add { id = "unused" }
            shop.books:add { cover = { id = "none", label = "no bytes" } }
          elseif okit.arguments[1] == "print"
          """)
    try folder.write(script, to: "shop/kind.lua")
    func okit(_ arguments: String...) throws -> CommandProcess.Result {
      try CommandProcess.run(arguments, in: folder)
    }
    #expect(try okit("shop/kind.lua", "--documents", "from", "--", "fill").status == 0)
    func export(_ documents: String, _ arguments: String...) throws -> CommandProcess.Result {
      let command = ["models", "export", "shop/kind.lua", "--documents", documents] + arguments
      return try CommandProcess.run(command + (kind == "ModelEncrypted" ? ["--decrypt"] : []), in: folder)
    }
    let exported = try export("from", "--format", "json", "--contents", "--output", "all.json")
    let warning = "the export leaves the model default, which is encrypted, readable without a key\n"
    #expect(exported == .init(status: 0, output: "", errors: kind == "ModelEncrypted" ? warning : ""))
    let text = try folder.read("all.json")
    for part in [
      #""data": "MTIzNDU=""#, #""group": {"#, #""name": "Classics""#, #""group": null"#, #""data": null"#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let imported = try okit("models", "import", "shop/kind.lua", "all.json", "--format", "json", "--documents", "to")
    #expect(imported == .init(status: 0, output: "imported the document into default\n", errors: ""))
    #expect(try export("to", "--format", "json", "--contents").output == text)
    try folder.write(script + Self.home, to: "shop/home.lua")
    let get = ["get books[0]/cover/data; get groups[0]/group/name; get groups[0]/group/icon/data"]
    let values = try CommandProcess.run(["shop/home.lua", "--documents", "to", "--exec"] + get, in: folder)
    #expect(values.output == "MTIzNDU=\nClassics\nMQ==\n", "\(values)")
    for format in ["xml", "plist"] {
      let other = try export("from", "--format", format, "--contents")
      #expect(other.status == 0 && other.output.contains("MTIzNDU=") && other.output.contains("Classics"), "\(other)")
    }
    for rows in [try export("from", "--format", "csv", "--list", "books"), try export("from", "--format", "sql")] {
      #expect(rows.status == 0 && !rows.output.isEmpty, "\(rows)")
    }
  }

  @Test func `an export names the contents that it leaves out`() throws {
    let plain = try models("export", "--format", "json")
    #expect(plain.status == 0)
    #expect(
      plain.errors == """
        warning: left out the contents of blobs and partials, which have files or rows of their own: 3 (--contents \
        adds them)

        """)
    #expect(try plain.output == folder.read("data/okit/data/default.json"))
    let unknown = try models("export", "--format", "json", "--contents")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("the partial \"g\" needs its class to be exported"), "\(unknown)")
    #expect(try models("export", "--format", "csv", "--contents").status == 2)
    let lacking = try folder.read("data/okit/data/default.json")
    try folder.write(lacking, to: "lacking.json")
    let refused = try CommandProcess.run(
      ["models", "import", "shop/app.lua", "lacking.json", "--format", "json", "--documents", "data"], in: folder)
    #expect(refused.status == 1 && refused.errors.contains("export it with --contents"), "\(refused)")
  }

  // MARK: With a journal

  /// Adds a blob and a partial to which only the journal refers.
  private func addToJournal() throws {
    for argument in ["grow", "add"] {
      #expect(try CommandProcess.run(["shop/app.lua", "--documents", "data", "--", argument], in: folder).status == 0)
    }
    #expect(files.contains("default.json.journal"))
    #expect(try !folder.read("data/okit/data/default.json").contains("\"c2\""))
    #expect(try folder.read("data/okit/data/default.json.journal").contains("\"id\":\"c2\""))
  }

  @Test func `files to which only the journal refers stay`() throws {
    try addToJournal()
    let ok = "default  ok\ndefault/g  ok\ndefault/g2  ok\n"
    #expect(try models("verify").output == ok)
    #expect(try models("verify", "shop/app.lua").output == ok)
    try write("{}", "_image/old.png")
    let repaired = try models("verify", "--repair")
    #expect(repaired.status == 0 && !files.contains("_image/old.png"), "\(repaired)")
    #expect(files.contains("_image/c2.png") && files.contains("default/g2.json"))
    for command in ["compact", "restore"] {
      #expect(try models(command).status == 0)
      #expect(files.contains("default.json.journal") == (command == "restore"))
      #expect(try models("verify", "shop/app.lua").output == ok, "after \(command)")
    }
  }

  @Test func `a blob of the journal that is missing is reported without an offset`() throws {
    try addToJournal()
    try FileManager.default.removeItem(atPath: folder.path + "/data/okit/data/_image/c2.png")
    let result = try models("verify")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix("data/okit/data/default.json: the file with the 3 bytes of \"c2\" is missing"),
      "\(result)")
  }

  @Test func `a damaged journal stops the repair`() throws {
    try addToJournal()
    try write("{}", "_image/old.png")
    let journal = try folder.read("data/okit/data/default.json.journal")
    try write(journal.replacingOccurrences(of: "c2", with: "c3"), "default.json.journal")
    let result = try models("verify", "--repair", "--format", "json")
    #expect(result.status == 1 && result.errors.contains("\"code\":\"storage.journal\""), "\(result)")
    #expect(files.contains("_image/old.png") && files.contains("_image/c2.png") && files.contains("default/g2.json"))
  }
}
