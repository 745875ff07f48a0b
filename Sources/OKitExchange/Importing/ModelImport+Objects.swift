extension ModelImport {
  /// Reads rows from JSON: an array of objects, or one object. The members are those of a document, their values are
  /// converted as for any write. Unknown members are a mistake.
  ///
  /// - Throws: `json.syntax` and `import.rows`: no row can be read then.
  package func readJSON(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, progress: (Double) -> Void = { _ in }
  ) throws {
    let locator = LineLocator(bytes, file: file)
    do {
      var reader = JSONReader(bytes, file: file)
      guard try reader.peekKind() == .array else {
        try jsonRow(&reader, locator)
        return try reader.finish()
      }
      try reader.beginArray()
      while try reader.nextElement() {
        try jsonRow(&reader, locator)
        progress(Double(reader.offset) / Double(max(1, bytes.count)))
      }
      try reader.finish()
    } catch let diagnostic as Diagnostic {
      throw locator.located(diagnostic)
    }
  }

  func jsonRow(_ reader: inout JSONReader, _ locator: LineLocator) throws {
    // Its syntax ends the import; what it says can be wrong for this row only.
    let kind = try reader.peekKind()
    let offset = reader.offset
    var row = reader.copy(at: offset)
    try reader.skipValue()
    guard kind == .object else {
      return reject(Diagnostic("import.rows", "expected an object", place: locator.place(offset)))
    }
    let members = updates ? try readMembers(reader, at: offset) : [:]
    // A place before one that was asked for costs the way from the beginning of the file.
    try self.row(
      { $0.place?.offset == nil ? $0.at(locator.place(offset)) : locator.located($0) },
      { try entity(&row, file: reader.file, as: type(ofRowWithID: Self.id(in: members))) },
      content: { Self.changes(members) })
  }

  private func readMembers(_ reader: borrowing JSONReader, at offset: Int) throws -> [String: JSONValue] {
    var copy = reader.copy(at: offset)
    if case .object(let members) = try copy.readValue() { return members }
    return [:]
  }

  private static func id(in members: [String: JSONValue]) -> String? {
    switch members["id"] {
    case .string(let id): id
    case .int(let id): String(id)
    default: nil
    }
  }

  /// Returns the members of a row without those that say which entity it is.
  private static func changes(_ members: [String: JSONValue]) -> Content {
    var members = members
    members["id"] = nil
    members[ModelStore.typeKey] = nil
    return .data(.object(members))
  }

  private func entity(
    _ reader: inout JSONReader, file: String, as type: EntityType
  ) throws -> EntityID {
    do {
      return try DocumentDecoder(store: store, source: .row).root(&reader, as: type)
    } catch let problem as DocumentDecoder.Problem {
      throw problem.diagnostic(file: file)
    }
  }

  /// Reads rows from SPON: an array of objects, or one object.
  ///
  /// - Throws: `spon.syntax` and `import.rows`: no row can be read then.
  package func readSPON(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, progress: (Double) -> Void = { _ in }
  ) throws {
    let locator = LineLocator(bytes, file: file)
    do {
      var reader = SPONReader(bytes, file: file) { [store] in store.type(named: $0) != nil }
      if try reader.beginArray() {
        var isFirst = true
        while try reader.nextElement(isFirst: isFirst) {
          isFirst = false
          try sponRow(&reader, locator)
          progress(Double(reader.nextOffset()) / Double(max(1, bytes.count)))
        }
      } else {
        try sponRow(&reader, locator)
      }
      try reader.finish()
    } catch let diagnostic as Diagnostic {
      throw locator.located(diagnostic)
    }
  }

  private func sponRow(_ reader: inout SPONReader, _ locator: LineLocator) throws {
    let offset = reader.nextOffset()
    let place = locator.place(offset)
    let value = try reader.value()
    guard case .object(let members) = value else {
      return reject(Diagnostic("import.rows", "expected an object", place: place))
    }
    // An offset of the text that the row has become has no meaning.
    func placed(_ diagnostic: Diagnostic) -> Diagnostic {
      var placed = diagnostic
      placed.place = place
      return placed
    }
    let bytes = try value.jsonBytes()
    try bytes.withUnsafeBufferPointer { bytes in
      try row(placed) {
        var reader = JSONReader(bytes)
        return try entity(&reader, file: "", as: type(ofRowWithID: Self.id(in: members)))
      } content: {
        Self.changes(members)
      }
    }
  }
}
