import CSQLite

/// Runs a statement that a script has written: it only reads, and does not take longer than its turn may.
struct SQLiteQuery {
  private let connection: SQLiteConnection
  private let file: String

  init(_ connection: SQLiteConnection, _ file: String) { (self.connection, self.file) = (connection, file) }

  func run(
    _ sql: String, _ arguments: [RowValue], _ limits: QueryLimits, _ body: (any RowReader) throws -> Void
  ) throws {
    let budget = limits.budget
    let watch = Watch(limits)
    let context = Unmanaged.passUnretained(watch).toOpaque()
    // The longest text or blob. SQLite asks about the rest between a few instructions.
    let longest = sqlite3_limit(
      connection.pointer, SQLITE_LIMIT_LENGTH, Int32(clamping: max(limits.memory / 8, 1 << 20)))
    sqlite3_set_authorizer(
      connection.pointer, { _, action, first, second, _, _ in authorize(action, first, second) }, nil)
    sqlite3_progress_handler(
      connection.pointer, Watch.interval,
      { $0.map { Unmanaged<Watch>.fromOpaque($0).takeUnretainedValue().isExhausted } == true ? 1 : 0 }, context)
    connection.functions.watch = watch
    defer {
      connection.functions.watch = nil
      sqlite3_limit(connection.pointer, SQLITE_LIMIT_LENGTH, longest)
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
      if error.primary == SQLITE_INTERRUPT {
        throw watch.exceedsMemory ? QueryLimits.exceeded("the memory of the query is", limits.memory) : budget.error
      }
      if error.primary == SQLITE_TOOBIG, limits.memory < Int.max {
        throw QueryLimits.exceeded("a value of the query is", max(limits.memory / 8, 1 << 20))
      }
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
      throw Diagnostic("storage.query", "a query is one statement; there is another one after it")
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

  /// Watches the limits of a query, for SQLite's progress handler.
  final class Watch {
    /// The number of SQLite's instructions between two checks of its memory: each can make a value.
    static let interval: Int32 = 16
    /// The number of checks of the memory between two of the time.
    private static let timeInterval = 64

    private let limits: QueryLimits
    private let start = sqlite3_memory_used()
    private var count = 0
    private(set) var exceedsMemory = false

    init(_ limits: QueryLimits) { self.limits = limits }

    var isExhausted: Bool {
      if sqlite3_memory_used() - start > limits.memory {
        exceedsMemory = true
        return true
      }
      count += 1
      return count % Self.timeInterval == 0 && hasNoTime
    }

    var hasNoTime: Bool { limits.budget.isExhausted(after: ExecutionBudget.interval) }
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
