/// Reading and writing the parts of a document that are not in memory.
extension JSONDocument {
  /// Reads the members or elements of an object or array; those inside stay unread.
  func read(_ node: Node) throws {
    guard case .unread(let range) = node.content else { return }
    var reader = reader(at: range.lowerBound)
    node.content =
      try reader.peekKind() == .object
      ? .object(try members(at: range.lowerBound)) : .array(try elements(at: range.lowerBound))
  }

  func members(at offset: Int) throws -> [String: Node] {
    var reader = reader(at: offset)
    var members: [String: Node] = [:]
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let (name, offset) = (key.string, key.offset)
      // Keys with different bytes can be equal strings (U+00E9 and U+0065 U+0301): one of them would be lost.
      guard members.updateValue(try next(&reader), forKey: name) == nil else {
        throw Diagnostic(
          "json.syntax", "duplicate key \"\(name)\" in another Unicode form",
          place: Diagnostic.Place(file: file, offset: offset))
      }
    }
    return members
  }

  func elements(at offset: Int) throws -> [Node] {
    var reader = reader(at: offset)
    var elements: [Node] = []
    try reader.beginArray()
    while try reader.nextElement() { elements.append(try next(&reader)) }
    return elements
  }

  private func next(_ reader: inout JSONReader) throws -> Node {
    switch try reader.peekKind() {
    case .object, .array:
      let start = reader.offset
      try reader.skipValue()
      return Node(content: .unread(start..<reader.offset))
    case .string, .number, .bool, .null: return Node(content: .other(try reader.readValue()))
    }
  }

  private func reader(at offset: Int) -> JSONReader { JSONReader(bytes, file: file).copy(at: offset) }

  // MARK: Writing

  /// Returns the document as pretty JSON, as a model is stored.
  func prettyBytes() throws -> [UInt8] {
    var writer = JSONWriter(pretty: true, capacity: bytes.count)
    try write(root, &writer)
    writer.endLine()
    return writer.finish()
  }

  /// Returns the document as data.
  func value() throws -> JSONValue { try value(root) }

  private func value(_ node: Node) throws -> JSONValue {
    switch node.content {
    case .object(let members): return .object(try members.mapValues(value))
    case .array(let elements): return .array(try elements.map(value))
    case .other(let value): return value
    case .unread(let range):
      var reader = reader(at: range.lowerBound)
      return try reader.readValue()
    }
  }

  private func write(_ node: Node, _ writer: inout JSONWriter) throws {
    switch node.content {
    case .object(let members):
      try writer.beginObject()
      for (name, member) in members.sorted(by: { JSONWriter.precedes($0.key, $1.key) }) {
        writer.key(name)
        try write(member, &writer)
      }
      writer.endObject()
    case .array(let elements):
      try writer.beginArray()
      for element in elements { try write(element, &writer) }
      writer.endArray()
    case .other(let value): try writer.write(value)
    case .unread(let range):
      var reader = reader(at: range.lowerBound)
      try copy(&reader, &writer)
    }
  }

  /// Writes the next value, without keeping an array in memory.
  private func copy(_ reader: inout JSONReader, _ writer: inout JSONWriter) throws {
    switch try reader.peekKind() {
    case .object:
      let node = Node(content: .object(try members(at: reader.offset)))
      try reader.skipValue()
      try write(node, &writer)
    case .array:
      try reader.beginArray()
      try writer.beginArray()
      while try reader.nextElement() { try copy(&reader, &writer) }
      writer.endArray()
    case .string, .number, .bool, .null: try writer.write(try reader.readValue())
    }
  }
}
