/// Imports of whole documents.
extension ModelRegistry {
  /// Makes a registered model equal to a document, migrated if it is older than the schema. Entities keep their identity by id.
  ///
  /// - Throws: what reading and applying the document throws; nothing has changed then.
  package func importDocument(_ document: JSONValue, into name: String) throws {
    guard let root = store.models[name], let type = store.type(of: root) else { return }
    try store.apply(migrated(document, type, name).jsonValue, to: root)
  }
}
