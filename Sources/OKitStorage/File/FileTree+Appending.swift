internal import Glibc

/// The journal to which a `FileTree` has appended last. It stays open, and space for its next records is written before
/// them: a sync takes less time while the size of the file stays the same.
///
/// The space consists of zeros, which no record has. What reads journals leaves them out; to a reader that does not
/// know them, they are a record of which nothing was written.
final class OpenJournal {
  let path: StoragePath
  let file: FileDescriptor
  let identity: FileIdentity
  /// The end of the records.
  fileprivate(set) var end: Int
  /// The size of the file, with the space.
  fileprivate(set) var size: Int
  private var appends = 0

  /// Few records need no space.
  private static let minimumAppends = 3
  private static let space = [UInt8](repeating: 0, count: 16 << 10)

  fileprivate init(_ path: StoragePath, _ file: consuming FileDescriptor, _ identity: FileIdentity, end: Int) {
    self.file = file
    (self.path, self.identity, self.end, size) = (path, identity, end, end)
  }

  /// Whether a file is this journal as the last append has left it.
  fileprivate func isCurrent(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && FileIdentity(status) == identity && Int(status.st_size) == size
  }

  /// Notes records that were written, and writes space if they have filled it. On a full disk, there is none.
  fileprivate func didWrite(_ count: Int) {
    end += count
    appends += 1
    guard end > size else { return }
    size = end
    guard appends >= Self.minimumAppends else { return }
    let written = Self.space.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count - end % 4096, end) }
    size += max(0, written)
  }
}

/// Appending to files.
extension FileTree {
  /// Writes bytes at an offset of a file, which ends with them then, and syncs them. Creates the file durably if it is
  /// missing and the offset is 0. After a failure the file ends at the offset again, as far as the system allows that.
  ///
  /// - Parameter isJournal: Whether it becomes the open journal.
  func append(_ bytes: [UInt8], to path: StoragePath, at offset: Int, isJournal: Bool = false) throws(FileError) {
    let folder = try makeFolder(path.folder)
    if isJournal { closeJournal() }
    let file: FileDescriptor
    let isNew: Bool
    if let found = try openFile(path, O_WRONLY) {
      file = found
      isNew = false
    } else {
      try ask(.create(path.text))
      let number = openat(folder.number, path.name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard number >= 0 else { throw .last() }
      file = FileDescriptor(number)
      isNew = true
    }
    let (size, identity) = try file.status
    guard size >= offset else { throw FileError(reason: "it has \(size) bytes, expected \(offset)") }
    if size > offset { try truncate(file, path, at: offset) }
    let opened = OpenJournal(path, file, identity, end: offset)
    if isJournal { journal = opened }
    try append(bytes, to: opened, isNew: isNew)
  }

  /// Returns the open journal if it is that file, ends at an offset, and is as the last append has left it.
  func openJournal(_ path: StoragePath, at offset: Int) throws(FileError) -> OpenJournal? {
    guard let journal, journal.path == path, journal.end == offset, let folder = try openFolder(path.folder) else {
      return nil
    }
    var status = stat()
    let isFound = fstatat(folder.number, path.name, &status, AT_SYMLINK_NOFOLLOW) == 0
    return isFound && journal.isCurrent(status) ? journal : nil
  }

  /// Writes bytes at the end of the open journal, as `append(_:to:at:)`.
  func append(_ bytes: [UInt8], to opened: OpenJournal) throws(FileError) {
    try append(bytes, to: opened, isNew: false)
  }

  private func append(_ bytes: [UInt8], to opened: OpenJournal, isNew: Bool) throws(FileError) {
    let (path, offset) = (opened.path, opened.end)
    do throws(FileError) {
      let written = bytes.withUnsafeBytes { buffer in
        Result { () throws(FileError) in try write(buffer, to: opened.file.number, path, at: offset) }
      }
      try written.get()
      if journal === opened { opened.didWrite(bytes.count) }
      try ask(.sync(path.text))
      guard fdatasync(opened.file.number) == 0 else { throw .last() }
      if isNew { try sync(folder: path.folder) }
    } catch {
      if journal === opened { journal = nil }
      // The remaining bytes are an incomplete record, which the next append replaces.
      do throws(FileError) { try truncate(opened.file, path, at: offset) } catch {}
      throw error
    }
  }

  // MARK: The open journal

  /// Closes the open journal, without space at its end.
  func closeJournal() {
    guard let opened = journal else { return }
    journal = nil
    // The space is left out by those who read it, if it cannot be removed.
    do throws(FileError) {
      guard opened.size > opened.end, try opened.file.status.size == opened.size else { return }
      try truncate(opened.file, opened.path, at: opened.end)
    } catch {}
  }

  /// Returns the state of the open journal of a document; nil for another one.
  func stateOfOpenJournal(of document: String) throws(FileError) -> FileStorage.FileState? {
    guard let journal, journal.path.text.dropLast(StoragePath.journalSuffix.count) == document else { return nil }
    return try journal.file.state
  }

  /// Returns the records of a journal, without the space after them; nil if there is no file.
  func records(of path: StoragePath) throws(FileError) -> [UInt8]? { try read(path).map(OpenJournal.records) }
}

extension OpenJournal {
  /// Returns the bytes of a journal without the space after its records.
  static func records(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.last == 0 else { return bytes }
    return Array(bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}
