extension StoredModels {
  /// Returns the errors for the models without a document of which other files are left.
  ///
  /// - Parameters:
  ///   - names: The names of the stored documents, also those of partials.
  ///   - remote: The names of the models on a server.
  func missing(_ names: [String], except remote: [String]) throws -> [Diagnostic] {
    let stored = Set(names + remote + (try databaseNames()))
    var traces: [String: ModelRegistry.DocumentTrace] = [:]
    for name in keys.encryptedModels.subtracting(keys.modelsOnServer) { traces[name] = .encrypted }
    for name in names where name.contains("/") { traces[Self.model(of: name)] = .partial(Self.path(of: name)) }
    for file in try storage.previousNames(in: ModelRegistry.folder) where file.hasSuffix(".json") {
      traces[String(file.dropLast(".json".count))] = .previousVersion
    }
    return traces.filter { !stored.contains($0.key) && ModelRegistry.isValid($0.key) }.sorted { $0.key < $1.key }.map {
      ModelRegistry.missingDocument(of: $0, $1, in: storage)
    }
  }
}
