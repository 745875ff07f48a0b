import OKitEngine
import OKitExchange
import OKitLua

/// The import of a file into a model of an application that runs.
struct FileImport {
  struct Options {
    /// The list that gets the rows; nil for the only one.
    let into: String?
    /// Whether a row with the id of an element changes it.
    let updates: Bool
    /// Whether the application keeps changes in memory.
    let isDryRun: Bool
    let skipsErrors: Bool
    let reportsAll: Bool
  }

  private let application: LuaApplication
  private let model: String
  private let options: Options
  private let output: Output

  private var runtime: AppRuntime { application.runtime }

  init(_ application: LuaApplication, model: String, _ options: Options, _ output: Output) {
    (self.application, self.model, self.options, self.output) = (application, model, options, output)
  }

  /// Imports a file and stores the models of the application.
  ///
  /// - Throws: why nothing was imported.
  func run(_ content: ImportedText, file: String, _ format: ModelsCommand.Import.Format) throws {
    let store = runtime.store
    guard let root = store.root(named: model), let type = store.type(of: root) else {
      throw ApplicationClasses.unknown(model, in: store, "the application")
    }
    guard type.isStored else {
      throw Diagnostic("import.model", "model \"\(model)\" is transient: nothing would be stored")
    }
    guard format != .json || !JSONLines.isLikely(content.bytes) else {
      throw Diagnostic(
        "import.rows", "the file has an object in each line, and is not one document",
        place: Diagnostic.Place(file: file), hint: "pass --format jsonl")
    }
    let summary: String
    if options.into == nil, try isDocument(content.bytes, file, format) {
      summary = try importDocument(content.bytes, file, format)
    } else {
      summary = try importRows(root, content.bytes, file, format)
    }
    try runtime.registry.storeState()
    try runtime.registry.waitUntilStored()
    guard !runtime.registry.pending.contains(model) else {
      throw Diagnostic("import.model", "the state function of the application does not store model \"\(model)\"")
    }
    output.line(summary)
  }

  // MARK: Documents

  /// Whether the file holds an object and not an array of rows.
  private func isDocument(
    _ bytes: UnsafeBufferPointer<UInt8>, _ file: String, _ format: ModelsCommand.Import.Format
  ) throws -> Bool {
    switch format {
    case .csv, .jsonl: return false
    case .json:
      var reader = JSONReader(bytes, file: file)
      do { return try reader.peekKind() == .object } catch { throw located(error, bytes, file) }
    case .spon:
      var reader = SPONReader(bytes, file: file)
      return try !reader.beginArray()
    }
  }

  private func importDocument(
    _ bytes: UnsafeBufferPointer<UInt8>, _ file: String, _ format: ModelsCommand.Import.Format
  ) throws -> String {
    for (option, isGiven) in [("--skip-errors", options.skipsErrors), ("--update", options.updates)] where isGiven {
      throw CommandFailure.usage(
        Diagnostic("cli.usage", "\(option) is for rows, and \(PrintableText.line(file)) holds a document"))
    }
    let document: JSONValue
    do {
      switch format {
      case .json:
        var reader = JSONReader(bytes, file: file)
        document = try reader.readValue()
        try reader.finish()
      case .csv, .jsonl, .spon:
        let store = runtime.store
        var reader = SPONReader(bytes, file: file) { store.type(named: $0) != nil }
        document = try reader.value()
        try reader.finish()
      }
    } catch { throw located(error, bytes, file) }
    try turn {
      do { try runtime.registry.importDocument(document, into: model) } catch let diagnostic as Diagnostic {
        throw diagnostic.at(Diagnostic.Place(file: file))
      }
    }
    return options.isDryRun ? "would import the document into \(model)" : "imported the document into \(model)"
  }

  // MARK: Rows

  private func importRows(
    _ root: EntityID, _ bytes: UnsafeBufferPointer<UInt8>, _ file: String, _ format: ModelsCommand.Import.Format
  ) throws -> String {
    let progress = ProgressLine("importing \(file)", size: bytes.count, printsResult: false)
    defer { progress.clear() }
    var rejections = 0
    let rows = try ModelImport(into: options.into, of: root, in: runtime.store, updates: options.updates) {
      diagnostic in
      rejections += 1
      guard options.reportsAll || rejections <= Self.reportedRejections else { return }
      progress.clear()
      var diagnostic = diagnostic
      if options.skipsErrors { diagnostic.severity = .warning }
      output.report(diagnostic)
    }
    switch format {
    case .csv: try rows.readCSV(bytes, file: file, progress: progress.update)
    case .jsonl: try rows.readJSONLines(bytes, file: file, progress: progress.update)
    case .json: try rows.readJSON(bytes, file: file, progress: progress.update)
    case .spon: try rows.readSPON(bytes, file: file, progress: progress.update)
    }
    progress.clear()
    if !options.reportsAll, rejections > Self.reportedRejections {
      let others = Self.rows(rejections - Self.reportedRejections)
      output.note("… and \(others) more; --all-errors reports each")
    }
    let count = rows.acceptedCount + rows.rejectedCount
    guard rows.rejectedCount == 0 || options.skipsErrors else {
      throw Diagnostic(
        "import.rejected",
        """
        \(options.isDryRun ? "would import" : "imported") nothing: rejected \(rows.rejectedCount) of \
        \(Self.rows(count))
        """,
        hint: "--skip-errors imports the others")
    }
    try turn { try rows.insert() }
    let part = rows.rejectedCount == 0 ? "" : "\(rows.acceptedCount) of "
    let done = options.isDryRun ? "would import" : "imported"
    let summary = "\(done) \(part)\(Self.rows(count)) into \(rows.name) of \(model)"
    guard options.updates else { return summary }
    return "\(summary): \(rows.acceptedCount - rows.updateCount) new, \(rows.updateCount) updated"
  }

  /// The number of rejected rows that are reported.
  private static let reportedRejections = 20

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// Runs a change of the models as one turn.
  ///
  /// - Throws: `CommandFailure` when a function of the script has failed, which is reported then.
  private func turn(_ body: () throws -> Void) throws {
    let isDone: Bool? = try runtime.turn {
      try body()
      return true
    }
    guard isDone != nil else { throw CommandFailure.failed() }
  }

  private func located(_ error: any Error, _ bytes: UnsafeBufferPointer<UInt8>, _ file: String) -> any Error {
    guard let diagnostic = error as? Diagnostic else { return error }
    return LineLocator(bytes, file: file).located(diagnostic)
  }
}
