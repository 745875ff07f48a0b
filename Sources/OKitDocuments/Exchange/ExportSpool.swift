/// A temporary file with an export that may have to begin again.
final class ExportSpool {
  private let file: TemporaryFile
  /// The sizes of the pieces, which consist of whole characters.
  private var sizes: [Int] = []

  /// - Throws: `file.write`.
  init(in folder: String) throws { file = try TemporaryFile(in: folder) }

  /// Forgets what was written.
  func clear() throws {
    sizes = []
    try file.clear()
  }

  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes(file.write)
    sizes.append(bytes.count)
  }

  /// Passes on what was written, piece by piece.
  func forEachPiece(_ receive: ([UInt8]) throws -> Void) throws {
    let content = try file.content()
    try withExtendedLifetime(content) {
      var rest = content.bytes[...]
      for size in sizes {
        try receive(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
    }
  }
}
