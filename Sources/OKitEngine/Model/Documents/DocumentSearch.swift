/// Finds offsets in a document for messages.
enum DocumentSearch {
  /// Returns the byte offset of the value of the last member `id` that is `id`; nil when there is none. O(size).
  static func lastOffset(ofID id: String, in bytes: [UInt8]) throws -> Int? {
    try JSONReader.read(bytes) { reader in
      var found: Int?
      try search(&reader, id, &found)
      return found
    }
  }

  private static func search(_ reader: inout JSONReader, _ id: String, _ found: inout Int?) throws {
    switch try reader.peekKind() {
    case .object:
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let isID = key.string == "id"
        guard isID, try reader.peekKind() == .string else {
          try search(&reader, id, &found)
          continue
        }
        let offset = reader.offset
        if try reader.readString() == id { found = offset }
      }
    case .array:
      try reader.beginArray()
      while try reader.nextElement() { try search(&reader, id, &found) }
    case .string, .number, .bool, .null: try reader.skipValue()
    }
  }
}
