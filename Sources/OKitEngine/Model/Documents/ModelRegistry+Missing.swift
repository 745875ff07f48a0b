/// Documents that something else has removed.
extension ModelRegistry {
  /// Returns the error for a model without a document that was stored once; nil for a model that never was.
  ///
  /// - Throws: what reading throws.
  func missingDocument(of type: EntityType, _ name: String) throws -> Diagnostic? {
    let path = Self.path(of: name)
    let quoted = "the document of the model \"\(name)\" is missing"
    func missing(_ reason: String, _ hint: String) -> Diagnostic {
      Diagnostic(
        "storage.missing", "\(quoted)\(reason)", place: Diagnostic.Place(file: storage.location(of: path)), hint: hint)
    }
    if type.modelKind?.isRemote == true {
      guard let root = store.models[name], documents.contains(root) else { return nil }
      return missing("; it was removed from the server while the application was running", "store the model again")
    }
    if try files.readPreviousDocument(path) != nil {
      let previous = "\(Self.folder)/\(StoragePath.previousFolder)/\(name).json"
      return missing(
        ", although its previous version exists",
        "\(StoredDocument.restoring(name)); remove \(storage.location(of: previous)) to start with a new model")
    }
    let backup = "\"okit-run models backup restore\" restores a backup"
    if let root = store.models[name], documents.contains(root) {
      return missing("; it was removed while the application was running", backup)
    }
    if type.modelKind == .encrypted, encrypted?.encryption.encryptedModels.contains(name) == true {
      return missing(
        ", although it was stored encrypted", "\(backup); use another documents directory to start with a new model")
    }
    if try files.readDocument(path) != nil { return missing(", although its journal exists", backup) }
    // A new model has no files at all.
    let stored = try files.list(Self.folder)
    if let partial = stored.first(where: { $0.hasPrefix(PartPath.folder(ofModel: name) + "/") }) {
      let folder = storage.location(of: PartPath.folder(ofModel: name))
      return missing(
        ", although \(storage.location(of: partial)) exists", "\(backup); remove \(folder) to start with a new model")
    }
    let blobs = [PartPath.dataFolder + "/", PartPath.imageFolder + "/"]
    guard let blob = stored.first, stored.allSatisfy({ path in blobs.contains(where: path.hasPrefix) }) else {
      return nil
    }
    return missing(
      ", although the blob \(storage.location(of: blob)) exists",
      "\(backup); remove the blobs to start with a new model")
  }

  /// Returns whether the document of a model was removed since it was read or stored, and reports that.
  ///
  /// - Throws: what reading throws.
  func isRemoved(_ root: EntityID, _ name: String) throws -> Bool {
    let path = Self.path(of: name)
    guard documents.contains(root), unfinished.stores.isEmpty, !isRemote(name), try !storage.contains(path) else {
      return false
    }
    store.report(
      Diagnostic(
        "storage.missing", "the document was removed while the application was running; it is stored again",
        severity: .warning, place: Diagnostic.Place(file: storage.location(of: path))))
    return true
  }
}
