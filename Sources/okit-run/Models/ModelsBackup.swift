import OKitBackup
import OKitDocuments

extension ModelsCommand {
  /// `okit-run models backup …`: the backups of a documents directory.
  struct Backups: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Creates, lists, restores, deletes and verifies backups of all models.",
      discussion: """
        A backup is the file okit/backup/NAME.okitbackup, a tar archive. With a passphrase, it is encrypted. A lost \
        passphrase cannot be replaced. Encrypted models stay encrypted in it; their key is not a part of it. With an \
        application, its script runs and stores nothing, and the backup has its models on a server, too.

        EXAMPLES:
          Creates a backup:
            okit-run models backup create monday --documents demo
          Creates an encrypted one:
            okit-run models backup create monday --documents demo --ask
          Returns to it; the state before is kept as another backup:
            okit-run models backup restore monday --documents demo
        """,
      subcommands: [Create.self, List.self, Restore.self, Delete.self, Verify.self])
  }
}

extension ModelsCommand.Backups {
  /// The documents directory, and the backup in it.
  struct Arguments: ParsableArguments {
    @Option(
      help: ArgumentHelp("The documents directory (default: $OKIT_DOCUMENTS).", valueName: "dir"),
      completion: .directory)
    var documents: String?

    @Flag(help: "Assigns the default documents directory, which belongs to another script, to this one.")
    var adopt = false

    @Option(help: "The output format.")
    var format: OutputFormat = .text

    @ArgumentParser.Argument(
      help: "An application, whose documents directory is used, and the name of a backup.",
      completion: .file(extensions: ["lua"]))
    var names: [String] = []

    var script: String? { names.first { $0.hasSuffix(".lua") } }
    private var backups: [String] { names.filter { !$0.hasSuffix(".lua") } }

    func validate() throws {
      guard names.count - backups.count <= 1, backups.count <= 1 else {
        throw ValidationError("Expected at most one application and one backup, got \(names.joined(separator: " ")).")
      }
      try ModelsCommand.Documents.checkFolder(documents, script: script, model: backups.first)
    }

    /// Rejects the name of a backup for a command on all of them.
    func expectNoName() throws {
      guard let name = backups.first else { return }
      throw CommandFailure.usage(Diagnostic("cli.usage", "unexpected argument \"\(name)\"; expected an application"))
    }

    /// The name of the backup.
    func name() throws -> String {
      guard let name = backups.first else {
        throw CommandFailure.usage(Diagnostic("cli.usage", "missing argument: the name of a backup"))
      }
      return name
    }

    /// - Parameters:
    ///   - key: The file of the key of encrypted models, which only restoring and models on a server use.
    ///   - run: How the application runs that says which models are on a server; nil for a command without them.
    func open(
      _ access: StoredModels.Access, _ output: Output, key: String? = nil, _ run: ScriptRun? = nil
    ) throws -> StoredModels {
      try ModelsCommand.Documents.open(documents, script: script, adopts: adopt, access, output, run) {
        if let key { $0.key = .file(key) }
      }
    }

    /// Prints a backup.
    func show(_ backup: Backup, _ output: Output) throws {
      let date = backup.createdAt.flatMap(ISO8601.text)
      guard format == .json else {
        var parts = [date ?? "-", "\(backup.size) bytes"]
        if backup.isSecure { parts.append("encrypted") }
        if backup.form == .folder { parts.append("folder") }
        if backup.form == .damaged { parts.append("damaged") }
        return output.value("\(PrintableText.line(backup.name))  \(parts.joined(separator: ", "))")
      }
      var members: [String: JSONValue] = [
        "name": .string(backup.name), "secure": .bool(backup.isSecure), "size": .int(backup.size),
      ]
      if let date { members["createdAt"] = .string(date) }
      if backup.form == .damaged { members["damaged"] = true }
      try output.json(.object(members))
    }
  }

  /// The passphrase of a backup.
  struct PassphraseArguments: ParsableArguments {
    @Option(
      help: ArgumentHelp("A file whose first line is the passphrase of the backup.", valueName: "file"),
      completion: .file())
    var passphraseFile: String?

    @Flag(help: "Ask for the passphrase of the backup on the terminal.")
    var ask = false

    func validate() throws {
      if passphraseFile != nil, ask {
        throw ValidationError("--passphrase-file and --ask exclude each other; use one of them.")
      }
    }

    /// Returns the passphrase; nil without one.
    ///
    /// - Parameter isNew: Whether it encrypts a new backup; a terminal asks twice then.
    func read(isNew: Bool) throws -> [UInt8]? {
      let key = passphraseFile.map(Passphrase.key) ?? (ask ? Passphrase.keyFromTerminal : nil)
      guard case .passphrase(let read)? = key else { return nil }
      do { return try read(isNew) } catch var diagnostic as Diagnostic where diagnostic.code == "storage.passphrase" {
        diagnostic.code = "backup.passphrase"
        throw diagnostic
      }
    }
  }
}
