/// Imports of whole documents.
extension ModelRegistry {
  /// Makes a registered model equal to a document, migrated if it is older than the schema. Entities keep their identity by id.
  ///
  /// - Throws: what reading and applying the document throws; nothing has changed then.
  package func importDocument(_ document: JSONValue, into name: String) throws {
    guard let root = store.models[name], let type = store.type(of: root) else { return }
    guard case .object(var members) = document else { throw Diagnostic("model.decode", "/: expected an object") }
    var version = 1
    switch members.removeValue(forKey: Self.versionKey) {
    case nil: break
    case .int(let number)? where number >= 1: version = number
    case let other?:
      throw Diagnostic(
        "model.decode", "/\(Self.versionKey): expected the version of the schema, found \(other.summary)")
    }
    let (value, _) = try migrated(members, from: version, type, name)
    try store.apply(value, to: root)
  }
}
