import Foundation
import OKitTestSupport
import Testing

/// `okit-run models …` on a model with a journal.
@Suite struct JournalCommandTests {
  let folder: TestFolder

  /// Makes a large model and appends two records to its journal.
  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "" })
      local Films = okit.Model:extend("Films", { films = t.list(Film), notes = "" })
      local films = okit.Model.register(Films)
      if films.notes == "" then films.notes = ("x"):rep(70000) end
      function Films:add(name) self.films:add { id = name, name = name } end
      okit.ModelListTableController:extend("home", {
        type = "Film", dataPath = "films", titlePath = "%Films",
        cell = okit.ModelTableCell { path = "name" },
      })
      """
    ])
    #expect(try run("call add(#Alien)").status == 0)
    #expect(try run("call add(#Brazil)", "store", "call add(#Charade)").status == 0)
    #expect(try records.count == 2)
  }

  private static let document = "d/okit/data/default.json"
  private static let journal = document + ".journal"

  private func run(_ commands: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "d", "--exec", commands.joined(separator: "; ")], in: folder)
  }

  private func models(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models"] + arguments + ["--documents", "d"], in: folder)
  }

  private var records: [String] {
    get throws { try folder.read(Self.journal).split(separator: "\n").map(String.init) }
  }

  private var names: String { get throws { try run("get films.name").output } }

  @Test func `a journal is read with its document`() throws {
    #expect(try !folder.read(Self.document).contains("Brazil"))
    #expect(try records[0].hasPrefix(#"{"sequence":1,"document":""#))
    #expect(try records[1].contains(#"{"op":"add","path":""#))
    #expect(try names == "[\"Alien\",\"Brazil\",\"Charade\"]\n")
    #expect(try models("show").output.contains("\"name\": \"Charade\""))
    #expect(try models("verify").output == "default  ok\n")
    #expect(try models("verify", "app.lua").output == "default  ok\n")
    let listed = try models("list").output
    let size = try folder.read(Self.journal).utf8.count
    #expect(listed.hasPrefix("default  70"), "\(listed)")
    #expect(listed.contains(" bytes, journal \(size) bytes"), "\(listed)")
    #expect(try models("list", "--format", "json").output.contains("\"journalBytes\":"))
  }

  @Test func `a last record without its new line counts`() throws {
    let journal = try folder.read(Self.journal)
    try folder.write(String(journal.dropLast()), to: Self.journal)
    #expect(try names == "[\"Alien\",\"Brazil\",\"Charade\"]\n")
    #expect(try models("verify").output == "default  ok\n")
    #expect(try models("show").output.contains("\"name\": \"Charade\""))
    #expect(try run("call add(#Duel)").status == 0)
    #expect(!folder.exists(Self.journal))
    #expect(try names == "[\"Alien\",\"Brazil\",\"Charade\",\"Duel\"]\n")
  }

  @Test func `a value of another type is reported with its record`() throws {
    let script = try folder.read("app.lua")
    // The document and the first record fit this class.
    try folder.write(
      script.replacingOccurrences(of: "{ name = \"\" }", with: "{ name = t.enum { \"Alien\", \"Brazil\" } }"),
      to: "other.lua")
    let result = try CommandProcess.run(["other.lua", "--documents", "d", "--exec", "get films.name"], in: folder)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("d/okit/data/default.json.journal:2: record 2 of the journal"), "\(result)")
  }

  @Test func `a journal is compacted`() throws {
    let (document, journal, shown) = (
      try folder.read(Self.document), try folder.read(Self.journal), try models("show").output
    )
    #expect(try models("compact").output == "default  compacted a journal of \(journal.utf8.count) bytes\n")
    #expect(!folder.exists(Self.journal))
    #expect(try models("show").output == shown)
    #expect(try folder.read(Self.document) == shown)
    #expect(try folder.read("d/okit/data/.previous/default.json") == document)
    #expect(try folder.read("d/okit/data/.previous/default.json.journal") == journal)
    #expect(try models("compact", "default").output == "default  has no journal\n")
    let unknown = try models("compact", "defualt")
    #expect(unknown.status == 1 && unknown.errors.contains("default"), "\(unknown)")
    // The application writes the same document.
    #expect(try run("call add(#Dune)").status == 0)
    #expect(try folder.read(Self.document) == shown)
    #expect(try records.count == 1)
    #expect(try names == "[\"Alien\",\"Brazil\",\"Charade\",\"Dune\"]\n")
  }

  @Test func `an export has the changes of the journal`() throws {
    let shown = try models("show").output
    #expect(try models("export", "--format", "json").output == shown)
    let csv = try models("export", "app.lua", "--format", "csv").output
    #expect(csv == "id,name\r\nAlien,Alien\r\nBrazil,Brazil\r\nCharade,Charade\r\n")
    #expect(try records.count == 2)
    try folder.write(
      try folder.read(Self.journal).replacingOccurrences(of: "Charade", with: "Charode"), to: Self.journal)
    let damaged = try models("export", "--format", "json", "--output", "out.json")
    #expect(damaged.status == 1)
    #expect(damaged.errors.hasPrefix("\(Self.journal):2: record 2 of the journal is damaged"), "\(damaged)")
    #expect(damaged.errors.contains("okit-run models restore"), "\(damaged)")
    #expect(!folder.exists("out.json"))
  }

  @Test func `an import appends to the journal`() throws {
    try folder.write("id,name\nDune,Dune\n", to: "films.csv")
    let document = try folder.read(Self.document)
    #expect(try models("import", "app.lua", "films.csv", "--format", "csv").status == 0)
    #expect(try folder.read(Self.document) == document)
    #expect(try records.count == 3)
    #expect(try names == "[\"Alien\",\"Brazil\",\"Charade\",\"Dune\"]\n")
  }

  @Test func `both files are restored`() throws {
    let before = try names
    #expect(try models("compact").status == 0)
    #expect(try run("call add(#Dune)").status == 0)
    let after = try names
    for expected in [before, after] {
      let restored = try models("restore")
      #expect(restored.status == 0 && restored.errors + restored.output == "restored the previous version of default\n")
      #expect(folder.exists(Self.journal))
      #expect(try models("verify").status == 0)
      #expect(try names == expected)
    }
  }

  /// A change of the files, the code, the place and a part of the ways to recover.
  static let damages: [(change: String, code: String, place: String, recovery: String)] = [
    ("sed -i '1s/Brazil/Brasil/' \(journal)", "storage.journal", "\(journal):1: ", "removing the journal restores"),
    (
      "sed -i '2s/Charade/Charode/' \(journal)", "storage.journal", "\(journal):2: ",
      "keeping only its first line restores"
    ),
    ("sed -i '1d' \(journal)", "storage.journal", "\(journal):1: ", "its sequence number is 2, expected 1"),
    ("sed -i 's/Alien/Aliens/' \(document)", "storage.edited", "\(journal):1: ", "undo the edit to keep the journal"),
    ("echo '{' >\(document)", "storage.edited", "\(journal):1: ", "remove the journal to keep the edited document"),
  ]

  @Test(arguments: damages)
  func `damage is reported and nothing is overwritten`(
    change: String, code: String, place: String, recovery: String
  ) throws {
    #expect(try models("compact").status == 0)
    #expect(try run("call add(#Brazil2)", "store", "call add(#Charade2)").status == 0)
    let change = change.replacingOccurrences(of: "Brazil/", with: "Brazil2/").replacingOccurrences(
      of: "Charade/", with: "Charade2/")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", change]
    shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try shell.run()
    shell.waitUntilExit()
    let files = try (folder.read(Self.document), folder.read(Self.journal))
    for result in [
      try models("verify"), try models("verify", "app.lua"), try models("show"), try models("compact"),
      try run("screen"),
    ] {
      #expect(result.status == 1, "\(result)")
      #expect(result.errors.contains(place), "\(result.errors)")
    }
    let verified = try models("verify")
    #expect(verified.errors.contains(recovery) && verified.errors.contains("okit-run models restore"), "\(verified)")
    #expect(try models("verify", "--format", "json").errors.contains("\"code\":\"\(code)\""))
    #expect(try (folder.read(Self.document), folder.read(Self.journal)) == files)
    // A way to recover.
    #expect(try models("restore").status == 0)
    #expect(try names == "[\"Alien\",\"Brazil\",\"Charade\"]\n")
  }

  @Test func `the first records of a damaged journal can be kept`() throws {
    let lines = try records
    try folder.write(lines[0] + "\n" + lines[1].replacingOccurrences(of: "Charade", with: "?") + "\n", to: Self.journal)
    #expect(try models("verify").status == 1)
    try folder.write(lines[0] + "\n", to: Self.journal)
    #expect(try models("verify").status == 0)
    #expect(try names == "[\"Alien\",\"Brazil\"]\n")
  }

  @Test func `an incomplete record is ignored by readers and replaced by the next store`() throws {
    let lines = try records
    try folder.write(lines[0] + "\n" + lines[1].prefix(50), to: Self.journal)
    #expect(try models("verify").output == "default  ok\n")
    #expect(try models("show").output.contains("Brazil"))
    #expect(try records.count == 2)
    #expect(try run("call add(#Dune)").status == 0)
    #expect(try models("verify").output == "default  ok\n")
    #expect(try names == "[\"Alien\",\"Brazil\",\"Dune\"]\n")
  }

  @Test func `another process reads while the application stores`() throws {
    let process = try CommandProcess(["app.lua", "--documents", "d"], in: folder)
    for number in 0..<5 {
      try process.send("call add(#n\(number))\nstore\nget films[\(number + 3)]/name\n")
      #expect(process.line() == "n\(number)")
      #expect(try models("show").output.contains("\"name\": \"n\(number)\""))
      #expect(try models("verify").status == 0)
    }
    let compacted = try models("compact")
    #expect(compacted.status == 1 && compacted.errors.contains("is in use by okit-run"), "\(compacted)")
    #expect(try process.end() == 0)
    #expect(try records.count == 7)
  }

  @Test func `a journal without a document is reported`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/" + Self.document)
    let verified = try models("verify")
    #expect(verified.status == 1)
    #expect(verified.errors.contains("\(Self.journal): the journal has no document"), "\(verified)")
    let refused = try run("screen")
    #expect(refused.status == 1 && refused.errors.contains("is missing, although its journal exists"), "\(refused)")
    let restored = try models("restore")
    #expect(restored.status == 1 && restored.errors.contains("is missing, although its journal exists"), "\(restored)")
    #expect(restored.errors.contains("remove \(Self.journal) to start with a new model"), "\(restored)")
  }
}
