/// Values of properties as values in rows.
enum RowCoding {
  /// A value in a row that a property cannot have.
  struct Mismatch: Error {
    let expected: String
    let found: String
  }

  static func rowValue(_ value: Value) -> RowValue {
    switch value {
    case .bool(let bool): .int(bool ? 1 : 0)
    case .int(let int): .int(int)
    case .double(let double): .real(double)
    case .string(let text): .text(text)
    case .date(let date): .text(ExactDateText.text(of: date))
    case .data(let data): .blob(data.bytes)
    case .color(let color): .text(color.hex)
    case .image(.named(let name)): .text(name)
    case .image(.data(let data)): .blob(data.bytes)
    case .null, .entity, .collection, .list, .map, .function, .handle: .null
    }
  }

  /// Returns the value of a column as one of a type without entities.
  ///
  /// - Throws: `Mismatch`.
  static func value(_ row: any RowReader, _ column: Int, _ type: PropertyType) throws -> Value {
    switch (type.unwrapped, row.kind(column)) {
    case (_, .null): return .null
    case (.string, .text): return .string(row.text(column))
    case (.string, .int): return .string(String(row.int(column)))
    case (.bool, .int) where (0...1).contains(row.int(column)): return .bool(row.int(column) == 1)
    case (.int, .int): return .int(row.int(column))
    case (.int, .real): if let int = Int(exactly: row.real(column)) { return .int(int) }
    case (.int, .text): if let int = Int(row.text(column)) { return .int(int) }
    case (.double, .real) where row.real(column).isFinite: return .double(row.real(column))
    case (.double, .int): return .double(Double(row.int(column)))
    case (.double, .text): if let double = Double(row.text(column)), double.isFinite { return .double(double) }
    case (.date, .text): if let date = ExactDateText.parse(row.text(column)) { return .date(date) }
    case (.data, .blob): return .data(DataValue(bytes: Array(row.bytes(column))))
    case (.data, .text): return .data(DataValue(bytes: Array(row.bytes(column))))
    case (.color, .text): if let color = ColorValue(hex: row.text(column)) { return .color(color) }
    case (.image, .text): return .image(.named(row.text(column)))
    case (.image, .blob): return .image(.data(DataValue(bytes: Array(row.bytes(column)))))
    case (.enumeration(let cases), .text):
      let text = row.text(column)
      if cases.contains(text) { return .string(text) }
    default: break
    }
    throw Mismatch(expected: type.expectation, found: row.value(column).summary)
  }

  /// Returns the value of a column that no property declares, as data.
  static func jsonValue(_ value: RowValue) -> JSONValue {
    switch value {
    case .null: .null
    case .int(let int): .int(int)
    case .real(let real): .double(real)
    case .text(let text): .string(text)
    case .blob(let bytes): .string(DataValue(bytes: bytes).base64)
    }
  }

  /// Returns the text of the column `extra`.
  static func extra(_ members: [String: JSONValue]) throws -> RowValue {
    members.isEmpty ? .null : .text(try JSONValue.object(members).json(pretty: false))
  }
}

extension RowValue {
  /// The value in a message.
  var summary: String {
    switch self {
    case .null: "NULL"
    case .int(let int): "\(int)"
    case .real(let real): "\(real)"
    case .text(let text): JSONValue.string(text).summary
    case .blob(let bytes): "a blob of \(bytes.count) bytes"
    }
  }

  /// The value of a query's result.
  package var value: Value {
    switch self {
    case .null: .null
    case .int(let int): .int(int)
    case .real(let real): .double(real)
    case .text(let text): .string(text)
    case .blob(let bytes): .data(DataValue(bytes: bytes))
    }
  }
}
