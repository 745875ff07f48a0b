/// A container that is encrypted with a passphrase, whose content is read at any position.
package final class PassphraseContainer {
  private let container: EncryptedContainer
  private let bytes: UnsafeRawBufferPointer
  /// The segment that was read last.
  private var last: (number: Int, content: [UInt8])?

  /// Passes the container of a content piece by piece.
  ///
  /// - Parameter name: A text that is authenticated with the content.
  package static func seal(
    _ content: (StorageWrite.Receiver) throws -> Void, _ key: PassphraseKey, name: String,
    to receive: StorageWrite.Receiver
  ) throws {
    try EncryptedContainer(ContainerHeader(.aesGCM, key.id), key.key, name: name).seal(content, to: receive)
  }

  /// - Parameter bytes: The container, which must exist as long as the object.
  /// - Throws: `storage.container`, and `storage.key` for another key.
  package init(_ bytes: UnsafeRawBufferPointer, _ key: PassphraseKey, name: String) throws {
    let header = try ContainerHeader(bytes)
    guard header.keyID == key.id else { throw Diagnostic("storage.key", "the passphrase is wrong") }
    container = try EncryptedContainer(header, key.key, name: name)
    self.bytes = bytes
  }

  /// The size of the content in bytes.
  package var count: Int { EncryptedContainer.contentSize(of: bytes.count) }

  /// Passes a part of the content piece by piece.
  ///
  /// - Throws: `storage.damaged`, and what `receive` throws.
  package func read(_ range: Range<Int>, to receive: StorageWrite.Receiver) throws {
    var position = range.lowerBound
    while position < range.upperBound {
      let number = position / EncryptedContainer.segmentSize
      let segment = try segment(number)
      let start = position - number * EncryptedContainer.segmentSize
      let end = min(segment.count, start + range.upperBound - position)
      guard start < end else {
        throw Diagnostic("storage.damaged", "segment \(number + 1) is shorter than the others")
      }
      try segment[start..<end].withUnsafeBytes(receive)
      position += end - start
    }
  }

  /// Checks that nothing is missing at the end.
  ///
  /// - Throws: `storage.damaged`.
  package func checkEnd() throws { _ = try segment(EncryptedContainer.segments(in: bytes.count) - 1) }

  private func segment(_ number: Int) throws -> [UInt8] {
    if let last, last.number == number { return last.content }
    let content = try container.segment(number, of: bytes)
    last = (number, content)
    return content
  }
}
