/// A database as a Lua script that declares its tables as classes.
package struct SQLiteDescription {
  fileprivate struct Table {
    let described: DescribedDatabase.Table
    let className: String
    var properties: [(name: String, column: DescribedColumn)] = []
  }

  package let database: DescribedDatabase
  private var tables: [Table] = []
  private let classNames: [String: String]

  /// - Throws: what reading throws.
  package init(_ database: SQLiteDatabase) throws {
    self.database = try DescribedDatabase(database)
    var names = LuaNames()
    classNames = Dictionary(self.database.tables.map { ($0.name, names.classified($0.name)) }) { first, _ in first }
    for table in self.database.tables {
      var taken = LuaNames(isProperty: true)
      let properties = table.columns.map { column in
        (taken.property(column.target != nil ? column.name.withoutIDSuffix : column.name), column)
      }
      tables.append(Table(described: table, className: classNames[table.name] ?? table.name, properties: properties))
    }
  }

  /// The script: an application that shows the first table.
  package var script: String {
    var lines = ["local okit = require \"okit\"", "local t = okit.types", ""]
    for other in database.others {
      lines.append("-- The table \(LuaText.quoted(other.name)) is left out: \(other.reason).")
    }
    for table in tables {
      lines.append("\(local)\(table.className) = okit.ModelEntity:extend(\(LuaText.quoted(table.className)), {")
      for (name, column) in table.properties {
        let target = column.target.flatMap { classNames[$0] }
        lines.append("  \(name) = \(column.type(target: target))," + (column.remark.map { " -- \($0)" } ?? ""))
      }
      for other in table.described.others {
        lines.append("  -- The column \(LuaText.quoted(other.name)) \(other.reason).")
      }
      lines += ["})", "\(table.className).table = \(LuaText.quoted(table.described.name))"]
      lines += ["\(table.className).key = \(LuaText.quoted(table.described.key))", ""]
    }
    var names = LuaNames(isProperty: true)
    let lists = tables.map { table in (names.property(table.className.plural), table) }
    lines.append("local Database = okit.ModelSQLite:extend(\"Database\", {")
    for (name, table) in lists { lines.append("  \(name) = t.list(\(table.className)),") }
    let base = database.file.split(separator: "/").last.map(String.init) ?? database.file
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
  fileprivate var title: String { properties.first { $0.column.isText }?.name ?? "id" }
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

enum LuaText {
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
    if hasSuffix("y"), let before = dropLast().last, !"aeiouAEIOU".contains(before) { return dropLast() + "ies" }
    return hasSuffix("s") ? self : self + "s"
  }
}
