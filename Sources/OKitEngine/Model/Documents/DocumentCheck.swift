/// Checks documents without their schema, in one pass and without a tree.
package enum DocumentCheck {
  /// Checks the rules for models of all classes: a model is an object, its version is a number, and its ids are unique.
  ///
  /// - Throws: `json.syntax`, `model.decode`, `model.duplicateId`.
  package static func check(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws {
    var reader = JSONReader(bytes, file: file)
    guard try reader.peekKind() == .object else {
      throw Diagnostic("model.decode", "a stored model must be a JSON object", place: Diagnostic.Place(file: file))
    }
    var ids: Set<String> = []
    try check(&reader, &ids, file, isRoot: true)
    try reader.finish()
  }

  private static func check(
    _ reader: inout JSONReader, _ ids: inout Set<String>, _ file: String, isRoot: Bool = false
  ) throws {
    switch try reader.peekKind() {
    case .object:
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        if isRoot, name == ModelRegistry.versionKey {
          do { _ = try DocumentDecoder.version(&reader) } catch let problem as DocumentDecoder.Problem {
            throw problem.diagnostic(below: "", file: file)
          }
        } else if name == "id", try reader.peekKind() == .string {
          let offset = reader.offset
          let id = try reader.readString()
          guard ids.insert(id).inserted else {
            throw Diagnostic(
              "model.duplicateId", "the id \"\(id)\" is used twice", place: Diagnostic.Place(file: file, offset: offset)
            )
          }
        } else {
          try check(&reader, &ids, file)
        }
      }
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try check(&reader, &ids, file) }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }
}
