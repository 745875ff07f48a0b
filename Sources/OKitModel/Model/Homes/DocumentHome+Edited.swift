/// A document that something else has changed while the application had it open.
///
/// A store does not overwrite it. What the application has becomes the previous version, so that neither version is
/// lost, and the model stays pending. A document whose journal has changed alone is written as a whole: memory has what
/// both had.
extension DocumentHome {
  /// Returns what something else has changed of the document of a model since it was read or stored; nil for nothing.
  ///
  /// - Throws: what reading throws.
  func edit(of root: EntityID) throws -> DocumentEdit? {
    guard registry.unfinished.stores.isEmpty, store.closedModels[root] == nil else { return nil }
    return try storage.edit(of: path)
  }

  /// Returns the paths of the documents of partials that a store would write and something else has changed, sorted.
  ///
  /// - Throws: what reading throws.
  func editedPartials(_ changes: PartChanges) throws -> [String] {
    guard registry.unfinished.stores.isEmpty else { return [] }
    let folder = PartPath.folder(ofModel: changes.model) + "/"
    return try changes.paths.filter { try $0.hasPrefix(folder) && storage.edit(of: $0) == .document }.sorted()
  }

  /// Whether a model without changes has what its changed files have not: the records of its journal, or what an
  /// earlier store has not written.
  var isWorthKeeping: Bool { hasRecords || isRefused }

  /// Reports a model whose journal something else has changed.
  func reportChangedJournal() {
    // A store that fails leaves the changed journal.
    isRefused = true
    let journal = location + StoragePath.journalSuffix
    let warning = Diagnostic(
      "storage.journal",
      "another program has changed or removed the journal while the application had the document open",
      severity: .warning, place: Diagnostic.Place(file: journal))
    store.report(
      warning.appending(
        .storedState("the whole document is stored; the remaining journal belongs to the previous version")))
  }

  /// Returns the write that makes a model the previous version of its document.
  func previousVersion(of root: EntityID) -> ModelWrite {
    endJournal(of: root)
    var write = StorageWrite(path: path) { [store, type] receive in
      try store.writeDocument(of: root, version: type.version, receive)
    }
    write.becomesPrevious = true
    write.form = contentForm
    return ModelWrite(write: write) { _ in }
  }
}
