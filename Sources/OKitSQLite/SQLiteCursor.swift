import CSQLite

/// A prepared selection of rows.
final class SQLiteCursor: RowCursor {
  private let statement: SQLiteStatement
  private let location: String

  /// - Throws: `SQLiteError`.
  init(_ selection: RowSelection, _ connection: SQLiteConnection, _ location: String) throws {
    statement = try SQLiteStatement(Self.text(of: selection), connection.pointer)
    self.location = location
  }

  private static func text(of selection: RowSelection) -> String {
    var conditions = selection.conditions.map { "\(SQL.name($0)) IS ?" }
    if let (column, kinds) = selection.kinds {
      let type = "typeof(\(SQL.name(column)))"
      switch kinds {
      case .integers: conditions.append("\(type) = 'integer'")
      case .texts: conditions.append("\(type) = 'text'")
      case .others: conditions.append("\(type) NOT IN ('integer', 'text')")
      }
    }
    return "SELECT \(selection.isDistinct ? "DISTINCT " : "")\(SQL.names(selection.columns)) "
      + "FROM \(SQL.name(selection.table))"
      + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
      + (selection.order.isEmpty ? "" : " ORDER BY \(SQL.names(selection.order))")
  }

  func start(_ values: [RowValue]) throws {
    statement.reset()
    try explained { for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) } }
  }

  func next() throws -> Bool { try explained { try statement.step() } }

  private func explained<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as SQLiteError { throw error.diagnostic("read", location, isOwn: true) }
  }

  // MARK: RowReader

  var columns: [String] { statement.columns }
  func kind(_ column: Int) -> RowValueKind { statement.kind(column) }
  func int(_ column: Int) -> Int { statement.int(column) }
  func real(_ column: Int) -> Double { statement.real(column) }
  func bytes(_ column: Int) -> UnsafeRawBufferPointer { statement.bytes(column) }
  func origin(_ column: Int) -> (table: String, column: String)? { statement.origin(column) }
}

extension SQLiteDatabase {
  package func cursor(_ selection: RowSelection) throws -> any RowCursor {
    let location = location
    if let cursor = try withConnection({ try SQLiteCursor(selection, $0, location) }) { return cursor }
    throw Diagnostic("storage.read", "the database does not exist", place: Diagnostic.Place(file: location))
  }
}
