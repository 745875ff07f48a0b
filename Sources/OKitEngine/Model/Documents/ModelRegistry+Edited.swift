/// Documents that something else has changed while the application had them open.
///
/// A store does not overwrite them. What the application has becomes the previous version, so that neither version is
/// lost, and the model stays pending. A document whose journal has changed alone is written as a whole: memory has what
/// both had.
extension ModelRegistry {
  /// Returns what something else has changed of the document of a model since it was read or stored; nil for nothing.
  ///
  /// - Throws: what reading throws.
  func edit(of root: EntityID, _ name: String) throws -> DocumentEdit? {
    guard unfinished.stores.isEmpty, store.closedModels[root] == nil else { return nil }
    return try storage.edit(of: Self.path(of: name))
  }

  /// Returns the paths of the documents of partials that a store would write and something else has changed, sorted.
  ///
  /// - Throws: what reading throws.
  func editedPartials(_ changes: PartChanges) throws -> [String] {
    guard unfinished.stores.isEmpty else { return [] }
    let folder = PartPath.folder(ofModel: changes.model) + "/"
    return try changes.paths.filter { try $0.hasPrefix(folder) && storage.edit(of: $0) == .document }.sorted()
  }

  /// Returns whether a model without changes has what its changed files have not: the records of its journal, or what
  /// an earlier store has not written.
  func isWorthKeeping(_ root: EntityID) -> Bool { hasRecords(root) || refused.contains(root) }

  /// Reports a model whose journal something else has changed.
  func reportChangedJournal(of root: EntityID, _ name: String) {
    // A store that fails leaves the changed journal.
    refused.insert(root)
    let journal = storage.location(of: Self.path(of: name)) + StoragePath.journalSuffix
    let warning = Diagnostic(
      "storage.journal",
      "another program has changed or removed the journal while the application had the document open",
      severity: .warning, place: Diagnostic.Place(file: journal))
    store.report(
      warning.appending(
        .storedState("the whole document is stored; what is left of the journal is that of the previous version")))
  }

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
        """
        okit.Model.sync() reads the document and drops the changes of the application; \
        \(StoredDocument.restoring(name))
        """
      return error.appending(
        .storedState("the document was not overwritten; what the application has is the previous version now"))
    }
    for error in errors.dropFirst() { store.report(error) }
    if let first = errors.first { throw first }
  }
}
