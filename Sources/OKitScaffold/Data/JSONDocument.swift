import OKitEngine

/// Reads a JSON document with the order of its members.
enum JSONDocument {
  /// - Throws: `json.syntax` with line and column.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws -> DataNode {
    // Editors on Windows begin files with a byte order mark.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let content = UnsafeBufferPointer(rebasing: bytes[start...])
    do {
      var reader = JSONReader(content, file: file)
      let node = try value(&reader)
      try reader.finish()
      return node
    } catch let failure as Diagnostic { throw LineLocator(content, file: file).located(failure) }
  }

  private static func value(_ reader: inout JSONReader) throws -> DataNode {
    switch try reader.peekKind() {
    case .object:
      try reader.beginObject()
      var fields: [DataNode.Field] = []
      while let key = try reader.nextKey() {
        let name = key.string
        fields.append(.init(name, try value(&reader)))
      }
      return .record(fields)
    case .array:
      try reader.beginArray()
      var elements: [DataNode] = []
      while try reader.nextElement() { elements.append(try value(&reader)) }
      return .list(elements)
    case .string: return .text(try reader.readString())
    case .bool: return .bool(try reader.readBool())
    case .null:
      try reader.readNull()
      return .null
    case .number: return number(try reader.readValue())
    }
  }

  /// An integer of more than 64 bits keeps its digits, as a text.
  private static func number(_ value: JSONValue) -> DataNode {
    switch value {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .number(let digits): .text(digits)
    default: .null
    }
  }
}
