/// The change of one path by a store: a new content, a record of its journal, or a removal.
package struct StorageWrite {
  package typealias Receiver = (UnsafeRawBufferPointer) throws -> Void

  /// The form of a content that belongs to an encrypted model; the associated value is the name of the model.
  package enum Form: Equatable {
    case encrypted(String)
    /// The model is stored plain, for the time being or from now on.
    case plain(String)
  }

  /// Records for a journal.
  package struct Records {
    package var bytes: [UInt8]
    /// The length of the journal before them. A store that failed may have left bytes after it, which the write
    /// replaces.
    var offset: Int
  }

  package let path: String
  /// The model to whose parts the content belongs; nil for a document, whose path tells.
  package var model: String?
  private let content: ((Receiver) throws -> Void)?
  /// The journal of a whole document, or what is appended to that of the stored one.
  package let records: Records
  /// Whether what a whole document replaces becomes the previous version. Otherwise, there is none afterwards.
  package var keepsPrevious = true
  /// Whether the content becomes the previous version. The stored document stays as it is, and loses its journal.
  package var becomesPrevious = false
  /// The form in which an encrypted storage writes the content; nil for content outside encrypted models.
  package var form: Form?
  /// Whether the document is removed, with its journal and its previous version.
  package private(set) var isRemoval = false

  /// Replaces the content of a path, and its journal.
  package init(path: String, bytes: [UInt8], journal: [UInt8] = [], keepsPrevious: Bool = true) {
    self.path = path
    self.keepsPrevious = keepsPrevious
    content = { try bytes.withUnsafeBytes($0) }
    records = Records(bytes: journal, offset: 0)
  }

  /// Replaces the content of a path, and its journal.
  ///
  /// - Parameter content: Passes the content piece by piece, so that a large one need not be in memory.
  package init(
    path: String, journal: [UInt8] = [], keepsPrevious: Bool = true, content: @escaping (Receiver) throws -> Void
  ) {
    (self.path, self.content, self.keepsPrevious) = (path, content, keepsPrevious)
    records = Records(bytes: journal, offset: 0)
  }

  /// Removes the document at a path, with its journal and its previous version. What is missing counts as removed.
  package init(removing path: String) {
    self.path = path
    content = nil
    records = Records(bytes: [], offset: 0)
    isRemoval = true
  }

  /// Appends records to the journal of the document at a path.
  ///
  /// - Parameter offset: The length of the journal before them.
  package init(path: String, appending bytes: [UInt8], at offset: Int) {
    self.path = path
    content = nil
    records = Records(bytes: bytes, offset: offset)
  }

  /// Returns the same write with a content in another form.
  func replacing(_ content: @escaping (Receiver) throws -> Void, journal: [UInt8]) -> StorageWrite {
    var write = StorageWrite(path: path, journal: journal, keepsPrevious: keepsPrevious, content: content)
    write.becomesPrevious = becomesPrevious
    write.model = model
    return write
  }

  /// Whether the write only appends to the journal.
  package var isAppend: Bool { content == nil && !isRemoval }

  /// Passes the content piece by piece; none for a write that appends.
  ///
  /// - Throws: what `receive` throws, and the error of the source when it cannot give the content.
  package func forEachPiece(_ receive: Receiver) throws { try content?(receive) }

  /// Returns the whole content.
  ///
  /// - Parameter expected: Its size in bytes, if that is known.
  /// - Throws: the error of the source when it cannot give the content.
  package func bytes(expected: Int = 0) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    try forEachPiece { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Returns the document after this write. The write is not a removal.
  ///
  /// - Parameter stored: The document as it is.
  /// - Throws: `storage.journal` for records that do not fit, and the error of the source.
  func applied(to stored: StoredDocument?, _ path: StoragePath, in storage: some DocumentStorage) throws
    -> StoredDocument
  {
    guard isAppend else {
      // Contents are mostly about as long as the last time.
      let expected = stored.map { $0.bytes.count + $0.bytes.count / 32 } ?? 0
      return StoredDocument(bytes: try bytes(expected: expected), journal: records.bytes)
    }
    guard var document = stored else { throw storage.noDocument(path) }
    guard records.offset <= document.journal.count else {
      throw storage.wrongLength(path, document.journal.count, expected: records.offset)
    }
    document.journal.removeSubrange(records.offset...)
    document.journal += records.bytes
    return document
  }
}
