import OKitDocuments

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
      try Output.reporting(documents.format) { output in
        let models = try documents.open(.owner, output)
        for missing in try models.restore(documents.model ?? ModelStore.defaultModelName) { output.report(missing) }
      }
    }
  }
}
