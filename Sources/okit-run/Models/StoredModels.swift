import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// The documents directory, and the models in it.
  struct Documents: ParsableArguments {
    @Option(
      help: ArgumentHelp("The documents directory (default: $OKIT_DOCUMENTS).", valueName: "dir"),
      completion: .directory)
    var documents: String?

    @Option(help: "The output format.")
    var format: OutputFormat = .text

    func validate() throws {
      if documents == nil, Environment()["OKIT_DOCUMENTS"] == nil {
        throw ValidationError("No documents directory: pass --documents DIR or set $OKIT_DOCUMENTS.")
      }
    }

    private var folder: String { documents ?? Environment()["OKIT_DOCUMENTS"] ?? "" }

    func storage(_ access: FileStorage.Access) throws -> FileStorage {
      guard LocalFile.kind(of: folder) == .folder else {
        throw CommandFailure.usage(Diagnostic("cli.documents", "no such folder: \(folder)"))
      }
      return FileStorage(documents: folder, access: access)
    }

    static func path(of name: String) -> String { "\(ModelRegistry.folder)/\(name).json" }

    static func names(_ storage: FileStorage) throws -> [String] {
      try storage.list(ModelRegistry.folder).filter { $0.hasSuffix(".json") }.map {
        String($0.dropFirst(ModelRegistry.folder.count + 1).dropLast(".json".count))
      }
    }

    /// The bytes of a model, or an error with the nearest name.
    static func read(_ name: String, _ storage: FileStorage) throws -> [UInt8] {
      if let bytes = try storage.read(path(of: name)) { return bytes }
      throw Diagnostic(
        "model.unknown", "no stored model \"\(name)\"",
        hint: NearestName.hint(for: name, in: try names(storage)))
    }
  }
}
