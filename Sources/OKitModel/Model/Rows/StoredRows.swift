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
  private let location: String

  init(_ name: String, _ layout: RowLayout.Class, in storage: any RowStorage) throws {
    (self.name, self.layout, location) = (name, layout, storage.location)
    hasParent = try storage.columns(of: layout.table).contains { $0.name == RowSchema.parentColumns[0] }
    properties = layout.columns.sorted { $0.key < $1.key }
    columns =
      [RowSchema.idColumn, RowSchema.extraColumn] + (hasParent ? RowSchema.parentColumns : []) + properties.map(\.value)
  }

  func id(_ row: any RowReader) -> String { row.text(0) }

  /// Returns the members that the class does not declare.
  ///
  /// - Throws: `storage.row` for a text that is not a JSON object.
  func extra(_ row: any RowReader) throws -> [String: JSONValue] {
    guard row.kind(1) != .null else { return [:] }
    do {
      if case .object(let extra) = try RowLayout.value(row.text(1)) { return extra }
    } catch let diagnostic as Diagnostic {
      throw failure(id(row), RowSchema.extraColumn, diagnostic.message)
    }
    throw failure(id(row), RowSchema.extraColumn, "expected a JSON object")
  }

  private func failure(_ id: String, _ column: String, _ problem: String) -> Diagnostic {
    Diagnostic(
      "storage.row", "table \"\(layout.table)\", row \"\(id)\", column \"\(column)\": \(problem)",
      place: Diagnostic.Place(file: location))
  }

  /// Returns the place of the row in the property of its owner; nil in a property of its own.
  func place(_ row: any RowReader) -> RowPlace? { row.kind(4) == .null ? nil : RowPlace(row, 4) }

  /// Returns the value of a property as a document has it.
  ///
  /// - Parameter index: The index among `properties`.
  /// - Throws: `storage.row` for a value that the type of the property does not have.
  func value(_ index: Int, of id: String, _ row: any RowReader) throws -> JSONValue {
    let (property, column) = properties[index]
    let position = (hasParent ? 5 : 2) + index
    let value = row.value(position)
    if case .blob(let bytes) = value, row.kind(position) == .text {
      throw failure(id, column, "expected a String, found \(bytes.count) bytes that are not UTF-8")
    }
    if let problem = RowLayout.problem(value, layout.codings[property]) { throw failure(id, column, problem) }
    return RowLayout.jsonValue(value, layout.codings[property], reference: ModelStore.referenceID(id, property))
  }
}
