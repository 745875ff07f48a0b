import CSQLite

/// The shop's table in a database of okit, read and changed by a hand-written program: typed rows with an index of ids.
final class SQLiteRows {
  private struct Item {
    var id, name, comment: String
    var price: Int
    var marked: Bool
    var weight: Double
  }

  private var connection: OpaquePointer?
  private var update: OpaquePointer?
  private var items: [Item] = []
  private var index: [String: Int] = [:]
  private var number = 0

  init(_ file: String) throws {
    guard sqlite3_open_v2(file, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
      throw BenchError("SQLite cannot open \(file)")
    }
    try run("PRAGMA synchronous = FULL")
  }

  /// SQLite copies the text.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  deinit {
    sqlite3_finalize(update)
    sqlite3_close(connection)
  }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw BenchError("SQLite cannot run \(sql): \(String(cString: sqlite3_errmsg(connection)))")
    }
  }

  var sum: Int { items.reduce(0) { $0 + $1.price } }

  func load() throws {
    var rows: OpaquePointer?
    let sql = "SELECT id, name, comment, price, marked, weight FROM Item ORDER BY position"
    guard sqlite3_prepare_v2(connection, sql, -1, &rows, nil) == SQLITE_OK else { throw BenchError("no rows") }
    defer { sqlite3_finalize(rows) }
    func text(_ column: Int32) -> String { sqlite3_column_text(rows, column).map { String(cString: $0) } ?? "" }
    while sqlite3_step(rows) == SQLITE_ROW {
      let item = Item(
        id: text(0), name: text(1), comment: text(2), price: Int(sqlite3_column_int64(rows, 3)),
        marked: sqlite3_column_int64(rows, 4) != 0, weight: sqlite3_column_double(rows, 5))
      index[item.id] = items.count
      items.append(item)
    }
  }

  /// Changes the price of one item in each of several transactions. SQLite writes no page for a price that is stored
  /// already, so these prices differ from the ones that okit has stored.
  func change(_ changes: Int) throws {
    if update == nil {
      sqlite3_prepare_v2(connection, "UPDATE Item SET price = ? WHERE id = ?", -1, &update, nil)
    }
    for _ in 0..<changes {
      number += 1
      try run("BEGIN IMMEDIATE")
      sqlite3_bind_int64(update, 1, Int64(number * 31 + 1_000_000))
      sqlite3_bind_text(update, 2, "n\(number * 7919 % 100_000)", -1, Self.copied)
      guard sqlite3_step(update) == SQLITE_DONE, sqlite3_changes(connection) == 1 else {
        throw BenchError("SQLite stored nothing")
      }
      sqlite3_reset(update)
      try run("COMMIT")
    }
  }
}
