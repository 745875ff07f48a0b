/// Documents: bytes with a journal of the changes since they were written. The version before the last write of the
/// bytes is kept, with its journal.
package protocol DocumentStorage: BlobStorage {
  /// Returns whether a document is stored at a path. Its journal does not count.
  func contains(_ path: String) throws -> Bool

  /// Returns whether nothing is stored at a path or below it, if the storage knows that without looking: one that has
  /// not been opened, or an empty one in memory.
  func isKnownToLack(_ path: String) -> Bool

  /// Whether nothing is stored, if a storage in memory knows that; false for any other one.
  var isEmpty: Bool { get }

  /// The bytes of the documents that a storage in memory has; 0 for any other one.
  var memory: Int { get }

  /// Whether others can change documents at any time, because they are on a server.
  var isRemote: Bool { get }

  /// Notes that the application has what `readDocument` returned last for a path, so that a store may replace it. Does
  /// nothing in a storage that only the application can write to, or that compares versions itself.
  func noteRead(_ path: String)

  /// Returns what something else has changed of the document at a path since it was noted as read, or stored; nil for
  /// nothing.
  func edit(of path: String) throws -> DocumentEdit?

  /// Returns the document at a path with its journal, nil when neither is stored. Both are from the same store.
  func readDocument(_ path: String) throws -> StoredDocument?

  /// Returns the version that the last write of the whole document replaced, nil if there is none. `delete` removes it
  /// too.
  func readPreviousDocument(_ path: String) throws -> StoredDocument?

  /// Stores the previous version again. What it replaces becomes the previous one, so that nothing is lost by it.
  ///
  /// Fails with `storage.noPrevious` when none is kept.
  func restorePrevious(_ path: String) -> StorageOperation
}

extension DocumentStorage {
  package func isKnownToLack(_ path: String) -> Bool { false }

  package var isEmpty: Bool { false }

  package var memory: Int { 0 }

  package var isRemote: Bool { false }

  /// Returns the bytes of the previous version of a document, without its journal.
  package func readPrevious(_ path: String) throws -> [UInt8]? { try readPreviousDocument(path)?.bytes }

  func noPrevious(_ path: StoragePath) -> Diagnostic {
    Diagnostic("storage.noPrevious", "no previous version of \(path.text) is stored")
  }

  /// Returns the error for a document that something else has written while the application had it open.
  package func edited(_ path: String) -> Diagnostic {
    Diagnostic(
      "storage.edited", "another program has changed the document while the application had it open",
      place: Diagnostic.Place(file: location(of: path)))
  }

  /// Returns the error for records that do not fit after a journal of another length.
  func wrongLength(_ path: StoragePath, _ length: Int, expected: Int) -> Diagnostic {
    Diagnostic(
      "storage.journal", "the journal of \(path.text) has \(length) bytes, expected \(expected)",
      place: Diagnostic.Place(file: location(of: path.journal.text)))
  }

  /// Returns the error for a journal without a document.
  func noDocument(_ path: StoragePath) -> Diagnostic {
    Diagnostic(
      "storage.journal", "\(path.text) does not exist, so it cannot have a journal",
      place: Diagnostic.Place(file: location(of: path.text)))
  }
}
