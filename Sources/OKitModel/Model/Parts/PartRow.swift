/// The row of a part in a database of okit: the table `okit_blob` has the bytes of blobs, `okit_partial` the documents
/// of partials.
///
/// A row has a path like a file, such as `okit/data/default.sqlite/okit_blob/ID`. No file has such a path.
package struct PartRow: Equatable {
  package static let blobs = RowTable(
    "okit_blob", [RowColumn("id", .text, isRequired: true), RowColumn("content", .blob, isRequired: true)], key: [0])
  package static let partials = RowTable(
    "okit_partial", [RowColumn("id", .text, isRequired: true), RowColumn("document", .text, isRequired: true)], key: [0]
  )
  package static let tables = [blobs, partials]

  package let model: String
  package let table: RowTable
  package let id: String

  package init(model: String, table: RowTable, id: String) { (self.model, self.table, self.id) = (model, table, id) }

  /// Returns nil for the path of a file.
  init?(path: String) {
    let parts = path.parts(at: "/", maxSplits: 4)
    guard parts.count == 5, "\(parts[0])/\(parts[1])" == ModelRegistry.folder, parts[2].hasSuffix(Self.suffix),
      let table = Self.tables.first(where: { $0.name == parts[3] })
    else { return nil }
    self.init(model: String(parts[2].dropLast(Self.suffix.count)), table: table, id: String(parts[4]))
  }

  private static let suffix = ".sqlite"

  var path: String { "\(ModelRegistry.databasePath(of: model))/\(table.name)/\(id)" }

  /// The row in a message.
  package var description: String { "table \"\(table.name)\", row \"\(id)\"" }

  // MARK: Reading

  /// Returns the content of the row; nil if there is none.
  package func read(from storage: any RowStorage) throws -> [UInt8]? {
    switch try storage.value(table.columns[1].name, of: table, key: .text(id)) {
    case .text(let text)?: Array(text.utf8)
    case .blob(let bytes)?: bytes
    case .null?, .int?, .real?, nil: nil
    }
  }

  /// Returns the number of bytes of the content; nil if there is none.
  func size(in storage: any RowStorage) throws -> Int? {
    try storage.size(of: table.columns[1].name, of: table, key: .text(id))
  }

  /// Passes the rows of a table with their contents; none if the database has no such table.
  package static func forEach(
    of table: RowTable, in storage: any RowStorage, _ model: String,
    _ body: (PartRow, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard try !storage.columns(of: table.name).isEmpty else { return }
    try storage.read(table.name, table.columns.map(\.name)) { reader in
      try body(PartRow(model: model, table: table, id: reader.text(0)), reader.bytes(1))
    }
  }

  /// Returns the document of a partial in a database; nil if there is none.
  package static func document(of id: String, in storage: any RowStorage) throws -> [UInt8]? {
    try PartRow(model: "", table: partials, id: id).read(from: storage)
  }

  // MARK: Writing

  /// Writes the changed parts of a model, and removes those that are gone.
  ///
  /// - Parameter tables: The names of the tables that the database has.
  static func write(_ changes: PartChanges, tables: [String], _ writer: any RowWriter) throws {
    let written = changes.paths
    for deletion in changes.deletions where !written.contains(deletion.path) {
      guard let row = PartRow(path: deletion.path), row.model == changes.model, tables.contains(row.table.name) else {
        continue
      }
      try writer.delete(from: row.table, where: [RowCondition(0, .text(row.id))])
    }
    var prepared: Set<String> = []
    for write in changes.writes {
      guard let row = PartRow(path: write.path) else { continue }
      if prepared.insert(row.table.name).inserted { try writer.prepare(row.table) }
      try writer.put([.text(row.id), row.value(try write.bytes())], into: row.table)
    }
  }

  /// A document that is not UTF-8 was not read, and stays as it is.
  private func value(_ bytes: [UInt8]) -> RowValue {
    guard table == Self.partials, let text = String(validating: bytes, as: UTF8.self) else { return .blob(bytes) }
    return .text(text)
  }

  /// Removes rows.
  package static func delete(_ rows: [PartRow], from storage: any RowStorage) throws {
    try storage.write { writer in
      for row in rows { try writer.delete(from: row.table, where: [RowCondition(0, .text(row.id))]) }
    }
  }
}
