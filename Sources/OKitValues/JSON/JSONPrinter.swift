/// Prints a JSON document piece by piece, without building a tree: members keep their order.
package struct JSONPrinter: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isPretty: Bool
  private let write: (String) throws -> Void
  private var piece = ""
  private var depth = 0

  private static let pieceSize = 1 << 16

  /// Prints a document.
  ///
  /// - Parameters:
  ///   - isPretty: Whether each member has a line of its own.
  ///   - write: Gets the text in pieces; of a pretty document, whole lines without the last line break.
  /// - Throws: `json.syntax`, and what `write` throws.
  package static func print(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, isPretty: Bool, write: @escaping (String) throws -> Void
  ) throws {
    var printer = JSONPrinter(bytes: bytes, isPretty: isPretty, write: write)
    var reader = JSONReader(bytes, file: file)
    try printer.print(&reader)
    try reader.finish()
    try write(printer.piece)
  }

  private mutating func print(_ reader: inout JSONReader) throws {
    switch try reader.peekKind() {
    case .object:
      try reader.beginObject()
      var isEmpty = true
      while let key = try reader.nextKey() {
        let name = try JSONValue.string(key.string).json()
        try beginElement("{", isFirst: isEmpty)
        piece += isPretty ? "\(name): " : "\(name):"
        isEmpty = false
        try print(&reader)
      }
      try end("{", "}", isEmpty: isEmpty)
    case .array:
      try reader.beginArray()
      var isEmpty = true
      while try reader.nextElement() {
        try beginElement("[", isFirst: isEmpty)
        isEmpty = false
        try print(&reader)
      }
      try end("[", "]", isEmpty: isEmpty)
    case .string, .number, .bool, .null:
      let start = reader.offset
      try reader.skipValue()
      piece += String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<reader.offset]), as: UTF8.self)
    }
  }

  private mutating func beginElement(_ bracket: String, isFirst: Bool) throws {
    piece += isFirst ? bracket : ","
    if isFirst { depth += 1 }
    try newLine()
  }

  private mutating func end(_ open: String, _ close: String, isEmpty: Bool) throws {
    if isEmpty {
      piece += open + close
    } else {
      depth -= 1
      try newLine()
      piece += close
    }
  }

  private mutating func newLine() throws {
    guard isPretty else { return }
    if piece.utf8.count > Self.pieceSize {
      try write(piece)
      piece = ""
    } else {
      piece += "\n"
    }
    piece += String(repeating: "  ", count: depth)
  }
}
