/// Compares the files of parts with the stored documents that refer to them, without the classes of an application.
package struct PartCheck {
  /// A blob as a document describes it.
  private struct Blob {
    let id: String
    let format: String?
    let size: Int
    var place: Diagnostic.Place
  }

  private var blobs: [Blob] = []
  /// The paths that the parts of any object can have, with the models.
  private var paths: [String: String] = [:]
  /// The ids of the objects of a model.
  private var ids: [String: Set<String>] = [:]

  package init() {}

  /// Returns the paths that the parts in the documents of a model can have.
  package func candidates(of model: String) -> Set<String> {
    Set(paths.keys).union((ids[model] ?? []).compactMap { PartPath.document(model: model, id: $0) })
  }

  /// Returns the model that the file of a blob or partial, or a document, belongs to.
  package func model(at path: String) -> String? { paths[path] ?? ModelRegistry.model(at: path) }

  /// The blobs of which a file is expected, with the number of its bytes.
  package var expectedBlobs: [(paths: [String], size: Int)] {
    blobs.map {
      ([PartPath.image(id: $0.id, format: $0.format), PartPath.data(id: $0.id)].compactMap(\.self), $0.size)
    }
  }

  /// Adds a document of a model or of one of its partials.
  ///
  /// - Parameter isFolded: Whether the bytes are those of the file and its journal, so that offsets mean nothing to a
  ///   user.
  /// - Throws: `json.syntax`.
  package mutating func add(
    _ bytes: UnsafeBufferPointer<UInt8>, of model: String, file: String, isFolded: Bool = false
  ) throws {
    var reader = JSONReader(bytes, file: file)
    let first = blobs.count
    try value(&reader, model, file)
    if isFolded { for index in first..<blobs.count { blobs[index].place.offset = nil } }
    try reader.finish()
  }

  private mutating func value(_ reader: inout JSONReader, _ model: String, _ file: String) throws {
    switch try reader.peekKind() {
    case .object: try object(&reader, model, file)
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try value(&reader, model, file) }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }

  private mutating func object(_ reader: inout JSONReader, _ model: String, _ file: String) throws {
    let offset = reader.offset
    var (id, format, size): (String?, String?, Int?)
    var members: Set<String> = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = key.string
      let kind = try reader.peekKind()
      members.insert(name)
      switch (name, kind) {
      case ("id", .string): id = try reader.readString()
      case ("format", .string): format = try reader.readString()
      case ("size", .number): size = Value(try reader.readValue()).int
      default: try value(&reader, model, file)
      }
    }
    guard let id, !id.isEmpty else { return }
    ids[model, default: []].insert(id)
    for path in [PartPath.data(id: id), PartPath.image(id: id, format: format)].compactMap(\.self) {
      paths[path] = model
    }
    // Every blob with a file has these members.
    guard let size, size > 0, members.isSuperset(of: ["quality", "scale", "template"]), !members.contains("data") else {
      return
    }
    blobs.append(Blob(id: id, format: format, size: size, place: Diagnostic.Place(file: file, offset: offset)))
  }

  /// Returns the errors of the blobs whose file is missing, cannot be read or has another size than their document
  /// says.
  package func damagedBlobs(in storage: some BlobStorage) throws -> [Diagnostic] {
    try blobs.compactMap { blob in
      let candidates = [PartPath.image(id: blob.id, format: blob.format), PartPath.data(id: blob.id)].compactMap(\.self)
      for path in candidates {
        let count: Int
        do {
          guard let bytes = try storage.read(path) else { continue }
          count = bytes.count
        } catch let diagnostic as Diagnostic { return diagnostic }
        if count == blob.size { return nil }
        return Diagnostic(
          "blob.damaged", "the file has \(count) bytes; its document expects \(blob.size)",
          place: Diagnostic.Place(file: storage.location(of: path)))
      }
      return Diagnostic(
        "blob.missing", "the file with the \(blob.size) bytes of \"\(blob.id)\" is missing", place: blob.place)
    }
  }

  /// Returns the files of the blobs that the documents may refer to, sorted.
  package func blobs(in storage: some BlobStorage) throws -> [String] {
    try (storage.list(PartPath.dataFolder) + storage.list(PartPath.imageFolder)).filter {
      paths[$0] != nil
    }
  }

  /// Returns the files of parts to which no document refers, sorted.
  package func orphans(in storage: some BlobStorage, models: [String]) throws -> [String] {
    var orphans = try (storage.list(PartPath.dataFolder) + storage.list(PartPath.imageFolder)).filter {
      paths[$0] == nil
    }
    for model in models {
      let known = Set((ids[model] ?? []).compactMap { PartPath.document(model: model, id: $0) })
      orphans += try storage.list(PartPath.folder(ofModel: model)).filter {
        !known.contains($0) && $0.hasSuffix(".json")
      }
    }
    return orphans.sorted()
  }

  // MARK: Databases

  /// Adds the rows of a database and the documents of its partials.
  ///
  /// - Throws: `storage.row` and `json.syntax` for what cannot be read.
  package mutating func add(_ storage: any RowStorage, of model: String) throws {
    var rows: [UInt8] = []
    try RowDocumentWriter.write(storage) { rows += $0 }
    try rows.withUnsafeBufferPointer { try add($0, of: model, file: storage.location, isFolded: true) }
    try PartRow.forEach(of: PartRow.partials, in: storage, model) { row, bytes in
      let document = Array(bytes)
      do {
        try document.withUnsafeBufferPointer {
          try DocumentCheck.check($0, file: storage.location)
          try add($0, of: model, file: storage.location, isFolded: true)
        }
      } catch var diagnostic as Diagnostic {
        diagnostic.message = "\(row.description): \(diagnostic.message)"
        diagnostic.place = Diagnostic.Place(file: storage.location)
        throw diagnostic
      }
    }
  }

  /// Returns the blobs whose row is missing or has another size than the model says.
  package func damagedBlobs(in storage: any RowStorage) throws -> [Diagnostic] {
    var sizes: [String: Int] = [:]
    try PartRow.forEach(of: PartRow.blobs, in: storage, "") { sizes[$0.id] = $1.count }
    let place = Diagnostic.Place(file: storage.location)
    return blobs.compactMap { blob in
      let row = PartRow(model: "", table: PartRow.blobs, id: blob.id)
      guard let count = sizes[blob.id] else {
        return Diagnostic(
          "blob.missing", "\(row.description): the row with the \(blob.size) bytes is missing", place: place)
      }
      if count == blob.size { return nil }
      return Diagnostic(
        "blob.damaged", "\(row.description): the row has \(count) bytes; the model expects \(blob.size)", place: place)
    }
  }

  /// Returns the rows of parts to which nothing in the model refers.
  package func orphans(in storage: any RowStorage, of model: String) throws -> [PartRow] {
    var orphans: [PartRow] = []
    for table in PartRow.tables {
      try PartRow.forEach(of: table, in: storage, model) { row, _ in
        if ids[model]?.contains(row.id) != true { orphans.append(row) }
      }
    }
    return orphans
  }

  /// Returns the error for a row to which nothing in the model refers.
  package static func orphan(_ row: PartRow, in storage: any RowStorage) -> Diagnostic {
    Diagnostic(
      "storage.orphan", "\(row.description): nothing in the model refers to this row",
      place: Diagnostic.Place(file: storage.location), hint: "\(HintPhrase.repair) removes it")
  }

  /// Returns the error for a file to which no document refers.
  package static func orphan(_ path: String, in storage: some BlobStorage) -> Diagnostic {
    Diagnostic(
      "storage.orphan", "no document refers to this file", place: Diagnostic.Place(file: storage.location(of: path)),
      hint: "\(HintPhrase.repair) removes it")
  }
}
