public import OKitDocuments

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

    @Option(
      help: ArgumentHelp("The documents directory (default: that of the application).", valueName: "dir"),
      completion: .directory)
    var documents: String?

    @Flag(help: "Assigns the default documents directory, which belongs to another script, to this one.")
    var adopt = false

    @Option(help: "The format of the file (default: the ending of its name).")
    var format: ImportFormat?

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

    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    @OptionGroup var keys: KeyOptions

    @ArgumentParser.Argument(
      help: "An application, the name of a model (default: default), and a file.", completion: .file())
    var names: [String]

    private var script: String { names.first(where: Documents.isScript) ?? "" }
    private var others: [String] { names.filter { !Documents.isScript($0) } }
    private var model: String { others.count > 1 ? others[0] : ModelStore.defaultModelName }
    private var file: String { others.last ?? "" }
    private var fileFormat: ImportFormat {
      get throws { try format ?? FileEnding.format(of: file, as: ImportFormat.self) }
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
      try output.reporting(hints: ["import.rejected": "--skip-errors imports the others"]) {
        try ScriptArgument.check(script)
        try LocalFile.expect(.file, at: file)
        let progress = ProgressLine(printsResult: false)
        defer { progress.clear() }
        var rejections = 0
        let content = try FileImport(
          file,
          options(progress) { diagnostic in
            if diagnostic.severity != .note { rejections += 1 }
            guard allErrors || rejections <= Self.reportedRejections else { return }
            progress.clear()
            output.report(diagnostic)
          })
        let launched = try launch(output)
        applications.append(launched)
        defer { launched.close() }
        defer {
          if !allErrors, rejections > Self.reportedRejections {
            progress.clear()
            let others = FileImport.rows(rejections - Self.reportedRejections)
            output.note("… and \(others) more; --all-errors reports each")
          }
        }
        do { output.line(text(try content.run(in: launched, model: model))) } catch let diagnostic as Diagnostic
          where diagnostic.code == "import.failed"
        {
          // The application has reported why.
          throw CommandFailure.failed()
        }
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    /// The number of rejected rows that are reported.
    private static let reportedRejections = 20

    private func options(
      _ progress: ProgressLine, onReport: @escaping (Diagnostic) -> Void
    ) throws -> FileImport.Options {
      var options = FileImport.Options(try fileFormat)
      (options.list, options.updates, options.skipsErrors) = (into, update, skipErrors)
      (options.isDryRun, options.limit) = (dryRun, application.documentLimit)
      options.limitHint = OptionHint.text(Diagnostic.Limit.document.hint)
      (options.encoding, options.temporaryFolder) = (encoding.encoding, Environment().temporaryFolder)
      options.onReport = onReport
      options.onProgress = { [file] in progress.update("importing \(file)", size: $0, $1) }
      return options
    }

    private func text(_ summary: FileImport.Summary) -> String {
      let done = dryRun ? "would import" : "imported"
      switch summary {
      case .document: return "\(done) the document into \(model)"
      case .rows(let list, let count, let rejected, let updated):
        let part = rejected == 0 ? "" : "\(count - rejected) of "
        let text = "\(done) \(part)\(FileImport.rows(count)) into \(list) of \(model)"
        return update ? "\(text): \(count - rejected - updated) new, \(updated) updated" : text
      }
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

extension ImportFormat: ExpressibleByArgument {}
