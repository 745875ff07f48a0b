import OKitEngine
import OKitLua
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Lists, sets and maps of values in SQLite that another program changes while an application has them open.
@Suite struct StoredValueConflictTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    #expect(try run("") == [])
  }

  private func connection() throws -> SQLiteConnection {
    try SQLiteConnection("\(folder.path)/okit/data/default.sqlite", .write)
  }

  private func values(_ sql: String) throws -> [String] {
    try connection().values(sql).map { $0.value.scalarText ?? "NULL" }
  }

  /// Starts the application and runs a script in it, whose function `sql` runs a statement of another program.
  ///
  /// - Returns: What the script prints.
  private func run(_ script: String) throws -> [String] {
    var options = LuaApplication.Options()
    var printed: [String] = []
    options.print = { [folder] line in
      guard line.hasPrefix("sql ") else { return printed.append(line) }
      try SQLiteConnection("\(folder.path)/okit/data/default.sqlite", .write).run(String(line.dropFirst(4)))
    }
    options.storage = TransientStorage()
    options.databases = SQLiteDatabases(documents: folder.path)
    let application = try LuaApplication(
      text: """
        local t = okit.types
        local Film = okit.ModelEntity:extend("Film", {
          name = "", tags = t.list(t.string), marks = t.set(t.int), prices = t.map(t.double), like = t.list(t.ref \
        "Film"),
          by = t.map(t.ref "Film"), seen = t.list(t.date),
        })
        local Shelf = okit.ModelEntity:extend("Shelf", { films = t.list(Film) })
        local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film), shelf = t.entity(Shelf) })
        local films = okit.Model.register(Films)
        if #films.films == 0 and not films.shelf then
          films.shelf = { id = "shelf" }
          films.films:add {
            id = "f", name = "Alien", tags = { "a", "b", "c" }, marks = { 1, 2, 3 }, prices = { eur = 1, usd = 2 },
            like = { "f", "g" }, by = { me = "g" }, seen = { "2001-01-02" },
          }
          films.films:add { id = "g", name = "Brazil" }
          okit.Model.storeState()
        end
        local film = films.films[1]
        local function sql(text) print("sql " .. text) end
        local function store()
          local ok, problem = pcall(okit.Model.storeState)
          print(ok and "stored" or tostring(problem))
        end
        \(script)
        """, chunk: "app.lua", options: options)
    application.close()
    return printed
  }

  private static let tags = "SELECT value FROM Film_tags WHERE owner_id = 'f' ORDER BY position"
  private static let append = "INSERT INTO Film_tags SELECT 'f', max(position) + 1, 'z' FROM Film_tags"

  @Test(arguments: [
    (
      "UPDATE Film_tags SET value = 'theirs' WHERE value = 'b'", "film.tags:remove('b')",
      "index 1: expected \"b\", found \"theirs\""
    ),
    ("DELETE FROM Film_tags WHERE value = 'b'", "film.tags[2] = 'x'", "index 1: expected \"b\", found \"c\""),
    ("DELETE FROM Film_tags WHERE value = 'c'", "film.tags:add 'x'", "index 2: expected \"c\", found \"b\""),
    ("DELETE FROM Film_tags", "film.tags:remove('c')", "index 2: expected \"c\", found no row"),
    (
      "INSERT INTO Film_tags SELECT 'f', position - 5, 'z' FROM Film_tags WHERE value = 'b'",
      "film.tags:insert(2, 'x')", "index 1: expected \"b\", found \"z\""
    ),
    (append, "film.tags:add('x')", "index 2: expected \"c\", found \"z\""),
    (append, "film.tags = { 'x', 'y' }", "index 3: expected no row, found \"z\""),
    (
      "UPDATE Film_tags SET value = 'theirs' WHERE value = 'a'", "film.tags:move(1, 3)",
      "index 0: expected \"a\", found \"theirs\""
    ),
    (
      "INSERT INTO Film_tags SELECT 'f', position, 'z' FROM Film_tags WHERE value = 'b'", "film.tags:remove('b')",
      "index 1: 2 rows have the position"
    ),
  ]) func `a changed list is not overwritten`(sql: String, change: String, problem: String) throws {
    let result = try run("sql [[\(sql)]] \(change) store()").joined()
    #expect(result.contains("table \"Film_tags\", owner \"f\", \(problem)"), "\(result)")
    #expect(result.contains("another program has changed Film(f).tags"), "\(result)")
    #expect(result.contains("\(folder.path)/okit/data/default.sqlite"), "\(result)")
    #expect(try !values(Self.tags).contains("x"))
  }

  @Test(arguments: [
    (
      "UPDATE Film_marks SET value = 9 WHERE value = 2", "film.marks:remove(2)",
      "table \"Film_marks\", owner \"f\", index 1: expected 2, found 9"
    ),
    (
      "UPDATE Film_prices SET value = 9 WHERE key = 'eur'", "film.prices.eur = 3",
      "table \"Film_prices\", owner \"f\", key \"eur\": expected 1.0, found 9.0"
    ),
    ("DELETE FROM Film_prices WHERE key = 'eur'", "film.prices.eur = nil", "key \"eur\": expected 1.0, found no row"),
    (
      "INSERT INTO Film_prices VALUES ('f', 'gbp', 4)", "film.prices.gbp = 3", "key \"gbp\": expected no row, found 4.0"
    ),
    (
      "UPDATE Film_like SET value = 'f' WHERE value = 'g'", "film.like[2].refKey = 'x'",
      "table \"Film_like\", owner \"f\", index 1: expected \"g\", found \"f\""
    ),
    (
      "UPDATE Film_like SET value = 'x' WHERE value = 'g'", "film.like:remove(2)",
      "index 1: expected \"g\", found \"x\""
    ),
    (
      "UPDATE Film_by SET value = 'f'", "film.by.me.refKey = 'x'",
      "table \"Film_by\", owner \"f\", key \"me\": expected \"g\", found \"f\""
    ),
    (
      "UPDATE Film_tags SET value = 'theirs' WHERE value = 'a'",
      "film.tags:add 'x' films.films:remove(film) films.shelf.films:add(film)",
      "table \"Film_tags\", owner \"f\", index 0: expected \"a\", found \"theirs\""
    ),
  ]) func `changed sets, maps and references are not overwritten`(sql: String, change: String, problem: String) throws {
    let queries = ["Film_marks", "Film_prices", "Film_like", "Film_by", "Film_tags"].map {
      "SELECT group_concat(value) FROM \($0)"
    }
    let connection = try connection()
    try connection.run("BEGIN")
    try connection.run(sql)
    let theirs = try queries.map { try connection.values($0) }
    try connection.run("ROLLBACK")
    // Reading what is stored ends the conflict.
    let result = try run("sql [[\(sql)]] \(change) store() okit.Model.sync() films.films[1].name = 'Synced' store()")
    #expect(result.count == 2 && result.first?.contains(problem) == true && result.last == "stored", "\(result)")
    #expect(try queries.map { try connection.values($0) } == theirs)
  }

  @Test func `what another program has changed elsewhere stays`() throws {
    let result = try run(
      """
      sql "UPDATE Film_tags SET value = 'theirs' WHERE value = 'c'"
      sql "UPDATE Film_prices SET value = 9 WHERE key = 'eur'"
      sql "UPDATE Film_marks SET value = 9 WHERE value = 1"
      film.tags:insert(1, 'x')
      film.prices.usd = 3
      film.marks:add(4)
      store()
      -- An entity that moves takes its rows along.
      sql "UPDATE Film_tags SET value = 'again' WHERE value = 'theirs'"
      films.films:remove(film)
      films.shelf.films:add(film)
      store()
      """)
    #expect(result == ["stored", "stored"])
    #expect(try values(Self.tags) == ["x", "a", "b", "again"])
    #expect(try connection().values("SELECT value FROM Film_prices ORDER BY key") == [.real(9), .real(3)])
    #expect(try values("SELECT value FROM Film_marks ORDER BY position") == ["9", "2", "3", "4"])
  }

  @Test func `rows in another form are those that were read`() throws {
    let connection = try connection()
    for sql in [
      "UPDATE Film_seen SET value = '2001-01-02 00:00:00'",
      "INSERT INTO Film_marks SELECT 'f', max(position) + 1, 3 FROM Film_marks",
      "INSERT INTO Film_tags SELECT 'f', position, 'd' FROM Film_tags WHERE value = 'c'",
      "INSERT INTO Film_tags VALUES ('f', 0.5, 'e')",
    ] { try connection.run(sql) }
    let result = try run("store() film.seen:clear() film.marks:remove(3) film.tags:remove('c') store()")
    #expect(result == ["stored", "stored"])
    #expect(try values("SELECT count(*) FROM Film_seen") == ["0"])
    #expect(try values("SELECT value FROM Film_marks ORDER BY position") == ["1", "2"])
    #expect(try values(Self.tags) == ["a", "b", "d", "e"])
  }

  @Test func `a list without room between two positions is compared as a whole`() throws {
    try connection().run("UPDATE Film_tags SET position = CASE value WHEN 'a' THEN 1 WHEN 'b' THEN 2 ELSE 3 END")
    let refused = try run(
      "sql [[UPDATE Film_tags SET value = 'theirs' WHERE value = 'c']] film.tags:insert(2, 'x') store()"
    ).joined()
    #expect(refused.contains("index 2: expected \"c\", found \"theirs\""), "\(refused)")
    #expect(try run("film.tags:insert(2, 'x') store()") == ["stored"])
    #expect(try values(Self.tags) == ["a", "x", "b", "theirs"])
  }
}
