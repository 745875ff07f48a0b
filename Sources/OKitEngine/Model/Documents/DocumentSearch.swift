/// Finds offsets in a document for messages.
enum DocumentSearch {
  /// Returns the byte offset of the value of the last member `id` that is `id`; nil when there is none. O(size).
  static func lastOffset(ofID id: String, in bytes: [UInt8]) throws -> Int? {
    var found: Int?
    try JSONReader.read(bytes) { reader in try search(&reader) { if $0 == id { found = $1 } } }
    return found
  }

  /// Calls `body` with each id of an object.
  static func forEachID(in bytes: [UInt8], _ body: (String) -> Void) throws {
    try JSONReader.read(bytes) { reader in try search(&reader) { id, _ in body(id) } }
  }

  private static func search(_ reader: inout JSONReader, _ body: (String, Int) -> Void) throws {
    switch try reader.peekKind() {
    case .object:
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let isID = key.string == "id"
        guard isID, try reader.peekKind() == .string else {
          try search(&reader, body)
          continue
        }
        let offset = reader.offset
        body(try reader.readString(), offset)
      }
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try search(&reader, body) }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }
}
