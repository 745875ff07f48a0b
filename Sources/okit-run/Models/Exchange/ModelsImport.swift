import ArgumentParser
import OKitEngine
import OKitExchange
import OKitLua

extension ModelsCommand {
  /// `okit-run models import`
  struct Import: ApplicationCommand, ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Reads rows or a document into a model of an application.",
      discussion: """
        Runs the script, adds a row of the file for each element of a list, and stores the models. The first record of \
        csv names the properties. jsonl (JSON Lines) holds an object in each line. json and spon hold an array of \
        objects, one object for --into, or a whole document, which the model becomes. Reports the first 20 rejected \
        rows and the number of the others; without --skip-errors, nothing is imported then. With --update, a row with \
        the id of an element changes the properties that it names, and the other rows are added.

        EXAMPLES:
          Imports a table:
            okit-run models import app.lua films.csv --into films
          Shows what a new version of the table would change:
            okit-run models import app.lua films.csv --into films --update --dry-run
          Makes a model what a document says:
            okit-run models import app.lua settings backup.json
        """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json, jsonl, spon }

    @Option(
      help: ArgumentHelp("The documents directory (default: that of the application).", valueName: "dir"),
      completion: .directory)
    var documents: String?

    @Flag(help: "Assigns the default documents directory, which belongs to another script, to this one.")
    var adopt = false

    @Option(help: "The format of the file (default: the ending of its name).")
    var format: Format?

    @OptionGroup var encoding: EncodingOption

    @Option(help: ArgumentHelp("The list that gets the rows (default: the only one).", valueName: "property"))
    var into: String?

    @Flag(help: "Imports the other rows when some are rejected.")
    var skipErrors = false

    @Flag(help: "Changes the elements that have the ids of rows, and adds the other rows.")
    var update = false

    @Flag(help: "Reports what would be imported, and stores nothing.")
    var dryRun = false

    @Flag(help: "Reports every rejected row, and not only the first 20.")
    var allErrors = false

    @OptionGroup var application: ScriptRun

    @OptionGroup var keys: KeyOptions

    @ArgumentParser.Argument(
      help: "An application, the name of a model (default: default), and a file.", completion: .file())
    var names: [String]

    private var script: String { names.first(where: Documents.isScript) ?? "" }
    private var others: [String] { names.filter { !Documents.isScript($0) } }
    private var model: String { others.count > 1 ? others[0] : ModelStore.defaultModelName }
    private var file: String { others.last ?? "" }
    private var fileFormat: Format {
      get throws { try format ?? FileEnding.format(of: file, as: Format.self) }
    }

    func validate() throws {
      guard names.filter(Documents.isScript).count == 1, (1...2).contains(others.count) else {
        throw ValidationError(
          "Expected an application, at most one model and one file, got \(names.joined(separator: " ")).")
      }
      try Documents.checkFolder(documents, script: script, model: nil)
      _ = try fileFormat
    }

    var namesApplication: Bool { true }

    func run(keeping applications: inout [LuaApplication]) throws {
      let output = Output()
      try output.reporting {
        try ScriptArgument.check(script)
        try LocalFile.expect(.file, at: file)
        let format = try fileFormat
        let limitHint = "raise it with \(LimitProperty.document.option)"
        let mapped = try MappedFile(importing: file, limit: application.documentLimit, limitHint: limitHint)
        let content = try ImportedText(mapped, path: file, encoding: encoding.encoding)
        if let note = content.note { output.report(note) }
        let launched = try launch(output)
        applications.append(launched)
        defer { launched.close() }
        let options = FileImport.Options(
          into: into, updates: update, isDryRun: dryRun, skipsErrors: skipErrors, reportsAll: allErrors)
        try FileImport(launched, model: model, options, output).run(content, file: file, format)
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    private func launch(_ output: Output) throws -> LuaApplication {
      var options = try self.application.options(keys: keys)
      try ScriptArgument.check(script)
      let directory = try DocumentsDirectory(documents, script: script, adopts: adopt, claims: !dryRun)
      options.documents = directory.path
      options.keepsChangesInMemory = dryRun
      options.willOpenDocuments = directory.claim
      options.onReport = { output.report($0) }
      let application = try LuaApplication(options: options)
      do {
        let program = try application.start(script: script, isTimed: true)
        if let failure = program?.failure, !SessionEnd.isRequest(failure) {
          // The failure of a program is reported already.
          if output.hasErrors { throw CommandFailure.failed() }
          throw failure
        }
      } catch {
        application.close()
        throw error
      }
      return application
    }
  }
}
