import Foundation
import OKitTestSupport
import Testing

@testable import OKitModel
@testable import OKitSQLite

/// Databases that something else has changed while the application had them open.
@Suite struct RowConflictTests {
  private let folder: TestFolder
  private let rows: RowFixture
  private let other: SQLiteConnection

  init() throws {
    folder = try TestFolder()
    rows = try RowFixture(folder: folder)
    other = try SQLiteConnection("\(folder.path)/okit/data/default.sqlite", .write)
  }

  private var file: String { "\(folder.path)/okit/data/default.sqlite" }

  private func expectRefusal(_ code: Diagnostic.Code, _ message: String) {
    let failure = #expect(throws: Diagnostic.self) { try rows.registry.storeState() }
    #expect(failure?.code == code)
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    #expect(rows.registry.pending == ["default"])
  }

  // MARK: Stores of all rows

  @Test func aStoreOfAllRowsDoesNotReplaceThoseOfOthers() throws {
    try other.run("UPDATE Book SET title = 'theirs' WHERE id = 'b'")
    try rows.set("a", "title", .string("mine"))
    rows.store.endLog(of: rows.fixture.library)
    expectRefusal("storage.conflict", "another program has changed the database since it was read")
    #expect(try rows.rows("SELECT title FROM Book ORDER BY id") == ["a", "theirs"])
    try rows.registry.sync()
    try rows.set("a", "title", .string("mine"))
    rows.store.endLog(of: rows.fixture.library)
    try rows.registry.storeState()
    #expect(try rows.rows("SELECT title FROM Book ORDER BY id") == ["mine", "theirs"])
  }

  // MARK: Rows

  @Test func aRowThatIsGoneIsNotUpdated() throws {
    try other.run("DELETE FROM Book WHERE id = 'a'")
    try rows.set("a", "title", .string("mine"))
    try rows.set("b", "title", .string("too"))
    expectRefusal("storage.conflict", "the row of Book(a) is no longer in the table \"Book\"")
    #expect(try rows.rows("SELECT id, title FROM Book") == ["b|b"])
    // Reading what is stored ends the conflict.
    try rows.registry.sync()
    #expect(rows.store.find("a") == nil)
    try rows.set("b", "title", .string("again"))
    try rows.registry.storeState()
    #expect(try rows.rows("SELECT id, title FROM Book") == ["b|again"])
  }

  @Test func aRowThatIsGoneIsNotRemoved() throws {
    try other.run("DELETE FROM Book WHERE id = 'a'")
    try rows.store.transaction { try rows.store.remove(from: try rows.fixture.list("books"), at: 0) }
    expectRefusal("storage.conflict", "the row of Book(a) is no longer in the table \"Book\"")
    rows.store.history.undo(rows.store)
    try rows.registry.storeState()
  }

  @Test func aRowThatIsGoneGetsNoPosition() throws {
    try other.run("DELETE FROM Book WHERE id = 'b'")
    try rows.store.transaction { try rows.store.move(try rows.fixture.list("books"), from: 1, to: 0) }
    expectRefusal("storage.conflict", "is no longer in the table \"Book\"")
  }

  @Test func aRowThatIsGoneOwnsNothing() throws {
    try other.run("DELETE FROM Book WHERE id = 'a'")
    let a = try rows.entity("a")
    try rows.store.transaction { _ = try rows.fixture.add("Chapter", ["id": .string("c")], to: "chapters", of: a) }
    expectRefusal("storage.conflict", "the row of Book(a) is no longer in the table \"Book\"")
    #expect(try rows.rows("SELECT count(*) FROM Chapter") == ["0"])
  }

  @Test func aValueOfARowThatIsGoneNamesItsOwner() throws {
    try other.run("PRAGMA foreign_keys = ON")
    try other.run("DELETE FROM Book WHERE id = 'a'")
    let tags = try rows.fixture.list("tags", of: try rows.entity("a"))
    try rows.store.transaction { _ = try rows.store.insert(.string("x"), into: tags) }
    expectRefusal("storage.write", "cannot write the row of Book(a): FOREIGN KEY constraint failed")
  }

  @Test func whatMovesOutOfATransientPropertyIsNoConflict() throws {
    let host = TestHost()
    try host.define("Item", [Property("name", .string), Property("parts", .list(.entity("Item")))])
    let type = try host.define(
      "Box", "ModelSQLite",
      [Property("items", .list(.entity("Item"))), Property("shown", .list(.entity("Item")), isTransient: true)])
    let registry = ModelRegistry(
      store: host.store, storage: TransientStorage(), databases: SQLiteDatabases(documents: nil))
    let (store, root) = (host.store, try registry.register(type))
    func list(_ name: String, of owner: EntityID) -> CollectionRef {
      CollectionRef(owner: owner, slot: store.type(of: owner)?.property(named: name)?.slot ?? -1)
    }
    func make(_ id: String, in list: CollectionRef) throws -> EntityID {
      let entity = try store.create(try store.requireType("Item", for: "test"), ["id": .string(id)])
      try store.insert(.entity(entity), into: list)
      return entity
    }
    let outer = try make("outer", in: list("shown", of: root))
    for id in ["x", "y", "z"] { _ = try make(id, in: list("parts", of: outer)) }
    try registry.storeState()
    // None of them has a row yet.
    try store.transaction {
      try store.move(list("parts", of: outer), from: 2, to: 0)
      try store.remove(from: list("parts", of: outer), at: 1)
      try store.set(try #require(store.find("y")), "name", .string("Y"))
      try store.remove(from: list("shown", of: root), at: 0)
      try store.insert(.entity(outer), into: list("items", of: root))
    }
    try registry.storeState()
    #expect(registry.pending == [])
    #expect(store.entities(list("parts", of: outer)).map(store.id) == ["z", "y"])
  }

  // MARK: Files

  @Test func aFileThatIsGoneIsNotWritten() throws {
    try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
    try rows.set("a", "title", .string("mine"))
    expectRefusal("storage.replaced", "the database was removed or replaced while the application had it open")
    #expect(!folder.exists("okit/data/default.sqlite"))
    let failure = #expect(throws: Diagnostic.self) { try rows.rows("SELECT 1") }
    #expect(failure?.code == "storage.replaced")
    try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
    try rows.registry.storeState()
    #expect(try rows.reloaded() == rows.snapshot)
  }

  @Test func aReplacedFileIsNotWritten() throws {
    let elsewhere = try TestFolder()
    let second = try RowFixture(folder: elsewhere)
    try second.set("a", "title", .string("theirs"))
    try second.registry.storeState()
    second.databases.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(elsewhere.path)/okit/data/default.sqlite"))
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + ending) }
    try bytes.write(to: URL(fileURLWithPath: file))
    try rows.set("b", "title", .string("mine"))
    expectRefusal("storage.replaced", "removed or replaced")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
    try rows.registry.sync()
    #expect(rows.store.get(try rows.entity("a"), "title") == .string("theirs"))
    try rows.set("b", "title", .string("mine"))
    try rows.registry.storeState()
    #expect(try rows.rows("SELECT title FROM Book ORDER BY id") == ["theirs", "mine"])
  }

  @Test func aRemovedFileIsMadeAgainAfterSync() throws {
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + ending) }
    try rows.set("a", "title", .string("mine"))
    expectRefusal("storage.replaced", "removed or replaced")
    try rows.registry.sync()
    try rows.registry.storeState()
    #expect(rows.registry.pending == [])
    #expect(try rows.reloaded() == rows.snapshot)
    #expect(try rows.rows("SELECT title FROM Book WHERE id = 'a'") == ["mine"])
  }

  // MARK: Damage

  @Test func tablesWithoutAModelAreDamaged() throws {
    rows.databases.close()
    for (sql, count) in [
      ("INSERT INTO okit_model SELECT 'second', version, root_id, schema FROM okit_model", 2),
      ("DELETE FROM okit_model", 0),
    ] {
      try other.run(sql)
      let failure = #expect(throws: Diagnostic.self) {
        try ModelFixture(seed: 3, databases: SQLiteDatabases(documents: folder.path))
      }
      #expect(failure?.code == "storage.damaged")
      #expect(failure?.message == "the table \"okit_model\" has \(count) rows, expected 1")
    }
    #expect(try other.values("SELECT count(*) FROM Book") == [.int(2)])
  }

  @Test func anEmptyFileIsANewDatabase() throws {
    let folder = try TestFolder(["okit/data/default.sqlite": ""])
    let rows = try RowFixture(folder: folder)
    #expect(try rows.reloaded() == rows.snapshot)
  }

  @Test func anEmptyFileWithALogIsDamaged() throws {
    let folder = try TestFolder(["okit/data/default.sqlite": "", "okit/data/default.sqlite-wal": "rows"])
    let failure = #expect(throws: Diagnostic.self) { try RowFixture(folder: folder) }
    #expect(failure?.code == "storage.damaged")
    #expect(try folder.read("okit/data/default.sqlite-wal") == "rows")
  }

  /// A folder where SQLite cannot make the files beside a database.
  @Test func aReaderNeedsNoFilesBesideTheDatabase() throws {
    rows.databases.close()
    let snapshot = rows.snapshot
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let folder = try TestFolder()
    try folder.write(bytes, to: "okit/data/default.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/okit/data/default.sqlite-shm", withDestinationPath: "/nowhere/shm")
    let databases = SQLiteDatabases(documents: folder.path, access: .reader)
    #expect(try ModelFixture(seed: 5, databases: databases).snapshot.withoutReferenceIDs == snapshot)
    try folder.write("a log", to: "okit/data/default.sqlite-wal")
    let failure = #expect(throws: Diagnostic.self) {
      try ModelFixture(seed: 5, databases: SQLiteDatabases(documents: folder.path, access: .reader))
    }
    #expect(failure?.code == "storage.read")
    #expect(failure?.message.contains("it has a log") == true, "\(failure?.message ?? "")")
  }

  // MARK: Queries

  @Test func queriesAreLimited() throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    for (sql, message) in [
      (endless, "the result of the query is larger than the limit of 2 MiB"),
      ("SELECT hex(zeroblob(3000000))", "a value of the query is larger than the limit of 1 MiB"),
      (
        "SELECT " + (0..<60).map { _ in "printf('%.*c', 900000 + i, 'a')" }.joined(separator: ", ")
          + " FROM (\(endless))",
        "the memory of the query is larger than the limit of 2 MiB"
      ),
    ] {
      let failure = #expect(throws: Diagnostic.self) {
        try rows.registry.query(rows.fixture.library, sql, [], limit: 2 << 20)
      }
      #expect(failure?.code == "storage.query")
      #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }
    #expect(try rows.registry.query(rows.fixture.library, "SELECT id FROM Book", [], limit: 2 << 20).count == 2)
  }
}
