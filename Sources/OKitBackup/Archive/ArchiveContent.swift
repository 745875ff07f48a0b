internal import OKitEncryption

/// The bytes of an archive, read at any position.
protocol ArchiveContent {
  var count: Int { get }

  /// Passes a part piece by piece.
  ///
  /// - Throws: `storage.damaged`, and what `receive` throws.
  func read(_ range: Range<Int>, to receive: StorageWrite.Receiver) throws
}

extension ArchiveContent {
  func bytes(_ range: Range<Int>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    try read(range) { bytes.append(contentsOf: $0) }
    return bytes
  }
}

/// A plain archive.
struct PlainContent: ArchiveContent {
  let stored: StoredContent

  var count: Int { stored.bytes.count }

  func read(_ range: Range<Int>, to receive: StorageWrite.Receiver) throws {
    // In pieces, so that a consumer that copies them needs little memory.
    var rest = UnsafeRawBufferPointer(rebasing: stored.bytes[range])
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
      try receive(piece)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }
}

/// An archive in a container.
struct SecureContent: ArchiveContent {
  let container: PassphraseContainer
  /// The container is in it.
  let stored: StoredContent

  var count: Int { container.count }

  func read(_ range: Range<Int>, to receive: StorageWrite.Receiver) throws {
    try withExtendedLifetime(stored) { try container.read(range, to: receive) }
  }
}
