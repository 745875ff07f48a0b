/// Stored values as literals of SQL.
enum SQLLiteral {
  /// - Parameter type: The type of the property, if it is known.
  static func text(_ value: JSONValue, _ type: PropertyType?) throws -> String {
    switch (type?.unwrapped, value) {
    case (_, .null): "NULL"
    case (.date, _): try DateValue(value).flatMap(ScalarText.date).map(quoted) ?? plain(value)
    case (.data, .string(let text)): DataValue(base64: text).map { blob($0.bytes) } ?? quoted(text)
    default: try plain(value)
    }
  }

  private static func plain(_ value: JSONValue) throws -> String {
    switch value {
    case .null: "NULL"
    case .bool(let bool): bool ? "1" : "0"
    case .int(let int): String(int)
    case .double(let double): double.description
    // More digits than a number of SQLite has.
    case .number(let text), .string(let text): quoted(text)
    case .array, .object: quoted(try value.json())
    }
  }

  static func quoted(_ text: String) -> String {
    // The shell of SQLite ends a statement at a NUL, and drops a carriage return at the end of a line.
    if text.utf8.contains(where: { $0 == 0 || $0 == 0x0D }) { return "CAST(\(blob(Array(text.utf8))) AS TEXT)" }
    return "'" + text.replacing(each: "'", with: "''") + "'"
  }

  private static func blob(_ bytes: [UInt8]) -> String { "X'\(bytes.hexadecimal)'" }
}
