/// A document that something else has removed.
extension DocumentHome {
  /// Returns the error for a model without a document that was stored once; nil for a model that never was.
  ///
  /// - Throws: what reading throws.
  func missingDocument() throws -> Diagnostic? {
    try trace().map { ModelRegistry.missingDocument(of: name, $0, in: storage) }
  }

  /// Returns what shows that the document of a model was stored once; nil for a model that never was.
  func traceOfFiles() throws -> ModelRegistry.DocumentTrace? {
    if hasOwnStorage { return nil }
    let files = registry.files
    if try files.readPreviousDocument(path) != nil { return .previousVersion }
    if isKnownStored { return .memory }
    if type.isEncrypted, registry.isStoredEncrypted(name) {
      return registry.encrypted?.encryption.modelsOnServer.contains(name) == true ? .server : .encrypted
    }
    if try files.readDocument(path) != nil { return .journal }
    // A new model has no files at all.
    let stored = try files.list(ModelRegistry.folder)
    if let partial = stored.first(where: { $0.hasPrefix(PartPath.folder(ofModel: name) + "/") }) {
      return .partial(partial)
    }
    let blobs = [PartPath.dataFolder + "/", PartPath.imageFolder + "/"]
    guard let blob = stored.first, stored.allSatisfy({ path in blobs.contains(where: path.hasPrefix) }) else {
      return nil
    }
    return .blob(blob)
  }

  /// Returns whether the document of a model was removed since it was read or stored.
  ///
  /// - Throws: what reading throws.
  func isRemoved(_ root: EntityID) throws -> Bool {
    guard isKnownStored, registry.unfinished.stores.isEmpty, !hasOwnStorage, store.closedModels[root] == nil else {
      return false
    }
    return try !storage.contains(path)
  }

  /// Reports that the document of a model was removed.
  func reportRemoved() {
    store.report(
      Diagnostic(
        "storage.missing", "the document was removed while the application was running; it is stored again",
        severity: .warning, place: Diagnostic.Place(file: location)))
  }
}

extension ModelRegistry {
  /// A sign that the document of a model was stored once.
  package enum DocumentTrace {
    case previousVersion, journal, encrypted
    /// It was stored on a server, encrypted.
    case server
    /// The document was there when the application started, or stored it.
    case memory
    /// The path of the document of a partial.
    case partial(String)
    /// The path of a blob, when there are blobs only.
    case blob(String)
  }

  /// Returns the error for a model without a document that was stored once.
  package static func missingDocument(
    of name: String, _ trace: DocumentTrace, in storage: any BlobStorage
  ) -> Diagnostic {
    let backup = HintPhrase.restoreBackup.rawValue
    func location(_ path: String) -> String { storage.location(of: path) }
    let (reason, hint): (String, String)
    switch trace {
    case .previousVersion:
      let previous = location("\(folder)/\(StoragePath.previousFolder)/\(name).json")
      reason = ", although its previous version exists"
      hint = "\(StoredDocument.restoring(name)); remove \(previous) to start with a new model"
    case .memory: (reason, hint) = ("; it was removed while the application was running", backup)
    case .encrypted:
      reason = ", although it was stored encrypted"
      hint = "\(backup); use another documents directory to start with a new model"
    case .server:
      return Diagnostic(
        Self.otherForm, "the model \"\(name)\" is stored on a server, and its class is a model of this machine",
        place: Diagnostic.Place(file: location(path(of: name))),
        hint: """
          convert it: \(HintPhrase.convert)\(StoredDocument.argument(name))\(HintPhrase.form)encrypted\
          \(HintPhrase.someEndpoint)
          """)
    case .journal:
      let journal = location(path(of: name)) + StoragePath.journalSuffix
      reason = ", although its journal exists"
      hint = "\(backup); put the document back, or remove \(journal) to start with a new model"
    case .partial(let path):
      reason = ", although \(location(path)) exists"
      hint = "\(backup); remove \(location(PartPath.folder(ofModel: name))) to start with a new model"
    case .blob(let path):
      reason = ", although the blob \(location(path)) exists"
      hint = "\(backup); remove the blobs to start with a new model"
    }
    return Diagnostic(
      "storage.missing", "the document of the model \"\(name)\" is missing\(reason)",
      place: Diagnostic.Place(file: location(path(of: name))), hint: hint)
  }
}
