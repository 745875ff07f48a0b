/// Storing the changes of large models in their journals.
extension ModelRegistry {
  /// The stored form of a model that has a journal.
  struct StoredForm {
    /// The checksum of the document.
    var checksum: UInt64
    /// The size of the document in bytes.
    var size: Int
    /// The records of its journal.
    var records = JournalReader.Summary()
  }

  /// The step that stores one model: what is written, and what follows from the outcome.
  struct ModelWrite {
    /// Nil if the stored form is that of the model already.
    var write: StorageWrite?
    /// Called with whether it was stored.
    var finish: (Bool) -> Void
  }

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
    forms[root] = form
    store.beginLog(of: root, limit: Limit.mutations(form.size))
  }

  /// Returns whether the journal of a model has records.
  func hasRecords(_ root: EntityID) -> Bool { forms[root].map { $0.records.count > 0 } ?? false }

  func endJournal(of root: EntityID) {
    forms[root] = nil
    store.endLog(of: root)
  }

  /// Returns the write of a model's changes: a record, or the whole document.
  ///
  /// - Throws: `json.number` for values that JSON cannot hold.
  func modelWrite(of root: EntityID, _ type: EntityType, _ name: String) throws -> ModelWrite {
    let changes = store.takeLog(of: root)
    if let changes, let form = forms[root], unfinished.number(of: root) == nil,
      let write = try record(of: changes, root, form, name)
    {
      return write
    }
    return document(of: root, type, name)
  }

  // MARK: A record

  /// Returns the write of a record; nil if the whole document is to be written.
  private func record(
    of changes: [MutationList], _ root: EntityID, _ form: StoredForm, _ name: String
  ) throws -> ModelWrite? {
    guard let patches = store.patches(changes, of: root) else { return nil }
    guard !patches.isEmpty else { return ModelWrite(write: nil) { _ in } }
    let number = form.records.count + 1
    let bytes = try JournalRecord.bytes(patches, sequence: number, document: form.checksum)
    let length = form.records.length + bytes.count
    guard bytes.count <= Limit.record(form.size), length <= Limit.journal(form.size) else { return nil }
    let log = store.logs[root]
    let write = StorageWrite(path: Self.path(of: name), appending: bytes, at: form.records.length)
    return ModelWrite(write: write) { [weak self] isStored in
      // A later store of the model writes the whole document, and has begun its own log.
      guard let self, let log, store.logs[root] === log else { return }
      if isStored {
        forms[root]?.records = JournalReader.Summary(count: number, length: length)
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

  private func document(of root: EntityID, _ type: EntityType, _ name: String) -> ModelWrite {
    let checksum = DocumentChecksum()
    forms[root] = nil
    // Changes after this point go into the journal of the new document.
    store.beginLog(of: root, limit: .max)
    let log = store.logs[root]
    let write = StorageWrite(path: Self.path(of: name)) { [store] receive in
      checksum.hash = XXHash64()
      try store.writeDocument(of: root, version: type.version) { piece in
        checksum.hash.update(piece)
        try receive(piece)
      }
    }
    return ModelWrite(write: write) { [weak self] isStored in
      guard let self, let log, store.logs[root] === log else { return }
      guard isStored, checksum.hash.count >= Limit.document, ownStorages[name] == nil else {
        return endJournal(of: root)
      }
      forms[root] = StoredForm(checksum: checksum.hash.checksum, size: checksum.hash.count)
      log.limit = Limit.mutations(checksum.hash.count)
    }
  }
}
