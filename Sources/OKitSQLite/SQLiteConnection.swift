import CSQLite

/// A connection to a database.
///
/// It belongs to the isolation of its owner, so that SQLite needs no lock of its own.
final class SQLiteConnection {
  enum Access {
    case read, write
    /// Reads a file that nothing changes, in a folder where SQLite cannot make the files beside it.
    case readUnchanging
  }

  let pointer: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// The functions of queries; registered by the first one.
  private(set) lazy var functions: BoundedFunctions = {
    let functions = BoundedFunctions()
    functions.register(on: pointer)
    return functions
  }()
  /// More statements than an application has tables; then all are prepared again.
  private static let statementLimit = 500

  /// - Parameters:
  ///   - file: The file; ":memory:" for a database in memory.
  ///   - busyTime: The time in milliseconds that a call waits for another program.
  init(_ file: String, _ access: Access, busyTime: Int32 = 2000) throws {
    var connection: OpaquePointer?
    let (file, mode) =
      switch access {
      case .write: (file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      case .read: (file, SQLITE_OPEN_READONLY)
      case .readUnchanging: (Self.address(of: file) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      }
    let code = sqlite3_open_v2(file, &connection, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let connection else {
      let error = SQLiteError(code, connection)
      sqlite3_close_v2(connection)
      throw error
    }
    pointer = connection
    sqlite3_busy_timeout(connection, busyTime)
    // Declarations of a file must not be able to run what a person did not write. A name in double quotes must be a
    // column, and not a text: a column that another program has renamed would be read as its name.
    for option in [SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_DQS_DML] {
      okit_sqlite_db_config(connection, option, 0)
    }
    okit_sqlite_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1)
  }

  private static func address(of file: String) -> String { "file:" + file.percentEncoded(keeping: "/") }

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

  /// Whether the file was removed or replaced since it was opened.
  var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
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
  ///
  /// - Parameter check: Called before the transaction and before its end.
  func transaction(_ check: () throws -> Void, _ body: () throws -> Void) throws {
    try check()
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try check()
      do { try run("COMMIT") } catch let error as SQLiteError where error.code == Self.brokenReference {
        throw try explained(error)
      }
    } catch {
      // SQLite has rolled back already after some errors.
      if sqlite3_get_autocommit(pointer) == 0 { sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }
}

extension SQLiteConnection {
  /// `SQLITE_CONSTRAINT_FOREIGNKEY`
  fileprivate static let brokenReference = SQLITE_CONSTRAINT | 3 << 8

  /// Returns the error for references that are broken at the end of a transaction with the rows that have them.
  fileprivate func explained(_ error: SQLiteError) throws -> SQLiteError {
    let broken = try brokenReferences()
    sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil)
    let before = Set(try brokenReferences())
    let new = broken.filter { !before.contains($0) }
    guard let first = new.first else { return error }
    let others = new.count > 1 ? " (and \(new.count - 1) others)" : ""
    return SQLiteError(error.code, message: "\(first)\(others)")
  }

  /// Returns a text for each reference to a row that does not exist.
  private func brokenReferences() throws -> [String] {
    let statement = try SQLiteStatement("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check", pointer)
    var found: [String] = []
    while try statement.step() {
      let row = statement.kind(1) == .null ? "a row" : "row \(statement.int(1))"
      found.append(
        "\(row) of the table \"\(statement.text(0))\" refers to a row of \"\(statement.text(2))\" that does not exist")
    }
    return found
  }
}

/// Quotes names for SQL.
enum SQL {
  static func name(_ name: String) -> String {
    "\"" + name.replacing(each: "\"", with: "\"\"") + "\""
  }

  static func names(_ names: [String]) -> String { names.map(name).joined(separator: ", ") }
}
