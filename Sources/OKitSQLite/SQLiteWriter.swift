import CSQLite

/// Changes rows within a transaction.
final class SQLiteWriter: RowWriter {
  private let connection: SQLiteConnection
  private var inserts: [String: SQLiteStatement] = [:]
  private var puts: [String: SQLiteStatement] = [:]

  init(_ connection: SQLiteConnection) { self.connection = connection }

  // MARK: Tables

  func prepare(_ table: RowTable) throws {
    let present = Set(try columns(of: table.name).map { $0.name.lowercased() })
    if present.isEmpty {
      try connection.run("CREATE TABLE \(SQL.name(table.name)) (\(Self.definition(of: table)))")
    } else {
      for column in table.columns where !present.contains(column.name.lowercased()) {
        try connection.run("ALTER TABLE \(SQL.name(table.name)) ADD COLUMN \(Self.declaration(of: column))")
      }
    }
    for index in table.indexes {
      let columns = index.map { table.columns[$0].name }
      try connection.run(
        "CREATE INDEX IF NOT EXISTS \(SQL.name(Self.index(of: table.name, columns[0]))) "
          + "ON \(SQL.name(table.name)) (\(SQL.names(columns)))")
    }
  }

  private static func definition(of table: RowTable) -> String {
    var parts = table.columns.map(declaration)
    if table.key.count == 1 {
      parts[table.key[0]] += " PRIMARY KEY"
    } else if !table.key.isEmpty {
      parts.append("PRIMARY KEY (\(SQL.names(table.key.map { table.columns[$0].name })))")
    }
    if let owner = table.owner {
      parts[0] += " REFERENCES \(SQL.name(owner.table)) (\(SQL.name(owner.column))) ON DELETE CASCADE"
    }
    return parts.joined(separator: ", ")
  }

  private static func declaration(of column: RowColumn) -> String {
    ([SQL.name(column.name), column.kind.rawValue] + (column.isRequired ? ["NOT NULL"] : []))
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the name of an index.
  private static func index(of table: String, _ column: String) -> String { "okit_\(table)_\(column)" }

  func columns(of table: String) throws -> [RowColumn] { try connection.columns(of: table) }

  func dropTable(_ name: String) throws { try connection.run("DROP TABLE IF EXISTS \(SQL.name(name))") }

  func dropColumn(_ name: String, of table: String) throws {
    try connection.run("DROP INDEX IF EXISTS \(SQL.name(Self.index(of: table, name)))")
    try connection.run("ALTER TABLE \(SQL.name(table)) DROP COLUMN \(SQL.name(name))")
  }

  // MARK: Rows

  func deferReferences() throws { try connection.run("PRAGMA defer_foreign_keys = ON") }

  @discardableResult
  func insert(_ row: [RowValue], into table: RowTable) throws -> Int {
    let statement = try inserts[table.name] ?? connection.statement(Self.insertion(into: table))
    inserts[table.name] = statement
    try run(statement, row)
    guard sqlite3_changes64(connection.pointer) > 0 else {
      throw Self.ignored("has left the row out")
    }
    return Int(sqlite3_last_insert_rowid(connection.pointer))
  }

  private static func insertion(into table: RowTable) -> String {
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    // Without ABORT, a rule such as UNIQUE ON CONFLICT REPLACE could remove or leave out rows.
    return "INSERT OR ABORT INTO \(SQL.name(table.name)) (\(SQL.names(table.columns.map(\.name)))) VALUES (\(places))"
  }

  func put(_ row: [RowValue], into table: RowTable) throws {
    if let statement = puts[table.name] { return try run(statement, putting: row, into: table) }
    let others = table.columns.indices.filter { !table.key.contains($0) }.map { SQL.name(table.columns[$0].name) }
    let key = SQL.names(table.key.map { table.columns[$0].name })
    let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let differs = others.map { "\(SQL.name(table.name)).\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ")
    let statement = try connection.statement(
      "\(Self.insertion(into: table)) ON CONFLICT (\(key)) DO UPDATE SET \(changes) WHERE \(differs)")
    puts[table.name] = statement
    try run(statement, putting: row, into: table)
  }

  private func run(_ statement: SQLiteStatement, putting row: [RowValue], into table: RowTable) throws {
    try run(statement, row)
    // An equal row is not written.
    guard sqlite3_changes64(connection.pointer) == 0 else { return }
    let isEqual = table.columns.map { "\(SQL.name($0.name)) IS ?" }.joined(separator: " AND ")
    guard try !hasRow(table, " WHERE " + isEqual, row) else { return }
    throw Self.ignored("has left the row out or as it was")
  }

  /// Returns the error for a row that a trigger has left as it was.
  private static func ignored(_ effect: String) -> SQLiteError {
    SQLiteError(SQLITE_CONSTRAINT, message: "a rule of the database (RAISE(IGNORE)) \(effect)")
  }

  private func hasRow(_ table: RowTable, _ restriction: String, _ values: [RowValue]) throws -> Bool {
    let statement = try connection.statement("SELECT 1 FROM \(SQL.name(table.name))\(restriction) LIMIT 1")
    defer { statement.reset() }
    try bind(values, to: statement)
    return try statement.step()
  }

  func update(_ table: RowTable, _ values: [RowCondition], where conditions: [RowCondition]) throws -> Int {
    let changes = values.map { "\(SQL.name(table.columns[$0.column].name)) = ?" }.joined(separator: ", ")
    let statement = try connection.statement(
      "UPDATE OR ABORT \(SQL.name(table.name)) SET \(changes)\(Self.restriction(conditions, table))")
    try run(statement, (values + conditions).map(\.value))
    return try changed(table, conditions, "has left the row as it was")
  }

  func delete(from table: RowTable, where conditions: [RowCondition]) throws -> Int {
    let statement = try connection.statement(
      "DELETE FROM \(SQL.name(table.name))\(Self.restriction(conditions, table))")
    try run(statement, conditions.map(\.value))
    return try changed(table, conditions, "keeps the row")
  }

  /// Returns the number of rows that a statement has changed.
  ///
  /// - Throws: if a rule of the database has left all of them as they were.
  private func changed(_ table: RowTable, _ conditions: [RowCondition], _ effect: String) throws -> Int {
    let count = Int(sqlite3_changes64(connection.pointer))
    guard count == 0, try hasRow(table, Self.restriction(conditions, table), conditions.map(\.value)) else {
      return count
    }
    throw Self.ignored(effect)
  }

  private static func restriction(_ conditions: [RowCondition], _ table: RowTable) -> String {
    guard !conditions.isEmpty else { return "" }
    return " WHERE " + conditions.map { "\(SQL.name(table.columns[$0.column].name)) = ?" }.joined(separator: " AND ")
  }

  func select(
    _ columns: [Int], from table: RowTable, where conditions: [RowCondition], order: Int?, descending: Bool,
    offset: Int, limit: Int?
  ) throws -> [[RowValue]] {
    var sql = "SELECT \(SQL.names(columns.map { table.columns[$0].name })) FROM \(SQL.name(table.name))"
    sql += Self.restriction(conditions, table)
    if let order { sql += " ORDER BY \(SQL.name(table.columns[order].name))\(descending ? " DESC" : "")" }
    if limit != nil { sql += " LIMIT ? OFFSET ?" }
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try bind(conditions.map(\.value) + (limit.map { [.int($0), .int(offset)] } ?? []), to: statement)
    var rows: [[RowValue]] = []
    while try statement.step() { rows.append(columns.indices.map(statement.value)) }
    return rows
  }

  private func run(_ statement: SQLiteStatement, _ values: [RowValue]) throws {
    try bind(values, to: statement)
    try statement.run()
  }

  private func bind(_ values: [RowValue], to statement: SQLiteStatement) throws {
    for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
  }
}

extension SQLiteConnection {
  /// The names of all tables but those of SQLite itself.
  var tables: [String] {
    get throws {
      let names = try values(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      return names.compactMap { if case .text(let name) = $0 { name } else { nil } }
    }
  }

  func columns(of table: String) throws -> [RowColumn] {
    // The hidden columns are those of virtual tables (1) and generated ones (2 and 3).
    let statement = try SQLiteStatement(
      "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?) WHERE hidden <> 1", pointer)
    try statement.bind(.text(table), at: 1)
    var columns: [RowColumn] = []
    var numbered: Int?
    while try statement.step() {
      if statement.int(3) > 0 {
        numbered = numbered == nil && statement.text(1).lowercased() == "integer" ? columns.count : -1
      }
      var column = RowColumn(
        statement.text(0), RowColumn.Kind(declared: statement.text(1)), isRequired: statement.int(2) != 0)
      column.isGenerated = statement.int(4) > 0
      column.isDeclaredAsDay = statement.text(1).uppercased() == "DATE"
      columns.append(column)
    }
    let unique = try values(
      "SELECT DISTINCT lower(part.name) FROM pragma_index_list(?) list, pragma_index_info(list.name) part "
        + "WHERE list.\"unique\" AND list.origin <> 'pk'", [.text(table)])
    for index in columns.indices where !unique.isEmpty {
      columns[index].isUnique = unique.contains(.text(columns[index].name.lowercased()))
    }
    let rules = try values(
      "SELECT lower(\"from\") FROM pragma_foreign_key_list(?) WHERE on_delete <> 'NO ACTION'", [.text(table)])
    for index in columns.indices where !rules.isEmpty {
      columns[index].hasDeleteRule = rules.contains(.text(columns[index].name.lowercased()))
    }
    // Only a key that is declared INTEGER, and has no index of its own, is SQLite's number of a row.
    if let numbered, numbered >= 0,
      try values("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", [.text(table)]).isEmpty
    {
      columns[numbered].isNumbered = true
    }
    return columns
  }
}

extension RowColumn.Kind {
  /// Returns the affinity of a declared type, by the rules of SQLite.
  init(declared: String) {
    let type = declared.uppercased()
    func has(_ names: String...) -> Bool { names.contains { type.contains($0) } }
    self =
      has("INT")
      ? .integer
      : has("CHAR", "CLOB", "TEXT")
        ? .text
        : has("BLOB")
          ? .blob
          : has("REAL", "FLOA", "DOUB") ? .real : type.isEmpty ? .any : .numeric
  }
}
