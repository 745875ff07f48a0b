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
      if let documents, documents.isEmpty { throw ValidationError("--documents needs a folder name.") }
      if let model, documents == nil, script == nil, LocalFile.kind(of: model) == .folder {
        throw ValidationError("\(model) is a folder; pass it with --documents \(model).")
      }
      if documents == nil, script == nil, Environment()["OKIT_DOCUMENTS"] == nil {
        throw ValidationError(
          "No documents directory: pass an application, --documents DIR or set $OKIT_DOCUMENTS.")
      }
    }

    private static func isScript(_ name: String) -> Bool { name.hasSuffix(".lua") }

    /// The application that was named.
    var script: String? { names.first(where: Self.isScript) }

    /// The model that was named.
    var model: String? { names.first { !Self.isScript($0) } }

    /// - Throws: `cli.script`, `cli.documents`.
    private func folder() throws -> String {
      if let documents { return documents }
      let environment = Environment()
      guard let script else { return environment["OKIT_DOCUMENTS"] ?? "" }
      try ScriptArgument.check(script)
      return try DocumentsDirectory.standard(for: script, environment)
    }

    /// - Parameter limit: The maximum size of a document that is read and not mapped; nil for no limit.
    func storage(_ access: FileStorage.Access, limit: Int? = nil) throws -> FileStorage {
      let folder = try folder()
      guard LocalFile.kind(of: folder) == .folder else {
        throw CommandFailure.usage(Diagnostic("cli.documents", "no such folder: \(folder)"))
      }
      return FileStorage(
        documents: folder, access: access, limit: limit, limitHint: "raise it with \(LimitProperty.document.option)")
    }

    static func path(of name: String) -> String { "\(ModelRegistry.folder)/\(name).json" }

    static func names(_ storage: FileStorage) throws -> [String] {
      try storage.list(ModelRegistry.folder).filter { $0.hasSuffix(".json") }.map {
        String($0.dropFirst(ModelRegistry.folder.count + 1).dropLast(".json".count))
      }
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

    /// The document of a model with its journal.
    ///
    /// - Throws: `model.unknown` with the nearest name, and why the journal cannot be read.
    static func document(_ name: String, _ storage: FileStorage) throws -> StoredModel {
      guard let stored = try storage.map(path(of: name)) else { throw try unknown(name, storage) }
      return try StoredModel(stored, file: storage.location(of: path(of: name)))
    }

    /// - Throws: `model.unknown` for a model that is not stored.
    static func expect(_ name: String, _ storage: FileStorage) throws {
      if try storage.map(path(of: name)) == nil { throw try unknown(name, storage) }
    }

    private static func unknown(_ name: String, _ storage: FileStorage) throws -> Diagnostic {
      Diagnostic(
        "model.unknown", "no stored model \"\(name)\"",
        hint: NearestName.hint(for: name, in: try names(storage) + databaseNames(storage)))
    }
  }
}
