internal import CSQLite
package import OKitEngine

/// SQLite itself, which says what a formula gives.
package final class SQLiteOracle {
  package enum Answer: Equatable {
    case value(Value)
    /// SQLite gives a text that is not valid UTF-8.
    case invalidText
    case failure(String)
  }

  /// The version whose results the functions have.
  package static let isVersion340 = sqlite3_libversion_number() / 1000 == 3040

  private var connection: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  package init() {
    sqlite3_open(":memory:", &connection)
    // A width of a gigabyte takes too long.
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 1_000_000)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Returns the result of a function.
  package func call(_ name: String, _ arguments: [Value]) -> Answer {
    evaluate("\(name)(\(arguments.map { _ in "?" }.joined(separator: ", ")))", arguments)
  }

  /// Returns the value of an expression with parameters.
  package func evaluate(_ expression: String, _ parameters: [Value] = []) -> Answer {
    switch row(expression, parameters) {
    case .success(let values): values.first ?? .failure("no value")
    case .failure(let failure): .failure(failure.message)
    }
  }

  package struct Failure: Error { package let message: String }

  /// Returns the values of a list of expressions.
  package func row(_ expressions: String, _ parameters: [Value] = []) -> Result<[Answer], Failure> {
    guard let statement = statement("SELECT \(expressions)") else { return .failure(failure) }
    defer { sqlite3_reset(statement) }
    for (index, parameter) in parameters.enumerated() { bind(parameter, Int32(index + 1), statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { return .failure(failure) }
    return .success((0..<sqlite3_column_count(statement)).map { answer(statement, $0) })
  }

  /// Runs statements, of which the last one may have parameters.
  package func execute(_ sql: String, _ parameters: [Value] = []) throws {
    guard !parameters.isEmpty else {
      guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
      return
    }
    guard let statement = statement(sql) else { throw failure }
    defer { sqlite3_reset(statement) }
    for (index, parameter) in parameters.enumerated() { bind(parameter, Int32(index + 1), statement) }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
  }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(connection))) }

  private func statement(_ sql: String) -> OpaquePointer? {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer) {
    switch value {
    case .int(let int): sqlite3_bind_int64(statement, index, Int64(int))
    case .bool(let bool): sqlite3_bind_int64(statement, index, bool ? 1 : 0)
    case .double(let double): sqlite3_bind_double(statement, index, double)
    case .string(let text):
      Array(text.utf8).withUnsafeBytes {
        _ = sqlite3_bind_text64(
          statement, index, $0.assumingMemoryBound(to: CChar.self).baseAddress ?? UnsafePointer(bitPattern: 1),
          UInt64($0.count),
          Self.transient, UInt8(SQLITE_UTF8))
      }
    case .data(let data):
      data.bytes.withUnsafeBytes {
        _ = sqlite3_bind_blob64(
          statement, index, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1), UInt64($0.count), Self.transient)
      }
    default: sqlite3_bind_null(statement, index)
    }
  }

  private func answer(_ statement: OpaquePointer, _ column: Int32) -> Answer {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .value(.int(Int(sqlite3_column_int64(statement, column))))
    case SQLITE_FLOAT: return .value(.double(sqlite3_column_double(statement, column)))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement, column)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
      return String(validating: bytes, as: UTF8.self).map { .value(.string($0)) } ?? .invalidText
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, column)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
      return .value(.data(DataValue(bytes: Array(bytes))))
    default: return .value(.null)
    }
  }
}
