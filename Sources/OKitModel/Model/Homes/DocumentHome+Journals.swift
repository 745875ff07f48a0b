/// The stored form of a model that has a journal.
struct StoredForm {
  /// The checksum of the document.
  var checksum: UInt64
  /// The size of the document in bytes.
  var size: Int
  /// The records of its journal.
  var records = JournalReader.Summary()
}

/// Storing the changes of a large model in its journal.
extension DocumentHome {
  /// When a store writes the whole document instead of a record.
  private enum Limit {
    /// Smaller documents have no journal.
    static let document = 64 << 10

    /// The longest journal of a document.
    static func journal(_ size: Int) -> Int { max(256 << 10, size / 4) }

    /// The largest record.
    static func record(_ size: Int) -> Int { size / 4 }

    /// The number of mutations that make a larger record in most cases.
    static func mutations(_ size: Int) -> Int { max(1000, size / 256) }
  }

  /// Keeps a journal for a model whose document was just read.
  func beginJournal(of root: EntityID, _ form: StoredForm?) {
    guard let form, form.size >= Limit.document else { return endJournal(of: root) }
    storedForm = form
    store.beginLog(of: root, limit: Limit.mutations(form.size))
  }

  /// Whether the journal has records.
  var hasRecords: Bool { storedForm.map { $0.records.count > 0 } ?? false }

  func endJournal(of root: EntityID) {
    storedForm = nil
    store.endLog(of: root)
  }

  /// Returns the write of a model's changes: a record, or the whole document.
  ///
  /// - Throws: `json.number` for values that JSON cannot hold.
  func modelWrite(of root: EntityID) throws -> ModelWrite {
    let changes = store.takeLog(of: root)
    if let changes, let storedForm, registry.unfinished.number(of: root) == nil,
      let write = try record(of: changes, root, storedForm)
    {
      return write
    }
    return document(of: root)
  }

  // MARK: A record

  /// Returns the write of a record; nil if the whole document is to be written.
  private func record(
    of changes: [MutationList], _ root: EntityID, _ form: StoredForm
  ) throws -> ModelWrite? {
    guard let patches = store.patches(changes, of: root) else { return nil }
    guard !patches.isEmpty else { return ModelWrite(write: nil) { _ in } }
    let number = form.records.count + 1
    let bytes = try JournalRecord.bytes(patches, sequence: number, document: form.checksum)
    let length = form.records.length + bytes.count
    guard bytes.count <= Limit.record(form.size), length <= Limit.journal(form.size) else { return nil }
    let log = store.logs[root]
    let write = StorageWrite(path: path, appending: bytes, at: form.records.length)
    return ModelWrite(write: write) { [weak self] isStored in
      // A later store of the model writes the whole document, and has begun its own log.
      guard let self, let log, store.logs[root] === log else { return }
      if isStored {
        storedForm?.records = JournalReader.Summary(count: number, length: length)
      } else {
        log.restore(changes)
      }
    }
  }

  // MARK: A document

  /// The checksum of a document, taken while it is written.
  private final class DocumentChecksum {
    var hash = XXHash64()
  }

  private func document(of root: EntityID) -> ModelWrite {
    let checksum = DocumentChecksum()
    storedForm = nil
    // Changes after this point go into the journal of the new document.
    store.beginLog(of: root, limit: .max)
    let log = store.logs[root]
    let write = StorageWrite(path: path) { [store, type] receive in
      checksum.hash = XXHash64()
      try store.writeDocument(of: root, version: type.version) { piece in
        checksum.hash.update(piece)
        try receive(piece)
      }
    }
    return ModelWrite(write: write) { [weak self] isStored in
      guard let self, let log, store.logs[root] === log else { return }
      guard isStored, checksum.hash.count >= Limit.document, !hasOwnStorage else {
        return endJournal(of: root)
      }
      storedForm = StoredForm(checksum: checksum.hash.checksum, size: checksum.hash.count)
      log.limit = Limit.mutations(checksum.hash.count)
    }
  }
}
