import OKitEngine

extension ModelsCommand.Documents {
  /// Returns the errors for the models without a document of which other files are left.
  ///
  /// - Parameter names: The names of the stored documents, also those of partials.
  static func missing(
    _ names: [String], _ storage: FileStorage, _ encryption: any ContentEncryption
  ) throws -> [Diagnostic] {
    let stored = Set(names + (try databaseNames(storage)))
    var reasons: [String: String] = [:]
    for name in encryption.encryptedModels { reasons[name] = "although it was stored encrypted" }
    for name in names where name.contains("/") {
      reasons[model(of: name)] = "although \(storage.location(of: path(of: name))) exists"
    }
    for file in try storage.previousNames(in: ModelRegistry.folder) where file.hasSuffix(".json") {
      reasons[String(file.dropLast(".json".count))] = "although its previous version exists"
    }
    return reasons.filter { !stored.contains($0.key) && ModelRegistry.isValid($0.key) }.sorted { $0.key < $1.key }.map {
      name, reason in
      let isRestorable = reason.hasSuffix("version exists")
      return Diagnostic(
        "storage.missing", "the document of the model \"\(name)\" is missing, \(reason)",
        place: Diagnostic.Place(file: storage.location(of: path(of: name))),
        hint: isRestorable
          ? StoredDocument.restoring(name)
          : "\"okit-run models backup restore\" restores a backup")
    }
  }
}
