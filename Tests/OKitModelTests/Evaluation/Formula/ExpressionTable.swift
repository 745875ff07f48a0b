import CSQLite
import OKitModel
import OKitTestSupport

/// The same rows as entities and in a table of SQLite, whose columns have the affinities that properties have.
final class ExpressionTable {
  static let columns: [(name: String, type: PropertyType, affinity: String)] = [
    ("t1", .string, "TEXT"), ("t2", .optional(.string), "TEXT"), ("i1", .int, "INTEGER"),
    ("i2", .optional(.int), "INTEGER"), ("d1", .double, "REAL"), ("d2", .optional(.double), "REAL"),
    ("b1", .bool, "NUMERIC"), ("b2", .optional(.bool), "NUMERIC"),
  ]

  struct Failure: Error, CustomStringConvertible { let description: String }

  let host = TestHost()
  private(set) var rows: [EntityID] = []
  private let type: EntityType
  private var connection: OpaquePointer?

  init() throws {
    type = try host.define("Row", Self.columns.map { Property($0.name, $0.type) })
    sqlite3_open(":memory:", &connection)
    sqlite3_create_function_v2(
      connection, "is_other_text", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        let value = values?.pointee
        let isText = sqlite3_value_type(value) == SQLITE_TEXT
        sqlite3_result_int(context, isText && sqlite3_value_numeric_type(value) == SQLITE_TEXT ? 1 : 0)
      }, nil, nil, nil)
    try run("CREATE TABLE r (" + Self.columns.map { "\($0.name) \($0.affinity)" }.joined(separator: ", ") + ")")
  }

  deinit { sqlite3_close(connection) }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
  }

  /// Adds a row with the values of all columns.
  func add(_ values: [Value]) throws {
    rows.append(
      try host.store.create(type, Dictionary(uniqueKeysWithValues: zip(Self.columns.map(\.name), values))))
    try run("INSERT INTO r VALUES (" + values.map(Self.literal).joined(separator: ", ") + ")")
  }

  static func literal(_ value: Value) -> String {
    switch value {
    case .int(.min): "(-9223372036854775807 - 1)"
    case .int(let int): "\(int)"
    case .bool(let bool): bool ? "1" : "0"
    case .double(let double): double.isFinite ? "\(double)" : double < 0 ? "-9e999" : "9e999"
    case .string(let text): "'" + text.replacing("'", with: "''") + "'"
    case .data(let data): "x'" + data.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    default: "NULL"
    }
  }

  /// Returns what SQLite gives for each row; nil when it fails.
  func expected(_ expression: String) throws -> [Value?] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, "SELECT \(expression) FROM r", -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
    defer { sqlite3_finalize(statement) }
    var values: [Value?] = []
    while sqlite3_step(statement) == SQLITE_ROW { values.append(value(statement)) }
    // The row that fails ends the statement.
    return values + [Value?](repeating: nil, count: rows.count - values.count)
  }

  private func value(_ statement: OpaquePointer?) -> Value? {
    switch sqlite3_column_type(statement, 0) {
    case SQLITE_INTEGER: return .int(Int(sqlite3_column_int64(statement, 0)))
    case SQLITE_FLOAT: return .double(sqlite3_column_double(statement, 0))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement, 0)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, 0)))
      return .string(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, 0)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, 0)))
      return .data(DataValue(bytes: Array(bytes)))
    default: return .null
    }
  }

  /// Returns the value of a formula for a row, and whether a mistake was reported.
  func value(_ formula: String, _ row: EntityID) throws -> (Value, isMistake: Bool) {
    host.reports = []
    let value = host.evaluator.get(try host.evaluator.program("= " + formula), row)
    return (value, !host.reports.isEmpty)
  }

  /// Describes how a formula differs from SQLite's expression in any row; nil if it does not.
  func difference(_ formula: String, _ expression: String) throws -> String? {
    let wanted = try expected(expression)
    for (index, row) in rows.enumerated() {
      // A failure of SQLite may come from a part that is not needed.
      guard let wanted = wanted[index] else { continue }
      let (value, isMistake) = try value(formula, row)
      if Self.areSame(value, wanted), !isMistake { continue }
      let context = Self.columns.map { "\($0.name) \(Self.shown(host.store.get(row, $0.name)))" }
      return """
        = \(formula)
        gives \(Self.shown(value)), SQLite \(Self.shown(wanted))\(host.reports.first.map { " (\($0.message))" } ?? "")
        \(expression == formula ? "" : expression + "\n")with \(context.joined(separator: ", "))
        """
    }
    return nil
  }

  static func areSame(_ value: Value, _ wanted: Value) -> Bool {
    if case .double(let one) = value, case .double(let other) = wanted { return one == other }
    return value.isSame(as: wanted)
  }

  /// The type and the value.
  static func shown(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .int(let int): "integer \(int)"
    case .double(let double): "real \(double)"
    case .string(let text): "text " + text.debugDescription
    case .data: "blob " + literal(value)
    default: "\(value)"
    }
  }
}
