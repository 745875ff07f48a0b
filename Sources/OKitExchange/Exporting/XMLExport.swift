/// Writes a document as XML: `<model name="default"><string key="title">Alien</string> … </model>`.
///
/// Elements are named after the kind of a value: `object`, `array`, `string`, `number`, `bool` and `null`; `key` names
/// the member of an object. So any document is well-formed, whatever its keys are.
package struct XMLExport {
  private let document: DocumentExport
  private let writer: PieceWriter
  private var text = XMLEscaper()

  /// The number of characters that XML cannot contain, each replaced by U+FFFD.
  package var replacedCount: Int { text.replacedCount }

  package init(_ document: DocumentExport, _ writer: PieceWriter) { (self.document, self.writer) = (document, writer) }

  package mutating func run() throws {
    var reader = try document.reader()
    try writer.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try object(&reader, "model name=\"\(text.escaped(document.name, inAttribute: true))\"", depth: 0)
    try reader.finish()
    try document.progress(1)
  }

  private mutating func value(_ reader: inout JSONReader, key: String?, depth: Int) throws {
    let attribute = key.map { " key=\"\(text.escaped($0, inAttribute: true))\"" } ?? ""
    let start = reader.offset
    switch try reader.peekKind() {
    case .object: return try object(&reader, "object\(attribute)", depth: depth)
    case .array:
      try reader.beginArray()
      var isEmpty = true
      while try reader.nextElement() {
        if isEmpty { try line("<array\(attribute)>", depth) }
        isEmpty = false
        try value(&reader, key: nil, depth: depth + 1)
      }
      try line(isEmpty ? "<array\(attribute)/>" : "</array>", depth)
    case .string: try line("<string\(attribute)>\(text.escaped(try reader.readString()))</string>", depth)
    case .number:
      let value = try number(&reader)
      try line("<number\(attribute)>\(value)</number>", depth)
    case .bool: try line("<bool\(attribute)>\(try reader.readBool())</bool>", depth)
    case .null:
      try reader.readNull()
      try line("<null\(attribute)/>", depth)
    }
    try document.report(start, pass: 0, of: 1)
  }

  private mutating func object(_ reader: inout JSONReader, _ tag: String, depth: Int) throws {
    try reader.beginObject()
    var (isEmpty, id): (Bool, String?) = (true, nil)
    while let key = try reader.nextKey() {
      if isEmpty { try line("<\(tag)>", depth) }
      isEmpty = false
      let name = key.string
      if name == "id", document.contents != nil { id = try reader.peekString() }
      try value(&reader, key: name, depth: depth + 1)
    }
    if let id, let content = try document.contents?.member(of: id) {
      try JSONReader.read(content.json) { try value(&$0, key: content.name, depth: depth + 1) }
    }
    try line(isEmpty ? "<\(tag)/>" : "</\(tag.prefix { $0 != " " })>", depth)
  }

  private func number(_ reader: inout JSONReader) throws -> String {
    switch try reader.readValue() {
    case .int(let int): String(int)
    case .double(let double): double.description
    case .number(let text): text
    default: ""
    }
  }

  private func line(_ text: String, _ depth: Int) throws {
    try writer.write(String(repeating: "  ", count: depth) + text + "\n")
  }
}
