/// Queries of the databases of models.
extension ModelRegistry {
  /// A column of a row of a result.
  package typealias QueryColumn = (name: String, value: Value)

  /// Returns the rows of a statement that reads the last stored state of a model.
  ///
  /// A row with the id of an entity also has the entity.
  ///
  /// - Parameter limit: The largest size of the result in bytes.
  /// - Throws: `model.storage` for a model that is not stored as rows, `storage.query`, `app.limit`.
  package func query(_ model: EntityID, _ sql: String, _ arguments: [RowValue], limit: Int) throws -> [[QueryColumn]] {
    guard let rows = rowModels[model] else {
      throw Diagnostic(
        "model.storage", "\(store.describe(model)) is not the root of a model in SQLite",
        hint: "only a class that extends okit.ModelSQLite has a database to query")
    }
    var result: [[QueryColumn]] = []
    var size = 0
    var identifier: Int??
    try rows.storage.query(sql, arguments, store.budget) { row in
      if identifier == nil { identifier = .some(self.identifier(of: row, rows.schema)) }
      var columns: [QueryColumn] = []
      for (index, name) in row.columns.enumerated() {
        size += 64 + (row.kind(index) == .text || row.kind(index) == .blob ? row.bytes(index).count : 0)
        columns.append((name, row.value(index).value))
      }
      guard size <= limit else {
        throw Diagnostic(
          "storage.query", "the result of the query is larger than \(limit >> 20) MiB", hint: "select fewer rows, with LIMIT")
      }
      if case .some(.some(let column)) = identifier, row.kind(column) != .null,
        let entity = rows.entity(row.value(column), in: store)
      {
        columns.append(("entity", .entity(entity)))
      }
      result.append(columns)
    }
    return result
  }

  /// Returns the column with the ids of entities; nil if there is none, or if a column is called "entity".
  private func identifier(of row: any RowReader, _ schema: RowSchema) -> Int? {
    guard !row.columns.contains("entity") else { return nil }
    return row.columns.indices.first { index in
      guard let origin = row.origin(index) else { return false }
      return schema.entities.contains {
        $0.table.name.lowercased() == origin.table.lowercased() && $0.table.columns[0].name == origin.column
      }
    }
  }
}

extension RowModel {
  /// Returns the entity of a row.
  func entity(_ id: RowValue, in store: ModelStore) -> EntityID? {
    guard case .text(let id) = id else { return nil }
    return store.find(id)
  }
}
