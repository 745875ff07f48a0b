/// The table of a class of a stored model, with the columns in the order in which they are read.
struct StoredRows {
  /// The name of the class.
  let name: String
  let layout: RowLayout.Class
  /// Whether the rows have owners.
  let hasParent: Bool
  /// The properties with a column, sorted by their names.
  let properties: [(key: String, value: String)]
  let columns: [String]

  init(_ name: String, _ layout: RowLayout.Class, in storage: any RowStorage) throws {
    (self.name, self.layout) = (name, layout)
    hasParent = try storage.columns(of: layout.table).contains { $0.name == RowSchema.parentColumns[0] }
    properties = layout.columns.sorted { $0.key < $1.key }
    columns =
      [RowSchema.idColumn, RowSchema.extraColumn] + (hasParent ? RowSchema.parentColumns : []) + properties.map(\.value)
  }

  func id(_ row: any RowReader) -> String { row.text(0) }

  /// Returns the members that the class does not declare.
  func extra(_ row: any RowReader) -> [String: JSONValue] {
    if row.kind(1) == .text, case .object(let extra)? = RowLayout.value(row.text(1)) { extra } else { [:] }
  }

  /// Returns the place of the row in the property of its owner; nil in a property of its own.
  func place(_ row: any RowReader) -> RowPlace? { row.kind(4) == .null ? nil : RowPlace(row, 4) }

  /// Returns the value of a property as a document has it.
  ///
  /// - Parameter index: The index among `properties`.
  func value(_ index: Int, of id: String, _ row: any RowReader) -> JSONValue {
    let property = properties[index].key
    return RowLayout.jsonValue(
      row.value((hasParent ? 5 : 2) + index), layout.codings[property],
      reference: ModelStore.referenceID(id, property))
  }
}
