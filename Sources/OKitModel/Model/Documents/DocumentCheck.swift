/// Checks documents without their schema, in passes without a tree.
package struct DocumentCheck {
  private let file: String
  /// Called with each id that is not empty and its offset.
  private let onID: (String, Int) throws -> Void

  /// Checks the rules for models of all classes: a model is an object; its id, class and version have the right types;
  /// and its ids are unique. Other objects may be maps with any keys, so only their ids are compared.
  ///
  /// Takes memory for a hash value of each id.
  ///
  /// - Throws: `json.syntax`, `model.decode`, `model.duplicateId`.
  package static func check(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws {
    var hashes: Set<Int> = []
    try visit(bytes, file) { id, offset in
      guard !hashes.insert(id.hashValue).inserted, try isUsed(id, before: offset, in: bytes, file) else { return }
      throw Diagnostic(
        "model.duplicateId", "the id \"\(id)\" is used twice", place: Diagnostic.Place(file: file, offset: offset))
    }
  }

  /// The result of looking for an id again.
  private enum Search: Error { case found, notFound }

  /// Returns whether the document has an id before an offset; different ids may have one hash value.
  private static func isUsed(
    _ id: String, before end: Int, in bytes: UnsafeBufferPointer<UInt8>, _ file: String
  ) throws -> Bool {
    do {
      try visit(bytes, file) { other, offset in
        if offset >= end { throw Search.notFound }
        if other == id { throw Search.found }
      }
      return false
    } catch let search as Search {
      return search == .found
    }
  }

  private static func visit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ file: String, onID: @escaping (String, Int) throws -> Void
  ) throws {
    var reader = JSONReader(bytes, file: file)
    guard try reader.peekKind() == .object else {
      throw Diagnostic("model.decode", "a stored model must be a JSON object", place: Diagnostic.Place(file: file))
    }
    let check = DocumentCheck(file: file, onID: onID)
    do { try check.value(&reader, isRoot: true) } catch let problem as DocumentDecoder.Problem {
      throw problem.diagnostic(file: file)
    }
    try reader.finish()
  }

  private func value(_ reader: inout JSONReader, isRoot: Bool = false) throws {
    switch try reader.peekKind() {
    case .object:
      try reader.beginObject()
      while let key = try reader.nextKey() { try member(key.string, &reader, isOfRoot: isRoot) }
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try value(&reader) }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }

  private func member(_ name: String, _ reader: inout JSONReader, isOfRoot: Bool) throws {
    let kind = try reader.peekKind()
    let offset = reader.offset
    switch name {
    case ModelRegistry.versionKey where isOfRoot: _ = try DocumentDecoder.version(&reader)
    case ModelStore.typeKey where isOfRoot: _ = try DocumentDecoder.typeName(&reader)
    // Those have copies of entities.
    case _ where OptimisticChanges.layerMembers.contains(name): try reader.skipValue()
    case "id" where isOfRoot || kind == .string:
      let id = try isOfRoot ? Self.rootID(&reader) : reader.readString()
      if !id.isEmpty { try onID(id, offset) }
    default: try value(&reader)
    }
  }

  private static func rootID(_ reader: inout JSONReader) throws -> String {
    do { return try DocumentDecoder.id(&reader) } catch let problem as DocumentDecoder.Problem {
      throw problem.inside("id")
    }
  }
}
