/// The tables of an existing database that can be classes of entities.
package struct DescribedDatabase {
  /// A table with a single key column.
  package struct Table {
    package let name: String
    package let key: String
    /// The columns that can be properties, without the key.
    package fileprivate(set) var columns: [DescribedColumn] = []
    /// Columns that cannot be properties, with the reason.
    package fileprivate(set) var others: [(name: String, reason: String)] = []
  }

  /// A table that cannot be a class.
  package struct OtherTable {
    package let name: String
    package let reason: String
    /// The columns of its key.
    package let keys: [String]
    /// The tables to which columns of the key refer, by column.
    package let references: [String: String]
    /// The columns that are not part of the key.
    package let columns: [String]
  }

  /// The file of the database.
  package let file: String
  package private(set) var tables: [Table] = []
  package private(set) var others: [OtherTable] = []

  private static let reasons = ["view": "it is a view", "virtual": "it is a virtual table"]

  /// - Throws: what reading throws.
  package init(_ database: SQLiteDatabase) throws {
    file = database.location
    try database.withConnection { connection in
      // The tables in which a virtual table has its data are part of it.
      for (name, kind) in try connection.describedTables where kind != "shadow" { try add(name, kind, connection) }
      let classes = Dictionary(tables.map { ($0.name.lowercased(), $0) }) { first, _ in first }
      for index in tables.indices { try describe(&tables[index], classes, connection) }
    }
  }

  /// - Throws: an error with `code` for a database without a table that can be a class.
  package func expectTables(code: Diagnostic.Code) throws(Diagnostic) {
    guard tables.isEmpty else { return }
    let reasons = others.prefix(10).map { "\($0.name): \($0.reason)" }.joined(separator: "; ")
    throw Diagnostic(
      code, "the database has no table with a single key column" + (reasons.isEmpty ? "" : " (\(reasons))"),
      place: Diagnostic.Place(file: file), hint: "a table with a key of one column becomes a class")
  }

  private mutating func add(_ name: String, _ kind: String, _ connection: SQLiteConnection) throws {
    func leaveOut(
      _ reason: String, _ keys: [String] = [], _ references: [String: String] = [:], _ columns: [String] = []
    ) {
      others.append(OtherTable(name: name, reason: reason, keys: keys, references: references, columns: columns))
    }
    if let reason = Self.reasons[kind] { return leaveOut(reason) }
    let keys = try connection.values("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [.text(name)])
      .compactMap { if case .text(let key) = $0 { key } else { nil } }
    guard keys.count == 1, let key = keys.first else {
      let references = try connection.references(of: name)
      let tables = Dictionary(
        uniqueKeysWithValues: keys.compactMap { key in references[key.lowercased()].map { (key, $0.table) } })
      let columns = try connection.describedColumns(of: name).map(\.name).filter { !keys.contains($0) }
      return leaveOut(keys.isEmpty ? "it has no key" : "its key has \(keys.count) columns", keys, tables, columns)
    }
    let null = "SELECT 1 FROM \(SQL.name(name)) WHERE \(SQL.name(key)) IS NULL LIMIT 1"
    guard try connection.values(null).isEmpty else { return leaveOut("the key of a row is NULL") }
    tables.append(Table(name: name, key: key))
  }

  private func describe(_ table: inout Table, _ classes: [String: Table], _ connection: SQLiteConnection) throws {
    let references = try connection.references(of: table.name)
    for var column in try connection.describedColumns(of: table.name) where column.name != table.key {
      guard !column.isGenerated else {
        table.others.append((column.name, "is generated; okit.Model.query reads it"))
        continue
      }
      if let reference = references[column.name.lowercased()], let target = classes[reference.table.lowercased()],
        reference.column.map({ $0.lowercased() == target.key.lowercased() }) ?? true
      {
        column.target = target.name
      } else if try !column.findKind(in: table.name, connection) {
        table.others.append((column.name, "has values of several types"))
        continue
      }
      table.columns.append(column)
    }
  }
}
