/// The files of models on a server.
extension ModelRegistry {
  /// The names of the registered models on a server, sorted.
  package var remoteModels: [String] {
    store.models.sorted.filter { store.type(of: $0.root)?.isOnServer == true }.map(\.name)
  }

  /// Reads the files of a registered model on a server, in their stored form. Returns nil where no document is stored.
  ///
  /// - Throws: `http.conflict`, and what reading throws.
  package func remoteFiles(of name: String) throws -> RemoteFiles? {
    let parts = store.parts
    defer { store.parts = parts }
    guard let http, let home = try home(ofScript: name) else { return nil }
    return try RemoteFiles(of: name, from: http) {
      guard let root = try home.load(isRestored: false)?.root else { return [] }
      defer { store.garbage.append(root) }
      return try store.filesOfParts(of: root)
    }
  }
}
