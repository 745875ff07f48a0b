import Foundation
import OKitTestSupport
import Testing

/// `okit-run models export …`
@Suite struct ModelsExportTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "", seen = false, shown = t.date(), note = \
      t.optional(t.string) })
      local Films = okit.Model:extend("Films", { films = t.list(Film), title = "" })
      print "output of the script"
      okit.Model.register(Films).films:add { name = "new" }
      """,
      "data/okit/data/default.json": Self.document,
    ])
  }

  static let document =
    #"""
    {"films": [{"id": "a", "name": "A, \"B\"", "shown": 0}, {"id": "b", "seen": true, "shown": 1.5, "tags": [1]}], \#
    "id": "r"}
    """#

  private func export(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models", "export"] + arguments, in: folder)
  }

  @Test func `each format`() throws {
    #expect(try export("--documents", "data", "--format", "json").output == Self.document)
    let csv = try export("--documents", "data", "--format", "csv")
    #expect(csv.output == "id,name,shown,seen\r\na,\"A, \"\"B\"\"\",0,\r\nb,,1.5,true\r\n")
    #expect(csv.errors == "warning: CSV has only stored properties of one value; left out: tags\n")
    #expect(csv.status == 0)
    let typed = try export("app.lua", "--documents", "data", "--format", "csv", "--list", "films")
    #expect(
      typed.output
        == """
        id,name,note,seen,shown\r\na,\"A, \"\"B\"\"\",,,2001-01-01T00:00:00Z\r\nb,,,true,2001-01-01T00:00:01.500Z\r\n
        """
    )
    #expect(try export("app.lua", "--documents", "data", "--format", "sql").output.contains("CREATE TABLE \"Film\""))
    #expect(try export("default", "--documents", "data", "--format", "plist").output.contains("<key>films</key>"))
    #expect(try export("--documents", "data", "--format", "xml").output.contains("<model name=\"default\">"))
    #expect(try folder.read("data/okit/data/default.json") == Self.document)
    #expect(!folder.exists("data/okit/.lock"))
  }

  @Test func `a file is replaced as a whole`() throws {
    try folder.write("before", to: "out/films.csv")
    #expect(try export("--documents", "data", "--format", "csv", "--output", "out/films.csv").status == 0)
    #expect(try folder.read("out/films.csv").hasPrefix("id,name"))
    try folder.write("before", to: "out/films.csv")
    let wrong = #"{"films": [{"id": "a"}], "x": }"#
    try folder.write(wrong, to: "data/okit/data/default.json")
    let failed = try export("--documents", "data", "--format", "xml", "--output", "out/films.csv")
    #expect(failed.status == 1)
    #expect(failed.errors.hasPrefix("data/okit/data/default.json: byte 30: expected a value"), "\(failed.errors)")
    #expect(try folder.read("out/films.csv") == "before")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out") == ["films.csv"])
  }

  @Test func `a file has the permissions of any new file or of the one that it replaces`() throws {
    func permissions() throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/new.json")
      return attributes[.posixPermissions] as? Int
    }
    try folder.write("", to: "other")
    let usual = try FileManager.default.attributesOfItem(atPath: folder.path + "/other")[.posixPermissions] as? Int
    #expect(try export("--documents", "data", "--format", "json", "--output", "new.json").status == 0)
    #expect(try permissions() == usual)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/new.json")
    #expect(try export("--documents", "data", "--format", "json", "--output", "new.json").status == 0)
    #expect(try permissions() == 0o640)
  }

  @Test func `an interrupted export leaves no file`() throws {
    let rows = (0..<100_000).map { "{\"id\": \"\($0)\", \"name\": \"\(String(repeating: "x", count: 40))\"}" }
    try folder.write("{\"films\": [\(rows.joined(separator: ","))]}", to: "data/okit/data/large.json")
    try folder.write("before", to: "out/l.csv")
    let process = try TerminalProcess(
      ["models", "export", "large", "--documents", "data", "--format", "csv", "--output", "out/l.csv"], in: folder)
    // The rows are being written.
    #expect(process.until("exporting large  51 %") != nil)
    process.signal(SIGTERM)
    #expect(process.end() == 128 + SIGTERM)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out") == ["l.csv"])
    #expect(try folder.read("out/l.csv") == "before")
  }

  @Test func `a link is followed`() throws {
    try folder.write("before", to: "target.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: "target.json")
    #expect(try export("--documents", "data", "--format", "json", "--output", "link.json").status == 0)
    #expect(try folder.read("target.json") == Self.document)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.json") == "target.json")
  }

  @Test(arguments: ["/dev/full", ".", "none/films.csv"])
  func `a file that cannot be written`(file: String) throws {
    let result = try export("--documents", "data", "--format", "csv", "--output", file)
    #expect(result.status == 1)
    #expect(result.errors.contains("cannot write \(file): "), "\(result)")
  }

  @Test(arguments: [
    ["--documents", "data"], ["--documents", "data", "--format", "yaml"], ["--format", "csv"],
    ["none.lua", "--format", "csv"],
    ["--documents", "data", "--format", "json", "--list", "films"],
    ["a", "b", "--documents", "data", "--format", "json"],
    ["--documents", "none", "--format", "json"], ["--documents", "data", "--format", "json", "--output", ""],
  ])
  func `wrong usage is rejected`(arguments: [String]) throws {
    #expect(try CommandProcess.run(["models", "export"] + arguments, in: folder).status == 2)
  }

  @Test func `models, lists and scripts that do not exist`() throws {
    try folder.write("error 'bad'", to: "bad.lua")
    for (arguments, text) in [
      (["other", "--format", "json"], "no stored model \"other\""),
      (["--format", "csv", "--list", "film"], "\"films\""),
      (["bad.lua", "--format", "csv"], "bad.lua:1: bad"),
    ] {
      let result = try CommandProcess.run(["models", "export", "--documents", "data"] + arguments, in: folder)
      #expect(result.status == 1 && result.output == "", "\(result)")
      #expect(result.errors.contains(text), "\(result)")
    }
    try folder.write("{}", to: "data/okit/data/other.json")
    let unknown = try export("app.lua", "other", "--documents", "data", "--format", "sql")
    #expect(unknown.status == 1)
    #expect(unknown.errors == "app.lua registers no model \"other\"\n")
  }

  /// Progress and texts of models at a terminal.
  @Test func `a terminal shows progress and no control characters`() throws {
    let rows = (0..<20_000).map { "{\"id\": \"\($0)\", \"name\": \"\(String(repeating: "x", count: 40))\"}" }
    try folder.write("{\"films\": [\(rows.joined(separator: ","))]}", to: "data/okit/data/large.json")
    try folder.write(#"{"films": [{"id": "a", "name": "\u001b[31m"}]}"#, to: "data/okit/data/small.json")
    let large = try TerminalProcess(
      ["models", "export", "large", "--documents", "data", "--format", "csv", "--output", "l.csv"], in: folder)
    #expect(large.until("exporting large  50 %") != nil)
    let small = try TerminalProcess(
      ["models", "export", "small", "--documents", "data", "--format", "csv"], in: folder)
    let shown = small.until("[31m")
    #expect(shown?.contains("\\u{1B}") == true && shown?.contains("\u{1B}") == false, "\(shown ?? "")")
  }

  @Test func `sqlite reads the statements`() throws {
    let shell = "/usr/bin/sqlite3"
    guard FileManager.default.isExecutableFile(atPath: shell) else { return }
    try folder.write(
      #"""
      {"id": "r", "films": [{"id": "a", "name": "O'\u0338B\u0000\n;", "n": -9223372036854775808, "x": 1e-7, "sub": \#
      [{"id": "s", "y": "'\u0338); --"}]}]}
      """#,
      to: "data/okit/data/default.json")
    #expect(try export("--documents", "data", "--format", "sql", "--output", "m.sql").status == 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = [
      "-bail", ":memory:", ".read \(folder.path)/m.sql",
      "select hex(f.name), f.n, f.x, s.parent_id, s.position, hex(s.y) from films f join sub s on s.parent_id = f.id",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text == "4F27CCB842000A3B|-9223372036854775808|1.0e-07|a|0|27CCB8293B202D2D\n")
  }
}
