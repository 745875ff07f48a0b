import OKitEngine

/// A database as a Lua script that declares its tables as classes.
package struct SQLiteDescription {
  fileprivate struct Table {
    let name: String
    let className: String
    let key: String
    var properties: [(name: String, type: String)] = []
  }

  private let file: String
  private var tables: [Table] = []
  /// Tables that cannot be classes, with the reason.
  private var others: [(name: String, reason: String)] = []

  /// - Throws: what reading throws.
  package init(_ database: SQLiteDatabase) throws {
    file = database.location
    try database.withConnection { connection in
      var names = LuaNames()
      var found: [(name: String, className: String, key: String)] = []
      for name in try connection.tables.sorted() {
        let keys = try connection.values("SELECT name FROM pragma_table_info(?) WHERE pk > 0", [.text(name)])
        guard keys.count == 1, case .text(let key) = keys[0] else {
          others.append((name, keys.isEmpty ? "it has no key" : "its key has \(keys.count) columns"))
          continue
        }
        found.append((name, names.classified(name), key))
      }
      let classes = Dictionary(found.map { ($0.name.lowercased(), $0.className) }) { first, _ in first }
      for (name, className, key) in found {
        var table = Table(name: name, className: className, key: key)
        let references = try connection.references(of: name)
        var taken = LuaNames(isProperty: true)
        for column in try connection.describedColumns(of: name) where column.name != key {
          let target = references[column.name.lowercased()].flatMap { classes[$0.lowercased()] }
          let shortened = target != nil ? column.name.withoutIDSuffix : column.name
          table.properties.append((taken.property(shortened), column.type(target)))
        }
        tables.append(table)
      }
    }
  }

  /// The script: an application that shows the first table.
  package var script: String {
    var lines = ["local okit = require \"okit\"", "local t = okit.types", ""]
    for other in others { lines.append("-- The table \(LuaText.quoted(other.name)) is left out: \(other.reason).") }
    for table in tables {
      lines.append("\(local)\(table.className) = okit.ModelEntity:extend(\(LuaText.quoted(table.className)), {")
      for property in table.properties { lines.append("  \(property.name) = \(property.type),") }
      lines += ["})", "\(table.className).table = \(LuaText.quoted(table.name))"]
      lines += ["\(table.className).key = \(LuaText.quoted(table.key))", ""]
    }
    var names = LuaNames(isProperty: true)
    let lists = tables.map { table in (names.property(table.className.plural), table) }
    lines.append("local Database = okit.ModelSQLite:extend(\"Database\", {")
    for (name, table) in lists { lines.append("  \(name) = t.list(\(table.className)),") }
    let base = file.split(separator: "/").last.map(String.init) ?? file
    lines += ["})", "Database.file = \(LuaText.quoted(base))", "okit.Model.register(Database)"]
    if let (name, table) = lists.first {
      lines += [
        "", "okit.ModelListTableController:extend(\"home\", {",
        "  type = \(LuaText.quoted(table.className)), dataPath = \"\(name)\", titlePath = \"%Rows\",",
        "  cell = okit.ModelTableCell { path = \"\(table.title)\" },", "})",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lua allows 200 local variables.
  private var local: String { tables.count > 150 ? "" : "local " }
}

extension SQLiteDescription.Table {
  /// The property that is shown: the first text.
  fileprivate var title: String { properties.first { $0.type.contains("t.string") }?.name ?? "id" }
}

extension SQLiteConnection {
  fileprivate struct DescribedColumn {
    let name: String
    let declared: String
    let isRequired: Bool

    /// Returns the type of a property, in Lua.
    func type(_ target: String?) -> String {
      let option = "column = \(LuaText.quoted(name))"
      if let target { return "t.ref(\(LuaText.quoted(target)), { \(option) })" }
      let kind = kind
      return isRequired || kind == "data" ? "t.\(kind) { \(option) }" : "t.optional(t.\(kind), { \(option) })"
    }

    private var kind: String {
      let type = declared.uppercased()
      if type.contains("BOOL") { return "bool" }
      if type.contains("DATE") || type.contains("TIMESTAMP") { return "date" }
      switch RowColumn.Kind(declared: declared) {
      case .integer: return "int"
      case .real: return "double"
      case .blob: return "data"
      case .text, .any: return "string"
      }
    }
  }

  fileprivate func describedColumns(of table: String) throws -> [DescribedColumn] {
    let statement = try SQLiteStatement("SELECT name, type, \"notnull\" FROM pragma_table_info(?)", pointer)
    try statement.bind(.text(table), at: 1)
    var columns: [DescribedColumn] = []
    while try statement.step() {
      columns.append(
        DescribedColumn(name: statement.text(0), declared: statement.text(1), isRequired: statement.int(2) != 0))
    }
    return columns
  }

  /// Returns the referred tables by column, of keys with one column.
  fileprivate func references(of table: String) throws -> [String: String] {
    let statement = try SQLiteStatement(
      "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?) GROUP BY id HAVING count(*) = 1", pointer)
    try statement.bind(.text(table), at: 1)
    var references: [String: String] = [:]
    while try statement.step() { references[statement.text(0).lowercased()] = statement.text(1) }
    return references
  }
}

/// Names that a Lua script can use, each once.
private struct LuaNames {
  private var taken: Set<String>

  init(isProperty: Bool = false) {
    taken = [
      "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
      "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]
    taken.formUnion(
      isProperty
        ? ["id", "parent", "model", "type", "super", "ref"]
        : ["okit", "t", "Database", "ModelEntity", "ModelRef", "Model", "ModelSQLite", "ModelTransient", "_G", "_ENV"])
  }

  mutating func classified(_ name: String) -> String { unique(Self.identifier(name)) }

  /// Returns the name of a property for a column: `ReleaseDate` becomes `releaseDate`.
  mutating func property(_ name: String) -> String {
    let name = Self.identifier(name)
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count == name.count { return unique(name.lowercased()) }
    let first = capitals.count > 1 ? String(capitals.dropLast()) : String(capitals)
    return unique(first.lowercased() + name.dropFirst(first.count))
  }

  private mutating func unique(_ name: String) -> String {
    var name = name
    while !taken.insert(name).inserted { name += "_" }
    return name
  }

  private static func identifier(_ name: String) -> String {
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return (letters.first?.isNumber ?? true ? "_" : "") + String(letters)
  }
}

private enum LuaText {
  static func quoted(_ text: String) -> String {
    var result = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: result += String(UnicodeScalar(byte))
      default: result += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return result + "\""
  }
}

extension String {
  /// `Album` for `AlbumId`.
  fileprivate var withoutIDSuffix: String {
    for suffix in ["_id", "Id", "ID"] where hasSuffix(suffix) && utf8.count > suffix.utf8.count {
      return String(dropLast(suffix.utf8.count))
    }
    return self
  }

  /// `Albums` for `Album`.
  fileprivate var plural: String {
    if hasSuffix("y") { return dropLast() + "ies" }
    return hasSuffix("s") ? self : self + "s"
  }
}
