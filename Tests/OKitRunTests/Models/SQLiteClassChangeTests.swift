import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Applications whose classes change, on one model in SQLite.
@Suite struct SQLiteClassChangeTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try write(
      "v1", kind: "ModelSQLite",
      """
      local Tag = okit.ModelEntity:extend("Tag", { name = "" })
      local Note = okit.ModelEntity:extend("Note", {
        text = "", done = false, at = t.date("2001-01-02"), about = t.ref "Film", marks = t.map(t.bool), tags = \
      t.list(Tag),
      })
      local LongNote = Note:extend("LongNote", { rest = "" })
      local Film = okit.ModelEntity:extend("Film", {
        name = "", notes = t.list(Note), best = t.entity(Note), byName = t.map(t.entity(Note)), code = 7,
      })
      """)
    try write(
      "v2", kind: "ModelSQLite",
      """
      local Tag = okit.ModelEntity:extend("Tag", { name = "" })
      local Film = okit.ModelEntity:extend("Film", { name = "", code = "" })
      """)
    try folder.write(
      """
      local m = okit.Model.get()
      m.films:add { id = "f", name = "Alien", best = { id = "b", text = "best" }, notes = {
        { id = "n1", text = "keep me", done = true, about = "f", marks = { a = true, b = false }, tags = { { id = "t", \
      name = "T" } } },
        LongNote { id = "n2", text = "long", rest = "and more" },
      } }
      m.films[1].byName["x/y"] = { id = "n3", text = "by name" }
      m.films:add { id = "g", name = "Brazil" }
      okit.Model.storeState()
      """, to: "fill.lua")
  }

  private func write(_ name: String, kind: String, _ classes: String, _ more: String = "") throws {
    try folder.write(
      """
      local t = okit.types
      \(classes)
      local Films = okit.\(kind):extend("Films", { films = t.list(Film), tags = t.list(Tag) })
      \(more)
      okit.Model.register(Films)
      _G.LongNote = LongNote
      okit.ModelListTableController:extend("home", { dataPath = "films", cell = okit.ModelTableCell { path = "name" } })
      """, to: "\(name).lua")
  }

  @discardableResult
  private func run(_ app: String, _ commands: String..., in documents: String = "d") throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["\(app).lua", "--documents", documents, "--seed", "1", "--exec", commands.joined(separator: "; ")], in: folder)
  }

  private func fill(_ app: String = "v1", in documents: String = "d") throws {
    let script = try folder.read("fill.lua").split(separator: "\n").joined(separator: " ")
    let result = try CommandProcess.run(
      ["\(app).lua", "--documents", documents, "--seed", "1"], input: "eval \(script)\n", in: folder)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
  }

  private var database: SQLiteDatabase {
    SQLiteDatabases(documents: "\(folder.path)/d").open("okit/data/default.sqlite")
  }

  private func values(_ sql: String) throws -> [String] {
    try database.withConnection { try $0.values(sql).map { $0.value.scalarText ?? "NULL" } } ?? []
  }

  private static let snapshot = "eval okit.Model.get():snapshot()"

  @Test func `a class that returns has its entities again`() throws {
    try fill()
    let before = try run("v1", Self.snapshot).output
    #expect(before.contains("keep me") && before.contains("and more"))
    let changed = try run("v2", "set-path films[1]/name = Brazil!", "store")
    #expect(changed.status == 0, "\(changed)")
    #expect(try values("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Note%'") == ["0"])
    #expect(try values("SELECT json_extract(extra, '$.notes[0].done') FROM Film WHERE id = 'f'") == ["1"])
    let back = try run("v1", Self.snapshot, "set-path films[0]/notes[0]/text = more", "store")
    #expect(
      back.output.split(separator: "\n").first.map(String.init)
        == before.replacingOccurrences(of: "Brazil", with: "Brazil!").trimmingCharacters(in: .newlines), "\(back)")
    #expect(try values("SELECT text FROM Note ORDER BY id") == ["best", "more", "by name"])
    #expect(try values("SELECT rest FROM LongNote") == ["and more"])
    #expect(try values("SELECT name FROM Tag") == ["T"])
  }

  @Test func `an entity of an unknown class in a property that exists is an error`() throws {
    try fill()
    try write(
      "v3", kind: "ModelSQLite",
      """
      local Tag = okit.ModelEntity:extend("Tag", { name = "" })
      local Note = okit.ModelEntity:extend("Note", { text = "" })
      local Film = okit.ModelEntity:extend("Film", { name = "", notes = t.list(Note) })
      """)
    let refused = try run("v3", "get films")
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains(
        "Film(f).notes has entities in the table \"LongNote\" of the unknown class \"LongNote\""),
      "\(refused)")
  }

  @Test func `a property of another type begins with a column of its type`() throws {
    try fill()
    #expect(try run("v2", "get films.code").output == "[\"7\",\"7\"]\n")
    #expect(try run("v2", "eval okit.Model.get().films[1].code = '007'", "store").status == 0)
    #expect(try run("v2", "get films.code").output == "[\"007\",\"7\"]\n")
    #expect(try values("SELECT typeof(code) FROM Film") == ["text", "text"])
  }

  @Test func `names that differ in case are one name`() throws {
    try run(
      "v2",
      """
      eval local films = okit.Model.get().films films:add { name = 'Alien', code = '1' } films:add { name = 'Brazil', \
      code = '2' }
      """,
      "store")
    try write(
      "v4", kind: "ModelSQLite",
      """
      local Tag = okit.ModelEntity:extend("Tag", { name = "" })
      local Film = okit.ModelEntity:extend("Film", { name = t.string { column = "NAME" }, code = "" })
      Film.table = "FILM"
      """)
    let result = try run("v4", "set-path films[0]/code = x", "store")
    #expect(result.status == 0, "\(result)")
    #expect(try run("v4", "get films.name").output == "[\"Alien\",\"Brazil\"]\n")
  }

  @Test func `a table of another program is not taken`() throws {
    try run(
      "v2",
      """
      eval local films = okit.Model.get().films films:add { name = 'Alien', code = '1' } films:add { name = 'Brazil', \
      code = '2' }
      """,
      "store")
    try database.withConnection { connection in
      try connection.run("CREATE TABLE Note (id TEXT, mine TEXT)")
      try connection.run("INSERT INTO Note VALUES ('1', 'mine')")
    }
    let refused = try run("v1", "store")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("the database has a table \"Note\", which okit has not made"), "\(refused)")
    #expect(try values("SELECT mine FROM Note") == ["mine"])
  }

  @Test func `migrate gets the document, and migrateRow the lists of a row`() throws {
    try fill()
    try write(
      "v5", kind: "ModelSQLite",
      """
      local Tag = okit.ModelEntity:extend("Tag", { name = "" })
      local Note = okit.ModelEntity:extend("Note", { text = "", done = "", marks = t.list(t.string), about = t.ref \
      "Film" })
      local LongNote = Note:extend("LongNote", { rest = "" })
      local Film = okit.ModelEntity:extend("Film", { name = "", remarks = t.list(Note) })
      local function migrate(row, from)
        row.done = tostring(row.done)
        local marks = {}
        for key, value in pairs(row.marks) do marks[#marks + 1] = key .. "=" .. tostring(value) end
        table.sort(marks)
        row.marks = marks
        return row
      end
      Note.migrateRow, LongNote.migrateRow = migrate, migrate
      """,
      """
      Films.version = 2
      function Films.migrate(old, from)
        for _, film in ipairs(old.films) do film.remarks, film.notes, film.name = film.notes, nil, film.name .. from end
        return old
      end
      """)
    let shown = try run(
      "v5", "get films.name", "get films[0]/remarks.text", "get films[0]/remarks[0]/marks", "get films[0]/remarks.done",
      "get films[0]/remarks[0]/about/ref/name", "get films[0]/remarks[1]/rest", "store")
    #expect(
      shown.output == """
        ["Alien1","Brazil1"]
        ["keep me","long"]
        ["a=true","b=false"]
        ["true","false"]
        Alien1
        and more

        """, "\(shown)")
    #expect(try values("SELECT version FROM okit_model") == ["2"])
    #expect(try run("v5", "get films.name").output == "[\"Alien1\",\"Brazil1\"]\n")
    // What the classes do not have any more is kept.
    #expect(try values("SELECT json_extract(extra, '$.best.text') FROM Film WHERE id = 'f'") == ["best"])
  }

  @Test(arguments: [
    ("return nil", "Tag.migrateRow must return a table, got nil"),
    ("return { 1, 2 }", "Tag.migrateRow must return a table with names, got an array of 2"),
    ("error \"boom\"", "boom"), ("row.name = {} return row", "after the migration from version 1: "),
  ]) func `a failed migration names the row and changes nothing`(body: String, message: String) throws {
    try fill()
    let before = try values("SELECT name FROM Tag")
    try write(
      "v6", kind: "ModelSQLite",
      """
      local Tag = okit.ModelEntity:extend("Tag", { name = 0 })
      function Tag.migrateRow(row, from) \(body) end
      local Film = okit.ModelEntity:extend("Film", { name = "" })
      """, "Films.version = 2")
    try database.withConnection { connection in
      try connection.run(
        "UPDATE Tag SET parent_id = (SELECT id FROM Films), parent_property = 'tags', position = 1 WHERE id = 't'")
    }
    let refused = try run("v6", "store")
    #expect(refused.status == 1)
    #expect(refused.errors.contains(message), "\(refused)")
    #expect(refused.errors.contains("default.sqlite"), "\(refused)")
    if !message.hasPrefix("after") { #expect(refused.errors.contains("table \"Tag\", row \"t\""), "\(refused)") }
    #expect(try values("SELECT name FROM Tag") == before)
    #expect(try values("SELECT version FROM okit_model") == ["1"])
  }

  @Test func `a model of another kind is not begun again`() throws {
    try fill()
    let text = try folder.read("v1.lua")
    try folder.write(text.replacingOccurrences(of: "okit.ModelSQLite", with: "okit.Model"), to: "file.lua")
    let refused = try run("file", "get films")
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("the model \"default\" is stored in SQLite, and Films does not extend okit.ModelSQLite"),
      "\(refused)")
    #expect(refused.errors.contains("okit-run models convert app.lua default --to file"), "\(refused)")
    let before = try run("v1", Self.snapshot).output
    // The class was changed first.
    let converted = try CommandProcess.run(
      ["models", "convert", "file.lua", "--documents", "d", "--to", "file"], in: folder)
    #expect(converted.output == "converted default to a file\n", "\(converted)")
    #expect(try run("file", Self.snapshot).output == before)
    let other = try run("v1", "get films")
    #expect(other.status == 1)
    #expect(
      other.errors.contains("the model \"default\" is stored in a document, and Films extends okit.ModelSQLite"),
      "\(other)")
    #expect(!folder.exists("d/okit/data/default.sqlite"))
    let back = try CommandProcess.run(
      ["models", "convert", "v1.lua", "--documents", "d", "--to", "sqlite"], in: folder)
    #expect(back.output == "converted default to SQLite\n", "\(back)")
    #expect(try run("v1", Self.snapshot).output == before)
  }

  @Test func `show prints the document`() throws {
    let text = try folder.read("v1.lua").replacingOccurrences(
      of: "okit.Model.register", with: "Films.version = 3 okit.Model.register")
    try folder.write(text, to: "v1.lua")
    try folder.write(text.replacingOccurrences(of: "okit.ModelSQLite", with: "okit.Model"), to: "file.lua")
    try fill()
    try fill("file", in: "e")
    let (rows, document) = (
      try CommandProcess.run(["models", "show", "--documents", "d"], in: folder),
      try CommandProcess.run(["models", "show", "--documents", "e"], in: folder)
    )
    // A row has no ids of references.
    func comparable(_ output: String) -> [Substring] {
      output.split(separator: "\n").filter { line in
        !line.contains("\"id\": ") || ["\"f\"", "\"n1\"", "\"n2\"", "\"n3\""].contains { line.contains($0) }
      }
    }
    #expect(rows.status == 0 && document.status == 0, "\(rows)")
    #expect(comparable(rows.output) == comparable(document.output))
    #expect(rows.output.contains("\"$version\": 3"))
    #expect(rows.output.contains("\"$type\": \"LongNote\""))
  }
}
