/// The stored form that a model had before a hot reload has changed the kind of its class. The next store replaces it.
enum ReplacedForm: Sendable, Equatable {
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
  func expectNoDatabase(_ type: EntityType, _ name: String) throws {
    guard let databases, databases.pathsInMemory == nil else { return }
    let hasDocument = try files.contains(Self.path(of: name))
    let database = databases.database(at: Self.databasePath(of: name), isOwn: true)
    guard replacedForms[name] != .database else {
      if hasDocument { throw Self.twoForms(of: name, storage.location(of: Self.path(of: name)), database.location) }
      return
    }
    guard try database.tables()?.isEmpty == false else { return }
    guard !hasDocument else {
      throw Self.twoForms(of: name, storage.location(of: Self.path(of: name)), database.location)
    }
    throw otherForm(
      "in SQLite, and \(type.name) does not extend okit.ModelSQLite", name, database.location,
      type.modelKind == .encrypted ? "encrypted" : "file")
  }

  /// Checks that a model which is stored in a database of okit has no document. What was interrupted is completed
  /// first.
  func expectNoDocument(_ type: EntityType, _ name: String) throws {
    let path = Self.path(of: name)
    guard type.rows.file == nil, let databases else { return }
    var isReplaced = false
    if case .document? = replacedForms[name] { isReplaced = true }
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
      hint: "convert what is stored: okit-run models convert app.lua \(name) --to \(form)")
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

  /// Checks that a reload does not make a model plain that is stored encrypted: a changed script must not decrypt it.
  ///
  /// - Throws: `storage.encrypted`.
  func expectNotEncrypted(_ type: EntityType, _ name: String) throws {
    guard let kind = type.modelKind, kind.isStored, kind != .encrypted,
      encrypted?.encryption.encryptedModels.contains(name) == true
    else { return }
    throw notEncryptedClass(type, name)
  }

  func notEncryptedClass(_ type: EntityType, _ name: String) -> Diagnostic {
    Diagnostic(
      "storage.encrypted", "the model \"\(name)\" is stored encrypted, and \(type.name) is not an encrypted model",
      place: Diagnostic.Place(file: storage.location(of: Self.path(of: name))),
      hint: """
        extend \(type.modelKind?.isRemote == true ? "okit.ModelEncryptedHttp" : "okit.ModelEncrypted"); to store it \
        plain, set okit.SecureStore.encryption to false first
        """)
  }

  // MARK: Replacing

  /// Returns the form in which a model of the snapshot that is being taken is stored, or was before its kind changed.
  func storedForm(of root: EntityID, _ name: String) -> ReplacedForm? {
    switch replacedForms[name] {
    case .database: return .database
    case .document(let files): return .document(files: files + filesOfOtherForm(of: name))
    case nil: break
    }
    guard let type = store.type(of: root), type.rows.file == nil else { return nil }
    if rowModels[root] != nil { return .database }
    return type.modelKind?.isDocument == true ? .document(files: []) : nil
  }

  /// Notes the form that the first store of a model of the snapshot replaces.
  func noteReplaced(_ form: ReplacedForm?, _ type: EntityType, _ name: String, files: [String]) {
    switch form {
    case .database? where type.modelKind?.isDocument == true: replacedForms[name] = .database
    case .document(let others)? where type.modelKind == .sqlite && type.rows.file == nil:
      replacedForms[name] = .document(files: others + files)
    default: replacedForms[name] = nil
    }
  }

  /// Returns the files of parts where a model had them before its kind has changed.
  private func filesOfOtherForm(of name: String) -> [String] {
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
    replacedForms[name] = nil
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

  /// Stores a model of rows whose class was that of a document before a hot reload.
  func storeRows(of root: EntityID, _ model: RowModel, _ type: EntityType, replacing files: [String]) throws {
    guard try storage.edit(of: Self.path(of: model.name)) != .document else {
      throw storage.edited(Self.path(of: model.name))
    }
    let number = store.numberForStoring(root)
    let parts = try store.partChanges(of: root, named: model.name) { _ in nil }
    store.endLog(of: root)
    try replaceDocument(of: model.name, files + filesOfOtherForm(of: model.name)) {
      try RowModel(type, model.name, $0, in: store.types).store(root, nil, parts, in: store)
    }
    replacedForms[model.name] = nil
    documents.remove(root)
    try model.open()
    beginRowLog(of: root)
    store.markStored(root, as: number)
    finishStoring([parts])
  }
}
