/// Converting a stored model to another kind of storage.
extension ModelRegistry {
  /// Replaces the stored form of a registered model by another one, with its blobs and partials, in one commit.
  ///
  /// - Parameters:
  ///   - toRows: Whether the new form is a database; else it is a document.
  ///   - encrypts: Whether the document is encrypted, with its blobs and partials.
  /// - Returns: Whether the other form was stored.
  /// - Throws: `model.unknown` for a model that is not registered, `storage.exists` when the new form is stored
  ///   already, `storage.form` when both are, and what reading and storing throw. Nothing has changed then.
  package func convert(_ name: String, toRows: Bool, encrypts: Bool = false) throws -> Bool {
    guard let type = store.models[name].flatMap(store.type(of:)) else {
      throw Diagnostic(
        "model.unknown", "the application registers no model \"\(name)\"",
        hint: NearestName.hint(for: name, in: store.models.sorted.map(\.name)))
    }
    // The application may have run without its documents.
    store.parts.use(storage)
    let rows = try RowHome(self, type, name).model
    let path = Self.path(of: name)
    let hasDocument = try storage.contains(path)
    let hasRows = try rows.storage.tables()?.isEmpty == false
    if hasDocument, hasRows, type.rows.file == nil {
      throw Self.twoForms(of: name, storage.location(of: path), rows.storage.location)
    }
    if toRows ? hasRows : hasDocument {
      throw Self.sameForm(toRows ? rows.storage.location : storage.location(of: path))
    }
    guard toRows ? hasDocument : hasRows else { return false }
    return try toRows ? convertToRows(rows, type, name) : convertToDocument(rows, type, name, encrypts: encrypts)
  }

  /// Writes the document that a stored model of rows is as a file, piece by piece.
  ///
  /// - Returns: False for other models, and when nothing is stored.
  /// - Throws: what reading and `receive` throw.
  package func writeDocumentOfRows(
    _ name: String, _ receive: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    guard let type = store.models[name].flatMap(store.type(of:)), type.hasRows,
      let root = try RowHome(self, type, name).model.load(in: store)?.root
    else { return false }
    try store.writeDocument(of: root, version: type.version, receive)
    return true
  }

  private func convertToRows(_ rows: RowModel, _ type: EntityType, _ name: String) throws -> Bool {
    store.parts.databases.use(nil, for: name)
    // Whatever class the model has now: an encrypted document is decrypted.
    guard let stored = try storage.readDocument(Self.path(of: name)) else { return false }
    let document = try DocumentHome(self, type, name)
    let (jsonValue, _) = try document.explaining { try migrated(document.folded(stored), type, name) }
    let root = try store.decode(jsonValue, as: type, model: name)
    let files = try store.filesOfParts(of: root)
    store.parts.databases.use(rows.storage, for: name)
    let parts = try store.allParts(of: root, named: name)
    try replaceDocument(of: name, files, form: .plain(name)) {
      try RowModel(type, name, $0, in: store.types).store(root, nil, parts, in: store)
    }
    return true
  }

  private func convertToDocument(
    _ rows: RowModel, _ type: EntityType, _ name: String, encrypts: Bool
  ) throws -> Bool {
    guard let (root, _) = try rows.load(in: store) else { return false }
    try store.checkPartials(below: root) { _ in }
    store.parts.databases.use(nil, for: name)
    let parts = try store.allParts(of: root, named: name)
    let store = store
    let document = StorageWrite(path: Self.path(of: name)) {
      try store.writeDocument(of: root, version: type.version, $0)
    }
    var writes = parts.writes + [document]
    if encrypts { for index in writes.indices { writes[index].form = .encrypted(name) } }
    try storage.write(writes + removals(ofDatabase: name)).wait()
    try forgetDatabase(of: name)
    return true
  }
}
