/// What distinguishes one version of a document from another one.
struct DocumentVersion: Equatable {
  let state: FileStorage.FileState
  let checksum: UInt64
}

/// What distinguishes one version of a journal from another one.
struct JournalVersion {
  /// Nil for a journal that is missing.
  var state: State?
  /// The hash of the records, to which each store adds its own; nil once it is not known.
  private(set) var hash: XXHash64? = XXHash64()

  /// The state of a journal.
  struct State {
    let state: FileStorage.FileState
    /// The earliest time that the file may have, if its own is not known: that of the state is the latest one.
    let earliest: Int?

    init(_ state: FileStorage.FileState, since earliest: Int? = nil) { (self.state, self.earliest) = (state, earliest) }
  }

  init(state: FileStorage.FileState?, records: [UInt8]) {
    self.state = state.map { State($0) }
    add(records, at: 0)
  }

  /// Returns whether a journal with a state is this version, as far as the state tells.
  func has(_ found: FileStorage.FileState?) -> Bool {
    guard let found, let state, let earliest = state.earliest else { return found == state?.state }
    return found.number == state.state.number && found.size == state.state.size
      && (earliest...max(earliest, state.state.time)).contains(found.time)
  }

  /// Adds records. They may replace an incomplete one.
  mutating func add(_ records: [UInt8], at offset: Int) {
    if offset != hash?.count { hash = nil }
    records.withUnsafeBytes { hash?.update($0) }
  }
}

/// A document that was read: the version of its bytes, nil for a document that is missing, and that of its journal.
struct ReadVersion {
  var document: DocumentVersion?
  var journal: JournalVersion
}

/// Noticing that another program has written a document which the application has open.
///
/// The identity, size and time of a file tell its versions apart, so that an unchanged one is not read again. Bytes
/// that were changed within the resolution of the times of files are not noticed, nor those of a journal that were
/// changed within the tick of the clock in which it got its last record.
extension FileStorage {
  package func noteRead(_ path: String) {
    guard let version = readVersions.removeValue(forKey: path) else { return }
    versions[path] = version.document.map { [$0] } ?? []
    journals[path] = version.journal
  }

  package func edit(of path: String) throws -> DocumentEdit? {
    guard let known = versions[path] else { return nil }
    let stored = try storagePath(path)
    try open()
    do { return try tree.keepingFoldersOpen { try edit(of: stored, known) } } catch let error as FileError {
      throw failure("storage.read", "read", stored, error)
    }
  }

  private func edit(of path: StoragePath, _ known: [DocumentVersion]) throws(FileError) -> DocumentEdit? {
    let tick = FileClock.tick
    guard let state = try tree.state(of: path) else { return nil }
    if !known.contains(where: { $0.state == state }) {
      // Writing the same bytes again changes nothing, nor does copying the folder.
      guard let same = known.first(where: { $0.state.size == state.size }),
        try tree.checksum(of: path) == same.checksum
      else { return .document }
      versions[path.text] = known + [DocumentVersion(state: state, checksum: same.checksum)]
    }
    return try isJournalEdited(of: path, since: tick) ? .journal : nil
  }

  private func isJournalEdited(of path: StoragePath, since tick: Int) throws(FileError) -> Bool {
    guard let known = journals[path.text] else { return false }
    if let state = known.state?.state, try tree.isJustWritten(path.journal, state) {
      tree.noteSeen(path, state, at: tick)
      return false
    }
    let state = try tree.state(of: path.journal)
    guard !known.has(state) else {
      journals[path.text]?.state = state.map { JournalVersion.State($0) }
      tree.noteSeen(path, state, at: tick)
      return false
    }
    // The space after the records may be another one.
    guard let state, let hash = known.hash, state.size >= hash.count, let records = try tree.records(of: path.journal),
      records.count == hash.count, XXHash64.checksum(records) == hash.checksum
    else { return true }
    if known.state?.earliest != nil { tree.journal?.hasOtherClock = true }
    journals[path.text]?.state = JournalVersion.State(state)
    return false
  }

  /// Notes the versions of the documents that a store has written.
  ///
  /// - Parameter isUnfinished: Whether recovery decides about the store.
  func noteStored(_ written: [String: DocumentVersion], isUnfinished: Bool) {
    for (path, version) in written {
      versions[path] = isUnfinished ? (versions[path] ?? []) + [version] : [version]
    }
  }

  // MARK: Journals

  /// Returns the state of the journal of a document that is about to be read, nil if there is none.
  func journalState(of path: String) throws -> FileState? {
    let stored = try storagePath(path)
    try open()
    do { return try tree.state(of: stored.journal) } catch { throw failure("storage.read", "read", stored, error) }
  }

  /// Notes the journal that a write has left.
  func noteJournal(after write: StorageWrite) {
    // Blobs have no journals.
    guard write.path.hasSuffix(".json") else { return }
    let none = JournalVersion(state: nil, records: [])
    if !write.isAppend { journals[write.path] = write.isRemoval ? nil : none }
    guard !write.records.bytes.isEmpty else { return }
    journals[write.path, default: none].add(write.records.bytes, at: write.records.offset)
    noteState(ofJournal: write.path)
  }

  /// Notes the journal of a document as it is now; one that cannot be found out is not compared.
  func noteState(ofJournal path: String) {
    guard let known = journals[path] else { return }
    do {
      // The last store has replaced an incomplete record.
      if known.hash == nil, let records = try tree.records(of: storagePath(path).journal) {
        journals[path] = JournalVersion(state: nil, records: records)
      }
      journals[path]?.state =
        try tree.stateOfOpenJournal(of: path) ?? journalState(of: path).map { JournalVersion.State($0) }
    } catch {
      journals[path] = nil
    }
  }
}
