/// The documents of models as they were when changes began to be recorded.
///
/// Keeping changes costs little, and nearly nobody asks for the documents: they are the present ones without what has
/// changed since.
package enum EarlierDocuments {
  /// Returns the documents by the names of the models. O(models).
  ///
  /// - Throws: `trace.patch` where a change cannot be taken back.
  package static func documents(
    of store: ModelStore, before changes: ChangeRecorder
  ) throws(Diagnostic) -> [String: JSONValue] {
    var models = store.documents
    for patch in store.patches(changes).reversed() {
      let inverse = patch.inverse
      let (name, path) = parts(inverse.path)
      guard let model = models[name] else { continue }
      models[name] = try JSONPatch([operation(inverse, at: JSONPointer(path))]).applied(to: model)
    }
    return models
  }

  private static func operation(_ patch: Patch, at path: JSONPointer) throws(Diagnostic) -> JSONPatch.Operation {
    switch patch.operation {
    case .add: return .add(path, patch.value)
    case .remove: return .remove(path)
    case .replace: return .replace(path, patch.value)
    case .move:
      guard let from = patch.from else { return .move(from: path, to: path) }
      return .move(from: try JSONPointer(parts(from).path), to: path)
    }
  }

  /// The name of the model, and the path in it.
  private static func parts(_ path: String) -> (name: String, path: String) {
    guard let end = path.firstIndex(of: ">") else { return (ModelStore.defaultModelName, path) }
    return (String(path[..<end]), String(path[path.index(after: end)...]))
  }
}
