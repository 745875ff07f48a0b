import OKitSQLite

/// What the values of a table say about their columns.
struct DatabaseFacts {
  /// The columns with texts of several lines or sentences.
  private(set) var longTexts: Set<String> = []

  init(_ database: SQLiteDatabase, _ table: DescribedDatabase.Table) throws {
    let columns = table.columns.filter { $0.target == nil && $0.kind == .string }
    guard !columns.isEmpty else { return }
    let values = columns.map { column in
      let name = SQLText.name(column.name)
      return "max(length(\(name)) > 80 OR instr(\(name), char(10)) > 0)"
    }
    let sql = "SELECT \(values.joined(separator: ", ")) FROM \(SQLText.name(table.name))"
    try database.query(sql, [], QueryLimits()) { row in
      for (index, column) in columns.enumerated() {
        let isLong = row.kind(index) == .int && row.int(index) == 1
        if isLong { longTexts.insert(column.name) }
      }
    }
  }
}
