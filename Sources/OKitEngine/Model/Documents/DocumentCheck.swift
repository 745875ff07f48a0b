/// Checks documents without their schema, in one pass and without a tree.
package struct DocumentCheck {
  private let file: String
  private var ids: Set<String> = []

  /// Checks the rules for models of all classes: a model is an object; its id, class and version have the right types; and its
  /// ids are unique. Other objects may be maps with any keys, so only their ids are compared.
  ///
  /// - Throws: `json.syntax`, `model.decode`, `model.duplicateId`.
  package static func check(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws {
    var reader = JSONReader(bytes, file: file)
    guard try reader.peekKind() == .object else {
      throw Diagnostic("model.decode", "a stored model must be a JSON object", place: Diagnostic.Place(file: file))
    }
    var check = DocumentCheck(file: file)
    do { try check.value(&reader, isRoot: true) } catch let problem as DocumentDecoder.Problem {
      throw problem.diagnostic(below: "", file: file)
    }
    try reader.finish()
  }

  private init(file: String) { self.file = file }

  private mutating func value(_ reader: inout JSONReader, isRoot: Bool = false) throws {
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

  private mutating func member(_ name: String, _ reader: inout JSONReader, isOfRoot: Bool) throws {
    let kind = try reader.peekKind()
    let offset = reader.offset
    switch name {
    case ModelRegistry.versionKey where isOfRoot: _ = try DocumentDecoder.version(&reader)
    case ModelStore.typeKey where isOfRoot: _ = try DocumentDecoder.typeName(&reader)
    case "id" where isOfRoot || kind == .string:
      let id = try isOfRoot ? Self.rootID(&reader) : reader.readString()
      guard id.isEmpty || ids.insert(id).inserted else {
        throw Diagnostic(
          "model.duplicateId", "the id \"\(id)\" is used twice", place: Diagnostic.Place(file: file, offset: offset))
      }
    default: try value(&reader)
    }
  }

  private static func rootID(_ reader: inout JSONReader) throws -> String {
    do { return try DocumentDecoder.id(&reader) } catch let problem as DocumentDecoder.Problem {
      throw problem.inside("id")
    }
  }
}
