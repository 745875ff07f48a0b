/// The stored form of a model: its document, with the changes of its journal.
struct ModelDocument {
  private enum Document {
    case mapped(MappedFile)
    case decrypted([UInt8])
  }

  private let document: Document
  /// The document with its journal folded in; nil if it has no journal.
  let folded: [UInt8]?
  let journalSize: Int
  /// Whether the files are encrypted.
  let isEncrypted: Bool

  /// - Parameter file: The name of the document in messages.
  /// - Throws: `json.syntax`, `storage.journal`, `storage.edited`.
  init(_ stored: (document: MappedFile, journal: [UInt8]), file: String) throws {
    document = .mapped(stored.document)
    journalSize = stored.journal.count
    folded = try StoredDocument.folded(stored.document.bytes, journal: stored.journal, file: file)
    isEncrypted = false
  }

  /// Creates the form of a document that was encrypted.
  init(decrypted stored: StoredDocument, file: String) throws {
    document = .decrypted(stored.bytes)
    journalSize = stored.journal.count
    folded = try stored.bytes.withUnsafeBufferPointer {
      try StoredDocument.folded($0, journal: stored.journal, file: file)
    }
    isEncrypted = true
  }

  /// The size of the document with its journal in bytes.
  var count: Int { withBytes(\.count) }

  /// Calls `body` with the document as the next checkpoint writes it.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let folded { return try folded.withUnsafeBufferPointer(body) }
    switch document {
    case .mapped(let file): return try body(file.bytes)
    case .decrypted(let bytes): return try bytes.withUnsafeBufferPointer(body)
    }
  }
}
