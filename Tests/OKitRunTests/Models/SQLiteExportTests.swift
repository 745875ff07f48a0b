import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// `okit-run models export` and `show` of a model in SQLite, whose document is written to a temporary file.
@Suite struct SQLiteExportTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Chapter = okit.ModelEntity:extend("Chapter", { title = "", pages = 0 })
      local Film = okit.ModelEntity:extend("Film", {
        name = "", isSeen = false, rating = t.optional(t.double), released = t.optional(t.date), tags = \
      t.list(t.string),
        scores = t.map(t.double), chapters = t.list(Chapter), parts = t.map(Chapter), trailer = t.optional(Chapter),
      })
      local Series = Film:extend("Series", { seasons = 1 })
      local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film), note = "" })
      local films = okit.Model.register(Films)
      if okit.arguments[1] == "fill" then
        films.films:add { id = "a", name = "Alien, 1979", isSeen = true, rating = 8.5, tags = { "x", "y" }, scores = { \
      b = 1, a = 2 } }
        films.films:add { id = "b", name = "Brazil", released = okit.date("1985-02-20"), trailer = { id = "t" } }
        films.films:add { id = "c", chapters = { { id = "c1", title = "One" }, { id = "c2" } }, parts = { two = { id = \
      "p2" }, one = { id = "p1" } } }
      end
      """
    ])
    let filled = try CommandProcess.run(["app.lua", "--documents", "d", "--", "fill"], in: folder)
    #expect(filled.status == 0, "\(filled)")
    try FileManager.default.createDirectory(atPath: folder.path + "/temporary", withIntermediateDirectories: true)
  }

  private func models(_ arguments: String..., after: String? = nil) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["models"] + arguments + ["--documents", "d"], in: folder,
      environment: ["TMPDIR": folder.path + "/temporary"], after: after)
  }

  private var temporary: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/temporary") }
  }

  private func change(_ sql: String) throws {
    try SQLiteConnection("\(folder.path)/d/okit/data/default.sqlite", .write).run(sql)
  }

  @Test func `an export equals the document of the model in a file`() throws {
    let exported = try models("export", "--format", "json")
    #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
    #expect(try models("export", "app.lua", "--format", "json") == exported)
    let shown = try models("show")
    #expect(shown.output == exported.output, "\(shown)")
    let csv = try models("export", "--format", "csv").output
    #expect(csv.contains("\r\na,") && csv.contains("\"Alien, 1979\""), "\(csv)")
    let sql = try models("export", "--format", "sql").output
    #expect(sql.contains("'p1', 'c', 'parts', 'one'") && sql.contains("'c2', 'c', 'chapters', 1"), "\(sql)")
    #expect(try temporary == [])
    #expect(try models("convert", "app.lua", "--to", "file").status == 0)
    #expect(try folder.read("d/okit/data/default.json") == exported.output)
  }

  @Test func `a temporary file that cannot be written is an error`() throws {
    try change("UPDATE Films SET note = hex(zeroblob(1000000))")
    for command in [["export", "--format", "sql"], ["export", "app.lua", "--format", "json"], ["show"]] {
      let full = try CommandProcess.run(
        ["models"] + command + ["--documents", "d"], in: folder,
        environment: ["TMPDIR": folder.path + "/temporary"], after: "trap '' XFSZ; ulimit -f 1000")
      #expect(full.status == 1 && full.output.isEmpty, "\(full.errors)")
      #expect(full.errors.contains("cannot write a temporary file: File too large"), "\(full.errors)")
      #expect(full.errors.contains("set TMPDIR to a folder with enough space"), "\(full.errors)")
      #expect(try temporary == [])
      let missing = try CommandProcess.run(
        ["models"] + command + ["--documents", "d"], in: folder, environment: ["TMPDIR": folder.path + "/missing"])
      #expect(missing.status == 1 && missing.output.isEmpty)
      #expect(missing.errors.contains("cannot write a temporary file: No such file or directory"), "\(missing.errors)")
    }
    #expect(try models("show", "--format", "json").output.utf8.count > 2_000_000)
  }

  @Test(arguments: [
    ("UPDATE Film SET parent_id = 'nobody' WHERE id = 'b'", "its owner, the row with the id \"nobody\", is missing"),
    ("INSERT INTO Series (id) VALUES ('a')", "the id \"a\" is used twice"),
    ("UPDATE Chapter SET parent_id = id WHERE id = 'c1'", "or owns itself"),
    ("DELETE FROM Films", "the row of the model, with the id "),
  ])
  func `damaged rows are an error, and nothing is exported`(sql: String, message: String) throws {
    try change(sql)
    for command in [["show"], ["export", "--format", "json"], ["export", "--format", "csv"], ["verify"]] {
      let result = try CommandProcess.run(["models"] + command + ["--documents", "d"], in: folder)
      #expect(result.status == 1 && result.output.isEmpty, "\(command): \(result)")
      #expect(result.errors.contains(message), "\(command): \(result)")
    }
  }
}
