import OKitTestSupport
import Testing

@testable import OKitModel
@testable import OKitSQLite

/// What a store writes into a database.
@Suite struct RowStoreTests {
  @Test func aPersonCanReadTheTables() throws {
    let rows = try RowFixture()
    try rows.store.transaction {
      let book = try rows.entity("a")
      try rows.store.set(book, "price", .double(9.5))
      try rows.store.set(book, "isRead", .bool(true))
      try rows.store.set(book, "author", .string("p"))
      try rows.store.set(book, "tint", .string("#010203"))
      try rows.store.set(book, "cover", .data(DataValue(bytes: [0, 255])))
      try rows.store.set(book, "tags", .list([.string("x"), .string("y")]))
      try rows.store.set(rows.fixture.list("prices", of: book), key: "eur", .double(3))
      try rows.store.set(book, "released", .date(DateValue(secondsSince2001: 0.5)))
    }
    try rows.registry.storeState()
    #expect(
      try rows.rows(
        "SELECT title, price, isRead, author, tint, hex(cover), released, parent_property FROM Book WHERE id = 'a'")
        == ["a|9.5|1|p|#010203|00FF|2001-01-01T00:00:00.5Z|books"])
    #expect(try rows.rows("SELECT owner_id, value FROM Book_tags ORDER BY position") == ["a|x", "a|y"])
    #expect(try rows.rows("SELECT owner_id, key, value FROM Book_prices") == ["a|eur|3"])
    #expect(
      try rows.rows("SELECT name, version, root_id = (SELECT id FROM Library) FROM okit_model") == ["default|1|1"])
    #expect(try rows.rows("SELECT name FROM pragma_table_info('Library')") == ["id", "motto", "extra"])
    #expect(try rows.rows("PRAGMA quick_check") == ["ok"])
    #expect(
      try rows.rows("SELECT name FROM pragma_index_list('Book') ORDER BY name").filter { $0.hasPrefix("okit") }
        == ["okit_Book_author", "okit_Book_parent_id"])
    #expect(try rows.reloaded() == rows.snapshot)
  }

  @Test func aStoreWritesTheRowsThatChanged() throws {
    let rows = try RowFixture()
    let (store, fixture) = (rows.store, rows.fixture)
    let books = try fixture.list("books")
    func book(_ id: String) throws -> EntityID { try fixture.make("Book", ["id": .string(id)]) }
    #expect(try rows.written { try store.set(try rows.entity("a"), "title", .string("new")) } == 1)
    #expect(
      try rows.written {
        try store.set(try rows.entity("a"), "price", .double(2))
        try store.set(try rows.entity("a"), "isRead", .bool(true))
      } == 1)
    #expect(
      try rows.written {
        try store.set(try rows.entity("a"), "price", .double(3))
        try store.set(try rows.entity("a"), "price", .double(2))
      } == 0)
    #expect(try rows.written { try store.insert(.entity(try book("front")), into: books, at: 0) } == 1)
    #expect(try rows.written { try store.insert(.entity(try book("middle")), into: books, at: 2) } == 1)
    #expect(try rows.written { try store.insert(.entity(try book("end")), into: books) } == 1)
    #expect(try rows.written { try store.move(books, from: 4, to: 0) } == 1)
    #expect(try rows.written { try store.move(books, from: 0, to: 3) } == 1)
    #expect(try rows.written { try store.remove(from: books, at: 1) } == 1)
    let tags = try fixture.list("tags", of: try rows.entity("b"))
    #expect(try rows.written { for tag in ["x", "y", "z"] { try store.insert(.string(tag), into: tags) } } == 3)
    #expect(try rows.written { try store.insert(.string("w"), into: tags, at: 1) } == 1)
    #expect(try rows.written { try store.remove(from: tags, at: 2) } == 1)
    let shelf = try fixture.list("shelf")
    #expect(try rows.written { try store.insert(.string("b"), into: shelf) } == 1)
    #expect(try rows.written { try store.point(store.entities(shelf)[0], at: .string("end")) } == 1)
    #expect(try rows.written { try store.set(try rows.entity("b"), "author", .string("p")) } == 1)
    #expect(try rows.written { try store.set(fixture.library, "motto", .string("m")) } == 1)
    #expect(
      try rows.written { try store.set(fixture.library, "featured", .entity(try book("featured"))) } == 1)
    #expect(try rows.written { try store.set(fixture.library, "featured", .null) } == 1)
    #expect(try rows.reloaded() == rows.snapshot)
  }

  @Test func aHundredInsertionsAtOnePlaceWriteFewRows() throws {
    let rows = try RowFixture()
    let books = try rows.fixture.list("books")
    var written = 0
    for number in 0..<300 {
      written += try rows.written {
        let book = try rows.fixture.make("Book", ["id": .string("n\(number)")])
        try rows.store.insert(.entity(book), into: books, at: 1)
      }
    }
    #expect(written < 900, "\(written)")
    #expect(try rows.reloaded() == rows.snapshot)
  }

  @Test func aMovedEntityKeepsItsRow() throws {
    let rows = try RowFixture()
    let (store, fixture) = (rows.store, rows.fixture)
    let a = try rows.entity("a")
    _ = try rows.written {
      let chapter = try fixture.add("Chapter", ["id": .string("c"), "title": .string("C")], to: "chapters", of: a)
      try fixture.add("Chapter", ["id": .string("c2"), "title": .string("C2")], to: "scenes", of: chapter)
    }
    let chapter = try rows.entity("c")
    let count = try rows.written {
      try store.remove(from: try fixture.list("chapters", of: a), at: 0)
      try store.insert(.entity(chapter), into: try fixture.list("chapters", of: try rows.entity("b")))
    }
    #expect(count == 1)
    #expect(try rows.rows("SELECT id, parent_id FROM Chapter ORDER BY id") == ["c|b", "c2|c"])
    // Its owner leaves, and the entity goes elsewhere.
    let left = try rows.written {
      try store.remove(from: try fixture.list("chapters", of: try rows.entity("b")), at: 0)
      try store.remove(from: try fixture.list("books"), at: 1)
      try store.set(a, "appendix", .entity(chapter))
    }
    #expect(left == 2)
    #expect(try rows.reloaded() == rows.snapshot)
  }

  @Test func aClassCanHaveHostileNames() throws {
    let host = TestHost()
    let names = ["select", "a\"; DROP TABLE okit_model; --", "Position", "position", "parent_id", "id_", "ü", "x'y"]
    try host.define("table", names.map { Property($0, .string) } + [Property("values", .list(.string))])
    try host.define("R\"oot", "ModelSQLite", [Property("group", .list(.entity("table")))])
    let databases = SQLiteDatabases(documents: nil)
    let registry = ModelRegistry(store: host.store, storage: TransientStorage(), databases: databases)
    let root = try registry.register(try host.store.requireType("R\"oot", for: "test"))
    let values = Dictionary(uniqueKeysWithValues: names.map { ($0, Value.string("'\"; DROP TABLE x; -- \($0)")) })
    let id = "\"'; DELETE FROM okit_model; --"
    let entity = try host.store.create(
      try host.store.requireType("table", for: "test"), values.merging(["id": .string(id)]) { $1 })
    let slot = host.store.type(of: root)?.property(named: "group")?.slot ?? 0
    try host.store.insert(.entity(entity), into: CollectionRef(owner: root, slot: slot))
    try host.store.set(entity, "values", .list([.string("a\0b"), .string("")]))
    try registry.storeState()
    let snapshot = host.store.jsonValue(root)
    let other = TestHost(seed: 9)
    try other.define("table", names.map { Property($0, .string) } + [Property("values", .list(.string))])
    try other.define("R\"oot", "ModelSQLite", [Property("group", .list(.entity("table")))])
    let second = ModelRegistry(store: other.store, storage: TransientStorage(), databases: databases)
    #expect(other.store.jsonValue(try second.register(try other.store.requireType("R\"oot", for: "test"))) == snapshot)
  }

  @Test func tablesOfOneNameAreRefused() throws {
    let host = TestHost()
    try host.define("Film_tags", [])
    try host.define("Film", [Property("tags", .list(.string)), Property("other", .list(.entity("Film_tags")))])
    try host.define("Root", "ModelSQLite", [Property("films", .list(.entity("Film")))])
    let registry = ModelRegistry(
      store: host.store, storage: TransientStorage(), databases: SQLiteDatabases(documents: nil))
    let failure = #expect(throws: Diagnostic.self) {
      try registry.register(try host.store.requireType("Root", for: "test"))
    }
    #expect(failure?.code == "storage.name")
  }

  @Test func aFailedStoreStaysPending() throws {
    let folder = try TestFolder()
    let rows = try RowFixture(folder: folder)
    let other = try SQLiteConnection("\(folder.path)/okit/data/default.sqlite", .write)
    try other.run("BEGIN IMMEDIATE")
    try rows.database.shortenWait()
    try rows.set("a", "title", .string("later"))
    let failure = #expect(throws: Diagnostic.self) { try rows.registry.storeState() }
    #expect(failure?.code == "storage.busy")
    #expect(rows.registry.pending == ["default"])
    try other.run("ROLLBACK")
    try rows.registry.storeState()
    #expect(rows.registry.pending == [])
    #expect(try rows.reloaded() == rows.snapshot)
  }

  @Test func aFullDatabaseStaysPending() throws {
    let folder = try TestFolder()
    let rows = try RowFixture(folder: folder)
    try rows.database.limitPages()
    try rows.set("a", "title", .string(String(repeating: "x", count: 100_000)))
    let failure = #expect(throws: Diagnostic.self) { try rows.registry.storeState() }
    #expect(failure?.code == "storage.write")
    #expect(failure?.message == "cannot write the database: the disk is full")
    #expect(rows.registry.pending == ["default"])
    #expect(try rows.rows("SELECT title FROM Book WHERE id = 'a'") == ["a"])
    try rows.set("a", "title", .string("short"))
    try rows.registry.storeState()
    #expect(try rows.reloaded() == rows.snapshot)
    #expect(folder.exists("okit/data/default.sqlite"))
  }

  @Test func filesOfOthersAreNotOverwritten() throws {
    let folder = try TestFolder(["okit/data/default.sqlite": String(repeating: "not a database ", count: 100)])
    let failure = #expect(throws: Diagnostic.self) { try RowFixture(folder: folder) }
    #expect(failure?.code == "storage.damaged")
    #expect(failure?.place?.file.hasSuffix("okit/data/default.sqlite") == true)
    #expect(try folder.read("okit/data/default.sqlite").hasPrefix("not a database not"))

    let foreign = try TestFolder(["okit/data/x": ""])
    let connection = try SQLiteConnection("\(foreign.path)/okit/data/default.sqlite", .write)
    try connection.run("CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY)")
    let refused = #expect(throws: Diagnostic.self) { try RowFixture(folder: foreign) }
    #expect(refused?.code == "storage.foreign")
    #expect(try connection.tables == ["Album"])
  }

  @Test func anotherProcessMayRead() throws {
    let folder = try TestFolder()
    let rows = try RowFixture(folder: folder)
    let reader = SQLiteDatabases(documents: folder.path, access: .reader)
    let second = try ModelFixture(seed: 5, databases: reader)
    #expect(second.snapshot.withoutReferenceIDs == rows.snapshot)
    try rows.set("a", "title", .string("while it is open"))
    try rows.registry.storeState()
    let third = try ModelFixture(seed: 5, databases: SQLiteDatabases(documents: folder.path, access: .reader))
    #expect(third.snapshot.withoutReferenceIDs == rows.snapshot)
  }
}
