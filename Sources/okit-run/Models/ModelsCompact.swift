import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models compact`
  struct Compact: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact",
      abstract: "Folds the journals of models into their documents.",
      discussion: """
        Writes each document with the changes of its journal, and keeps the document and the journal as the previous \
        version. Compacts all models unless one is named. A model that cannot be read stays as it is.

        EXAMPLES:
          Compacts the models of an application:
            okit-run models compact app.lua
          Compacts the model settings in a folder:
            okit-run models compact settings --documents demo
        """)
    @OptionGroup var documents: Documents

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let storage = try documents.storage(.owner)
        let decrypting = documents.keys.decrypting(storage, output)
        if documents.model == nil { for problem in try Documents.misplaced(storage) { output.report(problem) } }
        for name in try documents.model.map({ [$0] }) ?? Documents.names(storage) {
          do { try compact(name, storage, decrypting, output) } catch let diagnostic as Diagnostic {
            output.report(StoredDocument.explained(diagnostic, name: name))
          }
        }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    private func compact(
      _ name: String, _ storage: FileStorage, _ decrypting: EncryptedStorage, _ output: Output
    ) throws {
      try Documents.expectOneForm(name, storage)
      let model = try Documents.document(name, storage, decrypting)
      if let folded = model.folded {
        var write = StorageWrite(path: Documents.path(of: name), bytes: folded)
        if model.isEncrypted { write.form = .encrypted(Documents.model(of: name)) }
        try decrypting.write([write]).wait()
      }
      if documents.format == .json {
        try output.json(["name": .string(name), "journalBytes": .int(model.journalSize)])
      } else if model.folded == nil {
        output.value("\(name)  has no journal")
      } else {
        output.value("\(name)  compacted a journal of \(model.journalSize) bytes")
      }
    }
  }
}
