import CSQLite
import Glibc

/// An error that SQLite has returned.
struct SQLiteError: RowConstraintError, DescribedError {
  let code: Int32
  let message: String
  /// The error of the operating system for which SQLite only knows that reading or writing has failed; 0 for other
  /// errors.
  private let systemError: Int32

  init(_ code: Int32, _ connection: OpaquePointer?) {
    // `sqlite3_system_errno` has nothing for a COMMIT that fails.
    systemError = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) ? errno : 0
    self.code = code
    // Without a connection, there is no memory for one.
    message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
  }

  init(_ code: Int32, message: String) { (self.code, self.message, systemError) = (code, message, 0) }

  var diagnostic: Diagnostic { Diagnostic("storage.read", "SQLite: \(message)") }

  /// The primary code, which the lower byte of an extended code is.
  var primary: Int32 { code & 0xFF }

  var isTakenValue: Bool { code == SQLITE_CONSTRAINT | 8 << 8 }

  /// Why no file can grow; nil for other errors. SQLite also writes files to read: those beside a database, and
  /// temporary ones.
  private var fullDisk: String? {
    if primary == SQLITE_FULL { return "the disk is full" }
    return switch systemError {
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the limit on the size of files is reached"
    default: nil
    }
  }

  /// Returns the error as a diagnostic about a file.
  ///
  /// - Parameters:
  ///   - action: What failed, such as "read".
  ///   - isOwn: Whether okit has made the tables.
  ///   - entity: The entity whose row was written; nil if the error is not about one row.
  func diagnostic(_ action: String, _ file: String, isOwn: Bool = false, about entity: String? = nil) -> Diagnostic {
    let place = Diagnostic.Place(file: file)
    let hint = isOwn && primary == SQLITE_ERROR ? "undo the change of the table, or restore a backup" : nil
    if let fullDisk {
      return Diagnostic(
        "storage.write", "cannot \(action) the database: \(fullDisk)", place: place,
        hint: "make room beside the database, and for temporary files in $SQLITE_TMPDIR, $TMPDIR or /var/tmp")
    }
    switch primary {
    case SQLITE_NOTADB:
      return Diagnostic(
        "storage.damaged", "cannot \(action) the database: \(message)", place: place,
        hint: "the file was not changed; pass a database of SQLite, or restore a backup")
    case SQLITE_CORRUPT:
      return Diagnostic(
        "storage.damaged", "cannot \(action) the database: \(message)", place: place,
        hint: "the file was not changed; restore a backup, or recover it with: sqlite3 \(file) .recover")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Diagnostic(
        "storage.busy", "cannot \(action) the database: another program is writing to it", place: place,
        hint: action == "read" ? "try again when it has finished" : "the next store tries again")
    default:
      if let entity {
        return Diagnostic(
          "storage.write", "cannot write the row of \(entity): \(message)", place: place, hint: hint)
      }
      return Diagnostic(
        action == "read" ? "storage.read" : "storage.write", "cannot \(action) the database: \(message)", place: place,
        hint: hint)
    }
  }
}
