internal import OKitEncryption

/// Writes an archive: the manifest, its checksum, and the files. The files are read twice, because the manifest comes
/// first.
struct ArchiveWriter {
  private let manifest: [UInt8]
  private let time: Int
  private let files: [(member: Manifest.Member, file: BackupFile)]

  /// Reads the files for their sizes and checksums.
  ///
  /// - Parameter files: In the order of `MemberPath.isBefore`.
  /// - Throws: what reading throws.
  init(_ files: [BackupFile], name: String, createdAt: DateValue) throws {
    self.files = try files.map { file in
      let checksum = try Checksum()
      var size = 0
      try file.read { piece in
        try checksum.update(piece)
        size += piece.count
      }
      guard size <= TarHeader.maximumSize else {
        throw Diagnostic("backup.size", "\(file.path) has \(size) bytes, and the limit is \(TarHeader.maximumSize)")
      }
      return (Manifest.Member(path: file.path, size: size, checksum: try checksum.finish()), file)
    }
    time = Self.time(of: createdAt)
    manifest = try Manifest(name: name, createdAt: createdAt, members: self.files.map(\.member)).json
  }

  /// Returns the time of a header.
  static func time(of date: DateValue) -> Int {
    let seconds = date.secondsSince1970.rounded(.down)
    return Int(min(max(seconds, 0), Double(TarHeader.maximumSize)))
  }

  /// Returns the line that names the checksum of a manifest.
  static func checksumLine(of manifest: [UInt8]) throws -> [UInt8] {
    Array("\(try Checksum.text(of: manifest))  \(Manifest.path)\n".utf8)
  }

  /// The bytes at the end.
  static let end = [UInt8](repeating: 0, count: 2 * TarHeader.blockSize)

  /// Passes the archive piece by piece.
  ///
  /// - Throws: `storage.read` for a file that something else has changed meanwhile; what `receive` throws.
  func write(to receive: StorageWrite.Receiver) throws {
    let checksum = try Self.checksumLine(of: manifest)
    try member(Manifest.path, manifest.count, to: receive) { try manifest.withUnsafeBytes(receive) }
    try member(Manifest.checksumPath, checksum.count, to: receive) { try checksum.withUnsafeBytes(receive) }
    for (member, file) in files {
      try self.member(member.path, member.size, to: receive) {
        var size = 0
        let checksum = try Checksum()
        try file.read { piece in
          size += piece.count
          try checksum.update(piece)
          try receive(piece)
        }
        guard size == member.size, try checksum.finish() == member.checksum else {
          throw Diagnostic("storage.read", "\(file.path) was changed while the backup was created")
        }
      }
    }
    try Self.end.withUnsafeBytes(receive)
  }

  private func member(
    _ path: String, _ size: Int, to receive: StorageWrite.Receiver, _ content: () throws -> Void
  ) throws {
    try TarHeader(path: path, size: size, time: time).bytes.withUnsafeBytes(receive)
    try content()
    try [UInt8](repeating: 0, count: TarHeader.padding(size)).withUnsafeBytes(receive)
  }
}
