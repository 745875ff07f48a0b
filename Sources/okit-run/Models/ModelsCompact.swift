import OKitDocuments

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
      try Output.reporting(documents.format) { output in
        let (compacted, problems) = try documents.open(.owner, output).compact(documents.model)
        for problem in problems { output.report(problem) }
        for (name, size) in compacted {
          if documents.format == .json {
            try output.json(["name": .string(name), "journalBytes": .int(size)])
          } else {
            output.value(size == 0 ? "\(name)  has no journal" : "\(name)  compacted a journal of \(size) bytes")
          }
        }
      }
    }
  }
}
