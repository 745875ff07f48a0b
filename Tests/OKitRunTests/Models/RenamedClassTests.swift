import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Databases whose classes have other names in the application now.
@Suite struct RenamedClassTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try write(
      "old",
      """
      local Note = okit.ModelEntity:extend("Note", { text = "" })
      local Film = okit.ModelEntity:extend("Film", { name = "", best = t.entity(Note), notes = t.list(Note), tags = \
      t.list(t.string) })
      local Short = Film:extend("Short", { minutes = 0 })
      local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film) })
      local films = okit.Model.register(Films)
      if #films.films == 0 then
        films.films:add { id = "a", name = "Alien", best = { id = "n", text = "best" }, notes = { { id = "m", text = \
      "m" } }, tags = { "x", "y" } }
        films.films:add(Short { id = "s", name = "Short", minutes = 7 })
      end
      """)
    let made = try run("old", "store")
    #expect(made.status == 0, "\(made)")
  }

  private func write(_ name: String, _ classes: String) throws {
    let list = """
      okit.ModelListTableController:extend("home", { dataPath = "films", cell = okit.ModelTableCell { path = "name" } })
      """
    try folder.write("local t = okit.types\n\(classes)\n\(list)\n", to: "\(name).lua")
  }

  private func run(_ script: String, _ commands: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["\(script).lua", "--documents", "d", "--seed", "1", "--exec", commands.joined(separator: "; ")], in: folder)
  }

  private static let renamed = """
    local Comment = okit.ModelEntity:extend("Comment", { text = "" })
    Comment.table = "Note"
    local Movie = okit.ModelEntity:extend("Movie", { name = "", best = t.entity(Comment), notes = t.list(Comment), \
    tags = t.list(t.string) })
    Movie.table = "Film"
    local Clip = Movie:extend("Clip", { minutes = 0 })
    Clip.table = "Short"
    local Movies = okit.ModelSQLite:extend("Movies", { films = t.list(Movie) })
    Movies.table = "Films"
    """

  private static let registration = "\nokit.Model.register(Movies)"

  private func values(_ sql: String) throws -> [String] {
    try SQLiteConnection("\(folder.path)/d/okit/data/default.sqlite", .write).values(sql)
      .map { $0.value.scalarText ?? "NULL" }
  }

  @Test func `a class with another name keeps its rows by the name of its table`() throws {
    try write("new", Self.renamed + Self.registration)
    let read = try run(
      "new", "get films.name", "get films[0]/best/text", "get films[0]/notes.text", "get films[0]/tags",
      "get films[1]/minutes")
    #expect(read.status == 0, "\(read)")
    #expect(read.output.hasPrefix("[\"Alien\",\"Short\"]\nbest\n[\"m\"]\n[\"x\",\"y\"]\n7\n"), "\(read)")
    #expect(try run("new", "set-path films[0]/name = Aliens", "store").status == 0)
    #expect(try values("SELECT name FROM Film") == ["Aliens"])
    #expect(try values("SELECT text FROM Note ORDER BY id") == ["m", "best"])
    #expect(try values("SELECT schema LIKE '%\"Movie\"%' AND schema NOT LIKE '%\"Film\":%' FROM okit_model") == ["1"])
    #expect(try values("SELECT count(*) FROM sqlite_schema WHERE type = 'table'") == ["7"])
    #expect(try run("new", "get films.name").output == "[\"Aliens\",\"Short\"]\n")
    let verified = try CommandProcess.run(["models", "verify", "new.lua", "--documents", "d"], in: folder)
    #expect(verified.output == "default  ok\n", "\(verified)")
  }

  @Test func `a class without the table names how to keep its rows`() throws {
    try write(
      "other", Self.renamed.replacingOccurrences(of: "Movie.table = \"Film\"\n", with: "") + Self.registration)
    let refused = try run("other", "get films.name")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("of the unknown class \"Film\""), "\(refused)")
    #expect(refused.errors.contains("NAME.table = \"Film\""), "\(refused)")
    #expect(try run("old", "get films.name").output == "[\"Alien\",\"Short\"]\n")
  }

  @Test func `rows of a class with another name are converted`() throws {
    try write(
      "new",
      Self.renamed
        + "\nMovies.version = 2\nfunction Movie.migrateRow(row, from) row.name = row.name .. from return row end"
        + Self.registration)
    let read = try run("new", "get films.name", "store")
    #expect(read.output == "[\"Alien1\",\"Short\"]\n", "\(read)")
    #expect(try run("new", "get films.name").output == "[\"Alien1\",\"Short\"]\n")
    #expect(try values("SELECT name FROM Film") == ["Alien1"])
  }
}
