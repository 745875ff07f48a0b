/// What a store changes at a path: the whole content, or the end of the document's journal.
package struct StorageWrite {
  package typealias Receiver = (UnsafeRawBufferPointer) throws -> Void

  /// Records for a journal.
  package struct Records {
    package var bytes: [UInt8]
    /// The length of the journal before them. What is behind it is left from a store that failed, and is replaced.
    var offset: Int
  }

  package let path: String
  private let content: ((Receiver) throws -> Void)?
  /// The journal of a whole document, or what is appended to that of the stored one.
  package let records: Records

  /// Replaces the content of a path, and its journal.
  package init(path: String, bytes: [UInt8], journal: [UInt8] = []) {
    self.path = path
    content = { try bytes.withUnsafeBytes($0) }
    records = Records(bytes: journal, offset: 0)
  }

  /// Replaces the content of a path, which has no journal then.
  ///
  /// - Parameter content: Passes the content piece by piece, so that a large one need not be in memory.
  package init(path: String, content: @escaping (Receiver) throws -> Void) {
    (self.path, self.content) = (path, content)
    records = Records(bytes: [], offset: 0)
  }

  /// Appends records to the journal of the document at a path.
  ///
  /// - Parameter offset: The length of the journal before them.
  package init(path: String, appending bytes: [UInt8], at offset: Int) {
    self.path = path
    content = nil
    records = Records(bytes: bytes, offset: offset)
  }

  /// Whether the write only appends to the journal.
  package var isAppend: Bool { content == nil }

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

  /// Returns the document that the write leads to.
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
