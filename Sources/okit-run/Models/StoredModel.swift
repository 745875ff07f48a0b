import OKitEngine

/// The stored form of a model: its document, with the changes of its journal.
struct StoredModel {
  let document: MappedFile
  /// The document with its journal folded in; nil if it has no journal.
  let folded: [UInt8]?
  let journalSize: Int

  /// - Parameter file: The name of the document in messages.
  /// - Throws: `json.syntax`, `storage.journal`, `storage.edited`.
  init(_ stored: (document: MappedFile, journal: [UInt8]), file: String) throws {
    document = stored.document
    journalSize = stored.journal.count
    folded = try StoredDocument.folded(stored.document.bytes, journal: stored.journal, file: file)
  }

  /// The size of the document with its journal in bytes.
  var count: Int { folded?.count ?? document.bytes.count }

  /// Calls `body` with the document as the next checkpoint writes it.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let folded { return try folded.withUnsafeBufferPointer(body) }
    return try body(document.bytes)
  }

  /// Returns the error with the ways to recover.
  static func explained(_ diagnostic: Diagnostic, _ name: String) -> Diagnostic {
    guard diagnostic.code == "storage.journal" || diagnostic.code == "storage.edited" else { return diagnostic }
    return diagnostic.appending(.storedState(StoredDocument.recovery(from: diagnostic, name: name)))
  }
}
