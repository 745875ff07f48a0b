import OKitDocuments

extension ModelsCommand {
  /// `okit-run models convert`
  struct Convert: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert",
      abstract: "Converts a stored model between a file, an encrypted file, a SQLite database and a server.",
      discussion: """
        Blobs and partials are converted with their model. From and to a database, runs the script of the application, \
        which stores nothing, for the classes of the model. The old form is replaced by the new one in one step. \
        Change the class of the model in the script, before or after it: okit.Model is a file, okit.ModelEncrypted an \
        encrypted file, okit.ModelSQLite a database, okit.ModelHttp a document on a server, okit.ModelEncryptedHttp an \
        encrypted one.

        An encrypted model becomes a file or a database, which can be read without its key, only with --decrypt.

        On a server, an encrypted model stays encrypted without --decrypt, and a plain one is encrypted if its class \
        says so. What the server has is never overwritten. The old form is removed when the server has acknowledged \
        everything, and from a server after the new form is stored. What was interrupted is finished by the same \
        command. A server that refuses to remove a model keeps it with --keep-remote.

        EXAMPLES:
          Stores the default model of an application in SQLite:
            okit-run models convert app.lua --to sqlite
          Makes an encrypted model readable:
            okit-run models convert shop --documents demo --to file --key-file okit.key --decrypt
          Encrypts a model with a key file:
            okit-run models convert shop --documents demo --to encrypted --key-file okit.key
          Moves a model to a server, and back:
            okit-run models convert app.lua --to http --endpoint https://data.example.org/shop
            okit-run models convert app.lua --to file --endpoint https://data.example.org/shop
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var limits: ScriptLimits
    @OptionGroup var memory: MemoryLimits
    @OptionGroup var endpoint: EndpointArguments
    @OptionGroup var scripts: ScriptOptions

    @Option(
      help: ArgumentHelp("The new form: file, encrypted, sqlite or http.", valueName: "form"),
      completion: .list(StoredForm.allCases.map(\.rawValue)), transform: OptionValue.form)
    var to: StoredForm

    @Flag(help: "Converts an encrypted model to a form that can be read without its key.")
    var decrypt = false

    @Flag(help: "Leaves a model that is converted from a server there, too; ends a conversion that cannot remove it.")
    var keepRemote = false

    func validate() throws {
      if keepRemote, to == .http { throw ValidationError("--keep-remote is for a conversion from a server.") }
      if to == .sqlite, documents.script == nil { throw ValidationError(Self.needsApplication.message) }
    }

    private static let needsApplication = Diagnostic(
      "cli.usage", "Missing argument: the application; converting from or to a database needs its classes.")

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      try Output.reporting(documents.format, hints: ["storage.decrypt": "pass --decrypt to do that"]) { output in
        let name = documents.model ?? ModelStore.defaultModelName
        let models = try documents.open(.owner, output, application)
        do {
          try models.convert(name, to: to, decrypts: decrypt, keepsRemote: keepRemote)
        } catch let diagnostic as Diagnostic where diagnostic.code == "model.application" {
          throw CommandFailure.usage(Self.needsApplication)
        }
        output.value("converted \(name) to \(to.text)")
      }
    }
  }
}
