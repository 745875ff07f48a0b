/// The contents of blobs and partials for an export, by the id of their entity.
///
/// Blobs are found without the classes of an application: a file or row has their id. The property of a partial is
/// known to its class only.
package struct ExportContents {
  /// The storage of the contents.
  package struct Source {
    let hasBlob: (_ id: String, _ format: String?) -> Bool
    let hasDocument: (_ id: String) -> Bool
    /// Returns the bytes of a blob, nil if there are none.
    let blob: (_ id: String, _ format: String?) throws -> [UInt8]?
    /// Returns the document of a partial, nil if there is none.
    let document: (_ id: String) throws -> [UInt8]?

    package static func files(of model: String, in storage: any BlobStorage) throws -> Source {
      let folders = PartPath.folders(ofModel: model)
      let present = Set(try folders.flatMap(storage.list))
      func blob(_ id: String, _ format: String?) -> String? {
        [PartPath.image(id: id, format: format), PartPath.data(id: id)].compactMap(\.self).first(
          where: present.contains)
      }
      func document(_ id: String) -> String? {
        PartPath.document(model: model, id: id).flatMap { present.contains($0) ? $0 : nil }
      }
      return Source(
        hasBlob: { blob($0, $1) != nil }, hasDocument: { document($0) != nil },
        blob: { try blob($0, $1).flatMap(storage.read) }, document: { try document($0).flatMap(storage.read) })
    }

    /// The rows of a database.
    package static func rows(of model: String, in storage: any RowStorage) throws -> Source {
      var (blobs, documents): (Set<String>, Set<String>) = ([], [])
      try PartRow.forEach(of: PartRow.blobs, in: storage, model) { row, _ in blobs.insert(row.id) }
      try PartRow.forEach(of: PartRow.partials, in: storage, model) { row, _ in documents.insert(row.id) }
      return Source(
        hasBlob: { id, _ in blobs.contains(id) }, hasDocument: { documents.contains($0) },
        blob: { id, _ in try PartRow(model: model, table: PartRow.blobs, id: id).read(from: storage) },
        document: { try PartRow.document(of: $0, in: storage) })
    }
  }

  private enum Content {
    /// The member with the bytes of a blob, and the format that its path has.
    case blob(String, format: String?)
    /// The member with the entity of a partial.
    case document(String)
    /// A member without a content.
    case absent(String)
  }

  private let source: Source
  private let store: ModelStore?
  private var contents: [String: Content] = [:]
  /// The partials whose property is not known.
  private var unknown: [String] = []
  /// The number of entities that have a content.
  package private(set) var count = 0

  /// Looks for the contents that a document refers to. O(size of the document and of those of its partials).
  ///
  /// - Throws: `json.syntax`, and what reading throws.
  package init(_ document: DocumentExport, _ source: Source) throws {
    (self.source, store) = (source, document.store)
    var reader = try document.reader()
    try value(&reader, document.root)
  }

  /// - Throws: `export.classes` for partials whose class is not known.
  package func checkClasses() throws {
    guard let first = unknown.first else { return }
    let others = unknown.count == 1 ? "" : " and \(unknown.count - 1) more"
    throw Diagnostic(
      "export.classes", "the partial \(PrintableText.quoted(first))\(others) needs its class to be exported",
      hint: "\(HintPhrase.exportClasses)")
  }

  /// Returns the warning for an export without the contents; nil when there are none.
  package func omission(hint: String) -> Diagnostic? {
    guard count > 0 else { return nil }
    return Diagnostic(
      "export.contents", "left out the contents of blobs and partials, which have files or rows of their own: \(count)",
      severity: .warning, hint: hint)
  }

  private mutating func value(_ reader: inout JSONReader, _ declared: EntityType?) throws {
    switch try reader.peekKind() {
    case .object: try object(&reader, declared)
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try value(&reader, declared) }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }

  private mutating func object(_ reader: inout JSONReader, _ declared: EntityType?) throws {
    let head = store == nil ? nil : try ObjectHead(reader)
    let isEntity = head?.id != nil
    let type = isEntity ? head?.typeName.flatMap { store?.type(named: $0) } ?? declared : nil
    var (id, format): (String?, String?)
    var members: Set<String> = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = key.string
      members.insert(name)
      switch (name, try reader.peekKind()) {
      case ("id", .string): id = try reader.readString()
      case ("format", .string): format = try reader.readString()
      default:
        let owned = type?.property(named: name)?.ownedTypeName.flatMap { store?.type(named: $0) }
        // The objects of a map are declared by the property that has the map.
        try value(&reader, owned ?? (isEntity ? nil : declared))
      }
    }
    guard let id, !id.isEmpty else { return }
    try note(id, format, members, type)
  }

  private mutating func note(_ id: String, _ format: String?, _ members: Set<String>, _ type: EntityType?) throws {
    if let property = type?.lazyProperty {
      guard !members.contains(property.name) else { return }
      contents[id] = .absent(property.name)
      if property.role == .deferred {
        guard let bytes = try source.document(id) else { return }
        contents[id] = .document(property.name)
        let declared = property.ownedTypeName.flatMap { store?.type(named: $0) }
        try JSONReader.read(bytes) { try value(&$0, declared) }
      } else {
        guard source.hasBlob(id, format) else { return }
        contents[id] = .blob(property.name, format: format)
      }
      count += 1
    } else if type == nil {
      let isBlob = members.isSuperset(of: ["quality", "scale", "template"]) && !members.contains("data")
      if isBlob {
        let hasBytes = source.hasBlob(id, format)
        contents[id] = hasBytes ? .blob("data", format: format) : .absent("data")
        count += hasBytes ? 1 : 0
      } else if source.hasDocument(id) {
        unknown.append(id)
        count += 1
      }
    }
  }

  /// Returns the member with the content of an entity as JSON; nil for entities that have all of their contents in the
  /// document.
  ///
  /// - Throws: `storage.read` for a content that was removed meanwhile.
  package func member(of id: String) throws -> (name: String, json: [UInt8])? {
    func present(_ bytes: [UInt8]?) throws -> [UInt8] {
      if let bytes { return bytes }
      throw Diagnostic("storage.read", "the content of \(PrintableText.quoted(id)) was removed during the export")
    }
    switch contents[id] {
    case nil: return nil
    case .absent(let name): return (name, Array("null".utf8))
    case .blob(let name, let format):
      let bytes = try present(source.blob(id, format))
      return (name, try JSONValue.string(DataValue(bytes: bytes).base64).jsonBytes())
    case .document(let name): return (name, try present(source.document(id)))
    }
  }
}

/// Prints a document with the contents of its blobs and partials.
struct ContentPrinter {
  private let contents: ExportContents
  private let writer: PieceWriter

  init(_ contents: ExportContents, _ writer: PieceWriter) { (self.contents, self.writer) = (contents, writer) }

  func print(_ reader: inout JSONReader, depth: Int = 0) throws {
    switch try reader.peekKind() {
    case .object:
      var (isEmpty, id): (Bool, String?) = (true, nil)
      func begin(_ name: String) throws {
        try writer.write((isEmpty ? "{" : ",") + line(depth + 1) + (try JSONValue.string(name).json()) + ": ")
        isEmpty = false
      }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        try begin(name)
        if name == "id", try reader.peekKind() == .string {
          let text = try reader.readString()
          id = text
          try writer.write(try JSONValue.string(text).json())
        } else {
          try print(&reader, depth: depth + 1)
        }
      }
      if let id, let member = try contents.member(of: id) {
        try begin(member.name)
        try JSONReader.read(member.json) { try print(&$0, depth: depth + 1) }
      }
      try writer.write(isEmpty ? "{}" : line(depth) + "}")
    case .array:
      var isEmpty = true
      try reader.beginArray()
      while try reader.nextElement() {
        try writer.write((isEmpty ? "[" : ",") + line(depth + 1))
        isEmpty = false
        try print(&reader, depth: depth + 1)
      }
      try writer.write(isEmpty ? "[]" : line(depth) + "]")
    case .string, .number, .bool, .null: try writer.write(try reader.readValue().json())
    }
  }

  private func line(_ depth: Int) -> String { "\n" + String(repeating: "  ", count: depth) }
}
