/// Whether the content of parts is in memory (`ModelHybrid` in OKit).
extension ModelStore {
  /// Whether the content of a part is in memory: it was read, or was made here. True for an entity that is not a part.
  package func isRetrieved(_ entity: EntityID) -> Bool {
    guard let record = record(entity), let property = type(of: record).lazyProperty else { return true }
    return property.role == .deferred ? !record.isNil(property.slot) : !parts.unread.contains(entity)
  }

  /// Reads the content of a part, or drops the bytes of a blob that its file has.
  ///
  /// - Throws: What `readPart` throws; `blob.retrieved` for content that cannot be dropped.
  package func setRetrieved(_ entity: EntityID, _ isRetrieved: Bool) throws {
    guard self.isRetrieved(entity) != isRetrieved else { return }
    guard !isRetrieved else { return try readPart(entity) }
    if type(of: entity)?.lazyProperty?.role == .blobData { dropBytes(of: entity) }
    guard self.isRetrieved(entity) else { return }
    throw Diagnostic(
      "blob.retrieved", "the content of \(describe(entity)) stays in memory: only stored bytes of a blob can be dropped"
    )
  }
}
