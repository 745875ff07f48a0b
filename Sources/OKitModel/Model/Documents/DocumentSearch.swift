/// Finds offsets in a document for messages.
enum DocumentSearch {
  /// Returns the byte offset of the value of the last member `id` that is `id`; nil when there is none. O(size).
  static func lastOffset(ofID id: String, in bytes: [UInt8]) throws -> Int? {
    var found: Int?
    try JSONReader.read(bytes) { reader in try search(&reader) { if $0 == .id, $1 == id { found = $2 } } }
    return found
  }

  /// The ids of the entities of a document, and the keys of its references.
  struct Content {
    var ids: [String] = []
    var keys: [String] = []
  }

  /// Returns what a document holds. O(size).
  static func content(of bytes: [UInt8]) throws -> Content {
    var content = Content()
    try JSONReader.read(bytes) { reader in
      try search(&reader) { kind, text, _ in
        if kind == .id { content.ids.append(text) } else { content.keys.append(text) }
      }
    }
    return content
  }

  private enum Kind { case id, key }

  private static func search(_ reader: inout JSONReader, _ body: (Kind, String, Int) -> Void) throws {
    switch try reader.peekKind() {
    case .object:
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        guard name == "id" || name == EntityType.referenceKey, try reader.peekKind() == .string else {
          try search(&reader, body)
          continue
        }
        let offset = reader.offset
        body(name == "id" ? .id : .key, try reader.readString(), offset)
      }
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try search(&reader, body) }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }
}
