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
        throw ValidationError(
          "A model cannot be converted to one on a server yet; use one of \(all.joined(separator: ", ")).")
      }
      let nearest = NearestName.hint(for: text, in: all).map { " (\($0))" } ?? ""
      throw ValidationError("Expected one of \(all.joined(separator: ", "))\(nearest).")
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
  struct Convert: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert",
      abstract: "Converts a stored model between a file, an encrypted file and a SQLite database.",
      discussion: """
        Blobs and partials are converted with their model. From and to a database, runs the script of the application, which stores \
        nothing, for the classes of the model. The old form is replaced by the new one in one step. Change the class of the model in the \
        script, before or after it: okit.Model is a file, okit.ModelEncrypted an encrypted file, okit.ModelSQLite a database.

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

    private static let needsApplication =
      "Missing argument: the application; converting from or to a database needs its classes."

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        if let script = documents.script { try ScriptArgument.check(script) }
        let name = documents.model ?? ModelStore.defaultModelName
        let storage = try documents.storage(.owner)
        try storage.open()
        let encrypted = documents.keys.decrypting(storage, output)
        try Documents.expectOneForm(name, storage)
        if try to == .sqlite || Documents.database(name, storage) != nil {
          try convertRows(name, storage, encrypted)
        } else {
          try FormConversion(name: name, storage: storage, encrypted: encrypted).run(encrypts: to == .encrypted)
        }
        output.value("converted \(name) to \(to.text)")
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    /// Converts from or to a database.
    private func convertRows(_ name: String, _ storage: FileStorage, _ encrypted: EncryptedStorage) throws {
      guard let script = documents.script else {
        throw CommandFailure.usage(Diagnostic("cli.usage", Self.needsApplication))
      }
      if try to == .encrypted || encrypted.encryption.isInitialized(in: storage) { try encrypted.open() }
      var options = try application.options()
      options.documents = storage.documents
      options.secureStore = encrypted.encryption as? SecureStore
      let classes = try DocumentClasses(script: script, options, storage, access: .owner)
      // The class may have been changed before.
      if let failure = classes.failure, failure.code != ModelRegistry.otherForm { throw failure }
      guard try !classes.convert(name, toRows: to == .sqlite, encrypts: to == .encrypted) else { return }
      throw Diagnostic("model.unknown", "the model \"\(name)\" is not stored in the other form")
    }
  }
}
