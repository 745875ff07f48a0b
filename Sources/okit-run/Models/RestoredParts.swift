import OKitEngine

/// Gives the restored version of a model the files of its blobs and partials.
///
/// A store keeps the files that it removes for the previous version of the document. Those that only the replaced version has
/// take their place, so that restoring again returns to it.
struct RestoredParts {
  private let model: String
  private let storage: FileStorage
  private let decrypting: EncryptedStorage

  init(_ model: String, _ storage: FileStorage, _ decrypting: EncryptedStorage) {
    (self.model, self.storage, self.decrypting) = (model, storage, decrypting)
  }

  private var path: String { ModelsCommand.Documents.path(of: model) }

  /// Returns the files of the current version; none if it cannot be read.
  ///
  /// - Parameter report: Receives a warning with the reason then.
  /// - Throws: what listing files throws.
  func current(report: (Diagnostic) -> Void) throws -> Set<String> {
    let stored = Set(try files())
    // Without a document, there is no version that is replaced.
    guard !stored.isEmpty, try storage.contains(path) else { return [] }
    do { return try check(stored).candidates(of: model).intersection(stored) } catch var diagnostic as Diagnostic {
      diagnostic.severity = .warning
      report(
        diagnostic.appending(
          .storedState(
            "the replaced version cannot be read: its blobs and partials stay; \"okit-run models verify\" finds them")))
      return []
    }
  }

  /// Moves files after the document was restored.
  ///
  /// - Parameter replaced: The files of the version that it has replaced.
  /// - Returns: The errors of blobs that the restored version does not have.
  /// - Throws: what reading and moving throws.
  func restore(replacing replaced: Set<String>) throws -> [Diagnostic] {
    let kept = Set(try storage.retiredFiles(of: path))
    var check = try self.check(Set(try files()))
    // A document that comes back refers to more.
    while case let missing = check.candidates(of: model).intersection(kept).subtracting(try files()), !missing.isEmpty {
      try storage.bringBack(missing.sorted(), of: path).wait()
      check = try self.check(Set(try files()))
    }
    for blob in check.expectedBlobs { try restoreBytes(of: blob.paths, size: blob.size) }
    let left = replaced.subtracting(check.candidates(of: model))
    try storage.retire(left.sorted(), of: path).wait()
    return try check.damagedBlobs(in: decrypting)
  }

  /// Restores the previous bytes of a blob if they are those that the document expects.
  private func restoreBytes(of paths: [String], size: Int) throws {
    for path in paths {
      guard let bytes = try decrypting.read(path) else { continue }
      guard bytes.count != size, try decrypting.readPrevious(path)?.count == size else { return }
      return try storage.restorePrevious(path).wait()
    }
  }

  private func files() throws -> [String] {
    try PartPath.folders(ofModel: model).flatMap(storage.list)
  }

  /// Returns what the document of the model and those of its partials refer to.
  private func check(_ files: Set<String>) throws -> PartCheck {
    var check = PartCheck()
    let partials = files.filter { $0.hasPrefix(PartPath.folder(ofModel: model) + "/") && $0.hasSuffix(".json") }
    try add(model, to: &check)
    // A partial may be inside of another one.
    var (added, found) = (Set<String>(), true)
    while found {
      found = false
      for path in partials.subtracting(added).intersection(check.candidates(of: model)).sorted() {
        try add(ModelRegistry.name(ofDocument: path), to: &check)
        added.insert(path)
        found = true
      }
    }
    return check
  }

  private func add(_ name: String, to check: inout PartCheck) throws {
    let document = try ModelsCommand.Documents.document(name, storage, decrypting)
    let file = storage.location(of: ModelsCommand.Documents.path(of: name))
    try document.withBytes { try check.add($0, of: model, file: file, isFolded: document.folded != nil) }
  }
}
