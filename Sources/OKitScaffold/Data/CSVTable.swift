import OKitExchange

/// Reads a CSV file as a list of records. The type of a column follows from its cells, and the separator of fields from
/// the first line.
///
/// The file is read twice, so that no cell is kept until its type is known.
enum CSVTable {
  /// - Throws: `csv.syntax`, `csv.limit`, `csv.header` and `csv.fields` with line and column; `new.data` for a table
  ///   without rows, `new.size`.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws -> DataNode {
    let locator = LineLocator(bytes, file: file)
    let dialect = try CSVDialect(of: bytes, locator)
    do {
      var reader = CSVReader(bytes, locator, dialect)
      guard let header = try reader.next() else { throw noRows(file) }
      let names = columnNames(header.map(\.text))
      var columns = names.map { _ in CSVColumn(separator: dialect.separator) }
      var count = 0
      while let record = try reader.next() {
        guard record.count <= names.count else {
          throw Diagnostic(
            "csv.fields", "expected \(names.count) fields, found \(record.count)",
            place: locator.place(reader.recordOffset), hint: "put a field with \(dialect.separatorName) in quotes")
        }
        count += 1
        guard count <= DataInference.maximumRecords else { throw DataInference.tooManyRecords(file) }
        for (index, field) in record.enumerated() { if let text = text(of: field) { columns[index].add(text) } }
      }
      guard count > 0 else { throw noRows(file) }
      return .list(try rows(of: CSVReader(bytes, locator, dialect), names, columns, count))
    } catch let failure as CSVReader.Failure { throw failure.diagnostic }
  }

  private static func rows(
    of reader: CSVReader, _ names: [String], _ columns: [CSVColumn], _ count: Int
  ) throws(CSVReader.Failure) -> [DataNode] {
    var reader = reader
    let conversions = columns.map(\.conversion)
    var rows: [DataNode] = []
    rows.reserveCapacity(count)
    _ = try reader.next()
    while let record = try reader.next() {
      var fields: [DataNode.Field] = []
      fields.reserveCapacity(names.count)
      for index in names.indices {
        // A short record has no values at its end.
        let text = index < record.count ? text(of: record[index]) : nil
        fields.append(.init(names[index], text.map { conversions[index]?($0) ?? .text($0) } ?? .null))
      }
      rows.append(.record(fields))
    }
    return rows
  }

  /// Nil for an empty field without quotes, which has no value.
  private static func text(of field: CSVReader.Field) -> String? {
    field.text.isEmpty && !field.isQuoted ? nil : field.text
  }

  private static func noRows(_ file: String) -> Diagnostic {
    Diagnostic(
      "new.data", "the table has no rows below its header", place: Diagnostic.Place(file: file),
      hint: "okit-run new needs the names of the columns in the first line, and at least one row")
  }

  /// The names of the columns, each once. A column without a name gets one from its position.
  private static func columnNames(_ header: [String]) -> [String] {
    var taken: Set<String> = []
    return header.enumerated().map { index, text in
      let base = text.allSatisfy(\.isWhitespace) ? "column \(index + 1)" : text
      var (name, number) = (base, 1)
      while !taken.insert(name).inserted {
        number += 1
        name = "\(base) \(number)"
      }
      return name
    }
  }
}
