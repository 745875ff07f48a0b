extension JSONReader {
  /// Reads `true` or `false`.
  package mutating func readBool() throws -> Bool {
    switch nextByte() {
    case UInt8(ascii: "t"):
      try readLiteral("true")
      return true
    case UInt8(ascii: "f"):
      try readLiteral("false")
      return false
    default: throw failure("'true' or 'false'")
    }
  }

  /// Reads `null`.
  package mutating func readNull() throws {
    guard nextByte() == UInt8(ascii: "n") else { throw failure("'null'") }
    try readLiteral("null")
  }

  /// Reads `null` if that is the next value.
  package mutating func skipNull() throws -> Bool {
    guard nextByte() == UInt8(ascii: "n") else { return false }
    try readLiteral("null")
    return true
  }

  private mutating func readLiteral(_ literal: StaticString) throws {
    for index in 0..<literal.utf8CodeUnitCount where byte(at: position + index) != literal.utf8Start[index] {
      throw failure("'\(literal)'", at: position + index)
    }
    position += literal.utf8CodeUnitCount
  }

  /// Reads and checks the next value, and discards it.
  package mutating func skipValue() throws {
    switch try peekKind() {
    case .object:
      try beginObject()
      while try nextKey() != nil { try skipValue() }
    case .array:
      try beginArray()
      while try nextElement() { try skipValue() }
    case .string: _ = try readText()
    case .number: _ = try readNumber()
    case .bool: _ = try readBool()
    case .null: try readNull()
    }
  }

  /// Reads the next value.
  package mutating func readValue() throws -> JSONValue {
    switch try peekKind() {
    case .object: return try readObject()
    case .array:
      try beginArray()
      var elements: [JSONValue] = []
      while try nextElement() { elements.append(try readValue()) }
      return .array(elements)
    case .string: return .string(try readString())
    case .number: return try readNumberValue()
    case .bool: return .bool(try readBool())
    case .null:
      try readNull()
      return .null
    }
  }

  /// Reads a number; integers beyond 64 bits keep their text.
  private mutating func readNumberValue() throws -> JSONValue {
    _ = nextByte()
    let start = position
    switch try readNumber() {
    case .int(let value): return .int(value)
    case .double(let value):
      let written = bytes[start..<position]
      let isInteger = written.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 }
      // `-0` is a double.
      guard isInteger, written.count > 2 else { return .double(value) }
      return .number(String(decoding: written, as: UTF8.self))
    }
  }

  private mutating func readObject() throws -> JSONValue {
    try beginObject()
    var members: [String: JSONValue] = [:]
    while let key = try nextKey() {
      let name = key.string
      let offset = key.offset
      // Keys with different bytes can be equal strings (U+00E9 and U+0065 U+0301): one of them would be lost.
      if members.updateValue(try readValue(), forKey: name) != nil {
        throw Diagnostic(
          "json.syntax", "duplicate key \"\(name)\" in another Unicode form",
          place: place(offset))
      }
    }
    return .object(members)
  }
}

extension JSONValue {
  /// Parses a JSON document.
  ///
  /// - Parameters:
  ///   - bytes: The whole document as UTF-8.
  ///   - file: The name of the document in diagnostics.
  /// - Throws: A `Diagnostic` with the code `json.syntax` and the byte offset.
  package static func parse(json bytes: [UInt8], file: String = "JSON") throws -> JSONValue {
    try JSONReader.read(bytes, file: file) { reader in try reader.readValue() }
  }

  /// Parses a JSON document that a program has as bytes, and not as a file; see `parse(json:file:)`.
  package static func parse(data bytes: some Sequence<UInt8>) throws -> JSONValue {
    try JSONReader.read(Array(bytes)) { reader in
      reader.container = "the data"
      return try reader.readValue()
    }
  }

  /// Parses a JSON string; see `parse(json:file:)`.
  package static func parse(json text: String, file: String = "JSON") throws -> JSONValue {
    try parse(json: Array(text.utf8), file: file)
  }
}
