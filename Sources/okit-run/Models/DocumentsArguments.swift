import OKitDocuments
import OKitEncryption

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

    /// Rejects the name of a model for a command on all models.
    func expectNoModel() throws {
      if let model {
        if let misspelling = SubcommandNames.misspelling(in: Array(CommandLine.arguments.dropFirst())) {
          throw CommandFailure.usage(misspelling)
        }
        throw CommandFailure.usage(Diagnostic("cli.usage", "unexpected argument \"\(model)\"; expected an application"))
      }
    }

    /// Opens the stored models.
    ///
    /// - Parameters:
    ///   - run: How the script of the application runs; nil for a command that does not need it.
    ///   - change: Sets further options.
    /// - Throws: `CommandFailure` for a wrong use of the command; what opening throws.
    func open(
      _ access: StoredModels.Access, _ output: Output, _ run: ScriptRun? = nil, progress: ProgressLine? = nil,
      _ change: (inout StoredModels.Options) -> Void = { _ in }
    ) throws -> StoredModels {
      try Self.open(documents, script: script, adopts: adopt, access, output, run, progress: progress) {
        ($0.key, $0.attempts) = (keys.key, keys.attempts)
        change(&$0)
      }
    }

    static func open(
      _ documents: String?, script: String?, adopts: Bool, _ access: StoredModels.Access, _ output: Output,
      _ run: ScriptRun?, progress: ProgressLine? = nil, _ change: (inout StoredModels.Options) -> Void
    ) throws -> StoredModels {
      if let script, documents == nil || run != nil { try ScriptArgument.check(script) }
      let folder =
        try documents ?? script.map { try DocumentsDirectory(nil, script: $0, adopts: adopts).path }
        ?? Environment()[.documents] ?? ""
      try LocalFile.expect(.folder, at: folder, code: "cli.documents")
      var options = StoredModels.Options()
      if let run {
        options.script = script
        options.application = try run.options()
        options.application.isOutOfTime = run.limits.waitingLimit()
        options.endpoint = try run.endpoint.options()
        options.limitsReading = run.limits.limitTime != nil
      }
      options.temporaryFolder = Environment().temporaryFolder
      options.onReport = { diagnostic in
        progress?.clear()
        if diagnostic.severity == .note { output.note(diagnostic.message) } else { output.report(diagnostic) }
      }
      options.onProgress = { operation, size, part in
        try ShutdownSignal.check()
        progress?.update(operation, size: size, part)
      }
      change(&options)
      return try StoredModels(folder, options, access: access)
    }
  }
}
