/// The parts of models on a server whose contents were not acknowledged.
extension ModelRegistry {
  /// Returns whether a model refers to the content of a path, also in the document of a partial that waits to be sent.
  ///
  /// - Throws: what reading such a document throws.
  package func isReferred(_ path: String, _ model: String) throws -> Bool {
    if store.parts.owners[path] != nil || unfinished.stores.contains(where: { $0.storesPart(at: path) }) { return true }
    // An earlier process may have left it, with the partial that refers to it.
    for other in http?.unsentPaths(of: model) ?? [] where HTTPVersion.keepsBody(other) {
      if let partial = store.parts.owners[other] { try store.readPart(partial) }
    }
    guard store.parts.owners[path] == nil, let root = store.models[model] else { return true }
    // A part has a file when it is stored for the first time.
    return store.subtree(root).contains { store.path(ofPart: $0, in: model) == path }
  }

  /// Returns the ids of the entities with a blob or a partial that was changed and not acknowledged, and of what they
  /// are in. Their documents do not have the change.
  func ownersOfUnsentParts(_ conflict: HTTPConflict) -> Set<String> {
    var ids: Set<String> = []
    for path in http?.unsentPaths(of: conflict.model) ?? [] {
      var entity = store.parts.owners[path]
      while let current = entity, let parent = store.parent(of: current) {
        guard let id = store.id(of: current), ids.insert(id).inserted else { break }
        entity = parent
      }
    }
    return ids
  }
}
