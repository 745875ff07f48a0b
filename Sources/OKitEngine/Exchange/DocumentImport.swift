/// Imports of whole documents.
extension ModelRegistry {
  /// Makes a registered model equal to a document, migrated if it is older than the schema. Entities keep their identity by id.
  ///
  /// - Throws: `import.parts` for a document that lacks what blobs and partials have in files of their own; what reading and
  ///   applying the document throws. Nothing has changed then.
  package func importDocument(_ document: JSONValue, into name: String) throws {
    guard let root = store.models[name], let type = store.type(of: root) else { return }
    let data = try migrated(document, type, name).jsonValue
    try checkParts(of: store.decode(data, as: type), name)
    try store.apply(data, to: root)
  }

  /// Checks that the blobs and partials of imported data have their contents; without them, those of the model would be lost.
  private func checkParts(of imported: EntityID, _ name: String) throws {
    defer { store.garbage.append(imported) }
    let empty = store.subtree(imported).filter { part in
      guard let record = store.record(part), let property = store.type(of: record).lazyProperty else { return false }
      return record.isNil(property.slot)
    }
    guard let first = empty.first else { return }
    let others = empty.count == 1 ? "" : " and \(empty.count - 1) more"
    throw Diagnostic(
      "import.parts",
      """
      the document lacks the content of \(store.describe(first))\(others), which is stored in a file of its own, so that the \
      model "\(name)" would lose it
      """,
      hint: "import the rows of a list with --into, or restore a backup")
  }
}
