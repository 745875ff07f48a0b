import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// `okit-run models …` on a model in SQLite, and a process that is killed while it stores one.
@Suite struct SQLiteCommandTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "", tags = t.list(t.string) })
      local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film), count = 0 })
      local films = okit.Model.register(Films)
      function Films:add(name) self.films:add { id = name, name = name, tags = { "x", name } } end
      function Films:fill()
        while true do
          self.count = self.count + 1
          for _ = 1, 20 do self.films:add { name = "Film " .. self.count } end
          if #self.films > 100 then for _ = 1, 40 do self.films:remove(1) end end
          okit.Model.store(self)
          print(self.count)
        end
      end
      okit.ModelListTableController:extend("home", {
        type = "Film", dataPath = "films", titlePath = "%Films", cell = okit.ModelTableCell { path = "name" },
      })
      """
    ])
  }

  private static let database = "d/okit/data/default.sqlite"

  private func run(_ commands: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "d", "--exec", commands.joined(separator: "; ")], in: folder)
  }

  private func models(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models"] + arguments + ["--documents", "d"], in: folder)
  }

  private func change(_ sql: String) throws {
    try SQLiteConnection("\(folder.path)/\(Self.database)", .write).run(sql)
  }

  @Test func `a column that another program has renamed is an error`() throws {
    #expect(try run("call add(#Alien)").status == 0)
    try change("ALTER TABLE Film RENAME COLUMN name TO title")
    for result in [try run("get films.name"), try models("verify"), try models("show")] {
      #expect(result.status == 1 && result.errors.contains("no such column: name"), "\(result)")
    }
  }

  @Test(arguments: [
    ("ALTER TABLE okit_model DROP COLUMN schema", "no such column: schema"),
    ("UPDATE okit_model SET schema = '{}'", "table \"okit_model\": expected a version and a schema"),
    ("DROP TABLE okit_model", "if okit has made them, restore the table okit_model or a backup"),
    ("ALTER TABLE okit_blob RENAME COLUMN content TO bytes", "no such column: content"),
    ("DROP TABLE okit_blob", "the row in \"okit_blob\" with the 5 bytes of ModelData(D) is missing"),
    ("DROP TABLE Film", "no such table: Film"),
  ])
  func `a table of okit that a person has changed says what to do`(sql: String, message: String) throws {
    try folder.write(
      """
      local t = okit.types
      local Film = okit.ModelEntity:extend("Film", { name = "", data = t.entity(okit.ModelData) })
      local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film) })
      local films = okit.Model.register(Films)
      if #films.films == 0 then films.films:add { id = "f", data = okit.ModelData { id = "D", data = "bytes" } } end
      okit.ModelListTableController:extend("home", { dataPath = "films", cell = okit.ModelTableCell { path = "name" } })
      """, to: "app.lua")
    #expect(try run("store").status == 0)
    try change(sql)
    let result = try run("get films[0]/data/data")
    #expect(result.errors.contains(message), "\(result)")
    #expect(result.errors.contains("restore a backup") || sql.contains("DROP TABLE okit_model"), "\(result)")
  }

  @Test func `a value of the wrong type names its table, row and column`() throws {
    try folder.write(
      """
      local t = okit.types
      local P = okit.ModelEntity:extend("P", {
        int = 1, double = 1.5, bool = true, date = t.date("2001-01-02"), enum = t.enum { "a", "b" }, color = \
      t.color("#ffffff"),
        data = t.data "x", ref = t.ref "P", doubles = t.list(t.double), bools = t.map(t.bool), enums = t.set(t.enum { \
      "a", "b" }),
        named = t.string { column = "its name" },
      })
      local Ps = okit.ModelSQLite:extend("Ps", { ps = t.list(P) })
      local ps = okit.Model.register(Ps)
      if #ps.ps == 0 then ps.ps:add { id = "p", doubles = { 1 }, bools = { x = true }, enums = { "a" } } end
      okit.ModelListTableController:extend("home", { dataPath = "ps", cell = okit.ModelTableCell { path = "int" } })
      """, to: "app.lua")
    #expect(try run("store").status == 0)
    let file = "\(folder.path)/\(Self.database)"
    for (table, column, value, isPlain) in [
      ("P", "int", "'x'", false), ("P", "int", "1.5", false), ("P", "double", "9e999", true),
      ("P", "double", "-9e999", true),
      ("P", "double", "'NaN'", false), ("P", "double", "x'00'", false), ("P", "bool", "2", true),
      ("P", "bool", "'yes'", true),
      ("P", "date", "'soon'", true), ("P", "date", "x'00'", true), ("P", "enum", "'c'", false),
      ("P", "color", "'blue'", false),
      ("P", "data", "7", false), ("P", "ref", "x'00'", true), ("P", "its name", "x'00'", false),
      ("P", "extra", "'{'", true), ("P", "its name", "CAST(x'fc' AS TEXT)", true),
      ("P_enums", "value", "CAST(x'fc' AS TEXT)", false),
      ("P", "extra", "'[]'", true), ("P_doubles", "value", "9e999", true), ("P_doubles", "value", "NULL", false),
      ("P_bools", "value", "2", true), ("P_bools", "key", "x'00'", false), ("P_enums", "value", "'c'", false),
    ] {
      let connection = try SQLiteConnection(file, .write)
      try connection.run("CREATE TEMP TABLE old AS SELECT \"\(column)\" AS v FROM \(table)")
      try connection.run("UPDATE \(table) SET \"\(column)\" = \(value)")
      let results =
        [try run("get ps.int"), try models("verify", "app.lua")]
        + (isPlain ? [try models("verify"), try models("show")] : [])
      for result in results {
        #expect(result.status == 1, "\(table).\(column) = \(value): \(result)")
        #expect(
          result.errors.contains("table \"\(table)\", row \"p\", column \"\(column)\": "),
          "\(column) = \(value): \(result)")
        #expect(result.errors.contains("default.sqlite"), "\(result)")
      }
      try connection.run("UPDATE \(table) SET \"\(column)\" = (SELECT v FROM old)")
      try connection.run("DROP TABLE old")
    }
    #expect(try models("verify", "app.lua").output == "default  ok\n")
  }

  @Test func `a row without its owner is an error, also without the application`() throws {
    #expect(try run("call add(#Alien)").status == 0)
    try change("UPDATE Film SET parent_id = 'nobody'")
    for result in [try models("verify"), try models("verify", "--repair"), try models("verify", "app.lua")] {
      #expect(result.status == 1, "\(result)")
      #expect(result.errors.contains("its owner, the row with the id \"nobody\", is missing"), "\(result)")
      #expect(result.output.isEmpty)
    }
  }

  @Test(arguments: [
    (["DELETE FROM Film"], "DELETE FROM \"Film_tags\" WHERE owner_id = 'O''Hara'"),
    (
      ["UPDATE Film SET parent_id = 'nobody'", "DELETE FROM Film_tags"],
      "DELETE FROM \"Film\" WHERE id = 'O''Hara'"
    ),
  ])
  func `a row without its owner has a statement that removes it`(_ changes: [String], _ advice: String) throws {
    #expect(try run("eval okit.Model.get():add(\"O'Hara\")").status == 0)
    for sql in changes { try change(sql) }
    for result in [try run("get count"), try models("verify", "app.lua")] {
      #expect(result.status == 1 && result.errors.contains("(put the owner back, restore a backup, "), "\(result)")
      #expect(result.errors.contains(advice), "\(result)")
    }
    try change(advice)
    #expect(try run("get films.name").output == "[]\n")
    #expect(try models("verify", "app.lua").output == "default  ok\n")
  }

  /// A later version of the model writes all rows.
  @Test(arguments: [
    ("INSERT", "films:add { id = 'new' }"), ("UPDATE", "films[1].name = 'changed'"), ("DELETE", "films:remove(1)"),
  ])
  func `a store of all rows leaves none out silently`(_ event: String, _ change: String) throws {
    #expect(try run("call add(#Alien)").status == 0)
    try self.change("CREATE TRIGGER ignored BEFORE \(event) ON Film BEGIN SELECT RAISE(IGNORE); END")
    let script = try folder.read("app.lua")
    try folder.write(
      script.replacing("local films = okit", with: "Films.version = 2\nlocal films = okit"), to: "app.lua")
    let refused = try run("eval okit.Model.get().\(change)")
    #expect(refused.status == 1, "\(refused)")
    #expect(refused.errors.contains("a rule of the database (RAISE(IGNORE))"), "\(refused)")
  }

  @Test func `a model in SQLite is listed, shown and verified`() throws {
    #expect(try run("call add(#Alien)", "call add(#Brazil)").status == 0)
    #expect(try run("get films.name").output == "[\"Alien\",\"Brazil\"]\n")
    let listed = try models("list")
    #expect(listed.output.hasPrefix("default  "), "\(listed)")
    #expect(listed.output.hasSuffix(" bytes, SQLite\n"), "\(listed)")
    #expect(try models("list", "--format", "json").output.contains("\"kind\":\"sqlite\""))
    let shown = try models("show", "--format", "json")
    #expect(shown.output.contains("{\"id\":\"Brazil\",\"name\":\"Brazil\",\"tags\":[\"x\",\"Brazil\"]}"), "\(shown)")
    #expect(try models("verify").output == "default  ok\n")
    #expect(try models("verify", "app.lua").output == "default  ok\n")
    for command in ["restore", "compact"] {
      let refused = try models(command, "default")
      #expect(refused.status == 1)
      #expect(refused.errors.contains("the model \"default\" is stored in SQLite"), "\(refused)")
      #expect(try models(command, "default", "--format", "json").errors.contains("\"code\":\"model.storage\""))
    }
    #expect(try models("show", "defalt").errors.contains("did you mean \"default\"?"))
  }

  @Test func `damage is reported, and nothing is overwritten`() throws {
    #expect(try run("call add(#Alien)").status == 0)
    let file = URL(fileURLWithPath: "\(folder.path)/\(Self.database)")
    #expect(!folder.exists(Self.database + "-wal"))
    var connection: SQLiteConnection? = try SQLiteConnection(file.path, .write)
    try connection?.run("UPDATE Film SET parent_id = 'nobody'")
    let verified = try models("verify", "app.lua")
    #expect(verified.status == 1)
    #expect(verified.errors.contains("its owner, the row with the id \"nobody\", is missing"), "\(verified)")
    connection = nil
    var bytes = try Data(contentsOf: file)
    for index in 100..<4096 { bytes[index] = 0xAA }
    try bytes.write(to: file)
    #expect(try models("verify").status == 1)
    let started = try run("call add(#Brazil)")
    #expect(started.status == 1)
    #expect(started.errors.contains("default.sqlite"), "\(started)")
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test(arguments: [1, 5, 23]) func `a killed store leaves the last state`(count: Int) throws {
    #expect(try run("call add(#first)").status == 0)
    let process = try CommandProcess(
      ["app.lua", "--documents", "d", "--limit-time", "60s", "--exec", "call fill()"], in: folder)
    for _ in 0..<count { #expect(process.line() != nil) }
    let last = process.kill().last.flatMap { Int($0) } ?? count
    let database = SQLiteDatabases(documents: "\(folder.path)/d").open("okit/data/default.sqlite")
    #expect(try database.problems() == [])
    var stored: [Int] = []
    for sql in [
      "SELECT count FROM Films", "SELECT count(*) FROM Film WHERE name = 'Film ' || (SELECT count FROM Films)",
    ] {
      try database.withConnection { connection in
        stored += try connection.values(sql).compactMap { if case .int(let int) = $0 { int } else { nil } }
      }
    }
    // The store after the last line may be complete.
    #expect(stored.count == 2 && (last...(last + 1)).contains(stored[0]), "\(last): \(stored)")
    #expect(stored.last == 20)
    database.close()
    #expect(try models("verify", "app.lua").output == "default  ok\n")
  }

  @Test func `an export beside an application that stores is of one state`() throws {
    #expect(try run("call add(#first)").status == 0)
    let process = try CommandProcess(
      ["app.lua", "--documents", "d", "--limit-time", "60s", "--exec", "call fill()"], in: folder)
    for _ in 0..<3 { #expect(process.line() != nil) }
    for application in [["app.lua"], []] {
      let exported = try CommandProcess.run(
        ["models", "export"] + application + ["--documents", "d", "--format", "json"], in: folder)
      #expect(exported.status == 0, "\(exported.errors)")
      let count = try #require(exported.output.firstMatch(of: /"count": (\d+)/)).1
      #expect(exported.output.matches(of: try Regex("\"name\": \"Film \(count)\"")).count == 20)
    }
    _ = process.kill()
  }

  @Test func `a model is converted to a file and back`() throws {
    #expect(try run("call add(#Alien)", "call add(#Brazil)").status == 0)
    let before = try run("eval okit.Model.get():snapshot()").output
    let converted = try models("convert", "app.lua", "--to", "file")
    #expect(converted.output == "converted default to a file\n", "\(converted)")
    #expect(!folder.exists(Self.database))
    #expect(try folder.read("d/okit/data/default.json").contains("\"name\": \"Brazil\""))
    #expect(try models("convert", "app.lua", "--to", "file").errors.contains("stored in this form already"))
    #expect(try models("convert", "app.lua", "--to", "sqlite").output == "converted default to SQLite\n")
    #expect(!folder.exists("d/okit/data/default.json"))
    #expect(try run("eval okit.Model.get():snapshot()").output == before)
    #expect(try models("convert", "app.lua", "nothing", "--to", "file").errors.contains("no stored model"))
  }

  @Test func `a database is described as an application that runs`() throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/d", withIntermediateDirectories: true)
    let connection = try SQLiteConnection("\(folder.path)/d/music.sqlite", .write)
    try connection.run("CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL)")
    try connection.run(
      """
      CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist \
      (ArtistId))
      """
    )
    try connection.run("INSERT INTO Artist VALUES (1, 'Accept')")
    try connection.run("INSERT INTO Album VALUES (1, 'Balls', 1)")
    let described = try CommandProcess.run(["models", "describe", "d/music.sqlite"], in: folder)
    #expect(described.status == 0, "\(described)")
    try folder.write(described.output, to: "music.lua")
    let result = try CommandProcess.run(
      [
        "music.lua", "--documents", "d", "--exec",
        """
        get albums[0]/artist/ref/name; set-path albums[0]/title = New; eval okit.Model.get().artists:add { name = 'X' \
        }; store
        """,
      ], in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasPrefix("Accept\n"), "\(result)")
    #expect(try connection.values("SELECT Title FROM Album") == [.text("New")])
    #expect(try connection.values("SELECT Name FROM Artist ORDER BY ArtistId") == [.text("Accept"), .text("X")])
    #expect(try CommandProcess.run(["models", "describe", "missing.sqlite"], in: folder).status == 2)
    try folder.write(
      "no database at all, and long enough to be read as one ..................................", to: "x.sqlite")
    let refused = try CommandProcess.run(["models", "describe", "x.sqlite"], in: folder)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("file is not a database"), "\(refused)")
  }
}
