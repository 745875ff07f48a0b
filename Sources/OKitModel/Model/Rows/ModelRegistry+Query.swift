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
    guard let rows = home(of: model)?.rows else {
      throw Diagnostic(
        "model.storage", "\(store.describe(model)) is not the root of a model in SQLite",
        hint: "only a class that extends okit.ModelSQLite has a database to query")
    }
    var result: [[QueryColumn]] = []
    var size = 0
    var identifier: (column: Int, type: String)??
    try rows.storage.query(sql, arguments, QueryLimits(budget: store.budget, memory: limit)) { row in
      if identifier == nil { identifier = .some(rows.identifier(of: row)) }
      size += Self.rowSize
      for index in row.columns.indices {
        let isLong = row.kind(index) == .text || row.kind(index) == .blob
        size += Self.columnSize + (isLong ? 2 * row.bytes(index).count : 0)
      }
      guard size <= limit else { throw QueryLimits.exceeded("the result of the query is", limit) }
      let columns = row.columns.enumerated().map { index, name in (name: name, value: row.value(index).value) }
      if case .some(.some((let column, let type))) = identifier,
        let entity = rows.entity(row.value(column), type, in: store)
      {
        result.append(columns + [("entity", .entity(entity))])
      } else {
        result.append(columns)
      }
    }
    return result
  }
}

extension ModelRegistry {
  /// The estimated memory in bytes of a row, and of each of its columns, in the result and in the tables for the
  /// script.
  private static let rowSize = 256
  private static let columnSize = 128
}

extension RowModel {
  /// Returns the column with the ids of entities, and their class; nil if there is none, or if a column is called
  /// "entity".
  fileprivate func identifier(of row: any RowReader) -> (column: Int, type: String)? {
    guard !row.columns.contains("entity") else { return nil }
    for index in row.columns.indices {
      // Of columns with one name, the last one is in the result.
      guard let (table, column) = row.origin(index), row.columns.lastIndex(of: row.columns[index]) == index else {
        continue
      }
      if let existing {
        if let entity = existing.entity(ofTable: table), entity.table.columns[0].name == column {
          return (index, entity.type.name)
        }
      } else if column == RowSchema.idColumn,
        let entity = schema.entities.first(where: { $0.table.name.lowercased() == table.lowercased() })
      {
        return (index, entity.type.name)
      }
    }
    return nil
  }

  fileprivate func entity(_ id: RowValue, _ type: String, in store: ModelStore) -> EntityID? {
    if existing == nil {
      guard case .text(let id) = id else { return nil }
      return store.find(id)
    }
    if id == .null { return nil }
    if let entity = store.find(ExistingRows.id(id, type)) { return entity }
    let made = storage.known.assignedKeys.first { made, key in
      key == id && store.find(made).flatMap(store.type(of:))?.name == type
    }
    return made.flatMap { store.find($0.key) }
  }
}
