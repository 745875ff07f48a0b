import ArgumentParser
import OKitEngine
import OKitLua
import OKitSQLite

extension ModelsCommand {
  /// The forms in which a model can be stored.
  enum StoredForm: String, CaseIterable {
    case file, encrypted, sqlite, http

    static func form(_ text: String) throws -> StoredForm {
      if let form = StoredForm(rawValue: text) { return form }
      let all = allCases.map(\.rawValue)
      let nearest = NearestName.hint(for: text, in: all).map { " (\($0))" } ?? ""
      throw ValidationError("Expected one of \(all.joined(separator: ", "))\(nearest).")
    }

    /// Such as `converted default to an encrypted file`.
    var text: String {
      switch self {
      case .file: "a file"
      case .encrypted: "an encrypted file"
      case .sqlite: "SQLite"
      case .http: "a document on a server"
      }
    }
  }

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

        On a server, an encrypted model stays encrypted, and a plain one is encrypted if its class says so. What the \
        server has is never overwritten. The old form is removed when the server has acknowledged everything, and from \
        a server after the new form is stored. What was interrupted is finished by the same command.

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

    @OptionGroup var application: ScriptRun

    @Option(
      help: ArgumentHelp("The new form: file, encrypted, sqlite or http.", valueName: "form"),
      completion: .list(StoredForm.allCases.map(\.rawValue)), transform: StoredForm.form)
    var to: StoredForm

    @Flag(help: "Converts an encrypted model to a form that can be read without its key.")
    var decrypt = false

    func validate() throws {
      if to == .sqlite, documents.script == nil { throw ValidationError(Self.needsApplication) }
    }

    static let needsApplication =
      "Missing argument: the application; converting from or to a database needs its classes."

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        if let script = documents.script { try ScriptArgument.check(script) }
        let name = documents.model ?? ModelStore.defaultModelName
        let storage = try documents.storage(.owner)
        try storage.open()
        let encrypted = documents.keys.decrypting(storage, output, limit: application.memory.derivation)
        try Documents.expectOneForm(name, storage)
        let decryption = Decryption(isAllowed: decrypt, output)
        let effect = "the conversion to \(to.text)"
        if to == .file || to == .sqlite { try decryption.check(name, in: storage, effect) }
        if let conversion = try serverConversion(name, storage, encrypted) {
          if to == .http {
            try conversion.toServer()
          } else {
            try conversion.fromServer(to: to) { try decryption.leaveReadable(name, effect) }
          }
        } else if try to == .sqlite || Documents.database(name, storage) != nil {
          try convertRows(name, storage, encrypted)
        } else {
          try FormConversion(name: name, storage: storage, encrypted: encrypted).run(encrypts: to == .encrypted)
        }
        output.value("converted \(name) to \(to.text)")
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    /// Returns the conversion from or to a server; nil when the model stays on this machine.
    ///
    /// - Throws: `http.endpoint`; why the application does not start.
    private func serverConversion(
      _ name: String, _ storage: FileStorage, _ encrypted: EncryptedStorage
    ) throws -> ServerConversion? {
      let isLocal = try storage.contains(Documents.path(of: name)) || Documents.database(name, storage) != nil
      let unfinished = try PendingChange(of: name, in: storage)?.change
      let isLeaving = unfinished?.isConversion == true && unfinished?.contents.isEmpty == true
      guard to == .http || !isLocal || isLeaving else { return nil }
      var classes: DocumentClasses?
      if let script = documents.script {
        if try to == .encrypted || encrypted.encryption.isInitialized(in: storage) { try encrypted.open() }
        do {
          let found = try ServerModel.classes(script, application, storage, encrypted, access: .owner)
          // The class may have been changed before.
          if let failure = found.failure, failure.code != ModelRegistry.otherForm { throw failure }
          classes = found
        } catch let diagnostic as Diagnostic {
          // What was interrupted may have left a part of the model for a class that does not fit; the class may have
          // been changed.
          guard unfinished?.isConversion == true || diagnostic.code == "storage.encrypted", to != .sqlite,
            try application.transport() != nil
          else { throw diagnostic }
        }
      }
      guard let transport = try classes?.transport ?? application.transport() else {
        if to != .http, unfinished == nil { return nil }
        throw Diagnostic(
          "http.endpoint", "converting the model \"\(name)\" needs an endpoint",
          hint: "pass --endpoint URL")
      }
      do { _ = try transport.settings() } catch {
        // The model is not on a server.
        if to != .http, classes?.serverModels.contains(name) == false { return nil }
        throw error
      }
      return ServerConversion(
        name: name, storage: storage, encrypted: encrypted, classes: classes, http: .server(transport, storage))
    }

    /// Converts from or to a database.
    private func convertRows(_ name: String, _ storage: FileStorage, _ encrypted: EncryptedStorage) throws {
      guard let script = documents.script else {
        throw CommandFailure.usage(Diagnostic("cli.usage", Self.needsApplication))
      }
      if try to == .encrypted || encrypted.encryption.isInitialized(in: storage) { try encrypted.open() }
      var options = try application.options()
      options.documents = storage.documents
      options.keyStore = encrypted.encryption as? any KeyStore
      let classes = try DocumentClasses(script: script, options, storage, access: .owner)
      // The class may have been changed before.
      if let failure = classes.failure, failure.code != ModelRegistry.otherForm { throw failure }
      guard try !classes.convert(name, toRows: to == .sqlite, encrypts: to == .encrypted) else { return }
      throw Diagnostic("model.unknown", "the model \"\(name)\" is not stored in the other form")
    }
  }
}
