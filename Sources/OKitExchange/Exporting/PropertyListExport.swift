/// Writes a document as an XML property list.
///
/// A property list has no null: such members are left out, and null in an array becomes the string `$null`. Integers of
/// more than 64 bits become strings.
package struct PropertyListExport {
  private let document: DocumentExport
  private let writer: PieceWriter
  private var text = XMLEscaper()

  /// The number of characters that XML cannot contain, each replaced by U+FFFD.
  package var replacedCount: Int { text.replacedCount }

  package init(_ document: DocumentExport, _ writer: PieceWriter) { (self.document, self.writer) = (document, writer) }

  package mutating func run() throws {
    var reader = try document.reader()
    try writer.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try value(&reader, depth: 0)
    try reader.finish()
    try writer.write("</plist>\n")
    try document.progress(1)
  }

  private mutating func value(_ reader: inout JSONReader, depth: Int) throws {
    let start = reader.offset
    switch try reader.peekKind() {
    case .object:
      try line("<dict>", depth)
      try reader.beginObject()
      var id: String?
      while let key = try reader.nextKey() {
        let plain = key.string
        let name = text.escaped(plain)
        if try reader.skipNull() { continue }
        if plain == "id", document.contents != nil { id = try reader.peekString() }
        try member(name, &reader, depth: depth + 1)
      }
      if let id, let content = try document.contents?.member(of: id) {
        try JSONReader.read(content.json) { reader in
          if try reader.skipNull() { return }
          try member(text.escaped(content.name), &reader, depth: depth + 1)
        }
      }
      try line("</dict>", depth)
    case .array:
      try line("<array>", depth)
      try reader.beginArray()
      while try reader.nextElement() { try value(&reader, depth: depth + 1) }
      try line("</array>", depth)
    case .string: try line("<string>\(text.escaped(try reader.readString()))</string>", depth)
    case .number:
      switch try reader.readValue() {
      case .double(let double): try line("<real>\(double)</real>", depth)
      case .number(let digits): try line("<string>\(digits)</string>", depth)
      case .int(let int): try line("<integer>\(int)</integer>", depth)
      default: break
      }
    case .bool: try line(try reader.readBool() ? "<true/>" : "<false/>", depth)
    case .null:
      try reader.readNull()
      try line("<string>$null</string>", depth)
    }
    try document.report(start, pass: 0, of: 1)
  }

  private mutating func member(_ name: String, _ reader: inout JSONReader, depth: Int) throws {
    try line("<key>\(name)</key>", depth)
    try value(&reader, depth: depth)
  }

  private func line(_ text: String, _ depth: Int) throws {
    try writer.write(String(repeating: "  ", count: depth) + text + "\n")
  }
}
