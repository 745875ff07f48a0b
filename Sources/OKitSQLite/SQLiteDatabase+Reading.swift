import CSQLite

extension SQLiteDatabase {
  package func reading<T>(_ body: () throws -> T) throws -> T {
    let hasBegun =
      try withConnection {
        // Inside of another one, that one's state.
        guard sqlite3_get_autocommit($0.pointer) != 0 else { return false }
        try $0.run("BEGIN")
        return true
      } ?? false
    let result = Result { try body() }
    if hasBegun {
      _ = try withConnection { if sqlite3_get_autocommit($0.pointer) == 0 { try $0.run("COMMIT") } }
    }
    return try result.get()
  }
}
