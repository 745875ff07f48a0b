/// The stored form that a model had before a hot reload has changed the kind of its class. The next store replaces it.
package enum ReplacedForm: Sendable, Equatable {
  case database
  /// A document. The associated value has the files of parts that are not known in another way.
  case document(files: [String])
}

/// The two stored forms of a model: a document with the files of its parts, and a database.
///
/// A store that replaces one by the other is one commit, so that each moment has one of them. Two are an error: nothing
/// tells which one is current.
extension ModelRegistry {
  static func databasePath(of name: String) -> String { "\(folder)/\(name).sqlite" }

  /// The code of the error for a model whose stored form is not that of its class, or that has two forms.
  package static let otherForm: Diagnostic.Code = "storage.form"

  // MARK: Checking

  /// Checks that a model which is stored as a document has no database. What was interrupted is completed first.
  ///
  /// - Parameter isReplaced: Whether the next store replaces the database.
  func expectNoDatabase(_ type: EntityType, _ name: String, isReplaced: Bool) throws {
    guard let databases, databases.pathsInMemory == nil else { return }
    let hasDocument = try files.contains(Self.path(of: name))
    let database = databases.database(at: Self.databasePath(of: name), isOwn: true)
    guard !isReplaced else {
      if hasDocument { throw Self.twoForms(of: name, storage.location(of: Self.path(of: name)), database.location) }
      return
    }
    guard try database.tables()?.isEmpty == false else { return }
    guard !hasDocument else {
      throw Self.twoForms(of: name, storage.location(of: Self.path(of: name)), database.location)
    }
    throw otherForm(
      "in SQLite, and \(type.name) does not extend okit.ModelSQLite", name, database.location,
      type.isEncrypted ? "encrypted" : "file")
  }

  /// Checks that a model which is stored in a database of okit has no document. What was interrupted is completed
  /// first.
  ///
  /// - Parameter isReplaced: Whether the next store replaces the document.
  func expectNoDocument(_ type: EntityType, _ name: String, isReplaced: Bool) throws {
    let path = Self.path(of: name)
    guard type.rows.file == nil, let databases else { return }
    guard try files.contains(path) else { return }
    let database = databases.database(at: Self.databasePath(of: name), isOwn: true)
    guard try database.tables()?.isEmpty != false else {
      throw Self.twoForms(of: name, storage.location(of: path), database.location)
    }
    guard !isReplaced else { return }
    throw otherForm(
      "in a document, and \(type.name) extends okit.ModelSQLite", name, storage.location(of: path), "sqlite")
  }

  private func otherForm(_ problem: String, _ name: String, _ file: String, _ form: String) -> Diagnostic {
    Diagnostic(
      Self.otherForm, "the model \"\(name)\" is stored \(problem)", place: Diagnostic.Place(file: file),
      hint: "convert what is stored: \(HintPhrase.convert) \(name)\(HintPhrase.form)\(form)")
  }

  /// Returns the error for a model with two stored forms.
  package static func twoForms(of name: String, _ document: String, _ database: String) -> Diagnostic {
    Diagnostic(
      otherForm, "the model \"\(name)\" is stored twice: in \(document) and in \(database)",
      place: Diagnostic.Place(file: database),
      hint: """
        nothing was changed; move the one that is out of date out of the folder: the document with its ".journal" \
        file, or the database with its "-wal" file
        """)
  }

  /// Returns the error for a model that is to be stored in the form that it has.
  package static func sameForm(_ file: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(
      "storage.exists", "the model is stored in this form already", place: Diagnostic.Place(file: file), hint: hint)
  }

  /// Returns the error for a model that a reload would make plain: a changed script must not decrypt it.
  func notEncryptedClass(_ type: EntityType, _ name: String, at file: String) -> Diagnostic {
    Diagnostic(
      "storage.encrypted", "the model \"\(name)\" is stored encrypted, and \(type.name) is not an encrypted model",
      place: Diagnostic.Place(file: file),
      hint: """
        extend \(type.isOnServer ? "okit.ModelEncryptedHttp" : "okit.ModelEncrypted"); to store it \
        plain, set okit.SecureStore.encryption to false first
        """)
  }

  // MARK: Replacing

  /// Returns the form in which a model of the snapshot that is being taken is stored, or was before its kind changed.
  func storedForm(of home: any ModelHome) -> ReplacedForm? {
    switch home.replaced {
    case .database: .database
    case .document(let files): .document(files: files + filesOfOtherForm(of: home.name))
    case nil: home.form
    }
  }

  /// Returns the files of parts where a model had them before its kind has changed.
  func filesOfOtherForm(of name: String) -> [String] {
    let hasRows = store.parts.databases.hasRows(name)
    return store.parts.files.values.filter { $0.model == name && (PartRow(path: $0.path) == nil) == hasRows }
      .map(\.path).sorted()
  }

  /// Returns the writes that remove the database of a model; none where databases are in memory.
  func removals(ofDatabase name: String) -> [StorageWrite] {
    guard databases?.pathsInMemory == nil else { return [] }
    // Without its log, the file would be an older state for a moment: it goes first.
    return ["", "-wal", "-shm"].map { StorageWrite(removing: Self.databasePath(of: name) + $0) }
  }

  /// Forgets the database of a model, which was removed.
  func forgetDatabase(of name: String) throws {
    homes[name]?.replaced = nil
    guard let databases else { return }
    guard databases.pathsInMemory != nil else { return databases.close() }
    try databases.replace(Self.databasePath(of: name), with: nil)
  }

  /// Writes the database of a model in place of its document, in one commit.
  ///
  /// - Parameters:
  ///   - files: The files of the parts that the document has.
  ///   - form: The form that the files had.
  ///   - fill: Writes the rows.
  func replaceDocument(
    of name: String, _ files: [String], form: StorageWrite.Form? = nil, _ fill: (any RowStorage) throws -> Void
  ) throws {
    guard let databases else { return }
    let path = Self.databasePath(of: name)
    let bytes = try databases.newFile(location: storage.location(of: path), fill)
    databases.close()
    let isInMemory = databases.pathsInMemory != nil
    // The log of an empty database is not that of the new one.
    let sides = isInMemory ? [] : ["-wal", "-shm"].map { path + $0 }
    var writes = isInMemory ? [] : [StorageWrite(path: path, bytes: bytes, keepsPrevious: false)]
    var seen: Set<String> = []
    // Rows have left with a database of the same name.
    let documents = [Self.path(of: name)] + files.filter { PartRow(path: $0) == nil }
    for file in documents + sides where seen.insert(file).inserted {
      var removal = StorageWrite(removing: file)
      removal.form = form
      writes.append(removal)
    }
    try storage.write(writes).wait()
    if isInMemory { try databases.replace(path, with: bytes) }
    try storage.removeEmptyFolders(PartPath.folder(ofModel: name)).wait()
  }
}
