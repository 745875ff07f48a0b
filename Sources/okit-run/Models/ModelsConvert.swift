import ArgumentParser
import OKitEngine
import OKitLua
import OKitSQLite

extension ModelsCommand {
  /// The forms in which a model can be stored.
  enum StoredForm: String, ExpressibleByArgument, CaseIterable {
    case file, sqlite
  }

  /// `okit-run models convert`
  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert",
      abstract: "Converts a stored model between a file and a SQLite database, with its blobs and partials.",
      discussion: """
        Runs the script of the application, which stores nothing, for the classes of the model. Removes the old form when the new one \
        is stored. Then change the class of the model in the script: okit.Model is a file, okit.ModelSQLite a database.

        EXAMPLES:
          Stores the default model of an application in SQLite:
            okit-run models convert app.lua --to sqlite
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var application: ScriptRun

    @Option(help: "The new form.")
    var to: StoredForm

    func validate() throws {
      if documents.script == nil { throw ValidationError("Expected an application, whose classes are used.") }
    }

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let script = documents.script ?? ""
        try ScriptArgument.check(script)
        let name = documents.model ?? ModelStore.defaultModelName
        let storage = try documents.storage(.owner)
        try storage.open()
        let classes = try DocumentClasses(script: script, application.options(), storage, access: .owner)
        if let failure = classes.failure { throw failure }
        guard let files = try classes.convert(name, toRows: to == .sqlite) else {
          throw Diagnostic("model.unknown", "the model \"\(name)\" is not stored in the other form")
        }
        try storage.delete(files).wait()
        if to == .file { try Documents.removeDatabase(name, storage) }
        output.value("converted \(name) to \(to == .file ? "a file" : "SQLite")")
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }
  }
}
