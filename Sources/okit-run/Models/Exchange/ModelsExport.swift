import ArgumentParser
import OKitEngine
import OKitExchange
import OKitLua
import OKitSQLite

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

    enum Format: String, ExpressibleByArgument, CaseIterable { case json, csv, sql, plist, xml }

    @Option(
      help: ArgumentHelp("The documents directory (default: $OKIT_DOCUMENTS).", valueName: "dir"),
      completion: .directory)
    var documents: String?

    @Flag(help: "Assigns the default documents directory, which belongs to another script, to this one.")
    var adopt = false

    @Option(name: .customLong("format"), help: "The format of the export (default: the ending of --output).")
    var givenFormat: Format?

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

    @OptionGroup var application: ScriptRun

    @OptionGroup var keys: KeyOptions

    @ArgumentParser.Argument(
      help: "An application, whose documents directory is used, and the name of a model.",
      completion: .file(extensions: ["lua"]))
    var names: [String] = []

    private var format: Format {
      get throws { try givenFormat ?? FileEnding.format(of: output ?? "standard output", as: Format.self) }
    }
    private var script: String? { names.first(where: Documents.isScript) }
    private var model: String { names.first { !Documents.isScript($0) } ?? ModelStore.defaultModelName }

    func validate() throws {
      guard names.filter(Documents.isScript).count <= 1, names.filter({ !Documents.isScript($0) }).count <= 1 else {
        throw ValidationError("Expected at most one application and one model, got \(names.joined(separator: " ")).")
      }
      try Documents.checkFolder(documents, script: script, model: names.first { !Documents.isScript($0) })
      if let output, output.isEmpty { throw ValidationError("--output needs a file name.") }
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
      // An export that is interrupted removes its incomplete file.
      try ShutdownSignal.handling { try console.reporting { try export(console) } }
    }

    private func export(_ console: Output) throws {
      let format = try format
      let storage = try Documents.storage(in: Documents.folder(documents, script: script, adopts: adopt), .reader)
      let decryption = Decryption(isAllowed: decrypt, console)
      try decryption.check(model, in: storage, "the export")
      let decrypting = keys.decrypting(storage, console, limit: application.memory.derivation)
      var classes: ApplicationClasses?
      if let script, try format == .csv || format == .sql || contents || isInDatabase(storage) {
        let needsKeys = try isInDatabase(storage) && decrypting.encryption.isInitialized(in: storage)
        if needsKeys { try decrypting.open() }
        classes = try ApplicationClasses(
          script: script, application.options(), storage, needsKeys ? decrypting.encryption as? any KeyStore : nil,
          model: model)
      }
      let isJSON = format == .json
      let target = ExportTarget(
        output, documents: storage.documents, console,
        escape: isJSON ? { PrintableText.json($0) } : { PrintableText.escaped($0) })
      let notes: [Diagnostic]
      if let database = try ExportSource.database(of: model, storage, classes) {
        notes = try database.reading {
          let source = try ExportSource(model, storage, decrypting, classes, database, printsResult: output == nil)
          return try write(source, classes, target.write)
        }
      } else if try isInDatabase(storage),
        let server = try ServerModel.find(model, script: script, application, storage, decrypting)
      {
        if try server.isEncrypted { try decryption.leaveReadable(model, "the export") }
        notes = try write(ExportSource(server), classes, target.write)
      } else if contents {
        // What was written to standard output cannot be taken back.
        let spool = try ExportSpool()
        notes = try ConsistentRead.run(state: storage.fingerprint) {
          try spool.clear()
          let source = try ExportSource(model, storage, decrypting, classes, nil, printsResult: output == nil)
          return try write(source, classes, spool.write)
        }
        try spool.forEachPiece(target.write)
      } else {
        let source = try ExportSource(model, storage, decrypting, classes, nil, printsResult: output == nil)
        notes = try write(source, classes, target.write)
      }
      try target.finish()
      for note in notes { console.report(note) }
    }

    /// Writes the model as it is stored.
    ///
    /// - Returns: warnings about what the format cannot hold.
    private func write(
      _ source: ExportSource, _ classes: ApplicationClasses?, _ receive: @escaping ([UInt8]) throws -> Void
    ) throws -> [Diagnostic] {
      let progress = try ProgressLine("exporting \(model)", size: source.count, printsResult: output == nil)
      defer { progress.clear() }
      return try source.withBytes { bytes in
        var document = DocumentExport(bytes, file: source.file, name: model, root: classes?.root, store: classes?.store)
        {
          part in
          try ShutdownSignal.check()
          progress.update(part)
        }
        let omitted = try addContents(to: &document, source)
        return try omitted + write(document, PieceWriter(receive))
      }
    }

    /// Returns whether only the classes of the application say in which form a model is stored.
    private func isInDatabase(_ storage: FileStorage) throws -> Bool {
      try storage.map(Documents.path(of: model)) == nil
    }

    /// Adds the contents of blobs and partials, or returns a warning about those that are left out.
    private func addContents(to document: inout DocumentExport, _ source: ExportSource) throws -> [Diagnostic] {
      guard try [.json, .plist, .xml].contains(format), try contents || source.hasParts else { return [] }
      let found = try ExportContents(document, source.parts())
      if contents {
        try found.checkClasses()
        document.contents = found
        return []
      }
      return found.omission(hint: "--contents adds them").map { [$0] } ?? []
    }

    /// - Returns: warnings about what the format cannot hold.
    private func write(_ document: DocumentExport, _ writer: PieceWriter) throws -> [Diagnostic] {
      var notes: [Diagnostic] = []
      switch try format {
      case .json: try document.json(writer)
      case .csv:
        let isTabbed = output.map(FileEnding.hasTabs) ?? false
        var export = try CSVExport(document, list: list, separator: isTabbed ? "\t" : ",")
        try export.run(writer)
        if !export.omitted.isEmpty {
          let names = export.omitted.sorted().map { PrintableText.line($0) }.joined(separator: ", ")
          notes.append(
            Diagnostic(
              "export.omitted", "CSV has only stored properties of one value; left out: \(names)", severity: .warning))
        }
      case .sql:
        var export = SQLExport(document)
        try export.run(writer)
      case .plist:
        var export = PropertyListExport(document, writer)
        try export.run()
        notes = Self.notes(replaced: export.replacedCount)
      case .xml:
        var export = XMLExport(document, writer)
        try export.run()
        notes = Self.notes(replaced: export.replacedCount)
      }
      try writer.flush()
      return notes
    }

    private static func notes(replaced count: Int) -> [Diagnostic] {
      guard count > 0 else { return [] }
      return [
        Diagnostic(
          "export.characters", "replaced characters that XML cannot contain by U+FFFD: \(count)", severity: .warning)
      ]
    }
  }
}
