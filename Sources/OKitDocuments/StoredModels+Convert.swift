import OKitLua
import OKitSQLite

/// The forms in which a model can be stored.
public enum StoredForm: String, CaseIterable, Sendable {
  case file, encrypted, sqlite, http

  /// Such as `converted default to an encrypted file`.
  package var text: String {
    switch self {
    case .file: "a file"
    case .encrypted: "an encrypted file"
    case .sqlite: "SQLite"
    case .http: "a document on a server"
    }
  }
}

extension StoredModels {
  /// Stores a model in another form, with its blobs and partials, all or nothing. From and to a database, the classes
  /// of the application are needed.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - form: The form that it gets.
  ///   - decrypts: Whether an encrypted model may become readable without its key.
  ///   - keepsRemote: Whether a model that leaves a server stays there, too, where the server does not permit removing
  ///     it, or others read it. Ends a conversion that waits to remove it.
  /// - Throws: `storage.exists` for a model that has the form, or something else that is there; `storage.decrypt`,
  ///   `model.unknown`, `model.application`, and what reading and storing throw.
  public func convert(_ name: String, to form: StoredForm, decrypts: Bool = false, keepsRemote: Bool = false) throws {
    try expectOneForm(name)
    let unfinished = try unfinishedConversion(of: name, to: form)
    let effect = "the conversion to \(form.text)"
    if form == .file || form == .sqlite, try isEncrypted(name) {
      try leaveReadable(name, effect, isAllowed: decrypts)
    }
    if let conversion = try serverConversion(name, to: form, unfinished) {
      guard form != .http else { return try conversion.toServer(decrypts: decrypts) }
      try conversion.fromServer(to: form, keepsRemote: keepsRemote) {
        try leaveReadable(name, effect, isAllowed: decrypts)
      }
    } else if try form == .sqlite || database(name) != nil {
      try convertRows(name, to: form)
    } else {
      try FormConversion(name: name, models: self).run(encrypts: form == .encrypted)
    }
  }

  /// - Throws: `model.application` without classes.
  func needed<Classes>(_ classes: Classes?) throws -> Classes {
    if let classes { return classes }
    throw Diagnostic("model.application", "converting from or to a database needs the classes of the application")
  }

  /// Returns the form of a model on this machine; nil for one that is not here.
  private func localForm(_ name: String) throws -> StoredForm? {
    if try database(name) != nil { return .sqlite }
    guard try hasDocument(name) else { return nil }
    return try isEncrypted(name) ? .encrypted : .file
  }

  /// Returns what waits to be sent of a model.
  ///
  /// - Throws: `http.pending` when that is of a conversion to another form.
  private func unfinishedConversion(of name: String, to form: StoredForm) throws -> PendingChange? {
    guard let pending = try PendingChange(of: name, in: storage) else { return nil }
    guard pending.change.isConversion, let waiting = try pending.change.contents.isEmpty ? localForm(name) : .http,
      waiting != form
    else { return pending }
    throw Diagnostic(
      "http.pending", "a conversion of the model \"\(name)\" to \(waiting.text) was interrupted",
      place: Diagnostic.Place(file: pending.file),
      hint: """
        finish it first: \(HintPhrase.convertInSameWay)\(HintPhrase.form)\(waiting.rawValue)\(HintPhrase.atEndpoint)\
        \(pending.url)
        """)
  }

  /// Returns the conversion from or to a server; nil when the model stays on this machine.
  ///
  /// - Parameter unfinished: What waits to be sent.
  /// - Throws: `http.endpoint`; why the application does not start.
  private func serverConversion(
    _ name: String, to form: StoredForm, _ unfinished: PendingChange?
  ) throws -> ServerConversion? {
    let isLocal = try localForm(name) != nil
    let isUnfinished = unfinished?.change.isConversion == true
    guard form == .http || !isLocal || isUnfinished else { return nil }
    var classes: DocumentClasses?
    if let script = options.script {
      if try form == .encrypted || hasKeys { try decrypting.open() }
      do {
        let found = try self.classes(script, access: .owner)
        // The class may have been changed before. What was interrupted is finished whatever it has left.
        if let failure = found.failure, failure.code != ModelRegistry.otherForm, !isUnfinished { throw failure }
        classes = found
      } catch let diagnostic as Diagnostic {
        // What was interrupted may have left a part of the model for a class that does not fit; the class may have
        // been changed.
        guard isUnfinished || diagnostic.code == "storage.encrypted", form != .sqlite, transport() != nil else {
          if form == .http, isLocal, let transport = transport() {
            // A class for a server reads what is there.
            try ServerConversion(name: name, models: self, classes: nil, http: .server(transport, storage))
              .expectFree()
          }
          throw diagnostic
        }
      }
    }
    guard let transport = classes?.transport ?? transport() else {
      if form != .http, unfinished == nil { return nil }
      throw Diagnostic(
        "http.endpoint", "converting the model \"\(name)\" needs an endpoint",
        hint: "\(HintPhrase.endpoint)")
    }
    do { _ = try transport.settings() } catch {
      // The model is not on a server.
      if form != .http, classes?.serverModels.contains(name) == false { return nil }
      throw error
    }
    return ServerConversion(name: name, models: self, classes: classes, http: .server(transport, storage))
  }

  /// Converts from or to a database.
  private func convertRows(_ name: String, to form: StoredForm) throws {
    let script = try needed(options.script)
    if try form == .encrypted || hasKeys { try decrypting.open() }
    let classes = try classes(script, access: .owner)
    // The class may have been changed before.
    if let failure = classes.failure, failure.code != ModelRegistry.otherForm { throw failure }
    guard try !classes.convert(name, toRows: form == .sqlite, encrypts: form == .encrypted) else { return }
    throw Diagnostic("model.unknown", "the model \"\(name)\" is not stored in the other form")
  }
}
