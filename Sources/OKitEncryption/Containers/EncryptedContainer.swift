/// An encrypted content: a header, and segments of at most 64 KiB with a tag each.
///
/// The nonce of a segment is the rest of the header's nonce, the number of the segment, and whether it is the last one.
/// With each segment the header and the name of the content are authenticated. So segments cannot be changed, moved,
/// removed or added, and a container cannot be read under another name.
struct EncryptedContainer {
  static let segmentSize = 64 << 10
  private static let sealedSize = segmentSize + Cipher.tagSize

  private let header: ContainerHeader
  private let cipher: Cipher
  private let authenticated: [UInt8]

  /// - Throws: `storage.library`.
  init(_ header: ContainerHeader, _ dataKey: KeyMemory, name: String) throws {
    self.header = header
    cipher = try withUnsafeTemporaryAllocation(byteCount: KeyMemory.size, alignment: 16) { key in
      defer { key.erase() }
      try KeyDerivation.expand(
        dataKey.bytes, salt: Array(header.nonce[..<ContainerHeader.saltSize]),
        info: Array("okit container 1 \(header.algorithm.name)".utf8), to: key)
      return try Cipher(header.algorithm, UnsafeRawBufferPointer(key))
    }
    authenticated = header.bytes + Array(name.utf8)
  }

  private func nonce(_ number: Int, isLast: Bool) -> [UInt8] {
    let counter = UInt32(truncatingIfNeeded: number)
    return header.nonce[ContainerHeader.saltSize...]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) } + [isLast ? 1 : 0]
  }

  // MARK: Sealing

  /// The segment that is being filled.
  private struct Segment {
    var bytes: [UInt8] = []
    var number = 0
  }

  /// Passes the container of a content piece by piece.
  func seal(_ content: (StorageWrite.Receiver) throws -> Void, to receive: StorageWrite.Receiver) throws {
    try header.bytes.withUnsafeBytes(receive)
    var segment = Segment()
    defer { segment.bytes.erase() }
    try withoutActuallyEscaping(receive) { receive in
      try content { piece in
        var rest = piece[...]
        while !rest.isEmpty {
          // A full segment is the last one unless something follows.
          if segment.bytes.count == Self.segmentSize { try pass(&segment, isLast: false, to: receive) }
          let part = rest.prefix(Self.segmentSize - segment.bytes.count)
          segment.bytes += part
          rest = rest.dropFirst(part.count)
        }
      }
    }
    try pass(&segment, isLast: true, to: receive)
  }

  private func pass(_ segment: inout Segment, isLast: Bool, to receive: StorageWrite.Receiver) throws {
    guard segment.number <= UInt32.max else {
      throw Diagnostic("storage.container", "the content is too large to be encrypted")
    }
    let nonce = nonce(segment.number, isLast: isLast)
    let sealed = try segment.bytes.withUnsafeBytes {
      try cipher.seal($0, nonce: nonce, authenticating: authenticated)
    }
    segment.number += 1
    segment.bytes.removeAll(keepingCapacity: true)
    try sealed.withUnsafeBytes(receive)
  }

  // MARK: Opening

  /// Returns the content.
  ///
  /// - Parameter container: The container with its header.
  /// - Throws: `storage.damaged`.
  func open(_ container: UnsafeRawBufferPointer) throws -> [UInt8] {
    let count = Self.segments(in: container.count)
    var content: [UInt8] = []
    content.reserveCapacity(Self.contentSize(of: container.count))
    for number in 0..<count { content += try segment(number, of: container) }
    return content
  }

  /// Returns one segment of the content.
  ///
  /// - Throws: `storage.damaged`.
  func segment(_ number: Int, of container: UnsafeRawBufferPointer) throws -> [UInt8] {
    let count = Self.segments(in: container.count)
    let start = ContainerHeader.size + number * Self.sealedSize
    let sealed = UnsafeRawBufferPointer(rebasing: container[start..<min(container.count, start + Self.sealedSize)])
    let nonce = nonce(number, isLast: number == count - 1)
    guard let bytes = cipher.open(sealed, nonce: nonce, authenticating: authenticated) else {
      throw Diagnostic(
        "storage.damaged",
        "segment \(number + 1) of \(count) is not authentic: it was changed or cut off, or belongs to another file")
    }
    return bytes
  }

  /// Returns the number of segments of a container with a size.
  static func segments(in size: Int) -> Int {
    (max(size - ContainerHeader.size, 1) + sealedSize - 1) / sealedSize
  }

  /// Returns the size of the content of a container with a size.
  static func contentSize(of size: Int) -> Int {
    max(0, size - ContainerHeader.size - segments(in: size) * Cipher.tagSize)
  }
}
