import OKitExchange

/// Reads a JSON document with the order of its members.
struct JSONDocument: ~Copyable {
  private var reader: JSONReader
  /// The names of members, each stored once.
  private var names: Set<String> = []

  /// - Throws: `json.syntax` with line and column.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws -> DataNode {
    // Editors on Windows begin files with a byte order mark.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let content = UnsafeBufferPointer(rebasing: bytes[start...])
    do {
      var document = JSONDocument(reader: JSONReader(content, file: file))
      let node = try document.value()
      try document.reader.finish()
      return node
    } catch let failure as Diagnostic { throw LineLocator(content, file: file).located(failure) }
  }

  /// Reads JSON Lines as a list of their values.
  ///
  /// - Throws: `json.syntax` with line and column.
  static func readLines(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws -> DataNode {
    var lines = JSONLines(bytes, file: file)
    var elements: [DataNode] = []
    do {
      while lines.next() {
        var document = JSONDocument(reader: lines.reader())
        elements.append(try document.value())
        try document.reader.finish()
        guard elements.count <= DataInference.maximumRecords else { throw DataInference.tooManyRecords(file) }
      }
    } catch let failure as Diagnostic { throw LineLocator(bytes, file: file).located(failure) }
    return .list(elements)
  }

  private mutating func value() throws -> DataNode {
    switch try reader.peekKind() {
    case .object: return .record(try members())
    case .array:
      try reader.beginArray()
      var elements: [DataNode] = []
      while try reader.nextElement() { elements.append(try value()) }
      return .list(elements)
    case .string: return .text(try reader.readString())
    case .bool: return .bool(try reader.readBool())
    case .null:
      try reader.readNull()
      return .null
    case .number:
      let (number, text) = try reader.readWrittenNumber()
      return Self.number(number, text)
    }
  }

  private mutating func members() throws -> [DataNode.Field] {
    try reader.beginObject()
    var fields: [DataNode.Field] = []
    var hasOtherForms = false
    while let key = try reader.nextKey() {
      let name = names.insert(key.string).memberAfterInsert
      // Keys with different bytes can be equal strings (U+00E9 and U+0065 U+0301): one of them would be lost.
      if !name.utf8.allSatisfy({ $0 < 0x80 }) { hasOtherForms = true }
      if hasOtherForms, fields.contains(where: { $0.name == name }) {
        throw Diagnostic(
          "json.syntax", "duplicate key \"\(name)\" in another Unicode form", place: .init(file: "", offset: key.offset)
        )
      }
      fields.append(.init(name, try value()))
    }
    return fields
  }

  /// A number that a Double would change keeps its digits, as a text.
  private static func number(_ number: JSONNumber, _ text: String) -> DataNode {
    switch number {
    case .int(let number): return .int(number)
    case .double:
      if text == "-0" { return .int(0) }
      let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 }
      return !isWhole && DecimalText.isExact(text) ? .decimal(text) : .text(text)
    }
  }
}
