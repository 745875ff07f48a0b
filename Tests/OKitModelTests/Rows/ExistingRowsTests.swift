import OKitTestSupport
import Testing

@testable import OKitModel
@testable import OKitSQLite

/// Databases that okit has not made, with keys of their own.
@Suite struct ExistingRowsTests {
  let folder: TestFolder
  let connection: SQLiteConnection

  init() throws {
    folder = try TestFolder()
    connection = try SQLiteConnection("\(folder.path)/music.sqlite", .write)
    for sql in [
      "CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY AUTOINCREMENT, Name NVARCHAR(120))",
      """
      CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) NOT NULL,
        ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId), Released DATETIME, Price NUMERIC(10, 2))
      """,
      "CREATE TABLE Genre (Code TEXT PRIMARY KEY, Name TEXT)",
      "INSERT INTO Artist (Name) VALUES ('AC/DC'), ('Accept')",
      "INSERT INTO Album VALUES (1, 'For Those', 1, '1981-11-23 00:00:00', 9.5), (2, 'Balls', 2, NULL, 3)",
      "INSERT INTO Genre VALUES ('RK', 'Rock'), ('12', 'Twelve')",
    ] { try connection.run(sql) }
  }

  /// A session of an application.
  private final class Session {
    let host = TestHost()
    let registry: ModelRegistry
    let root: EntityID
    var store: ModelStore { host.store }

    init(_ folder: TestFolder, title: String = "Title") throws {
      let name = Property("name", .optional(.string))
      name.columnName = "Name"
      try host.define("Artist", [name]).rows.key = "ArtistId"
      let genre = try host.define("Genre", [name.copy()])
      genre.rows.key = "Code"
      let properties = [
        Property("title", .string), Property("artist", .reference("Artist", .restrict)),
        Property("released", .optional(.date)), Property("price", .double), Property("shown", .bool, isTransient: true),
      ]
      for (property, column) in zip(properties, [title, "ArtistId", "Released", "Price"]) {
        property.columnName = column
      }
      try host.define("Album", properties).rows.key = "AlbumId"
      let music = try host.define(
        "Music", "ModelSQLite",
        [
          Property("albums", .list(.entity("Album"))), Property("artists", .list(.entity("Artist"))),
          Property("genres", .list(.entity("Genre"))),
        ])
      music.rows.file = "music.sqlite"
      registry = ModelRegistry(
        store: host.store, storage: TransientStorage(), databases: SQLiteDatabases(documents: folder.path))
      root = try registry.register(music)
    }

    func list(_ name: String) -> CollectionRef {
      CollectionRef(owner: root, slot: store.type(of: root)?.property(named: name)?.slot ?? -1)
    }

    func entity(_ id: String) throws -> EntityID {
      guard let entity = store.find(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
      return entity
    }

    func make(_ type: String, _ values: [String: Value], in list: String) throws -> EntityID {
      let entity = try store.create(try store.requireType(type, for: "test"), values)
      try store.insert(.entity(entity), into: self.list(list))
      return entity
    }
  }

  private func rows(_ sql: String) throws -> [String] {
    let statement = try SQLiteStatement(sql, connection.pointer)
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        statement.columns.indices.map { statement.value($0).value.scalarText ?? "NULL" }.joined(separator: "|"))
    }
    return rows
  }

  @Test func rowsAreEntities() throws {
    let session = try Session(folder)
    let store = session.store
    #expect(store.entities(session.list("albums")).map(store.id) == ["Album:1", "Album:2"])
    #expect(store.entities(session.list("genres")).map(store.id) == ["Genre:RK", "Genre:12"])
    let album = try session.entity("Album:1")
    #expect(store.get(album, "title") == .string("For Those"))
    #expect(store.get(album, "price") == .double(9.5))
    #expect(store.get(album, "released") == .date(DateValue(secondsSince2001: -602_985_600)))
    guard case .entity(let holder) = store.get(album, "artist") else { return #expect(Bool(false), "no reference") }
    #expect(store.target(of: holder) == (try session.entity("Artist:1")))
    #expect(session.registry.pending == [])
    let found = try session.registry.query(
      session.root, "SELECT a.AlbumId AS id, Name FROM Album a JOIN Artist USING (ArtistId) WHERE Price > ?", [.int(5)],
      limit: 1 << 20)
    #expect(found.count == 1)
    #expect(found[0].first { $0.name == "entity" }?.value == .entity(album))
  }

  @Test func changesAreRows() throws {
    let session = try Session(folder)
    let store = session.store
    let before = try rows("SELECT sql FROM sqlite_schema ORDER BY name")
    var artist: EntityID?
    try store.transaction {
      try store.set(try session.entity("Album:2"), "title", .string("Balls to the Wall"))
      try store.set(try session.entity("Genre:12"), "name", .string("12\""))
      // The album refers to an artist whose row is made later.
      let album = try session.make("Album", ["title": .string("New"), "price": .double(1.5)], in: "albums")
      let made = try session.make("Artist", ["name": .string("'; DROP TABLE Album; --")], in: "artists")
      try store.set(album, "artist", .entity(made))
      _ = try session.make("Genre", ["id": .string("jazz"), "name": .string("Jazz")], in: "genres")
      try store.remove(from: session.list("albums"), at: 0)
      artist = made
    }
    try session.registry.storeState()
    #expect(
      try rows("SELECT AlbumId, Title, ArtistId, Price FROM Album ORDER BY AlbumId")
        == ["2|Balls to the Wall|2|3", "3|New|3|1.5"])
    #expect(try rows("SELECT * FROM Artist WHERE ArtistId = 3") == ["3|'; DROP TABLE Album; --"])
    #expect(try rows("SELECT * FROM Genre ORDER BY Code") == ["12|12\"", "RK|Rock", "jazz|Jazz"])
    #expect(try rows("SELECT sql FROM sqlite_schema ORDER BY name") == before)
    // The entities of the session keep their ids, and are changed and removed by their keys.
    try store.transaction { try store.set(try #require(artist), "name", .string("X")) }
    try session.registry.storeState()
    #expect(try rows("SELECT Name FROM Artist WHERE ArtistId = 3") == ["X"])
    store.history.undo(store)
    store.history.undo(store)
    try session.registry.storeState()
    #expect(try rows("SELECT AlbumId, Title FROM Album ORDER BY AlbumId") == ["1|For Those", "2|Balls"])
    #expect(try rows("SELECT count(*) FROM Artist") == ["2"])
    #expect(try rows("SELECT Released FROM Album WHERE AlbumId = 1") == ["1981-11-23 00:00:00"])
    store.history.redo(store)
    try session.registry.storeState()
    #expect(try rows("SELECT count(*) FROM Album") == ["2"])
    let again = try Session(folder)
    #expect(again.store.entities(again.list("albums")).count == 2)
  }

  @Test func aRefusedRowChangesNothing() throws {
    let session = try Session(folder)
    try session.store.transaction {
      let index = try #require(
        session.store.index(of: .entity(try session.entity("Album:2")), in: session.list("albums")))
      try session.store.set(try session.entity("Album:1"), "title", .string("changed"))
      try session.store.remove(from: session.list("albums"), at: index)
      _ = try session.make("Album", ["title": .string("without an artist")], in: "albums")
    }
    let failure = #expect(throws: Diagnostic.self) { try session.registry.storeState() }
    #expect(failure?.code == "storage.write")
    #expect(failure?.message.hasPrefix("cannot write the row of Album(") == true, "\(failure?.message ?? "")")
    #expect(failure?.message.hasSuffix("): NOT NULL constraint failed: Album.ArtistId") == true)
    #expect(session.registry.pending == ["default"])
    #expect(try rows("SELECT Title FROM Album ORDER BY AlbumId") == ["For Those", "Balls"])
  }

  @Test func aRowThatIsGoneIsAConflict() throws {
    let session = try Session(folder)
    try connection.run("DELETE FROM Album WHERE AlbumId = 2")
    try session.store.transaction { try session.store.set(try session.entity("Album:2"), "title", .string("mine")) }
    var failure = #expect(throws: Diagnostic.self) { try session.registry.storeState() }
    #expect(failure?.code == "storage.conflict")
    #expect(failure?.message == "the row of Album(Album:2) is no longer in the table \"Album\"")
    #expect(session.registry.pending == ["default"])
    try session.store.transaction { try session.store.remove(from: session.list("albums"), at: 1) }
    failure = #expect(throws: Diagnostic.self) { try session.registry.storeState() }
    #expect(failure?.code == "storage.conflict")
    try session.registry.sync()
    #expect(session.store.entities(session.list("albums")).map(session.store.id) == ["Album:1"])
    try session.store.transaction { try session.store.set(try session.entity("Album:1"), "title", .string("mine")) }
    try session.registry.storeState()
    #expect(try rows("SELECT Title FROM Album") == ["mine"])
  }

  @Test func aBrokenReferenceNamesItsRow() throws {
    let session = try Session(folder)
    try connection.run("DELETE FROM Artist WHERE ArtistId = 2")
    try session.store.transaction {
      let album = try session.make("Album", ["title": .string("New"), "price": .double(1)], in: "albums")
      try session.store.set(album, "artist", .string("Artist:2"))
    }
    let failure = #expect(throws: Diagnostic.self) { try session.registry.storeState() }
    #expect(failure?.code == "storage.write")
    #expect(
      failure?.message.hasSuffix("row 3 of the table \"Album\" refers to a row of \"Artist\" that does not exist")
        == true,
      "\(failure?.message ?? "")")
    #expect(try rows("SELECT count(*) FROM Album") == ["2"])
  }

  // MARK: Stores of all rows

  @Test func aStoreOfAllRowsRedirectsReferencesFirst() throws {
    for sql in [
      "DROP TABLE Album",
      "CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT UNIQUE, ArtistId INTEGER NOT NULL "
        + "REFERENCES Artist (ArtistId) ON DELETE CASCADE, Released TEXT, Price NUMERIC)",
      "INSERT INTO Album VALUES (1, 'For Those', 1, '1981-11-23 00:00:00', 9.5), (2, 'Balls', 2, NULL, NULL)",
    ] { try connection.run(sql) }
    let session = try Session(folder)
    let store = session.store
    try store.transaction {
      try store.set(try session.entity("Album:1"), "artist", .string("Artist:2"))
      try store.remove(from: session.list("artists"), at: 0)
      // Its title is free once the row before has gone.
      try store.remove(from: session.list("albums"), at: 1)
      _ = try session.make("Album", ["title": .string("Balls"), "artist": .string("Artist:2")], in: "albums")
    }
    store.endLog(of: session.root)
    try session.registry.storeState()
    #expect(
      try rows("SELECT AlbumId, Title, ArtistId, Released, Price FROM Album ORDER BY AlbumId")
        == ["1|For Those|2|1981-11-23 00:00:00|9.5", "2|Balls|2|NULL|0"])
    #expect(try rows("SELECT ArtistId FROM Artist") == ["2"])
    let again = try Session(folder)
    #expect(again.store.entities(again.list("albums")).count == 2)
  }

  @Test func aStoreOfAllRowsExchangesUniqueValues() throws {
    try connection.run("CREATE UNIQUE INDEX titles ON Album (Title)")
    let session = try Session(folder)
    let store = session.store
    try store.transaction {
      try store.set(try session.entity("Album:1"), "title", .string("Balls"))
      try store.set(try session.entity("Album:2"), "title", .string("For Those"))
    }
    store.endLog(of: session.root)
    try session.registry.storeState()
    #expect(try rows("SELECT Title FROM Album ORDER BY AlbumId") == ["Balls", "For Those"])
  }

  @Test func aStoreOfAllRowsWritesWhatDiffersOnly() throws {
    for sql in [
      "CREATE TABLE log (AlbumId)",
      "CREATE TRIGGER changed AFTER UPDATE ON Album BEGIN INSERT INTO log VALUES (NEW.AlbumId); "
        + "INSERT INTO Genre VALUES ('made', 'by a rule'); END",
    ] { try connection.run(sql) }
    let session = try Session(folder)
    try session.store.transaction { try session.store.set(try session.entity("Album:2"), "title", .string("mine")) }
    session.store.endLog(of: session.root)
    try session.registry.storeState()
    #expect(try rows("SELECT AlbumId FROM log") == ["2"])
    #expect(
      try rows("SELECT Title, Released, Price FROM Album") == ["For Those|1981-11-23 00:00:00|9.5", "mine|NULL|3"])
    // A row that the application has never read stays.
    session.store.endLog(of: session.root)
    try session.store.transaction { try session.store.set(try session.entity("Genre:RK"), "name", .string("R")) }
    try session.registry.storeState()
    #expect(try rows("SELECT Name FROM Genre ORDER BY Code") == ["Twelve", "R", "by a rule"])
  }

  @Test func aStoreOfAllRowsAfterAnotherProgramIsAConflict() throws {
    let session = try Session(folder)
    try connection.run("UPDATE Album SET Price = 4 WHERE AlbumId = 1")
    try session.store.transaction { try session.store.set(try session.entity("Album:1"), "title", .string("mine")) }
    session.store.endLog(of: session.root)
    let failure = #expect(throws: Diagnostic.self) { try session.registry.storeState() }
    #expect(failure?.code == "storage.conflict")
    #expect(failure?.message.hasPrefix("another program has changed the database since it was read") == true)
    #expect(session.registry.pending == ["default"])
    #expect(try rows("SELECT Title, Price FROM Album WHERE AlbumId = 1") == ["For Those|4"])
    try session.registry.sync()
    try session.store.transaction { try session.store.set(try session.entity("Album:1"), "title", .string("mine")) }
    session.store.endLog(of: session.root)
    try session.registry.storeState()
    #expect(try rows("SELECT Title, Price FROM Album WHERE AlbumId = 1") == ["mine|4"])
  }

  @Test func aKeyThatAnotherProgramHasTakenIsAConflict() throws {
    let session = try Session(folder)
    try connection.run("INSERT INTO Genre VALUES ('JZ', 'theirs')")
    try session.store.transaction {
      _ = try session.make("Genre", ["id": .string("Genre:JZ"), "name": .string("mine")], in: "genres")
    }
    let failure = #expect(throws: Diagnostic.self) { try session.registry.storeState() }
    #expect(failure?.code == "storage.conflict")
    #expect(
      failure?.message
        == "the table \"Genre\" has a row with the key \"JZ\" of Genre(Genre:JZ) already")
    #expect(try rows("SELECT Name FROM Genre WHERE Code = 'JZ'") == ["theirs"])
  }

  @Test func anEntityWithTheIDOfARemovedOneIsARow() throws {
    let session = try Session(folder)
    try session.store.transaction {
      try session.store.remove(from: session.list("genres"), at: 0)
      _ = try session.make("Genre", ["id": .string("Genre:RK"), "name": .string("new")], in: "genres")
    }
    try session.registry.storeState()
    #expect(try rows("SELECT Name FROM Genre ORDER BY Code") == ["Twelve", "new"])
    try session.store.transaction { try session.store.set(try session.entity("Genre:RK"), "name", .string("newer")) }
    try session.registry.storeState()
    #expect(try rows("SELECT Name FROM Genre ORDER BY Code") == ["Twelve", "newer"])
  }

  @Test func readingThatFailsKeepsTheKeysOfNewRows() throws {
    let session = try Session(folder)
    var artist: EntityID?
    try session.store.transaction { artist = try session.make("Artist", ["name": .string("New")], in: "artists") }
    try session.registry.storeState()
    try connection.run("UPDATE Album SET Released = 'soon' WHERE AlbumId = 1")
    let failure = #expect(throws: Diagnostic.self) { try session.registry.sync() }
    #expect(failure?.code == "storage.row")
    try session.store.transaction { try session.store.set(try #require(artist), "name", .string("Newer")) }
    try session.registry.storeState()
    #expect(try rows("SELECT ArtistId, Name FROM Artist WHERE ArtistId > 2") == ["3|Newer"])
  }

  @Test func aFileThatDoesNotExistIsAnErrorAtOnce() throws {
    let failure = #expect(throws: Diagnostic.self) { try Session(try TestFolder()) }
    #expect(failure?.code == "storage.read")
    #expect(failure?.message == "Music.file: the database does not exist")
  }

  @Test func missingColumnsAreNamed() throws {
    let failure = #expect(throws: Diagnostic.self) { try Session(folder, title: "Titel") }
    #expect(failure?.code == "storage.column")
    #expect(failure?.message == "Album: the table \"Album\" has no column \"Titel\"")
    #expect(failure?.hint?.contains("Title") == true)
  }

  @Test func tablesAreDescribed() throws {
    try connection.run("CREATE TABLE \"play list\" (a INTEGER, b INTEGER, PRIMARY KEY (a, b))")
    try connection.run("CREATE TABLE \"end\" (\"end\" TEXT PRIMARY KEY, \"id\" INTEGER, \"a \"\"b\" BLOB)")
    let database = SQLiteDatabases(documents: folder.path, access: .reader).open("music.sqlite")
    let script = try SQLiteDescription(database).script
    #expect(
      script.contains(
        """
        local Album = okit.ModelEntity:extend("Album", {
          title = t.string { column = "Title" },
          artist = t.ref("Artist", { column = "ArtistId" }),
          released = t.optional(t.date, { column = "Released" }),
          price = t.optional(t.double, { column = "Price" }),
        })
        Album.table = "Album"
        Album.key = "AlbumId"
        """))
    #expect(script.contains("-- The table \"play list\" is left out: its key has 2 columns."))
    #expect(
      script.contains(
        "local end_ = okit.ModelEntity:extend(\"end_\", {\n  id_ = t.optional(t.int, { column = \"id\" }),"))
    #expect(script.contains("a__b = t.data { column = \"a \\\"b\" },"))
    #expect(script.contains("Database.file = \"music.sqlite\""))
  }
}
