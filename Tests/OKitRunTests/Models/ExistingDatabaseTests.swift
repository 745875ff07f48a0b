import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Databases of other programs: `okit-run models describe`, and applications with what it prints.
@Suite struct ExistingDatabaseTests {
  let folder: TestFolder
  let connection: SQLiteConnection

  init() throws {
    folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/d", withIntermediateDirectories: true)
    connection = try SQLiteConnection("\(folder.path)/d/db.sqlite", .write)
  }

  private func describe() throws -> String {
    let described = try CommandProcess.run(["models", "describe", "d/db.sqlite"], in: folder)
    #expect(described.status == 0, "\(described)")
    try folder.write(described.output, to: "app.lua")
    return described.output
  }

  private func run(_ commands: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "d", "--seed", "1"], input: commands.joined(separator: "\n") + "\n", in: folder)
  }

  private func values(_ sql: String) throws -> [String] {
    try connection.values(sql).map { $0.value.scalarText ?? "NULL" }
  }

  @Test func `a key that SQLite does not number gets the next number`() throws {
    try connection.run("CREATE TABLE K (k INT PRIMARY KEY, v TEXT)")
    try connection.run("CREATE TABLE W (k INTEGER PRIMARY KEY, v TEXT) WITHOUT ROWID")
    try connection.run("INSERT INTO K VALUES (4, 'a')")
    _ = try describe()
    let result = try run(
      "eval okit.Model.get().ks:add { v = 'new' }", "eval okit.Model.get().ws:add { v = 'first' }", "store",
      "eval okit.Model.get().ks[2].v = 'edited'", "store")
    #expect(result.status == 0, "\(result)")
    #expect(try values("SELECT k || v FROM K ORDER BY k") == ["4a", "5edited"])
    #expect(try values("SELECT k || v FROM W") == ["1first"])
    #expect(try run("get ks.v").output == "[\"a\",\"edited\"]\n")
    try connection.run("UPDATE K SET k = 9223372036854775807 WHERE k = 5")
    let full = try run("eval okit.Model.get().ks:add { v = 'more' }", "store")
    #expect(full.errors.contains("the table \"K\" has the largest possible key; K cannot get a new number"), "\(full)")
    #expect(try run("eval okit.Model.get().ks:add { id = 'K:7', v = 'more' }", "store").status == 0)
    #expect(try values("SELECT v FROM K WHERE k = 7") == ["more"])
  }

  @Test func `a key of any type finds its row`() throws {
    try connection.run("CREATE TABLE B (k BLOB PRIMARY KEY, v TEXT)")
    try connection.run("CREATE TABLE N (k PRIMARY KEY, v TEXT)")
    try connection.run("CREATE TABLE R (k REAL PRIMARY KEY, v TEXT)")
    try connection.run("INSERT INTO B VALUES (x'00ff', 'a')")
    try connection.run("INSERT INTO N VALUES ('12', 'a')")
    try connection.run("INSERT INTO R VALUES (0.30000000000000004, 'a')")
    _ = try describe()
    let result = try run(
      """
      eval for _, list in ipairs { okit.Model.get().bs, okit.Model.get().ns, okit.Model.get().rs } do list[1].v = 'b' \
      end
      """,
      "store")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(try values("SELECT v FROM B UNION ALL SELECT v FROM N UNION ALL SELECT v FROM R") == ["b", "b", "b"])
  }

  @Test func `a value that a column would change is refused`() throws {
    try connection.run("CREATE TABLE P (id INTEGER PRIMARY KEY, zip STRING, j JSON, size TEXT)")
    try connection.run("INSERT INTO P VALUES (1, 'a', 0.5, 'x')")
    let script = try describe()
    #expect(
      script.contains(
        """
        zip = t.optional(t.string, { column = "zip" }), -- declared STRING: SQLite makes numbers of texts that look \
        like one
        """
      ))
    for text in ["007", "00.5", "1e3", " 7"] {
      let refused = try run("eval okit.Model.get().ps[1].zip = \"\(text)\"", "store")
      #expect(refused.errors.contains("P(P:1).zip: the column \"zip\" stores \"\(text)\" as "), "\(refused)")
      #expect(refused.errors.contains("declare the column as TEXT"), "\(refused)")
      let added = try run("eval okit.Model.get().ps:add { zip = \"\(text)\" }", "store")
      #expect(added.errors.contains("zip: the column \"zip\" stores \"\(text)\" as "), "\(added)")
    }
    #expect(try values("SELECT zip FROM P") == ["a"])
    for text in ["7", "0.5", "A7", "2020-01-31"] {
      #expect(try run("eval okit.Model.get().ps[1].zip = \"\(text)\"", "store").status == 0)
      #expect(try run("get ps.zip").output == "[\"\(text)\"]\n")
    }
    #expect(try run("get ps.j").output == "[\"0.5\"]\n")
    // The other way round: a number in a column of texts.
    try folder.write(
      script.replacingOccurrences(of: "t.string, { column = \"size\" }", with: "t.double, { column = \"size\" }"),
      to: "app.lua")
    try connection.run("UPDATE P SET size = '1'")
    #expect(
      try run("eval okit.Model.get().ps[1].size = 0.1 + 0.2", "store").errors.contains("declare the column as REAL"))
    #expect(try run("eval okit.Model.get().ps[1].size = 0.25", "store").status == 0)
    #expect(try run("get ps.size").output == "[0.25]\n")
  }

  @Test func `classes fit what the tables have`() throws {
    for sql in [
      "CREATE TABLE Event (id INTEGER PRIMARY KEY, at TIMESTAMP, day DATE, n INTEGER, ok BOOLEAN, mixed BLOB)",
      "INSERT INTO Event VALUES (1, 1700000000, '2023-11-14', 'many', 'yes', x'00'), (2, 1.5, NULL, 2, 1, 5)",
      """
      CREATE TABLE D (id INTEGER PRIMARY KEY, a TEXT DEFAULT 'it''s', b INTEGER NOT NULL DEFAULT -7, c REAL DEFAULT 0.5,
        d BOOLEAN DEFAULT TRUE, e TEXT DEFAULT CURRENT_TIMESTAMP, f DATE DEFAULT '2001-02-03', g TEXT DEFAULT 5)
      """,
      "CREATE VIRTUAL TABLE Words USING fts5(body)", "CREATE VIEW Both AS SELECT * FROM Event",
      "CREATE TABLE NullKey (k TEXT PRIMARY KEY)", "INSERT INTO NullKey VALUES (NULL)",
      "CREATE TABLE Unkeyed (x)", "CREATE TABLE Code (id INTEGER PRIMARY KEY, code TEXT UNIQUE)",
      "CREATE TABLE Uses (id INTEGER PRIMARY KEY, code TEXT REFERENCES Code (code))",
      "CREATE TABLE G (id INTEGER PRIMARY KEY, name TEXT, size INTEGER AS (length(name)) STORED, twice AS (id * 2))",
    ] { try connection.run(sql) }
    let script = try describe()
    for line in [
      "at = t.optional(t.double, { column = \"at\" }), -- declared TIMESTAMP, with other values",
      "day = t.optional(t.day, { column = \"day\" }),",
      "n = t.optional(t.string, { column = \"n\" }), -- declared INTEGER, with other values",
      "ok = t.optional(t.string, { column = \"ok\" }), -- declared BOOLEAN, with other values",
      "-- The column \"mixed\" has values of several types.",
      "-- The column \"size\" is generated; okit.Model.query reads it.",
      "-- The column \"twice\" is generated; okit.Model.query reads it.",
      "a = t.optional(t.string, { column = \"a\", default = \"it's\" }),",
      "b = t.int { column = \"b\", default = -7 },", "c = t.optional(t.double, { column = \"c\", default = 0.5 }),",
      "d = t.optional(t.bool, { column = \"d\", default = true }),",
      "e = t.optional(t.string, { column = \"e\" }), -- without the default CURRENT_TIMESTAMP",
      "f = t.optional(t.day, { column = \"f\", default = \"2001-02-03\" }),",
      "-- The table \"Words\" is left out: it is a virtual table.", "-- The table \"Both\" is left out: it is a view.",
      "-- The table \"NullKey\" is left out: the key of a row is NULL.",
      "code = t.optional(t.string, { column = \"code\" }),",
    ] { #expect(script.contains(line), "\(line)") }
    #expect(!script.contains("Words_"))
    let result = try run("eval okit.Model.get().ds:add {}", "store", "get ds[0]/f", "get events[1]/at")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(try values("SELECT a || b || c || d || f FROM D") == ["it's-70.512001-02-03"])
  }

  @Test func `a null key and a missing file are named`() throws {
    try connection.run("CREATE TABLE K (k INT PRIMARY KEY, v TEXT)")
    let script = try describe()
    try connection.run("INSERT INTO K VALUES (NULL, 'a')")
    let refused = try run("get ks")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("table \"K\": the key of a row, \"k\", is NULL"), "\(refused)")
    #expect(refused.errors.contains("give the row a key, or delete it, with another program"), "\(refused)")
    try folder.write(script.replacingOccurrences(of: "db.sqlite", with: "other.sqlite"), to: "app.lua")
    let missing = try run("get ks")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("Database.file: the database does not exist"), "\(missing)")
    try folder.write(
      "local F = okit.ModelSQLite:extend(\"F\", { n = 0 }) F.file = \"none.sqlite\" okit.Model.register(F)",
      to: "app.lua")
    #expect(try run("get n").errors.contains("F.file: the database does not exist"))
    for file in ["../o.sqlite", "../\u{338}.sqlite", "/\u{338}.sqlite", "a/\u{338}.sqlite"] {
      try folder.write(
        "local F = okit.ModelSQLite:extend(\"F\", { n = 0 }) F.file = \"\(file)\" okit.Model.register(F)", to: "app.lua"
      )
      let errors = try run("get n").errors
      let reason =
        file.utf8.first == UInt8(ascii: "/") ? "no permission to read" : "is not a valid file below the documents"
      #expect(errors.contains(reason), "\(file): \(errors)")
    }
  }

  @Test func `no rule removes or leaves out rows silently`() throws {
    for sql in [
      "CREATE TABLE R (id INTEGER PRIMARY KEY, code TEXT UNIQUE ON CONFLICT REPLACE)",
      "CREATE TABLE I (id INTEGER PRIMARY KEY, code TEXT UNIQUE ON CONFLICT IGNORE)",
      "CREATE TABLE T (id INTEGER PRIMARY KEY, code TEXT)",
      "CREATE TRIGGER ignored BEFORE INSERT ON T BEGIN SELECT RAISE(IGNORE); END",
      "INSERT INTO R VALUES (1, 'a'), (2, 'b')", "INSERT INTO I VALUES (1, 'a'), (2, 'b')",
      "CREATE TABLE U (id INTEGER PRIMARY KEY, code TEXT)", "INSERT INTO U VALUES (1, 'a')",
      "CREATE TRIGGER unchanged BEFORE UPDATE ON U BEGIN SELECT RAISE(IGNORE); END",
      "CREATE TRIGGER kept BEFORE DELETE ON U BEGIN SELECT RAISE(IGNORE); END",
    ] { try connection.run(sql) }
    _ = try describe()
    for (change, message) in [
      ("rs:add { code = 'a' }", "UNIQUE constraint failed: R.code"),
      ("rs[1].code = 'b'", "UNIQUE constraint failed: R.code"),
      ("is:add { code = 'a' }", "UNIQUE constraint failed: I.code"),
      ("is[1].code = 'b'", "UNIQUE constraint failed: I.code"),
      ("ts:add { code = 'a' }", "a rule of the database (RAISE(IGNORE)) has left the row out"),
      ("us[1].code = 'b'", "a rule of the database (RAISE(IGNORE)) has left the row as it was"),
      ("us:remove(1)", "a rule of the database (RAISE(IGNORE)) keeps the row"),
    ] {
      let refused = try run("eval okit.Model.get().\(change)", "store")
      #expect(refused.status == 1, "\(change): \(refused)")
      #expect(
        refused.errors.contains("cannot write the row of ") && refused.errors.contains(message),
        "\(change): \(refused)")
    }
    for table in ["R", "I"] { #expect(try values("SELECT id || code FROM \(table) ORDER BY id") == ["1a", "2b"]) }
    #expect(try values("SELECT count(*) FROM T") == ["0"])
  }

  @Test func `rows exchange unique values in one store`() throws {
    for sql in [
      """
      CREATE TABLE S (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, n INTEGER NOT NULL CHECK (n > 0), x REAL \
      UNIQUE,
        UNIQUE (n))
      """,
      "INSERT INTO S VALUES (1, 'a', 1, 0.5), (2, 'b', 2, 1.5), (3, 'c', 3, 2.5)",
      "CREATE TABLE Follower (id INTEGER PRIMARY KEY, code TEXT REFERENCES S (code) ON UPDATE CASCADE)",
      "INSERT INTO Follower VALUES (1, 'a')",
      "CREATE TABLE Number (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)",
      """
      WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 300) INSERT INTO Number SELECT n, n \
      FROM c
      """,
    ] { try connection.run(sql) }
    _ = try describe()
    let stored = try run(
      """
      eval (function() local s = okit.Model.get().ss
        s[1].code, s[2].code = "b", "a"
        s[1].n, s[2].n, s[3].n = 2, 3, 1
        s[1].x, s[3].x = 2.5, 0.5
        for _, number in ipairs(okit.Model.get().numbers) do number.n = number.n + 1 end
      end)()
      """.replacing("\n", with: " "), "store")
    #expect(stored.status == 0 && stored.errors.isEmpty, "\(stored)")
    #expect(try values("SELECT id || code || n || x FROM S ORDER BY id") == ["1b22.5", "2a31.5", "3c10.5"])
    // A rule of the database follows the row, also through the value between.
    #expect(try values("SELECT code FROM Follower") == ["b"])
    #expect(try values("SELECT count(*) || min(n - id) || max(n - id) FROM Number") == ["30011"])
    // A new row gets what another one gives up.
    let added = try run(
      "eval (function() local s = okit.Model.get().ss s[3].code = 'd' s:add { code = 'c', n = 9 } end)()", "store")
    #expect(added.status == 0 && added.errors.isEmpty, "\(added)")
    #expect(try values("SELECT group_concat(code) FROM (SELECT code FROM S ORDER BY id)") == ["b,a,d,c"])
    let refused = try run("eval (function() local s = okit.Model.get().ss s[1].code, s[2].code = 'a', 'd' end)()")
    #expect(refused.status == 1 && refused.errors.contains("UNIQUE constraint failed: S.code"), "\(refused)")
    #expect(try values("SELECT group_concat(code) FROM (SELECT code FROM S ORDER BY id)") == ["b,a,d,c"])
  }

  @Test func `a generated column cannot be a property`() throws {
    try connection.run("CREATE TABLE G (id INTEGER PRIMARY KEY, name TEXT, size INTEGER AS (length(name)))")
    try connection.run("INSERT INTO G (id, name) VALUES (1, 'abc')")
    let script = try describe()
    #expect(try run("eval okit.Model.query(okit.Model.get(), 'SELECT size FROM G')[1].size").output == "3\n")
    try folder.write(
      script.replacing("-- The column \"size\" is generated; okit.Model.query reads it.", with: "size = t.int,"),
      to: "app.lua")
    let refused = try run("get gs")
    #expect(refused.status == 1, "\(refused)")
    #expect(
      refused.errors.contains("G: the column \"size\" of the table \"G\" is generated and cannot be a property"),
      "\(refused)")
    #expect(refused.errors.contains("okit.Model.query reads the column"), "\(refused)")
  }

  @Test func `a database in UTF-16 is read and written`() throws {
    for sql in [
      "PRAGMA encoding = 'UTF-16le'", "CREATE TABLE Größe (id TEXT PRIMARY KEY, name TEXT)",
      "INSERT INTO Größe VALUES ('ü', 'Grün'), ('b', '')",
    ] { try connection.run(sql) }
    _ = try describe()
    let script = try folder.read("app.lua")
    #expect(script.contains(".table = \"Gr\\xc3\\xb6\\xc3\\x9fe\""), "\(script)")
    let list = try #require(script.firstMatch(of: /(\w+) = t.list/)?.1)
    #expect(try run("get \(list).name").output == "[\"Grün\",\"\"]\n")
    #expect(try run("eval okit.Model.get().\(list)[1].name = 'Blau ü'", "store").status == 0)
    #expect(try values("SELECT id || name FROM Größe ORDER BY id") == ["b", "üBlau ü"])
  }

  @Test func `a text that is not UTF-8 is not replaced`() throws {
    try connection.run("CREATE TABLE P (id INTEGER PRIMARY KEY, name TEXT)")
    try connection.run("INSERT INTO P VALUES (1, 'a')")
    _ = try describe()
    try connection.run("UPDATE P SET name = CAST(x'4772fc6e' AS TEXT)")
    let refused = try run("eval okit.Model.get().ps[1].name = 'b'", "store")
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains(
        "table \"P\", row \"P:1\", column \"name\": expected "),
      "\(refused)")
    #expect(refused.errors.contains("found 4 bytes that are not UTF-8"), "\(refused)")
    #expect(try values("SELECT hex(name) FROM P") == ["4772FC6E"])
  }

  // MARK: Hot reload

  private func script(_ properties: String) -> String {
    """
    local t = okit.types
    local P = okit.ModelEntity:extend("P", { name = t.string { column = "name" }, \(properties) })
    P.key = "id"
    local Ps = okit.ModelSQLite:extend("Ps", { ps = t.list(P) })
    Ps.file = "db.sqlite"
    okit.Model.register(Ps)
    okit.ModelListTableController:extend("home", { dataPath = "ps", cell = okit.ModelTableCell { path = "name" } })
    """
  }

  @Test func `a reload reads the columns of new properties`() throws {
    try connection.run("CREATE TABLE P (id INTEGER PRIMARY KEY, name TEXT, size INTEGER)")
    try connection.run("INSERT INTO P VALUES (1, 'a', 7), (2, 'b', 8)")
    try folder.write(script(""), to: "app.lua")
    let process = try CommandProcess(["app.lua", "--documents", "d"], in: folder)
    try process.send("eval okit.Model.get().ps[1].name\n")
    #expect(process.line() == "a")
    try folder.write(script("size = t.int { column = \"size\" }"), to: "app.lua")
    try process.send(
      "reload\neval okit.Model.get().ps[2].size\nset-path ps[0]/name = c\nstore\neval okit.Model.get().ps[1].size\n")
    #expect(process.line() == "8")
    #expect(process.line() == "7")
    #expect(try values("SELECT name || size FROM P ORDER BY id") == ["c7", "b8"])
    // What another program has changed since stays, as without a reload.
    try connection.run("UPDATE P SET size = 9 WHERE id = 2")
    try process.send("reload\nset-path ps[0]/size = 1\nstore\neval okit.Model.get().ps[1].size\n")
    #expect(process.line() == "1")
    #expect(try process.end() == 0)
    #expect(try values("SELECT name || size FROM P ORDER BY id") == ["c1", "b9"])
  }

  @Test func `a reload does not read new columns over changes`() throws {
    try connection.run("CREATE TABLE P (id INTEGER PRIMARY KEY, name TEXT, size INTEGER)")
    try connection.run("INSERT INTO P VALUES (1, 'a', 7)")
    try folder.write(script(""), to: "app.lua")
    let process = try CommandProcess(["app.lua", "--documents", "d", "--keep-going"], in: folder)
    try process.send("set-path ps[0]/name = c\neval okit.Model.get().ps[1].name\n")
    #expect(process.line() == "c")
    try folder.write(script("size = t.int { column = \"size\" }"), to: "app.lua")
    // The version before the reload stores its changes.
    try process.send("reload\n")
    #expect(try process.end() == 1)
    #expect(try values("SELECT name || size FROM P") == ["c7"])
  }

  /// - Parameter rule: What the database does with albums when their artist is removed.
  private func makeMusic(_ rule: String, column: String = "INTEGER") throws {
    for sql in [
      "PRAGMA foreign_keys = ON",
      "CREATE TABLE Artist (id INTEGER PRIMARY KEY, name TEXT, friend INTEGER REFERENCES Artist (id) \(rule))",
      "CREATE TABLE Album (id INTEGER PRIMARY KEY, title TEXT, artist \(column) REFERENCES Artist (id) \(rule))",
      "INSERT INTO Artist VALUES (1, 'Accept', NULL), (2, 'AC/DC', 1)",
      "INSERT INTO Album VALUES (1, 'Balls', 1), (2, 'Powerage', 2)",
    ] { try connection.run(sql) }
    _ = try describe()
  }

  private static let rules = ["ON DELETE CASCADE", "ON DELETE SET NULL", "ON DELETE RESTRICT", ""]

  @Test(arguments: rules) func `an entity that others refer to is removed under any rule`(rule: String) throws {
    try makeMusic(rule)
    let result = try run("eval okit.Model.get().artists:remove(1)", "store")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(try values("SELECT title || ifnull(artist, '-') FROM Album ORDER BY id") == ["Balls-", "Powerage2"])
    #expect(try values("SELECT name || ifnull(friend, '-') FROM Artist") == ["AC/DC-"])
    #expect(try run("get albums.title").output == "[\"Balls\",\"Powerage\"]\n")
  }

  @Test(arguments: rules) func `entities that refer to each other are removed under any rule`(rule: String) throws {
    try makeMusic(rule)
    try connection.run("UPDATE Artist SET friend = 2 WHERE id = 1")
    try connection.run("INSERT INTO Artist VALUES (3, 'Self', 3)")
    let result = try run(
      "eval local m = okit.Model.get() m.artists:clear() m.albums:remove(1)", "store")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(try values("SELECT count(*) FROM Artist") == ["0"])
    #expect(try values("SELECT title || ifnull(artist, '-') FROM Album") == ["Powerage-"])
  }

  @Test(arguments: rules) func `a reference is changed before its row is removed`(rule: String) throws {
    try makeMusic(rule, column: "INTEGER NOT NULL")
    let result = try run(
      """
      eval local m = okit.Model.get() m.albums[1].artist = m.artists:add { name = 'New' } m.albums[2].artist = \
      m.albums[1].artist.ref m.artists:remove(2) m.artists:remove(1)
      """,
      "store")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(
      try values("SELECT title || name FROM Album JOIN Artist ON artist = Artist.id ORDER BY 1") == [
        "BallsNew", "PowerageNew",
      ])
    #expect(try values("SELECT count(*) FROM Artist") == ["1"])
  }

  @Test(arguments: rules.dropLast()) func `a rule removes no row that stays in the model`(rule: String) throws {
    try makeMusic(rule)
    let script = try describe()
    let kept = script.replacingOccurrences(
      of: "{ column = \"artist\" }", with: "{ column = \"artist\", onDelete = \"keep\" }")
    #expect(kept != script)
    try folder.write(kept, to: "app.lua")
    let result = try run("eval okit.Model.get().artists:remove(1)", "store")
    #expect(result.status == 1)
    #expect(result.errors.contains("Album(Album:1) still refers to Artist(Artist:1)"), "\(result)")
    #expect(try values("SELECT title || artist FROM Album ORDER BY id") == ["Balls1", "Powerage2"])
    #expect(try values("SELECT count(*) FROM Artist") == ["2"])
  }

  @Test func `a value of the wrong type names its row and column`() throws {
    try connection.run(
      "CREATE TABLE P (id INTEGER PRIMARY KEY, price REAL NOT NULL, n INTEGER, ok BOOLEAN, day DATE, b BLOB)")
    try connection.run("INSERT INTO P VALUES (1, 1, 1, 1, '2001-01-02', x'00')")
    _ = try describe()
    for (column, value) in [
      ("price", "9e999"), ("price", "'NaN'"), ("n", "'x'"), ("n", "1.5"), ("ok", "2"), ("day", "'soon'"), ("b", "5"),
    ] {
      try connection.run("UPDATE P SET price = 1, n = 1, ok = 1, day = '2001-01-02', b = x'00'")
      try connection.run("UPDATE P SET \(column) = \(value)")
      let result = try run("get ps.price")
      #expect(result.status == 1)
      #expect(result.errors.contains("table \"P\", row \"P:1\", column \"\(column)\": expected "), "\(result)")
      #expect(result.errors.contains("db.sqlite"), "\(result)")
    }
  }
}
