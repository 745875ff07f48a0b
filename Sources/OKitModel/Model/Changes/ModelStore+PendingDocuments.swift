/// Whether the document that has an entity is to be stored: that of its model, or that of the partial that it is below.
extension ModelStore {
  /// Returns whether the document has changes that are not stored. An entity outside of models is never pending.
  package func isDocumentPending(with entity: EntityID) -> Bool {
    guard let root = storedDocument(with: entity) else { return false }
    return models.name(of: root) == nil ? counters.isPending(root) : isPending(root)
  }

  /// Has the next store write the document, also without a change.
  ///
  /// - Throws: `model.unmanaged` for an entity in no stored model.
  package func setDocumentPending(with entity: EntityID) throws { markPending(root: try requireDocument(with: entity)) }

  /// Has the next store leave the document as it is stored. Its changes are stored with later ones.
  ///
  /// - Throws: `model.unmanaged` for an entity in no stored model.
  package func clearDocumentPending(with entity: EntityID) throws {
    let root = try requireDocument(with: entity)
    markStored(root, as: numberForStoring(root))
  }

  private func storedDocument(with entity: EntityID) -> EntityID? {
    guard isManaged(entity), type(of: rootOfTree(entity))?.isStored == true else { return nil }
    return hasPartials ? rootOfDocument(entity) : rootOfTree(entity)
  }

  private func requireDocument(with entity: EntityID) throws -> EntityID {
    if let root = storedDocument(with: entity) { return root }
    throw Diagnostic("model.unmanaged", "\(describe(entity)) is in no model that is stored")
  }
}
