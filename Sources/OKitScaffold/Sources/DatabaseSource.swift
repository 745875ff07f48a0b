import OKitSQLite

/// Makes the model of a database: a class for each table with a single key column.
struct DatabaseSource {
  private let database: SQLiteDatabase
  private let described: DescribedDatabase
  private let source: ScaffoldSource

  /// - Throws: `new.tables` for a database without such a table; what reading throws.
  static func draft(_ source: ScaffoldSource, named name: Words) throws -> ModelDraft {
    try DatabaseSource(source).draft(named: name)
  }

  /// Returns the database as its last transaction left it.
  static func copy(_ source: ScaffoldSource) throws -> [UInt8] { try open(source).copy() ?? [] }

  private static func open(_ source: ScaffoldSource) -> SQLiteDatabase {
    SQLiteDatabases(documents: "", access: .reader).open(source.path)
  }

  private init(_ source: ScaffoldSource) throws {
    self.source = source
    database = Self.open(source)
    described = try DescribedDatabase(database)
    try described.expectTables(code: "new.tables")
    guard described.tables.count <= DataInference.maximumClasses else {
      throw Diagnostic(
        "new.size",
        """
        the database has \(described.tables.count) tables, and an application at most \
        \(DataInference.maximumClasses) classes
        """,
        place: Diagnostic.Place(file: source.path), hint: "begin with a part of the tables")
    }
  }

  private func draft(named name: Words) throws -> ModelDraft {
    var (names, lists) = (LuaNames.classes, LuaNames.properties)
    var classNames: [String: String] = [:]
    let words = described.tables.map { Words($0.name).withLast(EnglishNouns.singular) }
    for (table, words) in zip(described.tables, words) {
      classNames[table.name] = names.unique(words.pascalCase, words.pascalCase + "Entry", fallback: "Entry")
    }
    let base = name.pascalCase
    var model = ModelDraft(name: names.unique(base, base + "Database", fallback: "Database"))
    model.database = Self.fileName(source.name)
    // The tables `book` and `books` both have books.
    var (labels, pluralLabels) = (UniqueLabels(), UniqueLabels())
    for (table, words) in zip(described.tables, words) {
      let plural = words.withLast(EnglishNouns.plural)
      let className = classNames[table.name] ?? ""
      let pluralLabel = pluralLabels.unique(plural.label)
      var type = ClassDraft(name: className, label: labels.unique(words.label), pluralLabel: pluralLabel)
      type.table = (table.name, table.key)
      try addProperties(to: &type, table, classNames)
      model.classes.append(type)
      model.properties.append(
        PropertyDraft(lists.unique(plural.camelCase, fallback: "list"), label: pluralLabel, .objects(className)))
    }
    for other in described.others where !DatabaseRelations.isJoin(other, classNames) {
      model.remarks.append("The table \"\(PrintableText.line(other.name))\" is left out: \(other.reason).")
    }
    Titles.choose(in: &model)
    let relations = DatabaseRelations(described, classNames)
    relations.add(to: &model)
    try addContent(to: &model)
    try addConnections(to: &model)
    return model
  }

  /// A name that backups take for a database.
  private static func fileName(_ name: String) -> String {
    let hasExtension = [".sqlite", ".sqlite3", ".db", ".db3"].contains { name.lowercased().hasSuffix($0) }
    return hasExtension ? name : name + ".sqlite"
  }

  // MARK: Columns

  private func addProperties(
    to type: inout ClassDraft, _ table: DescribedDatabase.Table, _ classNames: [String: String]
  ) throws {
    var (taken, labels) = (LuaNames.properties, UniqueLabels())
    let facts = try DatabaseFacts(database, table)
    for column in table.columns {
      let words = Words(column.name)
      let target = column.target.flatMap { classNames[$0] }
      let shortened = target == nil ? words : ReferenceInference.base(of: words)
      let name = taken.unique(shortened.camelCase, words.camelCase, fallback: "column")
      let own = name == shortened.camelCase ? shortened : words
      let label = labels.unique(own.label.isEmpty ? column.name : own.label)
      var property = PropertyDraft(name, label: label, kind(of: column, target, facts))
      property.column = column.name
      property.remark = column.remark
      if target == nil {
        property.isOptional = !column.isRequired && column.kind != .data
        property.defaultValue = column.luaDefault
      } else {
        property.isRestricted = column.isRequired
      }
      type.properties.append(property)
    }
    for other in table.others {
      type.remarks.append("The column \"\(PrintableText.line(other.name))\" \(other.reason).")
    }
  }

  private func kind(of column: DescribedColumn, _ target: String?, _ facts: DatabaseFacts) -> PropertyKind {
    if let target { return .reference(target) }
    switch column.kind {
    case .string: return facts.longTexts.contains(column.name) ? .longText : .text
    case .bool: return .bool
    case .int: return .int
    case .double: return .double
    case .date: return .date(hasTime: true)
    case .day: return .date(hasTime: false)
    case .data: return .data
    }
  }

  // MARK: Content

  /// Reads what tests need of the rows: their ids, titles and references.
  private func addContent(to model: inout ModelDraft) throws {
    for (type, list) in zip(model.classes, model.properties) {
      guard let table = type.table else { continue }
      let properties = type.properties.filter { type.title.contains($0.name) || $0.isReference }
      let columns = [table.key] + properties.compactMap(\.column)
      let sql =
        "SELECT \(columns.map(SQLText.name).joined(separator: ", ")) FROM \(SQLText.name(table.name)) "
        + "ORDER BY \(SQLText.name(table.key))"
      var records: [ContentValue] = []
      try database.query(sql, [], QueryLimits()) { row in
        var record = ContentRecord(id: row.value(0).keyText.map { "\(type.name):\($0)" })
        for (index, property) in properties.enumerated() {
          record.values.append(ContentField(property.name, Self.value(row.value(index + 1), property)))
        }
        records.append(.record(record))
      }
      model.content.values.append(ContentField(list.name, .list(records)))
    }
  }

  /// Reads which entities the tables of connections connect.
  private func addConnections(to model: inout ModelDraft) throws {
    for type in model.classes.indices {
      for index in model.classes[type].related.indices {
        let list = model.classes[type].related[index]
        guard case .query(_, let pairs) = list.source else { continue }
        var elements: [String: [String]] = [:]
        try database.query(pairs, [], QueryLimits()) { row in
          guard let own = row.value(0).keyText, let other = row.value(1).keyText else { return }
          elements["\(model.classes[type].name):\(own)", default: []].append("\(list.type):\(other)")
        }
        model.classes[type].related[index].elements = elements
      }
    }
  }

  private static func value(_ value: RowValue, _ property: PropertyDraft) -> ContentValue {
    if case .reference(let type) = property.kind { return value.keyText.map { .reference("\(type):\($0)") } ?? .none }
    switch value {
    case .text(let text): return .text(text)
    case .int(let number): return property.kind == .text ? .text(String(number)) : .int(number)
    case .real(let number): return property.kind == .text ? .text(NumberText.text(of: number)) : .double(number)
    case .null, .blob: return .none
    }
  }
}

extension RowValue {
  var keyText: String? {
    switch self {
    case .int(let number): String(number)
    case .text(let text): text
    case .real(let number): NumberText.text(of: number)
    case .null, .blob: nil
    }
  }
}

/// Names in SQL.
enum SQLText {
  static func name(_ name: String) -> String { "\"" + name.replacing(each: "\"", with: "\"\"") + "\"" }

  /// A name in quotes where it needs them.
  static func shortName(_ name: String) -> String {
    let isPlain =
      name.first?.isNumber == false && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isPlain && !keywords.contains(name.uppercased()) ? name : self.name(name)
  }

  private static let keywords: Set = [
    "ADD", "ALL", "ALTER", "AND", "AS", "BETWEEN", "BY", "CASE", "CHECK", "COLLATE", "COLUMN", "COMMIT", "CONSTRAINT",
    "CREATE", "CROSS", "CURRENT", "DEFAULT", "DELETE", "DESC", "DISTINCT", "DROP", "ELSE", "END", "ESCAPE", "EXCEPT",
    "EXISTS", "FOREIGN", "FROM", "FULL", "GROUP", "HAVING", "IN", "INDEX", "INNER", "INSERT", "INTERSECT", "INTO", "IS",
    "ISNULL", "JOIN", "KEY", "LEFT", "LIKE", "LIMIT", "MATCH", "NATURAL", "NOT", "NOTNULL", "NULL", "OF", "ON", "OR",
    "ORDER", "OUTER", "PRIMARY", "REFERENCES", "REPLACE", "RIGHT", "SELECT", "SET", "TABLE", "THEN", "TO",
    "TRANSACTION",
    "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "VIEW", "WHEN", "WHERE", "WITH", "WITHOUT",
  ]
}
