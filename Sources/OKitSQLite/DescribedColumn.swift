/// A column of an existing database as a property.
package struct DescribedColumn {
  package let name: String
  private let declared: String
  /// Whether the column is NOT NULL.
  package let isRequired: Bool
  /// Whether the database computes the values.
  let isGenerated: Bool
  /// The expression of the default.
  private let defaultValue: String?
  /// The table that the column refers to.
  package internal(set) var target: String?
  /// The kind of property that can read every value.
  package private(set) var kind = Kind.string

  fileprivate init(name: String, declared: String, isRequired: Bool, isGenerated: Bool, defaultValue: String?) {
    (self.name, self.declared, self.defaultValue) = (name, declared, defaultValue)
    (self.isRequired, self.isGenerated) = (isRequired, isGenerated)
  }

  package enum Kind: String, Sendable {
    case string, bool, int, double, date, day, data

    fileprivate var type: PropertyType {
      switch self {
      case .string: .string
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .date: .date
      case .day: .day
      case .data: .data
      }
    }

    /// Whether it holds dates or days.
    fileprivate var isTemporal: Bool { self == .date || self == .day }

    fileprivate func accepts(_ value: RowValue) -> Bool {
      guard self != .day else { return ColumnDates().value(value, asDay: true, UTCDays()) != nil }
      do {
        _ = try RowCoding.value(value, type)
        return true
      } catch { return false }
    }
  }

  /// Finds the kind of property that can read every value of the column: SQLite takes values of other types than the
  /// declared one.
  ///
  /// - Returns: Whether there is one.
  mutating func findKind(in table: String, _ connection: SQLiteConnection) throws -> Bool {
    var (candidates, dates) = (candidates, DescribedDates())
    let statement = try SQLiteStatement("SELECT \(SQL.name(name)) FROM \(SQL.name(table))", connection.pointer)
    while try statement.step() {
      let value = statement.value(0)
      guard value != .null else { continue }
      candidates.removeAll { !$0.accepts(value) }
      dates.add(value)
    }
    guard let found = dates.kind(declared: declared.uppercased(), name: name) ?? candidates.first else { return false }
    kind = found
    return true
  }

  /// The kinds for the declared type, the best first.
  private var candidates: [Kind] {
    let type = declared.uppercased()
    func has(_ names: String...) -> Bool { names.contains(where: type.contains) }
    if has("BOOL") { return [.bool, .int, .double, .string] }
    if has("DATE", "TIMESTAMP") { return [.int, .double, .string] }
    switch RowColumn.Kind(declared: declared) {
    case .integer: return [.int, .double, .string]
    case .real: return [.double, .string]
    case .numeric where has("NUMERIC", "DECIMAL"): return [.double, .string]
    case .blob: return [.data, .string]
    case .text, .numeric, .any: return [.string, .data]
    }
  }

  // MARK: Lua

  var isText: Bool { target == nil && kind == .string }

  /// The type of the property, in Lua.
  ///
  /// - Parameter target: The class to which the column refers.
  func type(target: String?) -> String {
    let option = "column = \(LuaText.quoted(name))"
    if let target { return "t.ref(\(LuaText.quoted(target)), { \(option) })" }
    let options = "{ " + option + (luaDefault.map { ", default = \($0)" } ?? "") + " }"
    return isRequired || kind == .data ? "t.\(kind) \(options)" : "t.optional(t.\(kind), \(options))"
  }

  /// A remark for readers of the script.
  package var remark: String? {
    guard target == nil else { return nil }
    if kind != candidates.first, !kind.isTemporal { return "declared \(declared), with other values" }
    if !kind.isTemporal, Self.isDeclaredAsDate(declared) { return "declared \(declared), with other values" }
    if kind == .string, RowColumn.Kind(declared: declared) == .numeric {
      return "declared \(declared): SQLite makes numbers of texts that look like one"
    }
    return defaultValue != nil && luaDefault == nil ? "without the default \(defaultText)" : nil
  }

  private static func isDeclaredAsDate(_ declared: String) -> Bool {
    let type = declared.uppercased()
    return type.contains("DATE") || type.contains("TIMESTAMP")
  }

  private var defaultText: String {
    (defaultValue ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The default as an expression in Lua, where it is a literal that the property can have.
  package var luaDefault: String? {
    guard let defaultValue, let literal = Self.literal(defaultValue), kind != .data, kind.accepts(literal) else {
      return nil
    }
    switch (kind, literal) {
    case (.bool, .int(let number)): return number == 1 ? "true" : "false"
    case (_, .int(let number)) where kind != .string && !kind.isTemporal: return String(number)
    case (_, .real(let number)) where kind != .string && !kind.isTemporal: return String(number)
    case (_, .text(let text)): return LuaText.quoted(text)
    default: return nil
    }
  }

  private static func literal(_ text: String) -> RowValue? {
    if text.uppercased() == "TRUE" { return .int(1) }
    if text.uppercased() == "FALSE" { return .int(0) }
    if let number = Int(text) { return .int(number) }
    if let number = Double(text), number.isFinite, text.utf8.first.map({ !(0x41...0x7A).contains($0) }) == true {
      return .real(number)
    }
    // Quotes in a text are doubled.
    let parts = text.parts(at: "'")
    guard parts.count > 2, parts.count % 2 == 1, parts.first == "", parts.last == "" else { return nil }
    let inner = parts.dropFirst().dropLast()
    guard inner.enumerated().allSatisfy({ $0.offset % 2 == 0 || $0.element.isEmpty }) else { return nil }
    return .text(inner.enumerated().compactMap { $0.offset % 2 == 0 ? $0.element : nil }.joined(separator: "'"))
  }
}

extension SQLiteConnection {
  /// The tables and views by name, with what they are: "table", "view", "virtual", "shadow".
  var describedTables: [(name: String, kind: String)] {
    get throws {
      let statement = try SQLiteStatement(
        "SELECT name, type FROM pragma_table_list WHERE schema = 'main' "
          + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name", pointer)
      var tables: [(name: String, kind: String)] = []
      while try statement.step() { tables.append((statement.text(0), statement.text(1))) }
      return tables
    }
  }

  func describedColumns(of table: String) throws -> [DescribedColumn] {
    // The hidden columns of a table are generated ones.
    let statement = try SQLiteStatement(
      "SELECT name, type, \"notnull\", dflt_value, hidden FROM pragma_table_xinfo(?)", pointer)
    try statement.bind(.text(table), at: 1)
    var columns: [DescribedColumn] = []
    while try statement.step() {
      columns.append(
        DescribedColumn(
          name: statement.text(0), declared: statement.text(1), isRequired: statement.int(2) != 0,
          isGenerated: statement.int(4) > 0, defaultValue: statement.kind(3) == .null ? nil : statement.text(3)))
    }
    return columns
  }

  /// Returns the referred tables with their columns by column, of keys with one column.
  func references(of table: String) throws -> [String: (table: String, column: String?)] {
    let statement = try SQLiteStatement(
      "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?) GROUP BY id HAVING count(*) = 1", pointer)
    try statement.bind(.text(table), at: 1)
    var references: [String: (table: String, column: String?)] = [:]
    while try statement.step() {
      references[statement.text(0).lowercased()] = (
        statement.text(1), statement.kind(2) == .null ? nil : statement.text(2)
      )
    }
    return references
  }
}
