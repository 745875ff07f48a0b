import ArgumentParser
import OKitEngine
import OKitLua

extension ModelsCommand {
  /// The documents directory, and the models in it.
  struct Documents: ParsableArguments {
    @Option(
      help: ArgumentHelp("The documents directory (default: $OKIT_DOCUMENTS).", valueName: "dir"),
      completion: .directory)
    var documents: String?

    @Flag(help: "Assigns the default documents directory, which belongs to another script, to this one.")
    var adopt = false

    @OptionGroup var keys: KeyOptions

    @Option(help: "The output format.")
    var format: OutputFormat = .text

    @ArgumentParser.Argument(
      help: "An application, whose documents directory is used, and the name of a model.",
      completion: .file(extensions: ["lua"]))
    var names: [String] = []

    func validate() throws {
      guard names.filter(Self.isScript).count <= 1, names.filter({ !Self.isScript($0) }).count <= 1 else {
        throw ValidationError("Expected at most one application and one model, got \(names.joined(separator: " ")).")
      }
      try Self.checkFolder(documents, script: script, model: model)
    }

    /// Rejects a command line that names no documents directory.
    static func checkFolder(_ documents: String?, script: String?, model: String?) throws {
      if let documents, documents.isEmpty { throw ValidationError("--documents needs a folder name.") }
      if let model, documents == nil, script == nil, PathKind(of: model) == .folder {
        throw ValidationError("\(model) is a folder; pass it with --documents \(model).")
      }
      if documents == nil, script == nil, Environment()[.documents] == nil {
        throw ValidationError(
          "No documents directory: pass an application, --documents DIR or set $OKIT_DOCUMENTS.")
      }
    }

    static func isScript(_ name: String) -> Bool { name.hasSuffix(".lua") }

    /// The application that was named.
    var script: String? { names.first(where: Self.isScript) }

    /// The model that was named.
    var model: String? { names.first { !Self.isScript($0) } }

    /// - Parameter adopts: Whether the default directory of another script becomes that of the script.
    /// - Throws: `cli.script`, `cli.documents`, `documents.script`.
    static func folder(_ documents: String?, script: String?, adopts: Bool) throws -> String {
      if let documents { return documents }
      guard let script else { return Environment()[.documents] ?? "" }
      try ScriptArgument.check(script)
      return try DocumentsDirectory(nil, script: script, adopts: adopts).path
    }

    /// - Parameter limit: The maximum size of a document that is read and not mapped; nil for no limit.
    func storage(_ access: FileStorage.Access, limit: Int? = nil) throws -> FileStorage {
      try Self.storage(in: Self.folder(documents, script: script, adopts: adopt), access, limit: limit)
    }

    static func storage(in folder: String, _ access: FileStorage.Access, limit: Int? = nil) throws -> FileStorage {
      try LocalFile.expect(.folder, at: folder, code: "cli.documents")
      let storage = FileStorage(
        documents: folder, access: access, limit: limit, limitHint: "raise it with \(LimitProperty.document.option)")
      // SQLite reads databases where they are.
      if access == .reader { try storage.completeStore { $0.hasSuffix(".sqlite") } }
      return storage
    }

    /// Returns the model that a document belongs to: `Model` or `Model/id of a partial`.
    static func model(of name: String) -> String { String(name.prefix { $0 != "/" }) }

    static func path(of name: String) -> String { "\(ModelRegistry.folder)/\(name).json" }

    static func names(_ storage: FileStorage) throws -> [String] {
      let blobs = [PartPath.dataFolder, PartPath.imageFolder].map { $0 + "/" }
      return try storage.list(ModelRegistry.folder).filter { path in
        path.hasSuffix(".json") && !blobs.contains(where: path.hasPrefix)
      }.map(ModelRegistry.name(ofDocument:))
    }

    /// Rejects the name of a model for a command on all models.
    func expectNoModel() throws {
      if let model {
        if let misspelling = SubcommandNames.misspelling(in: Array(CommandLine.arguments.dropFirst())) {
          throw CommandFailure.usage(misspelling)
        }
        throw CommandFailure.usage(Diagnostic("cli.usage", "unexpected argument \"\(model)\"; expected an application"))
      }
    }

    /// Returns whether a file in the folder of documents belongs to a model.
    static func isKnown(_ file: String) -> Bool {
      if isDatabase(file) { return true }
      let document = file.hasSuffix(".json.journal") ? String(file.dropLast(".journal".count)) : file
      return document.hasSuffix(".json") && ModelRegistry.isValid(String(document.dropLast(".json".count)))
    }

    /// What is in place of the files of models and is not followed: symbolic links, folders and devices. A previous
    /// version of this kind is reported by what reads it.
    static func misplaced(_ storage: FileStorage) throws -> [Diagnostic] {
      func entries(in folder: String, isFile: (String) -> Bool) throws -> [Diagnostic] {
        try storage.unknownEntries(in: folder, isKnown: { _ in true }, isKnownFolder: { !isFile($0) }).filter { entry in
          let name = entry.place?.file.split(separator: "/").last.map(String.init) ?? ""
          return entry.place?.file == storage.location(of: "\(folder)/\(name)") && isFile(name)
        }
      }
      let partials = Set(try names(storage).map { PartPath.folder(ofModel: model(of: $0)) }).sorted()
      return try entries(in: ModelRegistry.folder) { isKnown($0) && !$0.hasSuffix(".journal") }
        + partials.flatMap { try entries(in: $0) { $0.hasSuffix(".json") } }
        + [PartPath.dataFolder, PartPath.imageFolder].flatMap { try entries(in: $0) { !$0.hasSuffix(".journal") } }
    }

    /// The document of a model with its journal.
    ///
    /// - Parameter decrypting: What decrypts an encrypted one.
    /// - Throws: `model.unknown` with the nearest name, why the journal cannot be read, and what decrypting throws.
    static func document(
      _ name: String, _ storage: FileStorage, _ decrypting: EncryptedStorage
    ) throws -> StoredModel {
      guard let stored = try storage.map(path(of: name)) else { throw try unknown(name, storage) }
      let file = storage.location(of: path(of: name))
      guard EncryptedContent.isContainer(stored.document.bytes) else {
        if decrypting.encryption.isOpen { try decrypting.checkPlain(path(of: name), stored.document.bytes) }
        return try StoredModel(stored, file: file)
      }
      try decrypting.open()
      let bytes = StoredDocument(bytes: Array(stored.document.bytes), journal: stored.journal)
      return try StoredModel(decrypted: try decrypting.decrypted(bytes, at: path(of: name)), file: file)
    }

    /// - Throws: `model.unknown` for a model that is not stored.
    static func expect(_ name: String, _ storage: FileStorage) throws {
      if try storage.map(path(of: name)) == nil { throw try unknown(name, storage) }
    }

    private static func unknown(_ name: String, _ storage: FileStorage) throws -> Diagnostic {
      let databases = try databaseNames(storage)
      if databases.contains(name) {
        return Diagnostic(
          "model.storage", "the model \"\(name)\" is stored in SQLite; this command is for documents",
          hint: "use okit-run models backup, or convert it: okit-run models convert app.lua \(name) --to file")
      }
      return Diagnostic(
        "model.unknown", "no stored model \"\(name)\"",
        hint: NearestName.hint(for: name, in: try names(storage) + databases)
          ?? "a model on a server needs the application, or --endpoint URL")
    }
  }
}
