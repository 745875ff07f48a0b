import OKitModel
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// A library that is stored in SQLite.
final class RowFixture {
  let databases: SQLiteDatabases
  let fixture: ModelFixture
  var store: ModelStore { fixture.store }
  var registry: ModelRegistry { fixture.registry }

  /// - Parameter folder: The documents directory; nil for a database in memory.
  init(seed: UInt64 = 1, folder: TestFolder? = nil) throws {
    databases = SQLiteDatabases(documents: folder?.path)
    fixture = try ModelFixture(seed: seed, databases: databases)
    try store.transaction {
      for name in ["a", "b"] { try fixture.add("Book", ["id": .string(name), "title": .string(name)], to: "books") }
      try fixture.add("Person", ["id": .string("p"), "name": .string("Person")], to: "persons")
    }
    try registry.storeState()
    store.history.clear(store)
  }

  var database: SQLiteDatabase { databases.open("okit/data/default.sqlite") }

  func entity(_ id: String) throws -> EntityID {
    guard let entity = store.find(id) else { throw Diagnostic("test.entity", "there is no \(id)") }
    return entity
  }

  func set(_ id: String, _ name: String, _ value: Value) throws {
    try store.transaction { try store.set(try entity(id), name, value) }
  }

  /// The snapshot of the library that a new application reads.
  func reloaded() throws -> JSONValue {
    try ModelFixture(seed: 77, databases: databases).snapshot.withoutReferenceIDs
  }

  var snapshot: JSONValue { fixture.snapshot.withoutReferenceIDs }

  /// The rows of a query as text, with "|" between columns.
  func rows(_ sql: String, _ arguments: RowValue...) throws -> [String] {
    var rows: [String] = []
    try database.query(sql, arguments, QueryLimits()) { row in
      rows.append(row.columns.indices.map { row.value($0).value.scalarText ?? "NULL" }.joined(separator: "|"))
    }
    return rows
  }

  /// The number of rows that a store writes.
  func written(_ change: () throws -> Void) throws -> Int {
    let before = try database.changeCount
    try store.transaction(change)
    try registry.storeState()
    return try database.changeCount - before
  }
}
