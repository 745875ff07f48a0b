import CSQLite
import OKitEngine

/// A connection to a database.
///
/// It belongs to the isolation of its owner, so that SQLite needs no lock of its own.
final class SQLiteConnection {
  enum Access { case read, write }

  let pointer: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// More statements than an application has tables; then all are prepared again.
  private static let statementLimit = 500

  /// - Parameters:
  ///   - file: The file; ":memory:" for a database in memory.
  ///   - busyTime: The time in milliseconds that a call waits for another program.
  init(_ file: String, _ access: Access, busyTime: Int32 = 2000) throws {
    var connection: OpaquePointer?
    let mode = access == .read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(file, &connection, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let connection else {
      let error = SQLiteError(code, connection)
      sqlite3_close_v2(connection)
      throw error
    }
    pointer = connection
    sqlite3_busy_timeout(connection, busyTime)
    // Declarations of a file must not be able to run what a person did not write.
    for option in [SQLITE_DBCONFIG_TRUSTED_SCHEMA] { okit_sqlite_db_config(connection, option, 0) }
    okit_sqlite_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(pointer)
  }

  /// Returns the statement for a text, prepared once and reset.
  func statement(_ sql: String) throws -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    if statements.count >= Self.statementLimit { statements = [:] }
    let statement = try SQLiteStatement(sql, pointer)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement that is not kept.
  func run(_ sql: String) throws { try SQLiteStatement(sql, pointer).run() }

  /// Returns the values of the first column.
  func values(_ sql: String, _ arguments: [RowValue] = []) throws -> [RowValue] {
    let statement = try SQLiteStatement(sql, pointer)
    for (index, value) in arguments.enumerated() { try statement.bind(value, at: index + 1) }
    var values: [RowValue] = []
    while try statement.step() { values.append(statement.value(0)) }
    return values
  }

  /// Runs `body` in a transaction, which is rolled back if it throws.
  func transaction(_ body: () throws -> Void) throws {
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      // SQLite has rolled back already after some errors.
      if sqlite3_get_autocommit(pointer) == 0 { sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }
}

/// Quotes names for SQL.
enum SQL {
  static func name(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  static func names(_ names: [String]) -> String { names.map(name).joined(separator: ", ") }
}
