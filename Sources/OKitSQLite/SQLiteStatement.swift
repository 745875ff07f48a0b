import CSQLite

/// A prepared statement, and the row that it is at.
final class SQLiteStatement: RowReader {
  let pointer: OpaquePointer
  private let connection: OpaquePointer

  /// Prepares the first statement of a text.
  ///
  /// - Parameter onRest: Called with the number of bytes of the statement, if the text goes on after it.
  init(_ sql: String, _ connection: OpaquePointer, onRest: (Int) throws -> Void = { _ in }) throws {
    self.connection = connection
    var sql = sql
    (pointer, _) = try sql.withUTF8 { text -> (OpaquePointer, Void) in
      try text.withMemoryRebound(to: CChar.self) { text in
        var (statement, tail): (OpaquePointer?, UnsafePointer<CChar>?)
        let code = sqlite3_prepare_v2(connection, text.baseAddress, Int32(text.count), &statement, &tail)
        guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
        guard let statement else { throw EmptyStatement() }
        if let tail, let start = text.baseAddress, tail - start < text.count {
          do { try onRest(tail - start) } catch {
            sqlite3_finalize(statement)
            throw error
          }
        }
        return (statement, ())
      }
    }
  }

  /// Thrown for a text without a statement.
  struct EmptyStatement: Error {}

  deinit { sqlite3_finalize(pointer) }

  // MARK: Running

  /// Moves to the next row. - Returns: false after the last one.
  @inline(__always)
  func step() throws -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw SQLiteError(code, connection) }
    return false
  }

  /// Runs the statement to its end, and resets it.
  func run() throws {
    defer { reset() }
    while try step() {}
  }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  /// - Parameter index: From 1.
  func bind(_ value: RowValue, at index: Int) throws {
    let index = Int32(index)
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(pointer, index)
    case .int(let int): code = sqlite3_bind_int64(pointer, index, Int64(int))
    case .real(let real): code = sqlite3_bind_double(pointer, index, real)
    case .text(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty text has no address, which would mean NULL.
          sqlite3_bind_text64(
            pointer, index, $0.baseAddress ?? Self.noBytes, UInt64($0.count), Self.transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      code = bytes.withUnsafeBytes { bytes in
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(pointer, index, 0)
          : sqlite3_bind_blob64(pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.transient)
      }
    }
    guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
  }

  private static var noBytes: UnsafePointer<CChar>? { UnsafePointer(bitPattern: MemoryLayout<Int>.alignment) }
  /// SQLite copies the bytes.
  static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  // MARK: RowReader

  lazy var columns = (0..<sqlite3_column_count(pointer)).map { index in
    sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
  }

  func kind(_ column: Int) -> RowValueKind {
    switch sqlite3_column_type(pointer, Int32(column)) {
    case SQLITE_INTEGER: .int
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  func int(_ column: Int) -> Int { Int(sqlite3_column_int64(pointer, Int32(column))) }
  func real(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(column)) }

  func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    // First: it converts a text of a database in UTF-16.
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return UnsafeRawBufferPointer(start: sqlite3_column_blob(pointer, Int32(column)), count: count)
  }

  func origin(_ column: Int) -> (table: String, column: String)? {
    guard let table = sqlite3_column_table_name(pointer, Int32(column)),
      let name = sqlite3_column_origin_name(pointer, Int32(column))
    else { return nil }
    return (String(cString: table), String(cString: name))
  }
}
