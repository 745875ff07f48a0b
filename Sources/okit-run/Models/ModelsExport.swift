public import OKitDocuments

extension ModelsCommand {
  /// `okit-run models export`
  struct Export: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Writes a stored model as JSON, CSV, SQL, property list or XML.",
      discussion: """
        Exports the model "default" unless another one is named. json, plist and xml hold the document as it is \
        stored; csv holds one list of it, and sql a table for each class. With an application, csv and sql know its \
        classes: dates become ISO 8601, and properties without values have columns. The script runs with empty models \
        and stores nothing. A model in a database is exported as the document of a file. A model on a server \
        needs the application, or an endpoint; what waits to be sent is a part of it. An encrypted model is exported \
        only with --decrypt.

        EXAMPLES:
          Writes a list as CSV:
            okit-run models export app.lua --list films --output films.csv
          Writes an encrypted model as it is without its key:
            okit-run models export app.lua --key-file okit.key --decrypt --output shop.json
          Writes a document with its blobs and partials, for models import:
            okit-run models export app.lua --contents --output shop.json
          Opens a model in SQLite:
            okit-run models export --documents demo --format sql | sqlite3 films.db
        """)

    @Option(
      help: ArgumentHelp("The documents directory (default: $OKIT_DOCUMENTS).", valueName: "dir"),
      completion: .directory)
    var documents: String?

    @Flag(help: "Assigns the default documents directory, which belongs to another script, to this one.")
    var adopt = false

    @Option(name: .customLong("format"), help: "The format of the export (default: the ending of --output).")
    var givenFormat: ExportFormat?

    @Option(help: ArgumentHelp("The list that csv holds (default: the only one).", valueName: "property"))
    var list: String?

    @Flag(help: "Exports an encrypted model, whose export can be read without its key.")
    var decrypt = false

    @Flag(help: "Add the contents of blobs and partials: bytes as Base64, entities as objects.")
    var contents = false

    @Option(
      help: ArgumentHelp(
        "Writes to this file, which is replaced at the end (default: standard output).", valueName: "file"),
      completion: .file())
    var output: String?

    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    @OptionGroup var keys: KeyOptions

    @ArgumentParser.Argument(
      help: "An application, whose documents directory is used, and the name of a model.",
      completion: .file(extensions: ["lua"]))
    var names: [String] = []

    private var format: ExportFormat {
      get throws { try givenFormat ?? FileEnding.format(of: output ?? "standard output", as: ExportFormat.self) }
    }
    private var script: String? { names.first(where: Documents.isScript) }
    private var model: String { names.first { !Documents.isScript($0) } ?? ModelStore.defaultModelName }

    func validate() throws {
      guard names.filter(Documents.isScript).count <= 1, names.filter({ !Documents.isScript($0) }).count <= 1 else {
        throw ValidationError("Expected at most one application and one model, got \(names.joined(separator: " ")).")
      }
      try Documents.checkFolder(documents, script: script, model: names.first { !Documents.isScript($0) })
      guard givenFormat != nil || output != nil else {
        throw ValidationError("Without --output, the export needs --format csv, json, plist, sql or xml.")
      }
      let format = try format
      if contents, format == .csv || format == .sql {
        throw ValidationError("--contents is for --format json, plist and xml.")
      }
      if list != nil, format != .csv { throw ValidationError("--list is for --format csv.") }
    }

    var namesApplication: Bool { script != nil }

    func run() throws {
      let console = Output()
      let hints: [Diagnostic.Code: String] = ["storage.decrypt": "pass --decrypt to do that"]
      // An export that is interrupted removes its incomplete file.
      try ShutdownSignal.handling { try console.reporting(hints: hints) { try export(console) } }
    }

    private func export(_ console: Output) throws {
      var export = ExportOptions(try format)
      (export.list, export.addsContents, export.decrypts) = (list, contents, decrypt)
      if output.map(FileEnding.hasTabs) == true { export.separator = "\t" }
      let progress = ProgressLine(printsResult: output == nil)
      defer { progress.clear() }
      let models = try Documents.open(
        documents, script: script, adopts: adopt, .reader, console, application, progress: progress
      ) { ($0.key, $0.attempts) = (keys.key, keys.attempts) }
      let warnings =
        try output.map { try models.export(model, export, toFile: $0) }
        ?? models.export(model, export) { bytes in
          let text = { String(decoding: bytes, as: UTF8.self) }
          let shown =
            !console.isTerminal
            ? bytes : Array((export.format == .json ? PrintableText.json(text()) : PrintableText.escaped(text())).utf8)
          console.write(shown, to: .standard)
          if console.isBroken { throw CommandFailure.failed() }
        }
      progress.clear()
      for warning in warnings { console.report(warning) }
    }
  }
}

extension ExportFormat: ExpressibleByArgument {}
