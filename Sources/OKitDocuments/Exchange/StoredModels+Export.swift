import OKitExchange
import OKitSQLite

/// The form of an exported model.
public enum ExportFormat: String, CaseIterable, Sendable { case json, csv, sql, plist, xml }

/// What an export holds.
public struct ExportOptions: Sendable {
  /// The format of the export.
  public var format: ExportFormat
  /// The list that CSV holds; nil for the only one.
  public var list: String?
  /// What separates the fields of CSV.
  public var separator: Character = ","
  /// Whether the contents of blobs and partials belong to JSON, a property list or XML.
  public var addsContents = false
  /// Whether an encrypted model is exported, which can be read without its key then.
  public var decrypts = false

  /// Creates the options of an export in a format.
  public init(_ format: ExportFormat) { self.format = format }
}

extension StoredModels {
  /// Exports a model to a file, which is replaced when the export is complete.
  ///
  /// - Returns: Warnings about what the format cannot hold.
  /// - Throws: `file.write`; what exporting throws. The file is as before then.
  public func export(_ model: String, _ export: ExportOptions, toFile path: String) throws -> [Diagnostic] {
    // An export into the folder of okit's files would replace a model or the lock.
    let ownFolder = FileReplacement.resolved("\(storage.documents)/okit")
    let folder = FileReplacement.folder(of: path)
    guard !"\(FileReplacement.resolved(folder.isEmpty ? "." : folder))/".hasPrefix("\(ownFolder)/") else {
      throw Diagnostic(
        "file.write", "cannot write \(PrintableText.line(path)): it is among the files in which okit stores models",
        hint: "choose a file outside of \(ownFolder)")
    }
    let file = try FileReplacement(path)
    let warnings = try self.export(model, export) { try file.write($0) }
    try file.finish()
    return warnings
  }

  /// Exports a model: a document as it is stored, a model in a database or on a server as the document of a file.
  ///
  /// - Parameter receive: Gets the export in pieces of whole characters.
  /// - Returns: Warnings about what the format cannot hold.
  /// - Throws: `model.unknown` with the nearest name, `storage.decrypt`, `export.list`, what reading throws, and what
  ///   `receive` throws.
  package func export(
    _ model: String, _ export: ExportOptions, to receive: @escaping ([UInt8]) throws -> Void
  ) throws -> [Diagnostic] {
    let hasDocument = try hasDocument(model)
    if try isEncrypted(model) { try leaveReadable(model, "the export", isAllowed: export.decrypts) }
    var classes: ApplicationClasses?
    if let script = options.script, [.csv, .sql].contains(export.format) || export.addsContents || !hasDocument {
      let needsKeys = try !hasDocument && hasKeys
      if needsKeys { try decrypting.open() }
      classes = try ApplicationClasses(script: script, self, needsKeys ? keys as? any KeyStore : nil, model: model)
    }
    if let database = try exportedDatabase(of: model, classes) {
      return try database.reading {
        try write(ExportSource(model, self, classes, database), export, classes, receive)
      }
    }
    if !hasDocument, let server = try serverModel(model) {
      if try server.isEncrypted { try leaveReadable(model, "the export", isAllowed: export.decrypts) }
      return try write(ExportSource(server), export, classes, receive)
    }
    guard export.addsContents else {
      return try write(ExportSource(model, self, classes, nil), export, classes, receive)
    }
    // What was passed on cannot be taken back.
    let spool = try ExportSpool(in: options.temporaryFolder)
    let warnings = try ConsistentRead.run(state: storage.fingerprint) {
      try spool.clear()
      return try write(ExportSource(model, self, classes, nil), export, classes, spool.write)
    }
    try spool.forEachPiece(receive)
    return warnings
  }

  /// Returns the database of a model; nil for a document.
  ///
  /// - Throws: `storage.form` for a model with two forms.
  private func exportedDatabase(of model: String, _ classes: ApplicationClasses?) throws -> SQLiteDatabase? {
    try expectOneForm(model)
    if try hasDocument(model) { return nil }
    if let database = classes?.database(of: model), try database.tables() != nil { return database }
    return try database(model)
  }

  /// Writes a model as it is stored.
  private func write(
    _ source: ExportSource, _ export: ExportOptions, _ classes: ApplicationClasses?,
    _ receive: @escaping ([UInt8]) throws -> Void
  ) throws -> [Diagnostic] {
    let (operation, size) = ("exporting \(source.model)", try source.count)
    return try source.withBytes { bytes in
      var document = DocumentExport(
        bytes, file: source.file, name: source.model, root: classes?.root, store: classes?.store
      ) { [options] in try options.onProgress(operation, size, $0) }
      let omitted = try addContents(to: &document, source, export)
      return try omitted + write(document, export, PieceWriter(receive))
    }
  }

  /// Adds the contents of blobs and partials, or returns a warning about those that are left out.
  private func addContents(
    to document: inout DocumentExport, _ source: ExportSource, _ export: ExportOptions
  ) throws -> [Diagnostic] {
    guard [.json, .plist, .xml].contains(export.format), try export.addsContents || source.hasParts else { return [] }
    let found = try ExportContents(document, source.parts())
    if export.addsContents {
      try found.checkClasses()
      document.contents = found
      return []
    }
    return found.omission(hint: "\(HintPhrase.contents) them").map { [$0] } ?? []
  }

  /// - Returns: warnings about what the format cannot hold.
  private func write(
    _ document: DocumentExport, _ export: ExportOptions, _ writer: PieceWriter
  ) throws -> [Diagnostic] {
    var (warnings, replacedCount): ([Diagnostic], Int) = ([], 0)
    switch export.format {
    case .json: try document.json(writer)
    case .csv:
      var csv = try CSVExport(document, list: export.list, separator: export.separator)
      try csv.run(writer)
      if !csv.omitted.isEmpty {
        let names = csv.omitted.sorted().map { PrintableText.line($0) }.joined(separator: ", ")
        warnings.append(
          Diagnostic(
            "export.omitted", "CSV has only stored properties of one value; left out: \(names)", severity: .warning))
      }
    case .sql:
      var sql = SQLExport(document)
      try sql.run(writer)
    case .plist:
      var list = PropertyListExport(document, writer)
      try list.run()
      replacedCount = list.replacedCount
    case .xml:
      var xml = XMLExport(document, writer)
      try xml.run()
      replacedCount = xml.replacedCount
    }
    try writer.flush()
    guard replacedCount > 0 else { return warnings }
    return warnings + [
      Diagnostic(
        "export.characters", "replaced characters that XML cannot contain by U+FFFD: \(replacedCount)",
        severity: .warning)
    ]
  }
}
