import OKitModel
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Databases of other versions of the classes.
@Suite struct RowMigrationTests {
  private let databases = SQLiteDatabases(documents: nil)

  private struct Session {
    let host = TestHost()
    let registry: ModelRegistry
    let root: EntityID
    var store: ModelStore { host.store }

    init(
      _ databases: SQLiteDatabases, version: Int = 1, _ film: [Property], _ shop: [Property],
      _ prepare: (TestHost) throws -> Void = { _ in }
    ) throws {
      try host.define("Actor", [Property("name", .string)])
      try host.define("Film", film)
      let type = try host.define("Shop", "ModelSQLite", shop)
      type.version = version
      try prepare(host)
      registry = ModelRegistry(store: host.store, storage: TransientStorage(), databases: databases)
      root = try registry.register(type)
    }

    var snapshot: JSONValue { store.jsonValue(root) }
    var films: CollectionRef {
      CollectionRef(owner: root, slot: store.type(of: root)?.property(named: "films")?.slot ?? -1)
    }
  }

  private var films: [Property] { [Property("films", .list(.entity("Film")))] }

  /// Stores two films with a title, a rating, tags and actors.
  private func begin() throws {
    let session = try Session(
      databases,
      [
        Property("title", .string), Property("rating", .int), Property("isNew", .bool),
        Property("tags", .list(.string)),
        Property("actors", .list(.entity("Actor"))),
      ], films)
    for name in ["Alien", "Brazil"] {
      let film = try session.store.create(
        try session.store.requireType("Film", for: "test"),
        [
          "id": .string(name), "title": .string(name), "rating": .int(3), "isNew": .bool(true),
          "tags": .list([.string("x"), .string(name)]),
        ])
      try session.store.insert(.entity(film), into: session.films)
      let actors = CollectionRef(owner: film, slot: session.store.type(of: film)?.property(named: "actors")?.slot ?? -1)
      let actor = try session.store.create(
        try session.store.requireType("Actor", for: "test"), ["id": .string("actor of \(name)"), "name": .string("A")])
      try session.store.insert(.entity(actor), into: actors)
    }
    try session.registry.storeState()
  }

  private func rows(_ sql: String) throws -> [String] {
    var rows: [String] = []
    try databases.open("okit/data/default.sqlite").query(sql, [], QueryLimits()) { row in
      rows.append(row.columns.indices.map { row.value($0).value.scalarText ?? "NULL" }.joined(separator: "|"))
    }
    return rows
  }

  @Test func newPropertiesBecomeColumnsAndRemovedOnesAreKept() throws {
    try begin()
    let session = try Session(
      databases, [Property("title", .string), Property("year", .int, default: .int(1985))], films)
    #expect(session.registry.pending == ["default"])
    try session.registry.storeState()
    #expect(try rows("SELECT title, year FROM Film ORDER BY position") == ["Alien|1985", "Brazil|1985"])
    #expect(try rows("SELECT name FROM pragma_table_info('Film') WHERE name IN ('rating', 'year')") == ["year"])
    #expect(try rows("SELECT count(*) FROM sqlite_schema WHERE name = 'Film_tags'") == ["0"])
    #expect(
      try rows("SELECT json_extract(extra, '$.rating'), json_extract(extra, '$.tags[1]') FROM Film ORDER BY position")
        == ["3|Alien", "3|Brazil"])
    #expect(try rows("SELECT json_extract(extra, '$.actors[0].id') FROM Film WHERE id = 'Alien'") == ["actor of Alien"])
    let again = try Session(
      databases, [Property("title", .string), Property("year", .int, default: .int(1985))], films)
    #expect(again.snapshot == session.snapshot)
    #expect(again.registry.pending == [])
    // A property that returns has its data again.
    let back = try Session(
      databases, [Property("title", .string), Property("year", .int), Property("rating", .int)], films)
    #expect(back.snapshot == session.snapshot)
  }

  @Test func rowsAreMigrated() throws {
    try begin()
    var seen: [String] = []
    let prepare: (TestHost) throws -> Void = { host in
      host.store.type(named: "Film")?.rows.migration = host.migration { row, from in
        guard case .object(var members) = row, case .string(let title)? = members["title"] else { return row }
        seen.append("\(from) \(title) \(members["isNew"] == .bool(true))")
        members["name"] = .string("\(title)!")
        members["title"] = nil
        members["isNew"] = .bool(false)
        return .object(members)
      }
    }
    let properties = { [Property("name", .string), Property("rating", .int), Property("isNew", .bool)] }
    let session = try Session(databases, version: 2, properties(), films, prepare)
    #expect(seen == ["1 Alien true", "1 Brazil true"])
    try session.registry.storeState()
    #expect(try rows("SELECT name, rating, isNew FROM Film ORDER BY position") == ["Alien!|3|0", "Brazil!|3|0"])
    #expect(try rows("SELECT version FROM okit_model") == ["2"])
    let again = try Session(databases, version: 2, properties(), films, prepare)
    #expect(seen.count == 2)
    #expect(again.snapshot == session.snapshot)
    let failure = #expect(throws: Diagnostic.self) { try Session(databases, properties(), films) }
    #expect(failure?.code == "model.version")
  }

  @Test func aFailedMigrationChangesNothing() throws {
    try begin()
    let before = try rows("SELECT * FROM Film")
    let failure = #expect(throws: Diagnostic.self) {
      try Session(databases, version: 2, [Property("title", .string)], films) { host in
        host.store.type(named: "Film")?.rows.migration = host.migration { _, _ in throw Diagnostic("test.no", "no") }
      }
    }
    #expect(failure?.code == "test.no")
    #expect(try rows("SELECT * FROM Film") == before)
  }

  @Test func rowsThatDoNotFitAreNamed() throws {
    try begin()
    let connection = databases.open("okit/data/default.sqlite")
    for (sql, message) in [
      (
        "UPDATE Film SET rating = 'many' WHERE id = 'Alien'",
        "row \"Alien\", column \"rating\": expected an Int, found \"many\""
      ),
      (
        "UPDATE Film SET rating = 3; UPDATE Film SET parent_id = 'nobody' WHERE id = 'Brazil'",
        "row \"Brazil\": its owner, the row with the id \"nobody\", is missing"
      ),
      ("UPDATE Film SET parent_id = NULL WHERE id = 'Brazil'", "row \"Brazil\": the row has no owner"),
      (
        "UPDATE Film SET parent_id = 'Brazil', parent_property = 'parts' WHERE id = 'Brazil'",
        "row \"Brazil\": the row owns itself"
      ),
      (
        "UPDATE Film SET parent_id = 'Brazil', parent_property = 'parts' WHERE id = 'Alien';"
          + "UPDATE Film SET parent_id = 'Alien' WHERE id = 'Brazil'",
        "row \"Alien\": the row is nested more than 250 levels deep, or owns itself"
      ),
    ] {
      try connection.withConnection { connection in
        for statement in sql.split(separator: ";") { try connection.run(String(statement)) }
      }
      let failure = #expect(throws: Diagnostic.self) {
        try Session(
          databases,
          [
            Property("title", .string), Property("rating", .int), Property("actors", .list(.entity("Actor"))),
            Property("parts", .list(.entity("Film"))),
          ], films)
      }
      #expect(failure?.code == "storage.row")
      #expect(failure?.message.hasSuffix(message) == true, "\(failure?.message ?? "")")
    }
  }
}
