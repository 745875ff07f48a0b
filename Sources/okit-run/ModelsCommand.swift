import ArgumentParser
import OKitEngine

/// `okit-run models …`: looks at the models in a documents directory without running their application.
struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "Lists, shows, verifies and restores the stored models of an application.",
    subcommands: [List.self, Show.self, Verify.self, Restore.self], defaultSubcommand: List.self)

  /// The documents directory, and the models in it.
  struct Documents: ParsableArguments {
    @Option(help: ArgumentHelp("The documents directory (default: $OKIT_DOCUMENTS).", valueName: "dir"))
    var documents: String?

    @Option(help: "What is printed.")
    var format: OutputFormat = .text

    func validate() throws {
      if documents == nil, Environment()["OKIT_DOCUMENTS"] == nil {
        throw ValidationError("Say which documents directory with --documents.")
      }
    }

    private var folder: String { documents ?? Environment()["OKIT_DOCUMENTS"] ?? "" }

    func storage(_ access: FileStorage.Access) throws -> FileStorage {
      guard LocalFile.kind(of: folder) == .folder else {
        throw CommandFailure.usage(Diagnostic("cli.documents", "there is no folder \(folder)"))
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
        "model.unknown", "there is no stored model \"\(name)\"",
        hint: NearestName.hint(for: name, in: try names(storage)))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the stored models.")
    @OptionGroup var documents: Documents

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let storage = try documents.storage(.reader)
        for name in try Documents.names(storage) {
          let size = try storage.read(Documents.path(of: name))?.count ?? 0
          let previous = try storage.readPrevious(Documents.path(of: name))?.count
          if documents.format == .json {
            let members: [String: JSONValue] = ["name": .string(name), "bytes": .int(size)]
            let earlier = previous.map { ["previousBytes": JSONValue.int($0)] } ?? [:]
            try output.json(.object(members.merging(earlier) { $1 }))
          } else {
            output.line("\(name)  \(size) bytes" + (previous.map { ", previous \($0) bytes" } ?? ""))
          }
        }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Prints a stored model as JSON.")
    @OptionGroup var documents: Documents
    @ArgumentParser.Argument(help: "The name of the model.")
    var model = ModelStore.defaultModelName

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let bytes = try Documents.read(model, try documents.storage(.reader))
        try output.json(JSONValue.parse(json: bytes, file: model), pretty: documents.format == .text)
      }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Checks that every stored model can be read.")
    @OptionGroup var documents: Documents

    func run() throws {
      var isDamaged = false
      let output = Output(format: documents.format)
      try output.reporting {
        let storage = try documents.storage(.reader)
        for name in try Documents.names(storage) {
          do {
            try verify(name, try JSONValue.parse(json: Documents.read(name, storage), file: Documents.path(of: name)))
            if documents.format == .json {
              try output.json(["name": .string(name), "ok": true])
            } else {
              output.line("\(name)  ok")
            }
          } catch let diagnostic as Diagnostic {
            isDamaged = true
            output.report(diagnostic)
          }
        }
      }
      if isDamaged { throw CommandFailure.failed() }
    }

    /// What every model holds to, whatever its classes: it is an object, and no id is there twice.
    private func verify(_ name: String, _ document: JSONValue) throws {
      let place = Diagnostic.Place(file: Documents.path(of: name))
      guard case .object = document else {
        throw Diagnostic("model.decode", "a model is an object", place: place)
      }
      var seen: Set<String> = []
      var pending = [document]
      while let next = pending.popLast() {
        if case .string(let id)? = next["id"], !seen.insert(id).inserted {
          throw Diagnostic("model.duplicateId", "the id \"\(id)\" is used twice", place: place)
        }
        switch next {
        case .array(let elements): pending += elements
        case .object(let members): pending += members.values
        default: break
        }
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Brings the version of a model back that the last store replaced.",
      discussion: "The two versions change places: doing it again takes it back.")
    @OptionGroup var documents: Documents
    @ArgumentParser.Argument(help: "The name of the model.")
    var model = ModelStore.defaultModelName

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        let storage = try documents.storage(.owner)
        try storage.restorePrevious(Documents.path(of: model)).wait()
        output.note("\(model) is as it was stored before")
      }
    }
  }
}
