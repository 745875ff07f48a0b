/// A document and its journal, both from the same store.
package struct StoredDocument: Equatable {
  /// Empty for a document that is missing while its journal exists.
  package var bytes: [UInt8]
  /// The records of the changes since the document was written; empty when there are none.
  package var journal: [UInt8]

  package init(bytes: [UInt8], journal: [UInt8] = []) { (self.bytes, self.journal) = (bytes, journal) }
}
