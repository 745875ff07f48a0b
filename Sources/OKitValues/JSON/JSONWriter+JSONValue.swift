extension JSONWriter {
  /// Writes a value, the keys of objects in the order of `JSONWriter.precedes`.
  ///
  /// - Throws: `json.number` for NaN and infinity, `json.depth` for more than `JSONReader.maximumDepth` levels.
  package mutating func write(_ jsonValue: JSONValue) throws {
    switch jsonValue {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value): try double(value)
    case .number(let text): number(text)
    case .string(let value): string(value)
    case .array(let elements):
      try beginArray()
      for element in elements { try write(element) }
      endArray()
    case .object(let members):
      try beginObject()
      for (name, value) in members.sorted(by: { Self.precedes($0.key, $1.key) }) {
        key(name)
        try write(value)
      }
      endObject()
    }
  }
}

extension JSONValue {
  /// Returns the value as JSON bytes; see `json(pretty:)`.
  package func jsonBytes(pretty: Bool = false) throws -> [UInt8] {
    var writer = JSONWriter(pretty: pretty)
    try writer.write(self)
    return writer.finish()
  }

  /// Returns the value as JSON with sorted keys: on one line, or pretty with two spaces a level.
  ///
  /// - Throws: `json.number` for NaN and infinity, `json.depth` for nesting that could not be read again.
  package func json(pretty: Bool = false) throws -> String {
    String(decoding: try jsonBytes(pretty: pretty), as: UTF8.self)
  }
}
