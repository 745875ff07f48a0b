/// Converting a stored model to another kind of storage.
extension ModelRegistry {
  /// Reads the stored form of a registered model and writes it in another form; what was there is not removed.
  ///
  /// - Parameters:
  ///   - toRows: Whether the new form is a database; else it is a document.
  ///   - encrypts: Whether the document is encrypted.
  /// - Returns: False when nothing is stored in the other form.
  /// - Throws: `model.unknown` for a model that is not registered, `storage.exists` when the new form is stored already, and
  ///   what reading and storing throw.
  package func convert(_ name: String, toRows: Bool, encrypts: Bool = false) throws -> Bool {
    guard let type = store.models[name].flatMap(store.type(of:)) else {
      throw Diagnostic(
        "model.unknown", "the application registers no model \"\(name)\"",
        hint: NearestName.hint(for: name, in: store.models.sorted.map(\.name)))
    }
    let rows = try rowModel(type, name)
    let path = Self.path(of: name)
    if toRows {
      if try rows.load(in: store) != nil { throw exists(rows.storage.location) }
      // Whatever class the model has now: an encrypted document is decrypted.
      guard let stored = try storage.readDocument(path) else { return false }
      let (jsonValue, _) = try explaining(name) { try migrated(folded(stored, name), type, name) }
      try rows.store(try store.decode(jsonValue, as: type), nil, in: store)
      return true
    }
    if try storage.read(path) != nil { throw exists(storage.location(of: path)) }
    guard let (root, _) = try rows.load(in: store) else { return false }
    let store = store
    var write = StorageWrite(path: path) { try store.writeDocument(of: root, version: type.version, $0) }
    if encrypts { write.form = .encrypted(name) }
    try storage.write([write]).wait()
    return true
  }

  private func exists(_ file: String) -> Diagnostic {
    Diagnostic(
      "storage.exists", "the model is stored in this form already", place: Diagnostic.Place(file: file),
      hint: "remove the file if the other one is to replace it")
  }
}
