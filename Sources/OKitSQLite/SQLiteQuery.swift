import CSQLite
import OKitEngine

/// Runs a statement that a script has written: it only reads, and does not take longer than its turn may.
struct SQLiteQuery {
  private let connection: SQLiteConnection
  private let file: String

  init(_ connection: SQLiteConnection, _ file: String) { (self.connection, self.file) = (connection, file) }

  func run(
    _ sql: String, _ arguments: [RowValue], _ budget: ExecutionBudget, _ body: (any RowReader) throws -> Void
  ) throws {
    let limits = Limits(budget)
    let context = Unmanaged.passUnretained(limits).toOpaque()
    sqlite3_set_authorizer(
      connection.pointer, { _, action, first, second, _, _ in authorize(action, first, second) }, nil)
    sqlite3_progress_handler(
      connection.pointer, Limits.interval,
      { $0.map { Unmanaged<Limits>.fromOpaque($0).takeUnretainedValue().isExhausted } == true ? 1 : 0 }, context)
    defer {
      sqlite3_set_authorizer(connection.pointer, nil, nil)
      sqlite3_progress_handler(connection.pointer, 0, nil, nil)
    }
    do {
      let statement = try prepare(sql)
      try bind(arguments, to: statement)
      while try statement.step() {
        try budget.step()
        try body(statement)
      }
    } catch let error as SQLiteError {
      if error.primary == SQLITE_INTERRUPT { throw budget.error }
      throw failure(error)
    } catch is SQLiteStatement.EmptyStatement {
      throw Diagnostic("storage.query", "the query is empty", hint: "write a SELECT statement")
    }
  }

  private func prepare(_ sql: String) throws -> SQLiteStatement {
    if sql.utf8.contains(0) { throw Diagnostic("storage.query", "a query cannot contain a NUL character") }
    let statement = try SQLiteStatement(sql, connection.pointer) { length in
      let rest = String(decoding: sql.utf8.dropFirst(length), as: UTF8.self)
      // Comments and semicolons may follow.
      do { _ = try SQLiteStatement(rest, connection.pointer) } catch is SQLiteStatement.EmptyStatement { return }
      throw Diagnostic("storage.query", "a query is one statement; there is another one behind it")
    }
    guard sqlite3_stmt_readonly(statement.pointer) != 0 else { throw Self.writes }
    return statement
  }

  private func bind(_ arguments: [RowValue], to statement: SQLiteStatement) throws {
    let count = Int(sqlite3_bind_parameter_count(statement.pointer))
    guard arguments.count == count else {
      throw Diagnostic("storage.query", "the query has \(count) parameters, got \(arguments.count) values")
    }
    for (index, value) in arguments.enumerated() { try statement.bind(value, at: index + 1) }
  }

  private static let writes = Diagnostic(
    "storage.query", "a query only reads; this statement writes or changes settings",
    hint: "change entities instead, and store the model")

  private func failure(_ error: SQLiteError) -> Diagnostic {
    switch error.primary {
    case SQLITE_AUTH, SQLITE_READONLY: Self.writes
    case SQLITE_ERROR, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_CONSTRAINT:
      Diagnostic("storage.query", error.message, place: Diagnostic.Place(file: file))
    default: error.diagnostic("read", file)
    }
  }

  /// The limits of a query, for SQLite's progress handler.
  private final class Limits {
    /// The number of SQLite's instructions between two checks.
    static let interval: Int32 = 1000
    private let budget: ExecutionBudget

    init(_ budget: ExecutionBudget) { self.budget = budget }

    var isExhausted: Bool { budget.isExhausted(after: ExecutionBudget.interval) }
  }
}

/// The pragmas that only read, and what a query may do.
private let readingPragmas: Set<String> = [
  "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
  "foreign_key_check",
  "integrity_check", "quick_check", "user_version", "page_count", "page_size", "compile_options", "function_list",
]

private func authorize(_ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) -> Int32 {
  switch action {
  case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
  case SQLITE_UPDATE:
    // SQLite declares the tables of pragmas and of JSON functions so. A statement that writes is refused as a whole.
    return first.map { String(cString: $0) } == "sqlite_master" ? SQLITE_OK : SQLITE_DENY
  case SQLITE_FUNCTION:
    let name = second.map { String(cString: $0).lowercased() } ?? ""
    return ["load_extension", "fts3_tokenizer", "writefile", "readfile", "edit"].contains(name)
      ? SQLITE_DENY : SQLITE_OK
  case SQLITE_PRAGMA:
    let name = first.map { String(cString: $0).lowercased() } ?? ""
    let hasValue = second != nil && ["user_version", "page_size"].contains(name)
    return readingPragmas.contains(name) && !hasValue ? SQLITE_OK : SQLITE_DENY
  default: return SQLITE_DENY
  }
}
