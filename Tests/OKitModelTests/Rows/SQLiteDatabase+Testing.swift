import CSQLite

@testable import OKitSQLite

/// Counters and faults.
extension SQLiteDatabase {
  /// The number of rows that were written since the database was opened.
  var changeCount: Int {
    get throws { try withConnection { Int(sqlite3_total_changes64($0.pointer)) } ?? 0 }
  }

  /// Makes calls fail at once while another program writes.
  func shortenWait() throws { try withConnection { _ = sqlite3_busy_timeout($0.pointer, 1) } }

  /// Makes the file full.
  func limitPages() throws {
    try withConnection { connection in
      guard case .int(let pages)? = try connection.values("PRAGMA page_count").first else { return }
      _ = try connection.values("PRAGMA max_page_count = \(pages)")
    }
  }
}
