/// The form of a file that is imported.
public enum ImportFormat: String, CaseIterable, Sendable { case csv, json, jsonl, spon }

/// The import of a file into a model of an application that runs.
///
///     let films = try FileImport("films.csv", FileImport.Options(.csv))
///     let summary = try films.run(in: app)
public final class FileImport {
  /// The options of an import.
  public struct Options {
    /// The format of the file.
    public var format: ImportFormat
    /// The list that gets the rows; nil for the only one.
    public var list: String?
    /// Whether a row with the id of an element changes it.
    public var updates = false
    /// Whether the other rows are imported when some are rejected.
    public var skipsErrors = false
    /// Whether the application keeps changes in memory, which messages say.
    package var isDryRun = false
    /// The maximum size of the file in bytes.
    public var limit = 256 << 20
    /// The folder for the content of a pipe.
    package var temporaryFolder = "/tmp"
    /// Receives each row that is rejected, and a note about the encoding; by default, they go to standard error.
    public var onReport: (Diagnostic) -> Void = { $0.print() }
    /// Gets the size of the file in bytes, and the part that is read, from 0 to 1.
    package var onProgress: (_ size: Int, _ part: Double) -> Void = { _, _ in }
    /// The encoding of the file; nil to detect it.
    package var encoding: TextEncoding?
    package var limitHint: String?

    /// Creates the options of an import from a format.
    public init(_ format: ImportFormat) { self.format = format }
  }

  /// What was imported.
  public enum Summary: Equatable, Sendable {
    case document
    /// Rows of a list: how many there are, and how many of them were rejected or have changed an element.
    case rows(list: String, count: Int, rejected: Int, updated: Int)
  }

  private let file: String
  private let content: ImportedText
  private let options: Options

  /// Reads a file, also from a pipe such as `/dev/stdin`.
  ///
  /// - Throws: `import.file`, `file.encoding`.
  public init(_ file: String, _ options: Options) throws {
    (self.file, self.options) = (file, options)
    let mapped = try MappedFile(
      importing: file, limit: options.limit, limitHint: options.limitHint, temporaryFolder: options.temporaryFolder)
    content = try ImportedText(mapped, path: file, encoding: options.encoding)
    if let note = content.note { options.onReport(note) }
  }

  /// Imports the file, and stores the models of the application.
  ///
  /// - Throws: `application.closed`; why nothing was imported: `model.unknown`, `import.model`, `import.list`,
  ///   `import.rows`, `import.rejected`, and what storing throws.
  public func run(in application: Application, model: String = "default") throws -> Summary {
    let runtime = try application.open().runtime
    let store = runtime.store
    guard let root = store.root(named: model), let type = store.type(of: root) else {
      throw store.unknownModel(model, of: "the application")
    }
    guard type.isStored else {
      throw Diagnostic("import.model", "model \"\(model)\" is transient: nothing would be stored")
    }
    guard options.format != .json || !JSONLines.isLikely(content.bytes) else {
      throw Diagnostic(
        "import.rows", "the file has an object in each line, and is not one document",
        place: Diagnostic.Place(file: file), hint: "\(HintPhrase.jsonLines)")
    }
    let summary =
      try options.list == nil && isDocument()
      ? importDocument(into: model, runtime) : importRows(into: root, runtime)
    try runtime.registry.storeState()
    try runtime.registry.waitUntilStored()
    guard !runtime.registry.pending.contains(model) else {
      throw Diagnostic("import.model", "the state function of the application does not store model \"\(model)\"")
    }
    return summary
  }

  // MARK: Documents

  /// Whether the file holds an object and not an array of rows.
  private func isDocument() throws -> Bool {
    switch options.format {
    case .csv, .jsonl: return false
    case .json:
      var reader = JSONReader(content.bytes, file: file)
      do { return try reader.peekKind() == .object } catch { throw located(error) }
    case .spon:
      var reader = SPONReader(content.bytes, file: file)
      return try !reader.beginArray()
    }
  }

  private func importDocument(into model: String, _ runtime: AppRuntime) throws -> Summary {
    guard !options.skipsErrors, !options.updates else {
      throw Diagnostic(
        "import.rows", "\(PrintableText.line(file)) holds a document, and only rows are skipped or updated")
    }
    let document: JSONValue
    do {
      if options.format == .json {
        var reader = JSONReader(content.bytes, file: file)
        document = try reader.readValue()
        try reader.finish()
      } else {
        var reader = SPONReader(content.bytes, file: file) { runtime.store.type(named: $0) != nil }
        document = try reader.value()
        try reader.finish()
      }
    } catch { throw located(error) }
    try turn(runtime) {
      do { try runtime.registry.importDocument(document, into: model) } catch let diagnostic as Diagnostic {
        throw diagnostic.at(Diagnostic.Place(file: file))
      }
    }
    return .document
  }

  // MARK: Rows

  private func importRows(into root: EntityID, _ runtime: AppRuntime) throws -> Summary {
    let (bytes, skipsErrors) = (content.bytes, options.skipsErrors)
    let rows = try ModelImport(into: options.list, of: root, in: runtime.store, updates: options.updates) {
      [options] rejection in
      var rejection = rejection
      if skipsErrors { rejection.severity = .warning }
      options.onReport(rejection)
    }
    let progress = { [options] in options.onProgress(bytes.count, $0) }
    switch options.format {
    case .csv: try rows.readCSV(bytes, file: file, progress: progress)
    case .jsonl: try rows.readJSONLines(bytes, file: file, progress: progress)
    case .json: try rows.readJSON(bytes, file: file, progress: progress)
    case .spon: try rows.readSPON(bytes, file: file, progress: progress)
    }
    let count = rows.acceptedCount + rows.rejectedCount
    guard rows.rejectedCount == 0 || skipsErrors else {
      throw Diagnostic(
        "import.rejected",
        """
        \(options.isDryRun ? "would import" : "imported") nothing: rejected \(rows.rejectedCount) of \
        \(Self.rows(count))
        """)
    }
    try turn(runtime) { try rows.insert() }
    return .rows(list: rows.name, count: count, rejected: rows.rejectedCount, updated: rows.updateCount)
  }

  /// Such as `2 rows`.
  package static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// Runs a change of the models as one turn.
  ///
  /// - Throws: `import.failed` when a function of the script has failed, which the application has reported.
  private func turn(_ runtime: AppRuntime, _ body: () throws -> Void) throws {
    let isDone: Bool? = try runtime.turn {
      try body()
      return true
    }
    guard isDone != nil else {
      throw Diagnostic("import.failed", "imported nothing: a function of the application has failed")
    }
  }

  private func located(_ error: any Error) -> any Error {
    guard let diagnostic = error as? Diagnostic else { return error }
    return LineLocator(content.bytes, file: file).located(diagnostic)
  }
}

extension ModelStore {
  /// Returns the error for a model that an application does not register.
  package func unknownModel(_ model: String, of application: String) -> Diagnostic {
    Diagnostic(
      "model.unknown", "\(application) registers no model \"\(model)\"",
      hint: NearestName.hint(for: model, in: roots.keys.sorted()))
  }
}
