/// Collects text and passes it on in pieces, so that a document of any size takes little memory. Pieces consist of
/// whole characters.
package final class PieceWriter {
  private var bytes: [UInt8] = []
  private let receive: ([UInt8]) throws -> Void

  private static let pieceSize = 1 << 16

  package init(_ receive: @escaping ([UInt8]) throws -> Void) { self.receive = receive }

  package func write(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.pieceSize { try flush() }
  }

  /// Writes bytes that are UTF-8.
  package func write(_ text: UnsafeBufferPointer<UInt8>) throws {
    var rest = text[...]
    while !rest.isEmpty {
      var end = min(rest.startIndex + Self.pieceSize, rest.endIndex)
      // Does not cut a character.
      while end < rest.endIndex, end > rest.startIndex + 1, rest[end] & 0xC0 == 0x80 { end -= 1 }
      bytes.append(contentsOf: rest[..<end])
      rest = rest[end...]
      try flush()
    }
  }

  /// Passes on what is written.
  package func flush() throws {
    guard !bytes.isEmpty else { return }
    let piece = bytes
    bytes.removeAll(keepingCapacity: true)
    try receive(piece)
  }
}
