/// Values of properties as values in rows.
package enum RowCoding {
  /// A value in a row that a property cannot have.
  package struct Mismatch: DescribedError {
    let expected: String
    let found: String

    package var diagnostic: Diagnostic { Diagnostic("storage.row", "expected \(expected), found \(found)") }
  }

  static func rowValue(_ value: Value) -> RowValue {
    switch value {
    case .bool(let bool): .int(bool ? 1 : 0)
    case .int(let int): .int(int)
    case .double(let double): .real(double)
    case .string(let text): .text(text)
    case .date(let date): .text(ExactDateText.text(of: date))
    case .day(let day): .text(day.text)
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
    try value(row.value(column), type)
  }

  /// Returns a value of a column as one of a type without entities.
  ///
  /// - Throws: `Mismatch`.
  package static func value(_ value: RowValue, _ type: PropertyType) throws -> Value {
    switch (type.unwrapped, value) {
    case (_, .null): return .null
    case (.string, .text(let text)): return .string(text)
    // Columns of other databases whose declared type makes numbers of texts.
    case (.string, .int(let int)): return .string(String(int))
    case (.string, .real(let real)): return .string("\(real)")
    case (.string, .blob(let bytes)) where String(validating: bytes, as: UTF8.self) == nil:
      throw Mismatch(expected: type.expectation, found: "\(bytes.count) bytes that are not UTF-8")
    case (.bool, .int(let int)) where (0...1).contains(int): return .bool(int == 1)
    case (.int, .int(let int)): return .int(int)
    case (.int, .real(let real)): if let int = Int(exactly: real) { return .int(int) }
    case (.int, .text(let text)): if let int = Int(text) { return .int(int) }
    case (.double, .real(let real)) where real.isFinite: return .double(real)
    case (.double, .int(let int)): return .double(Double(int))
    case (.double, .text(let text)): if let double = Double(text), double.isFinite { return .double(double) }
    case (.date, .text(let text)): if let date = ExactDateText.parse(text) { return .date(date) }
    case (.day, .text(let text)): if let day = DayValue(text) { return .day(day) }
    case (.data, .blob(let bytes)): return .data(DataValue(bytes: bytes))
    case (.data, .text(let text)): return .data(DataValue(bytes: Array(text.utf8)))
    case (.color, .text(let text)): if let color = ColorValue(hex: text) { return .color(color) }
    case (.image, .text(let text)): return .image(.named(text))
    case (.image, .blob(let bytes)): return .image(.data(DataValue(bytes: bytes)))
    case (.enumeration(let cases), .text(let text)): if cases.contains(text) { return .string(text) }
    default: break
    }
    throw Mismatch(expected: type.expectation, found: value.summary)
  }

  /// Returns the value of a column as one of a type without entities; nil for one that the type does not have.
  static func valueIfValid(_ row: RowValue, _ type: PropertyType) -> Value? {
    do { return try value(row, type) } catch { return nil }
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

extension ModelStore {
  /// Returns a value of a column as one of a type without entities. A date is read as its day in the time zone where
  /// the type is Day: tables may be older than the type.
  ///
  /// - Throws: `RowCoding.Mismatch`.
  func value(_ row: RowValue, _ type: PropertyType) throws -> Value {
    if case .text(let text) = row, type.unwrapped == .day, let day = localDays.day(.string(text)) { return .day(day) }
    return try RowCoding.value(row, type)
  }
}

extension RowValue {
  func isRead(as other: RowValue, by type: PropertyType) -> Bool {
    if type.isReference { return keyText == other.keyText }
    // A value of another type is another value.
    guard let left = RowCoding.valueIfValid(self, type), let right = RowCoding.valueIfValid(other, type) else {
      return false
    }
    if case (.double(let left), .double(let right)) = (left, right) { return left == right }
    return left.isSame(as: right)
  }

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
