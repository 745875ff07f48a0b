/// Converting a stored model to another kind of storage.
extension ModelRegistry {
  /// Reads the stored form of a registered model and writes it in another form, with its blobs and partials; what was there is
  /// not removed.
  ///
  /// - Parameters:
  ///   - toRows: Whether the new form is a database; else it is a document.
  ///   - encrypts: Whether the document is encrypted, with its blobs and partials.
  /// - Returns: The files of the old form, beside a database; nil when nothing is stored in it.
  /// - Throws: `model.unknown` for a model that is not registered, `storage.exists` when the new form is stored already, and
  ///   what reading and storing throw.
  package func convert(_ name: String, toRows: Bool, encrypts: Bool = false) throws -> [String]? {
    guard let type = store.models[name].flatMap(store.type(of:)) else {
      throw Diagnostic(
        "model.unknown", "the application registers no model \"\(name)\"",
        hint: NearestName.hint(for: name, in: store.models.sorted.map(\.name)))
    }
    // The application may have run without its documents.
    store.parts.storage = storage
    let rows = try rowModel(type, name)
    guard toRows else { return try convertToDocument(rows, type, name, encrypts: encrypts) ? [] : nil }
    if try rows.load(in: store) != nil { throw exists(rows.storage.location) }
    store.parts.databases.use(nil, for: name)
    // Whatever class the model has now: an encrypted document is decrypted.
    guard let stored = try storage.readDocument(Self.path(of: name)) else { return nil }
    let (jsonValue, _) = try explaining(name) { try migrated(folded(stored, name), type, name) }
    let root = try store.decode(jsonValue, as: type, model: name)
    let files = try store.filesOfParts(of: root)
    store.parts.databases.use(rows.storage, for: name)
    try rows.store(root, nil, try store.allParts(of: root, named: name), in: store)
    return [Self.path(of: name)] + files
  }

  private func convertToDocument(
    _ rows: RowModel, _ type: EntityType, _ name: String, encrypts: Bool
  ) throws -> Bool {
    let path = Self.path(of: name)
    if try storage.read(path) != nil { throw exists(storage.location(of: path)) }
    guard let (root, _) = try rows.load(in: store) else { return false }
    try store.checkPartials(below: root) { _ in }
    store.parts.databases.use(nil, for: name)
    let parts = try store.allParts(of: root, named: name)
    let store = store
    let document = StorageWrite(path: path) { try store.writeDocument(of: root, version: type.version, $0) }
    var writes = parts.writes + [document]
    if encrypts { for index in writes.indices { writes[index].form = .encrypted(name) } }
    try storage.write(writes).wait()
    return true
  }

  private func exists(_ file: String) -> Diagnostic {
    Diagnostic(
      "storage.exists", "the model is stored in this form already", place: Diagnostic.Place(file: file),
      hint: "remove this file first if the other stored form is to replace it")
  }
}
