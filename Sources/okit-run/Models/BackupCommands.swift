import OKitDocuments

extension ModelsCommand.Backups {
  /// `okit-run models backup create`
  struct Create: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: "Creates a backup of all models.",
      discussion: """
        Folds journals into the documents that it writes into the archive; the models themselves stay as they are. A \
        name can be used once. With an application, the last state of its models on a server belongs to the backup.

        EXAMPLES:
          Creates a backup with the models on a server:
            okit-run models backup create app.lua monday --endpoint https://data.example.org/shop
        """)
    @OptionGroup var arguments: Arguments
    @OptionGroup var passphrase: PassphraseArguments
    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    @Option(
      help: ArgumentHelp("The key file of encrypted models on a server (default: $OKIT_KEY_FILE).", valueName: "file"),
      completion: .file())
    var keyFile: String?

    var namesApplication: Bool { arguments.script != nil }

    func run() throws {
      try Output.reporting(arguments.format) { output in
        let name = try arguments.name()
        let models = try arguments.open(.owner, output, key: keyFile ?? Environment()[.keyFile], application)
        try arguments.show(try models.createBackup(name, passphrase: passphrase.read(isNew: true)), output)
      }
    }
  }

  /// `okit-run models backup list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the backups, newest first.",
      discussion: "Lists the folders that an OKit app has created, too; they have no date.")
    @OptionGroup var arguments: Arguments

    func run() throws {
      try Output.reporting(arguments.format) { output in
        try arguments.expectNoName()
        for backup in try arguments.open(.reader, output).backups() { try arguments.show(backup, output) }
      }
    }
  }

  /// `okit-run models backup restore`
  struct Restore: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Replaces all models by those of a backup.",
      discussion: """
        Checks the backup as a whole first, and keeps the state before as the backup before-restore-TIME. Removes the \
        models, blobs and partials that the backup does not have. After a crash, all models are as before, or all are \
        those of the backup. Models on a server need the application; they are replaced only if nobody has stored them \
        meanwhile.

        With the key file of encrypted models, their next start knows that the folder was restored. Otherwise, it \
        warns that the folder is older than the key file expects (storage.rollback).
        """)
    @OptionGroup var arguments: Arguments
    @OptionGroup var passphrase: PassphraseArguments
    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    @Option(
      help: ArgumentHelp("The key file of encrypted models (default: $OKIT_KEY_FILE).", valueName: "file"),
      completion: .file())
    var keyFile: String?

    var namesApplication: Bool { arguments.script != nil }

    func run() throws {
      try Output.reporting(arguments.format) { output in
        let name = try arguments.name()
        let key = keyFile ?? Environment()[.keyFile]
        let models = try arguments.open(.owner, output, key: key, application)
        let restored = try models.restoreBackup(
          name, passphrase: passphrase.read(isNew: false), opensKeys: key != nil
        ) { failure in
          guard keyFile == nil else { throw failure }
          // The key of the environment may be that of another folder.
          var warning = failure
          warning.severity = .warning
          let effect = "$OKIT_KEY_FILE is not used; the next start with encrypted models may report storage.rollback"
          output.report(warning.appending(.storedState(effect)))
        }
        if arguments.format == .json {
          try output.json(["name": .string(name), "previous": .string(restored.previous.name)])
        } else {
          output.value("restored \(PrintableText.line(name))")
          output.note("the state before is kept as \(restored.previous.name)")
        }
        if restored.hasOtherKeys { output.note("the keys of encrypted models are now those of the backup") }
      }
    }
  }

  /// `okit-run models backup delete`
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a backup.")
    @OptionGroup var arguments: Arguments

    func run() throws {
      try Output.reporting(arguments.format) { output in
        let name = try arguments.name()
        try arguments.open(.owner, output).deleteBackup(name)
        output.note("deleted the backup \(PrintableText.line(name))")
      }
    }
  }

  /// `okit-run models backup verify`
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Reads a backup as a whole, and compares its checksums.",
      discussion: "An encrypted backup needs its passphrase.")
    @OptionGroup var arguments: Arguments
    @OptionGroup var passphrase: PassphraseArguments

    func run() throws {
      try Output.reporting(arguments.format) { output in
        let name = try arguments.name()
        let count = try arguments.open(.reader, output)
          .verifyBackup(name, passphrase: passphrase.read(isNew: false))
        if arguments.format == .json {
          try output.json(["name": .string(name), "ok": true, "files": .int(count)])
        } else {
          output.value("\(PrintableText.line(name))  ok, \(count) \(count == 1 ? "file" : "files")")
        }
      }
    }
  }
}
