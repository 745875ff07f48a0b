import ArgumentParser
import OKitEncryption
import OKitEngine
import OKitLua
import OKitSQLite

extension ModelsCommand {
  /// The forms in which a model can be stored.
  enum StoredForm: String, CaseIterable {
    case file, encrypted, sqlite

    static func form(_ text: String) throws -> StoredForm {
      if let form = StoredForm(rawValue: text) { return form }
      let all = allCases.map(\.rawValue)
      guard text != "http" else {
        throw ValidationError("okit does not store models by HTTP yet; use one of \(all.joined(separator: ", ")).")
      }
      let nearest = NearestName.hint(for: text, in: all).map { " (\($0))" } ?? ""
      throw ValidationError("expected one of \(all.joined(separator: ", "))\(nearest).")
    }

    /// Such as `converted default to an encrypted file`.
    var text: String {
      switch self {
      case .file: "a file"
      case .encrypted: "an encrypted file"
      case .sqlite: "SQLite"
      }
    }
  }

  /// `okit-run models convert`
  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert",
      abstract: "Converts a stored model between a file, an encrypted file and a SQLite database.",
      discussion: """
        Partials and blobs are converted with their model, all or none. From and to a database, runs the script of the \
        application, which stores nothing, for the classes of the model. Removes the old form when the new one is stored. Then \
        change the class of the model in the script: okit.Model is a file, okit.ModelEncrypted an encrypted file, \
        okit.ModelSQLite a database.

        EXAMPLES:
          Stores the default model of an application in SQLite:
            okit-run models convert app.lua --to sqlite
          Encrypts a model with a key file:
            okit-run models convert shop --documents demo --to encrypted --key-file okit.key
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var application: ScriptRun

    @Option(
      help: ArgumentHelp("The new form: file, encrypted or sqlite.", valueName: "form"),
      completion: .list(StoredForm.allCases.map(\.rawValue)), transform: StoredForm.form)
    var to: StoredForm

    func validate() throws {
      if to == .sqlite, documents.script == nil { throw ValidationError(Self.needsApplication) }
    }

    private static let needsApplication = "Expected an application, whose classes are used."

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        if let script = documents.script { try ScriptArgument.check(script) }
        let name = documents.model ?? ModelStore.defaultModelName
        let storage = try documents.storage(.owner)
        try storage.open()
        let encrypted = documents.keys.decrypting(storage, output)
        let isDocument = try storage.contains(Documents.path(of: name))
        let isDatabase = try Documents.database(name, storage) != nil
        if to == .sqlite || isDatabase {
          try convert(name, storage, encrypted, isDocument: isDocument, isDatabase: isDatabase)
        } else {
          try FormConversion(name: name, storage: storage, encrypted: encrypted).run(encrypts: to == .encrypted)
        }
        output.value("converted \(name) to \(to.text)")
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    /// Converts from or to a database.
    private func convert(
      _ name: String, _ storage: FileStorage, _ encrypted: EncryptedStorage, isDocument: Bool, isDatabase: Bool
    ) throws {
      guard let script = documents.script else {
        throw CommandFailure.usage(Diagnostic("cli.usage", Self.needsApplication))
      }
      if try to == .encrypted || encrypted.encryption.isInitialized(in: storage) { try encrypted.open() }
      var options = try application.options()
      options.documents = storage.documents
      options.secureStore = encrypted.encryption as? SecureStore
      let classes = try DocumentClasses(script: script, options, storage, access: .owner)
      if let failure = classes.failure { throw failure }
      guard try classes.convert(name, toRows: to == .sqlite, encrypts: to == .encrypted) else {
        throw Diagnostic("model.unknown", "the model \"\(name)\" is not stored in the other form")
      }
      guard to == .sqlite else { return try Documents.removeDatabase(name, storage) }
      var removal = StorageWrite(removing: Documents.path(of: name))
      removal.form = .plain(name)
      try encrypted.write([removal]).wait()
    }
  }
}
