/// A table of an SQL export: one for each class, with a column for each member.
struct SQLTable {
  /// The declared type of a column; `any` declares none, for members with values of several types.
  enum Kind: String {
    case text = "TEXT"
    case integer = "INTEGER"
    case real = "REAL"
    case blob = "BLOB"
    case any = ""
  }

  struct Column {
    let identifier: String
    var kind: Kind?
    var type: PropertyType?
  }

  /// The columns that say where an entity is.
  static let placeColumns = ["parent_id", "parent_property", "position"]

  private let name: String
  let identifier: String
  private(set) var order: [String] = []
  private(set) var columns: [String: Column] = [:]
  private var names = SQLNames(reserved: ["id"] + placeColumns)

  /// - Parameter name: Not quoted.
  init(name: String) { (self.name, identifier) = (name, SQLNames.quoted(name)) }

  /// Adds a column for a member, or makes the present one fit a further value.
  mutating func note(_ name: String, _ kind: Kind?, type: PropertyType? = nil) {
    if let present = columns[name] {
      guard present.type == nil, let kind, present.kind != kind else { return }
      columns[name]?.kind =
        switch (present.kind, kind) {
        case (nil, _): kind
        case (.integer, .real), (.real, .integer): .real
        default: .any
        }
    } else {
      order.append(name)
      columns[name] = Column(identifier: names.identifier(for: name), kind: kind, type: type)
    }
  }

  /// The statements that create the table.
  var statements: String {
    var lines = ["  \"id\" TEXT PRIMARY KEY", "  \"parent_id\" TEXT", "  \"parent_property\" TEXT", "  \"position\""]
    for name in order {
      guard let column = columns[name] else { continue }
      let kind = column.kind?.rawValue ?? ""
      lines.append("  \(column.identifier)" + (kind.isEmpty ? "" : " \(kind)"))
    }
    let index = SQLNames.quoted("index_" + name)
    return "CREATE TABLE \(identifier) (\n\(lines.joined(separator: ",\n"))\n);\n"
      + "CREATE INDEX \(index) ON \(identifier) (\"parent_id\");\n"
  }
}

extension SQLTable.Kind {
  /// Returns the kind of a stored value; nil for null, which any column holds.
  init?(_ value: JSONValue) {
    switch value {
    case .null: return nil
    case .bool, .int: self = .integer
    case .double: self = .real
    case .number: self = .any
    case .string, .array, .object: self = .text
    }
  }

  init(_ type: PropertyType) {
    self =
      switch type.unwrapped {
      case .bool, .int: .integer
      case .double: .real
      case .data: .blob
      default: .text
      }
  }
}

/// Names in SQL that differ from each other also without regard to case, as SQLite compares them.
struct SQLNames {
  private var taken: Set<String>

  init(reserved: [String] = []) { taken = Set(reserved) }

  /// Returns a name as an identifier, quoted.
  mutating func identifier(for name: String) -> String { Self.quoted(unique(name)) }

  /// Returns a name that is not taken: a number makes a taken one another name.
  mutating func unique(_ name: String) -> String {
    var base = name.replacing(each: "\0", with: "\u{FFFD}")
    // SQLite keeps these names for itself.
    if base.lowercased().hasPrefix("sqlite_") || base.isEmpty { base = "_" + base }
    var (candidate, number) = (base, 1)
    while !taken.insert(candidate.lowercased()).inserted {
      number += 1
      candidate = "\(base)_\(number)"
    }
    return candidate
  }

  static func quoted(_ name: String) -> String {
    "\"" + name.replacing(each: "\"", with: "\"\"") + "\""
  }
}
