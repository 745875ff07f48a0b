/// Content to be stored at a path.
package struct StorageWrite {
  package typealias Receiver = (UnsafeRawBufferPointer) throws -> Void

  package let path: String
  private let content: (Receiver) throws -> Void

  package init(path: String, bytes: [UInt8]) { self.init(path: path) { try bytes.withUnsafeBytes($0) } }

  /// - Parameter content: Passes the content piece by piece, so that a large one need not be in memory.
  package init(path: String, content: @escaping (Receiver) throws -> Void) {
    (self.path, self.content) = (path, content)
  }

  /// Passes the content piece by piece.
  ///
  /// - Throws: what `receive` throws, and the error of the source when it cannot give the content.
  package func forEachPiece(_ receive: Receiver) throws { try content(receive) }

  /// Returns the whole content.
  ///
  /// - Parameter expected: Its size in bytes, if that is known.
  /// - Throws: the error of the source when it cannot give the content.
  package func bytes(expected: Int = 0) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    try forEachPiece { bytes.append(contentsOf: $0) }
    return bytes
  }
}
