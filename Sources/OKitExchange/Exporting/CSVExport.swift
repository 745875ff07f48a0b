/// Writes one list of a model as CSV: a row for each element, a column for each stored scalar property.
package struct CSVExport {
  private let document: DocumentExport
  private let list: String
  private let separator: Character
  private let elements: EntityType?
  private var columns: [String] = []
  private var known: Set<String> = []
  private var types: [String: PropertyType] = [:]
  private var hasTypes = false
  /// The members that are not columns, because they are not scalars or no class declares them.
  package private(set) var omitted: Set<String> = []

  /// The maximum number of omitted members that are remembered.
  private static let maximumOmitted = 100

  /// - Parameters:
  ///   - list: The list property; nil for the only one.
  ///   - separator: What separates the fields, a character of ASCII.
  /// - Throws: `export.list`, `json.syntax`.
  package init(_ document: DocumentExport, list: String?, separator: Character = ",") throws {
    (self.document, self.separator) = (document, separator)
    let candidates = try Self.candidates(document)
    self.list = try Self.choose(list, candidates, in: document)
    elements = document.root?.property(named: self.list)?.ownedTypeName.flatMap { document.store?.type(named: $0) }
  }

  /// Returns the names of the lists of entities: those that the class declares, else those in the document.
  private static func candidates(_ document: DocumentExport) throws -> [String] {
    if let root = document.root { return root.properties.filter(\.isListOfEntities).map(\.name) }
    var names: [String] = []
    var reader = try document.reader()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = key.string
      guard try reader.peekKind() == .array else {
        try reader.skipValue()
        continue
      }
      try reader.beginArray()
      var isCandidate: Bool?
      while try reader.nextElement() {
        if isCandidate == nil {
          isCandidate = try reader.peekKind() == .object && ObjectHead(reader).referenceKey == nil
        }
        try reader.skipValue()
      }
      if isCandidate ?? true { names.append(name) }
    }
    try reader.finish()
    return names
  }

  private static func choose(_ list: String?, _ candidates: [String], in document: DocumentExport) throws -> String {
    if let list {
      if candidates.contains(list) { return list }
      throw Diagnostic(
        "export.list", "model \"\(document.name)\" has no list of entities \(PrintableText.quoted(list))",
        hint: NearestName.hint(for: list, in: candidates))
    }
    guard let only = candidates.first else {
      throw Diagnostic("export.list", "model \"\(document.name)\" has no list of entities, which CSV needs")
    }
    guard candidates.count == 1 else {
      let names = candidates.prefix(20).map { PrintableText.line($0) }
      throw Diagnostic(
        "export.list", "model \"\(document.name)\" has \(candidates.count) lists of entities",
        hint: "\(HintPhrase.exportList)\(names.joined(separator: HintPhrase.otherExportList.rawValue))")
    }
    return only
  }

  /// Writes the header and the rows.
  package mutating func run(_ writer: PieceWriter) throws {
    if let elements { declareColumns(of: elements) }
    try forEachRow(pass: 0) { export, reader in try export.collect(&reader) }
    var header = ["id"] + (hasTypes ? [ModelStore.typeKey] : [])
    let leading = header.count
    header += columns
    try writer.write(header.map(field).joined(separator: String(separator)) + "\r\n")
    let positions = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
    var row = [String](repeating: "", count: header.count)
    try forEachRow(pass: 1) { export, reader in
      for index in row.indices { row[index] = "" }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        guard let position = positions[name] else {
          try reader.skipValue()
          continue
        }
        guard let value = try reader.readScalar() else { continue }
        let type = position < leading ? nil : export.types[name]
        row[position] = ScalarText.text(value, type).map(export.field) ?? ""
      }
      try writer.write(row.joined(separator: String(export.separator)) + "\r\n")
    }
    try document.progress(1)
  }

  private mutating func declareColumns(of type: EntityType) {
    for property in type.properties where property.isStoredScalar && known.insert(property.name).inserted {
      columns.append(property.name)
      types[property.name] = property.type
    }
  }

  /// Notes the members of one row.
  private mutating func collect(_ reader: inout JSONReader) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = key.string
      switch name {
      case "id": try reader.skipValue()
      case ModelStore.typeKey:
        hasTypes = true
        let value = try reader.readScalar()
        if case .string(let name)? = value, let elements, let type = document.store?.type(named: name),
          type.isSubtype(of: elements)
        {
          declareColumns(of: type)
        }
      case _ where known.contains(name):
        if try reader.readScalar() == nil { omit(name) }
      default:
        let value = try reader.readScalar()
        if value == nil || document.root != nil {
          omit(name)
        } else if known.insert(name).inserted {
          columns.append(name)
        }
      }
    }
    guard columns.count < DocumentExport.maximumColumns else {
      throw DocumentExport.tooManyColumns("columns", at: Diagnostic.Place(file: document.file, offset: reader.offset))
    }
  }

  private mutating func omit(_ name: String) {
    if omitted.count < Self.maximumOmitted { omitted.insert(name) }
  }

  private mutating func forEachRow(
    pass: Int, _ body: (inout CSVExport, inout JSONReader) throws -> Void
  ) throws {
    var reader = try document.reader()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard key.string == list else {
        try reader.skipValue()
        continue
      }
      if try reader.skipNull() { continue }
      try reader.beginArray()
      while try reader.nextElement() {
        guard try reader.peekKind() == .object else {
          throw Diagnostic(
            "model.decode", "expected an object in \(PrintableText.quoted(list))",
            place: Diagnostic.Place(file: document.file, offset: reader.offset))
        }
        try body(&self, &reader)
        try document.report(reader.offset, pass: pass, of: 2)
      }
    }
    try reader.finish()
  }

  /// Returns a text as a field; an empty text is in quotes, because a field of nothing means no value.
  private func field(_ text: String) -> String {
    let needsQuotes =
      text.isEmpty || text.utf8.first == 0x20 || text.utf8.last == 0x20 || text.unicodeScalars.first == "\u{FEFF}"
      || text.utf8.contains { [0x22, 0x0A, 0x0D, separator.asciiValue].contains($0) }
    return needsQuotes ? "\"" + text.replacing(each: "\"", with: "\"\"") + "\"" : text
  }
}

extension Property {
  /// Whether the property is stored and holds a single value other than an owned entity; a reference counts as its key.
  var isStoredScalar: Bool {
    guard !isComputed, !isTransient, !isCollection else { return false }
    return isReference || ownedTypeName == nil
  }

  /// Whether the property is a stored list or set of entities, not of references.
  var isListOfEntities: Bool {
    guard !isComputed, !isTransient, case .entity? = type.element?.unwrapped else { return false }
    if case .map = type.unwrapped { return false }
    return true
  }
}
