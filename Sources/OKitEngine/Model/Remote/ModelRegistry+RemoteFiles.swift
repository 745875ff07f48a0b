/// The files of models on a server.
extension ModelRegistry {
  /// The names of the registered models on a server, sorted.
  package var remoteModels: [String] {
    store.models.sorted.filter { store.type(of: $0.root)?.modelKind?.isRemote == true }.map(\.name)
  }

  /// Reads the files of a registered model on a server, in their stored form. Returns nil where no document is stored.
  ///
  /// - Throws: `http.conflict`, and what reading throws.
  package func remoteFiles(of name: String) throws -> RemoteFiles? {
    guard let http, let type = store.models[name].flatMap(store.type(of:)) else { return nil }
    let parts = store.parts
    defer { store.parts = parts }
    // The application may have run without its documents.
    store.parts.storage = storage
    remote.names.insert(name)
    return try RemoteFiles(of: name, from: http) {
      guard let root = try load(type, name)?.root else { return [] }
      defer { store.garbage.append(root) }
      return try store.filesOfParts(of: root)
    }
  }
}
