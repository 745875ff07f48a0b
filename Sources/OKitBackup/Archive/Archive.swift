internal import OKitEncryption

/// An archive that was read and checked as a whole.
///
/// The reader accepts only what `ArchiveWriter` writes: its members are those of the manifest, in that order, with the
/// headers that follow from it.
struct Archive {
  /// The reason why an archive is invalid, and the offset.
  struct Problem: DescribedError {
    let reason: String
    let offset: Int

    var diagnostic: Diagnostic { Diagnostic("backup.damaged", "the backup is damaged at byte \(offset): \(reason)") }
  }

  let manifest: Manifest
  /// The positions of the members of the manifest.
  private let ranges: [Range<Int>]
  private let content: any ArchiveContent

  /// - Throws: `Problem`, and what reading the content throws.
  init(_ content: any ArchiveContent) throws {
    self.content = content
    var reader = ArchiveReader(content)
    manifest = try reader.manifest()
    ranges = try reader.members(of: manifest)
  }

  /// Returns the members with their contents.
  var files: [BackupFile] {
    zip(manifest.members, ranges).map { member, range in
      BackupFile(path: member.path) { [content] receive in try content.read(range, to: receive) }
    }
  }
}

/// Reads an archive from its beginning to its end.
struct ArchiveReader {
  private let content: any ArchiveContent
  private var offset = 0
  /// The time in each header.
  private var time = 0

  init(_ content: any ArchiveContent) { self.content = content }

  /// Returns the time of the first header, without checking anything else; nil if there is none.
  static func time(_ block: [UInt8]) -> Int? {
    let found = TarHeader.Found(block)
    return found.hasChecksum && found.name == Manifest.path ? found.time : nil
  }

  private func failure(_ reason: String, at offset: Int? = nil) -> Archive.Problem {
    Archive.Problem(reason: reason, offset: offset ?? self.offset)
  }

  // MARK: Manifest

  mutating func manifest() throws -> Manifest {
    guard content.count >= TarHeader.blockSize else { throw failure("it ends inside of the first header") }
    let block = try content.bytes(0..<TarHeader.blockSize)
    let found = TarHeader.Found(block)
    try check(found, Manifest.path)
    guard let size = found.size, let time = found.time else { throw failure("a number in the header is wrong") }
    self.time = time
    try header(Manifest.path, size)
    let start = offset
    let json = try read(Manifest.path, size)
    let manifest: Manifest
    do { manifest = try Manifest(json: json) } catch let problem as Manifest.Problem {
      throw failure("\(Manifest.path): \(problem.reason)", at: start)
    }
    guard ArchiveWriter.time(of: manifest.createdAt) == time else {
      throw failure("the time in the headers is not that of the manifest", at: 0)
    }
    let expected = try ArchiveWriter.checksumLine(of: json)
    try header(Manifest.checksumPath, expected.count)
    guard try read(Manifest.checksumPath, expected.count) == expected else {
      throw failure("the checksum of \(Manifest.path) differs", at: start)
    }
    return manifest
  }

  // MARK: Members

  /// Reads the members, and returns their positions.
  mutating func members(of manifest: Manifest) throws -> [Range<Int>] {
    let ranges = try manifest.members.map { member in
      try header(member.path, member.size)
      let range = offset..<offset + member.size
      let checksum = try Checksum()
      try content(of: member.path, member.size) { try checksum.update($0) }
      guard try checksum.finish() == member.checksum else {
        throw failure("the checksum of \(member.path) differs", at: range.lowerBound)
      }
      return range
    }
    guard content.count - offset >= ArchiveWriter.end.count else { throw failure("its end is missing") }
    let end = offset..<offset + ArchiveWriter.end.count
    guard try content.bytes(end) == ArchiveWriter.end else {
      let found = TarHeader.Found(try content.bytes(offset..<offset + TarHeader.blockSize))
      throw failure("found \(found.name.debugDescription), which the manifest does not name")
    }
    guard content.count == end.upperBound else { throw failure("something follows its end", at: end.upperBound) }
    return ranges
  }

  private mutating func header(_ path: String, _ size: Int) throws {
    let expected = TarHeader(path: path, size: size, time: time).bytes
    guard content.count - offset >= TarHeader.blockSize else { throw failure("it ends before \(path)") }
    let block = try content.bytes(offset..<offset + TarHeader.blockSize)
    guard block.contains(where: { $0 != 0 }) else { throw failure("it ends before \(path)") }
    let found = TarHeader.Found(block)
    guard content.count - offset >= expected.count else { throw failure("it ends inside of the header of \(path)") }
    guard try content.bytes(offset..<offset + expected.count) == expected else {
      if expected.count == TarHeader.blockSize { try check(found, path) }
      if let kind = found.kind { throw failure("found \(kind) instead of \(path)") }
      if expected.count == TarHeader.blockSize, let other = found.size, other != size {
        throw failure("\(path) has \(other) bytes, and the manifest says \(size)")
      }
      throw failure("the header of \(path) is wrong")
    }
    offset += expected.count
  }

  private func check(_ found: TarHeader.Found, _ path: String) throws {
    guard found.hasChecksum else { throw failure("the checksum of the header of \(path) is wrong") }
    if let kind = found.kind { throw failure("\(found.name.debugDescription) is \(kind); backups have only files") }
    guard found.name == path else { throw failure("found \(found.name.debugDescription), expected \(path)") }
  }

  private mutating func read(_ path: String, _ size: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try content(of: path, size) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Reads a content and what fills its last block.
  private mutating func content(of path: String, _ size: Int, to receive: StorageWrite.Receiver) throws {
    let padding = TarHeader.padding(size)
    guard content.count - offset >= size + padding else {
      throw failure("\(path) has \(size) bytes, and the archive ends before", at: content.count)
    }
    try content.read(offset..<offset + size, to: receive)
    offset += size
    guard try content.bytes(offset..<offset + padding).allSatisfy({ $0 == 0 }) else {
      throw failure("something follows \(path) in its last block")
    }
    offset += padding
  }
}
