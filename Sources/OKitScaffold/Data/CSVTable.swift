import OKitEngine

/// Reads a CSV file as a list of records. The type of a column follows from its cells.
enum CSVTable {
  /// - Throws: `csv.syntax`, `csv.limit` and `csv.fields` with line and column; `new.data` for a table without rows.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws -> DataNode {
    let locator = LineLocator(bytes, file: file)
    let separator = separator(of: bytes)
    var reader = CSVReader(bytes, locator, separator: separator)
    do {
      guard let header = try reader.next() else { throw noRows(file) }
      let names = columnNames(header.map(\.text))
      var columns = names.map { _ in [Cell]() }
      while let record = try reader.next() {
        guard record.count <= names.count else {
          throw Diagnostic(
            "csv.fields", "expected \(names.count) fields, found \(record.count)",
            place: locator.place(reader.recordOffset), hint: "put a field with a comma in quotes")
        }
        for index in names.indices {
          // A short record has no values at its end.
          columns[index].append(index < record.count ? Cell(record[index]) : Cell(text: nil))
        }
      }
      let marks = CSVColumn.Marks(separator: separator)
      let typed = columns.map { CSVColumn(cells: $0.map(\.text), marks: marks).values }
      let count = typed.first?.count ?? 0
      guard count > 0 else { throw noRows(file) }
      return .list((0..<count).map { row in .record(names.indices.map { .init(names[$0], typed[$0][row]) }) })
    } catch let failure as CSVReader.Failure { throw failure.diagnostic }
  }

  private static func noRows(_ file: String) -> Diagnostic {
    Diagnostic(
      "new.data", "the table has no rows below its header", place: Diagnostic.Place(file: file),
      hint: "okit-run new needs the names of the columns in the first line, and at least one row")
  }

  private struct Cell {
    /// Nil for an empty field without quotes, which has no value.
    var text: String?

    init(text: String?) { self.text = text }
    init(_ field: CSVReader.Field) { text = field.text.isEmpty && !field.isQuoted ? nil : field.text }
  }

  /// Spreadsheets of countries with a decimal comma separate fields with semicolons; the header tells.
  private static func separator(of bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let counts = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].map { sign in
      (sign, line.count { $0 == sign })
    }
    return counts.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil } ?? UInt8(ascii: ",")
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
