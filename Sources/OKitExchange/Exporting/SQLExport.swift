/// Writes a model as SQL that SQLite accepts: a table for each class, a row for each entity.
///
/// An entity has the columns `id`, `parent_id`, `parent_property` and `position` (a number from 0, or the key in a
/// map). A reference is the key of the entity that it means; other lists and maps are JSON. Without classes, a table is
/// named after the property that holds its entities. The document is read twice: for the columns, and for the rows.
package struct SQLExport {
  private let document: DocumentExport
  private var tables: [String: SQLTable] = [:]
  private var order: [String] = []
  private var names = SQLNames()
  /// Nil while the columns are collected.
  private var writer: PieceWriter?

  /// The owner of an entity and its place there.
  private struct Location {
    var parent: String?
    var property: String
    var position: JSONValue = .null
    /// The declared class.
    var declared: EntityType?
  }

  package init(_ document: DocumentExport) { self.document = document }

  package mutating func run(_ writer: PieceWriter) throws {
    try pass()
    try writer.write("BEGIN;\n")
    for name in order { if let table = tables[name] { try writer.write(table.statements) } }
    self.writer = writer
    try pass()
    try writer.write("COMMIT;\n")
    try document.progress(1)
  }

  private mutating func pass() throws {
    var reader = try document.reader()
    let head = try ObjectHead(reader)
    try entity(&reader, head, Location(property: document.name, declared: document.root))
    try reader.finish()
  }

  // MARK: Entities

  private mutating func entity(_ reader: inout JSONReader, _ head: ObjectHead, _ location: Location) throws {
    let named = head.typeName.flatMap { document.store?.type(named: $0) }
    let type = named ?? location.declared
    let table = type?.name ?? head.typeName ?? location.property
    try declare(table, type, at: reader.offset)
    var row: [(name: String, value: JSONValue)] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = key.string
      if name == "id" || name == ModelStore.typeKey || (location.parent == nil && name == ModelRegistry.versionKey) {
        try reader.skipValue()
        continue
      }
      let owned = type?.property(named: name)?.ownedTypeName.flatMap { document.store?.type(named: $0) }
      let child = Location(parent: head.id ?? "", property: name, declared: owned)
      guard let value = try member(&reader, child) else { continue }
      // Nothing says of which kind the elements would be.
      if value == .array([]) || value == .object([:]), type?.property(named: name)?.hasColumn != true { continue }
      row.append((name, value))
      if writer == nil {
        tables[table]?.note(name, SQLTable.Kind(value))
        guard row.count <= DocumentExport.maximumColumns else {
          throw DocumentExport.tooManyColumns("columns", at: place(reader.offset))
        }
      }
    }
    if writer == nil, tables[table]?.order.count ?? 0 > DocumentExport.maximumColumns - 4 {
      throw DocumentExport.tooManyColumns("columns", at: place(reader.offset))
    }
    try insert(row, into: table, head, location)
    try document.report(reader.offset, pass: writer == nil ? 0 : 1, of: 2)
  }

  /// Returns a value that is kept in a column; nil for entities, which have rows of their own.
  private mutating func member(_ reader: inout JSONReader, _ child: Location) throws -> JSONValue? {
    switch try reader.peekKind() {
    case .string, .number, .bool, .null: return try reader.readValue()
    case .object:
      let head = try ObjectHead(reader)
      if isEntity(head, child) {
        try entity(&reader, head, child)
        return nil
      }
      if head.isBare || head.referenceKey != nil {
        try reader.skipValue()
        return head.referenceKey ?? .null
      }
      guard try holdsEntities(reader, child) else { return try reader.readValue() }
      try map(&reader, child)
      return nil
    case .array:
      guard try holdsEntities(reader, child) else { return try list(&reader) }
      try entities(&reader, child)
      return nil
    }
  }

  /// Returns whether the first element of the next array or object is an entity.
  private func holdsEntities(_ reader: borrowing JSONReader, _ child: Location) throws -> Bool {
    var ahead = reader.copy(at: reader.offset)
    if try ahead.peekKind() == .array {
      try ahead.beginArray()
      guard try ahead.nextElement() else { return false }
    } else {
      try ahead.beginObject()
      guard try ahead.nextKey() != nil else { return false }
    }
    guard try ahead.peekKind() == .object else { return false }
    return isEntity(try ObjectHead(ahead), child)
  }

  /// Returns whether an object is an entity, and no reference.
  private func isEntity(_ head: ObjectHead, _ location: Location) -> Bool {
    guard head.id != nil, head.referenceKey == nil else { return false }
    return !head.isBare || location.declared?.isReference == false
  }

  private mutating func entities(_ reader: inout JSONReader, _ child: Location) throws {
    var child = child
    var position = 0
    try reader.beginArray()
    while try reader.nextElement() {
      child.position = .int(position)
      try element(&reader, child)
      position += 1
    }
  }

  private mutating func map(_ reader: inout JSONReader, _ child: Location) throws {
    var child = child
    try reader.beginObject()
    while let key = try reader.nextKey() {
      child.position = .string(key.string)
      try element(&reader, child)
    }
  }

  private mutating func element(_ reader: inout JSONReader, _ child: Location) throws {
    guard try reader.peekKind() == .object else {
      throw Diagnostic(
        "model.decode", "expected an object in \(PrintableText.quoted(child.property))", place: place(reader.offset))
    }
    try entity(&reader, try ObjectHead(reader), child)
  }

  /// Returns a list of values; references become keys.
  private func list(_ reader: inout JSONReader) throws -> JSONValue {
    var values: [JSONValue] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let head = try reader.peekKind() == .object ? ObjectHead(reader) : nil
      if let head, head.isBare || head.referenceKey != nil {
        try reader.skipValue()
        values.append(head.referenceKey ?? .null)
      } else {
        values.append(try reader.readValue())
      }
    }
    return .array(values)
  }

  // MARK: Statements

  private mutating func declare(_ name: String, _ type: EntityType?, at offset: Int) throws {
    guard tables[name] == nil else { return }
    guard tables.count < DocumentExport.maximumColumns else {
      throw DocumentExport.tooManyColumns("tables", at: place(offset))
    }
    var table = SQLTable(name: names.unique(name))
    for property in type?.properties ?? [] where property.hasColumn {
      table.note(property.name, SQLTable.Kind(property.type), type: property.type)
    }
    tables[name] = table
    order.append(name)
  }

  private func insert(
    _ row: [(name: String, value: JSONValue)], into name: String, _ head: ObjectHead, _ location: Location
  ) throws {
    guard let writer, let table = tables[name] else { return }
    var columns = ["\"id\""]
    var values = [head.id.map(SQLLiteral.quoted) ?? "NULL"]
    if let parent = location.parent {
      columns += SQLTable.placeColumns.map { SQLNames.quoted($0) }
      values += [
        SQLLiteral.quoted(parent), SQLLiteral.quoted(location.property), try SQLLiteral.text(location.position, nil),
      ]
    }
    for (name, value) in row {
      guard value != .null, let column = table.columns[name] else { continue }
      columns.append(column.identifier)
      values.append(try SQLLiteral.text(value, column.type))
    }
    try writer.write(
      """
      INSERT INTO \(table.identifier) (\(columns.joined(separator: ", "))) VALUES \
      (\(values.joined(separator: ", ")));\n
      """
    )
  }

  private func place(_ offset: Int) -> Diagnostic.Place { Diagnostic.Place(file: document.file, offset: offset) }
}

extension Property {
  /// Whether a row has the property in a column of its own.
  fileprivate var hasColumn: Bool {
    guard !isComputed, !isTransient else { return false }
    if case .entity = (type.element ?? type).unwrapped { return false }
    return true
  }
}
