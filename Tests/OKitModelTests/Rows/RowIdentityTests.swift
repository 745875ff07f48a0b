import OKitModel
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Ids in a database that another program has changed.
@Suite struct RowIdentityTests {
  private func changed(_ sql: [String]) throws -> (TestFolder, SQLiteDatabases) {
    let folder = try TestFolder()
    let rows = try RowFixture(folder: folder)
    try rows.store.transaction {
      _ = try rows.fixture.add(
        "Chapter", ["id": .string("c"), "title": .string("C")], to: "chapters", of: try rows.entity("a"))
    }
    try rows.registry.storeState()
    let connection = try SQLiteConnection(rows.database.location, .write)
    for statement in sql { try connection.run(statement) }
    return (folder, SQLiteDatabases(documents: folder.path))
  }

  @Test(arguments: [
    ["UPDATE Person SET id = 'a' WHERE id = 'p'"], ["UPDATE Person SET id = 'c' WHERE id = 'p'"],
  ]) func `an id that two tables have is an error`(sql: [String]) throws {
    let (folder, databases) = try changed(sql)
    let failure = #expect(throws: Diagnostic.self) { try ModelFixture(seed: 3, databases: databases) }
    #expect(failure?.code == "model.duplicateId")
    #expect(failure?.place?.file == "\(folder.path)/okit/data/default.sqlite")
    #expect(failure?.message.contains("is used twice") == true, "\(String(describing: failure))")
  }

  @Test func `sync finds an id that two tables have`() throws {
    let folder = try TestFolder()
    let rows = try RowFixture(folder: folder)
    let before = rows.snapshot
    try SQLiteConnection(rows.database.location, .write).run("UPDATE Person SET id = 'a' WHERE id = 'p'")
    let failure = #expect(throws: Diagnostic.self) { try rows.registry.sync() }
    #expect(failure?.code == "model.duplicateId")
    #expect(rows.snapshot == before)
  }

  @Test func `an owner is found before and after its row`() throws {
    // The rows of a class are read in the order of their insertion.
    let (folder, databases) = try changed([
      "INSERT INTO Chapter (id, parent_id, parent_property, position, title) VALUES ('s', 't', 'scenes', 1, 'S')",
      "INSERT INTO Chapter (id, parent_id, parent_property, position, title) VALUES ('t', 'b', 'chapters', 1, 'T')",
    ])
    let fixture = try ModelFixture(seed: 3, databases: databases)
    func parent(_ id: String) -> String? {
      fixture.store.find(id).flatMap(fixture.store.parent(of:)).flatMap(fixture.store.id(of:))
    }
    #expect(["c", "s", "t"].map(parent) == ["a", "t", "b"])
    #expect(folder.exists("okit/data/default.sqlite"))
  }
}
