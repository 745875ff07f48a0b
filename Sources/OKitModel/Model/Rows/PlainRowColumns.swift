/// The columns of a table as plain bytes, so that reading the values of most rows counts no references of properties.
struct PlainRowColumns {
  struct Column: BitwiseCopyable {
    let location: PropertyLocation
    /// The position among the columns that are read.
    let index: Int32
    /// The position among the columns of properties.
    let number: Int32
    let isText: Bool
    let isNullable: Bool
  }

  let all: [Column]

  init(_ columns: RowColumns) {
    all = columns.properties.enumerated().map { number, column in
      Column(
        location: column.property.location, index: Int32(column.column), number: Int32(number),
        isText: column.property.isText, isNullable: column.property.type.isNullable)
    }
  }

  /// Reads a value that the database has in the form of the record.
  ///
  /// - Returns: False for any other value, which has to be converted.
  @inline(__always)
  static func read(_ column: Column, of record: EntityRecord, _ row: any RowReader) -> Bool {
    let index = Int(column.index)
    switch (column.location.storage, row.kind(index)) {
    case (_, .null): if column.isNullable { record.write(.null, at: column.location) }
    case (.string, .text) where column.isText:
      guard let text = row.validText(index) else { return false }
      record.write(text, column.location)
    case (.int, .int): record.write(row.int(index), column.location)
    case (.double, .real) where row.real(index).isFinite: record.write(row.real(index), column.location)
    default: return false
    }
    return true
  }
}
