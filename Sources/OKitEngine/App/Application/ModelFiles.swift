/// The files of an application's models. They outlive a hot reload.
package final class ModelFiles {
  package let storage: any DocumentStorage
  /// The files of the documents directory; nil where the program has another storage.
  private let directory: LazyStorage?

  /// - Throws: `storage.path` for a text that is no path as the documents directory; `storage.limit` for a limit that
  ///   no stored model meets.
  package init(_ options: Application.Options) throws {
    try Application.check(folder: options.documents, "documents", "use nil for a place in memory")
    guard options.documentLimit > 0 else {
      throw Diagnostic(
        "storage.limit", "documentLimit is \(options.documentLimit), which permits no stored model",
        hint: "use the number of bytes that a stored model may have")
    }
    let documents = options.documents
    let readsOnly = options.keepsChangesInMemory
    let directory = LazyStorage(root: documents ?? "") {
      guard let documents else { return TransientStorage() }
      if !readsOnly { try options.willOpenDocuments() }
      return FileStorage(
        documents: documents, access: readsOnly ? .reader : .owner, limit: options.documentLimit,
        limitHint: options.hint(Diagnostic.Limit.document.hint))
    }
    let program = options.modelStorage.map(ProgramStorage.init)
    self.directory = options.storage == nil && program == nil ? directory : nil
    let base: any DocumentStorage = program ?? directory
    storage = options.storage ?? (readsOnly ? BufferedStorage(base, isScratch: true) : base)
  }

  /// Lets the journal that is open end with its last record, before a process ends without closing its applications.
  package func closeJournal() { directory?.closeJournal() }

  func close() {
    storage.flushLog()
    directory?.close()
  }
}
