/// Documents that something else has changed while the application had them open.
///
/// A store does not overwrite them. What the application has becomes the previous version, so that neither version is lost, and the
/// model stays pending.
extension ModelRegistry {
  /// Returns whether something else has changed the document of a model since it was read or stored.
  ///
  /// - Throws: what reading throws.
  func isEdited(_ root: EntityID, _ name: String) throws -> Bool {
    guard unfinished.stores.isEmpty, store.closedModels[root] == nil else { return false }
    return try storage.isEdited(Self.path(of: name))
  }

  /// Returns whether a model without changes has what its changed document has not: the records of its journal, or what an earlier
  /// store has not written.
  func isWorthKeeping(_ root: EntityID) -> Bool { hasRecords(root) || refused.contains(root) }

  /// Returns the write that makes a model the previous version of its document.
  func previousVersion(of root: EntityID, _ type: EntityType, _ name: String) -> ModelWrite {
    endJournal(of: root)
    var write = StorageWrite(path: Self.path(of: name)) { [store] receive in
      try store.writeDocument(of: root, version: type.version, receive)
    }
    write.becomesPrevious = true
    write.form = form(of: type, name)
    return ModelWrite(write: write) { _ in }
  }

  /// Reports the models whose documents were not overwritten.
  ///
  /// - Throws: `storage.edited` for the first one.
  func refuse(_ edited: [String]) throws {
    let errors = edited.map { name in
      var error = storage.edited(Self.path(of: name))
      error.hint =
        "okit.Model.sync() reads the document and drops the changes of the application; \(StoredDocument.restoring(name))"
      return error.appending(
        .storedState("the document was not overwritten; what the application has is the previous version now"))
    }
    for error in errors.dropFirst() { store.report(error) }
    if let first = errors.first { throw first }
  }
}
