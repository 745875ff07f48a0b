import CSQLite
import OKitEngine

/// An error that SQLite has returned.
struct SQLiteError: Error {
  let code: Int32
  let message: String

  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code
    // Without a connection, there is no memory for one.
    message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
  }

  init(_ code: Int32, message: String) { (self.code, self.message) = (code, message) }

  /// The primary code, which the lower byte of an extended code is.
  var primary: Int32 { code & 0xFF }

  /// Returns the error as a diagnostic about a file.
  ///
  /// - Parameters:
  ///   - action: What failed, such as "read".
  ///   - entity: The entity whose row was written; nil if the error is not about one row.
  func diagnostic(_ action: String, _ file: String, about entity: String? = nil) -> Diagnostic {
    let place = Diagnostic.Place(file: file)
    switch primary {
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      return Diagnostic(
        "storage.damaged", "cannot \(action) the database: \(message)", place: place,
        hint: "the file was not changed; restore a backup, or recover it with: sqlite3 \(file) .recover")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Diagnostic(
        "storage.busy", "cannot \(action) the database: another program is writing to it", place: place,
        hint: "the next store tries again")
    case SQLITE_FULL:
      return Diagnostic("storage.write", "cannot \(action) the database: the disk is full", place: place)
    default:
      if let entity {
        return Diagnostic("storage.write", "cannot write the row of \(entity): \(message)", place: place)
      }
      return Diagnostic(
        action == "read" ? "storage.read" : "storage.write", "cannot \(action) the database: \(message)", place: place)
    }
  }
}
