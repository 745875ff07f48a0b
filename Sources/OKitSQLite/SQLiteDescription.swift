import OKitEngine

/// A database as a Lua script that declares its tables as classes.
package struct SQLiteDescription {
  fileprivate struct Table {
    let name: String
    let className: String
    let key: String
    var properties: [(name: String, column: DescribedColumn)] = []
    /// Columns that cannot be properties, with the reason.
    var others: [(name: String, reason: String)] = []
  }

  private let file: String
  private var tables: [Table] = []
  /// Tables that cannot be classes, with the reason.
  private var others: [(name: String, reason: String)] = []

  private static let reasons = ["view": "it is a view", "virtual": "it is a virtual table"]

  /// - Throws: what reading throws.
  package init(_ database: SQLiteDatabase) throws {
    file = database.location
    try database.withConnection { connection in
      var names = LuaNames()
      var found: [(name: String, className: String, key: String)] = []
      // The tables in which a virtual table has its data are part of it.
      for (name, kind) in try connection.describedTables where kind != "shadow" {
        if let reason = Self.reasons[kind] {
          others.append((name, reason))
          continue
        }
        let keys = try connection.values("SELECT name FROM pragma_table_info(?) WHERE pk > 0", [.text(name)])
        guard keys.count == 1, case .text(let key) = keys[0] else {
          others.append((name, keys.isEmpty ? "it has no key" : "its key has \(keys.count) columns"))
          continue
        }
        let null = "SELECT 1 FROM \(SQL.name(name)) WHERE \(SQL.name(key)) IS NULL LIMIT 1"
        guard try connection.values(null).isEmpty else {
          others.append((name, "the key of a row is NULL"))
          continue
        }
        found.append((name, names.classified(name), key))
      }
      let classes = Dictionary(found.map { ($0.name.lowercased(), $0) }) { first, _ in first }
      for (name, className, key) in found {
        var table = Table(name: name, className: className, key: key)
        let references = try connection.references(of: name)
        var taken = LuaNames(isProperty: true)
        for var column in try connection.describedColumns(of: name) where column.name != key {
          guard !column.isGenerated else {
            table.others.append((column.name, "is generated; okit.Model.query reads it"))
            continue
          }
          if let reference = references[column.name.lowercased()], let target = classes[reference.table.lowercased()],
            reference.column.map({ $0.lowercased() == target.key.lowercased() }) ?? true
          {
            column.target = target.className
          } else if try !column.findKind(in: name, connection) {
            table.others.append((column.name, "has values of several types"))
            continue
          }
          let shortened = column.target != nil ? column.name.withoutIDSuffix : column.name
          table.properties.append((taken.property(shortened), column))
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
      for (name, column) in table.properties {
        lines.append("  \(name) = \(column.type)," + (column.remark.map { " -- \($0)" } ?? ""))
      }
      for other in table.others { lines.append("  -- The column \(LuaText.quoted(other.name)) \(other.reason).") }
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
