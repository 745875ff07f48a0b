/// Finds the positions of attributes in the start tag of an element; expat reports only that of the tag.
struct AttributePositions {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset: Int
  private let end: Int
  private var position: XMLPosition

  /// - Parameters:
  ///   - bytes: The text of the document.
  ///   - start: The offset of the opening bracket.
  ///   - count: The number of bytes of the tag.
  ///   - position: The position of the opening bracket.
  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, count: Int, position: XMLPosition) {
    (self.bytes, self.position) = (bytes, position)
    offset = max(0, min(start, bytes.count))
    end = max(offset, min(start + count, bytes.count))
    skip { !Self.isSpace($0) }
  }

  /// Returns the positions of the next attribute and of its value; nil after the last one. expat has accepted the tag.
  mutating func next() -> (name: XMLPosition, value: XMLPosition)? {
    skip(while: Self.isSpace)
    let name = position
    skip { $0 != UInt8(ascii: "=") }
    skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    guard offset < end else { return nil }
    let quote = bytes[offset]
    advance()
    let value = position
    skip { $0 != quote }
    advance()
    return (name, value)
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while offset < end, condition(bytes[offset]) { advance() }
  }

  private mutating func advance() {
    guard offset < end else { return }
    let isLineEnd =
      bytes[offset] == UInt8(ascii: "\n")
      || bytes[offset] == UInt8(ascii: "\r") && (offset + 1 >= end || bytes[offset + 1] != UInt8(ascii: "\n"))
    if isLineEnd {
      position = XMLPosition(line: position.line + 1, column: 1)
    } else if bytes[offset] & 0xC0 != 0x80 {
      // A byte that continues a character has no column of its own.
      position.column += 1
    }
    offset += 1
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
