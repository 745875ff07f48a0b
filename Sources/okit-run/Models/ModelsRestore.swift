import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models restore`
  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Restores the previous version of a model.",
      discussion: """
        Exchanges the current version with the previous one, both with their journals; run it again to undo. The \
        previous version is that before the last time that the whole document was written. Blobs and partials that \
        were removed since come back. MODEL/ID is the document of a partial.
        """)
    @OptionGroup var documents: Documents

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let model = documents.model ?? ModelStore.defaultModelName
        let storage = try documents.storage(.owner)
        let decrypting = documents.keys.decrypting(storage, output)
        let path = Documents.path(of: model)
        try Documents.expectOneForm(model, storage)
        // The blobs and partials of an encrypted version can be found only with its key: ask for it before anything
        // changes.
        let versions = [try storage.readDocument(path), try storage.readPreviousDocument(path)]
        if versions.contains(where: { EncryptedContent.isContainer($0?.bytes ?? []) }) { try decrypting.open() }
        let parts = RestoredParts(model, storage, decrypting)
        let hasParts = ModelRegistry.isValid(model)
        let replaced = try hasParts ? parts.current { output.report($0) } : []
        var blobs: [String] = []
        // A previous version that cannot be read is restored, too; the end of the command reports why.
        if hasParts { do { blobs = try parts.prepare() } catch is Diagnostic { blobs = [] } }
        do {
          try storage.restorePrevious([path] + blobs).wait()
        } catch let failure as Diagnostic where failure.code == "storage.noPrevious" {
          if let stored = try storage.readDocument(path), try !storage.contains(path), !stored.journal.isEmpty {
            throw ModelRegistry.missingDocument(of: model, .journal, in: storage)
          }
          // A misspelt name has no document either.
          try Documents.expect(model, storage)
          throw failure
        }
        output.note("restored the previous version of \(model)")
        guard hasParts else { return }
        for missing in try parts.finish(replacing: replaced) { output.report(missing) }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }
  }
}
