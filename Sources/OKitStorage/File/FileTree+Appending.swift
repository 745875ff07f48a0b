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
  /// The tick of the clock before the last write, the time after it, and the tick then.
  private var written = (since: FileClock.tick, time: FileClock.now, tick: FileClock.tick)
  /// The tick in which this was seen to be the journal still, and its document to exist; nil since something else was
  /// done in the tree.
  fileprivate var seen: Int?

  /// Whether the times of files may be those of another clock, or less exact than this one's.
  var hasOtherClock = false

  /// Few records need no space.
  private static let minimumAppends = 3
  private static let space = [UInt8](repeating: 0, count: 16 << 10)

  fileprivate init(_ path: StoragePath, _ file: consuming FileDescriptor, _ identity: FileIdentity, end: Int) {
    self.file = file
    (self.path, self.identity, self.end, size) = (path, identity, end, end)
  }

  /// This journal as the last append has left it.
  fileprivate var status: FileStatus { FileStatus(identity: identity, size: size) }

  /// Whether nobody needs to look at the time of the file: it was written in this tick of the clock, and not for the
  /// first time.
  fileprivate var isJustWritten: Bool { hasSpace && written.tick == FileClock.tick }

  fileprivate var isSeen: Bool { seen == FileClock.tick }

  private var hasSpace: Bool { appends >= Self.minimumAppends }

  /// The state after the last append. The time of a file with space is not asked for: it was written between two times.
  fileprivate var version: JournalVersion.State {
    get throws(FileError) {
      guard hasSpace, !hasOtherClock else { return JournalVersion.State(try file.state) }
      let latest = FileStorage.FileState(number: identity.number, size: size, time: written.time)
      return JournalVersion.State(latest, since: written.since)
    }
  }

  /// Notes records that were written, and writes space if they have filled it. On a full disk, there is none.
  fileprivate func didWrite(_ count: Int, since start: Int) {
    end += count
    appends += 1
    seen = nil
    defer { written = (start, FileClock.now, FileClock.tick) }
    guard end > size else { return }
    size = end
    guard hasSpace else { return }
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

  /// Returns the open journal if it is that of a document, ends at an offset, and is as the last append has left it.
  func openJournal(of document: StoragePath, at offset: Int) throws(FileError) -> OpenJournal? {
    guard let journal, journal.path == document.journal, journal.end == offset else { return nil }
    if journal.isSeen { return journal }
    return try isUnchanged(journal) ? journal : nil
  }

  private func isUnchanged(_ journal: OpenJournal) throws(FileError) -> Bool {
    guard let folder = try openFolder(journal.path.folder) else { return false }
    return FileStatus(journal.path.name, in: folder.number) == journal.status
  }

  /// Writes bytes at the end of the open journal, as `append(_:to:at:)`.
  func append(_ bytes: [UInt8], to opened: OpenJournal) throws(FileError) {
    try append(bytes, to: opened, isNew: false)
  }

  private func append(_ bytes: [UInt8], to opened: OpenJournal, isNew: Bool) throws(FileError) {
    let (path, offset) = (opened.path, opened.end)
    let start = FileClock.tick
    do throws(FileError) {
      let written = bytes.withUnsafeBytes { buffer in
        Result { () throws(FileError) in try write(buffer, to: opened.file.number, path, at: offset) }
      }
      try written.get()
      if journal === opened { opened.didWrite(bytes.count, since: start) }
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
  func stateOfOpenJournal(of document: String) throws(FileError) -> JournalVersion.State? {
    guard let journal, journal.path.text.dropLast(StoragePath.journalSuffix.count) == document else { return nil }
    return try journal.version
  }

  /// Returns whether a journal is the open one, and is as it was written within this tick of the clock.
  func isJustWritten(_ path: StoragePath, _ known: FileStorage.FileState) throws(FileError) -> Bool {
    guard let journal, journal.isJustWritten, journal.path == path, known.number == journal.identity.number,
      known.size == journal.size
    else { return false }
    return try isUnchanged(journal)
  }

  /// Notes that a document and its journal were looked at since a tick of the clock, and the state of the journal then.
  func noteSeen(_ document: StoragePath, _ state: FileStorage.FileState?, at tick: Int) {
    guard let journal, let state, journal.path == document.journal, state.number == journal.identity.number,
      state.size == journal.size
    else { return }
    journal.seen = tick
  }

  /// Returns whether a document with the open journal was looked at within this tick of the clock, and nothing was done
  /// in the tree since then.
  func hasSeen(_ document: StoragePath) -> Bool {
    guard let journal, journal.isSeen else { return false }
    return journal.path == document.journal
  }

  /// Forgets what was seen, before anything is done in the tree.
  func forgetSeen() { journal?.seen = nil }

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
