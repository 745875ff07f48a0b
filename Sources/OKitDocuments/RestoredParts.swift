/// Gives the restored version of a model the files of its blobs and partials.
///
/// A store keeps the files that it removes for the previous version of the document. Those that only the replaced
/// version has take their place, so that restoring again returns to it.
struct RestoredParts {
  private let model: String
  private let models: StoredModels

  init(_ model: String, _ models: StoredModels) { (self.model, self.models) = (model, models) }

  private var storage: FileStorage { models.storage }
  private var decrypting: EncryptedStorage { models.decrypting }
  private var path: String { StoredModels.path(of: model) }

  /// Returns the files of the current version; none if it cannot be read.
  ///
  /// - Parameter report: Receives a warning with the reason then.
  /// - Throws: what listing files throws.
  func current(report: (Diagnostic) -> Void) throws -> Set<String> {
    let stored = Set(try files())
    // Without a document, there is no version that is replaced.
    guard !stored.isEmpty, try storage.contains(path) else { return [] }
    do { return try check(stored, isPrevious: false).candidates(of: model).intersection(stored) } catch var diagnostic
      as Diagnostic
    {
      diagnostic.severity = .warning
      report(
        diagnostic.appending(
          .storedState(
            "the replaced version cannot be read: its blobs and partials stay; \(HintPhrase.verify)")))
      return []
    }
  }

  /// Returns the files that the previous version refers to; none if there is no such version, or if it cannot be read.
  ///
  /// - Throws: what listing files throws.
  func previous() throws -> Set<String> {
    guard try storage.readPreviousDocument(path) != nil else { return [] }
    let stored = Set(try files())
    do { return try check(stored, isPrevious: true).candidates(of: model).intersection(stored) } catch is Diagnostic {
      return []
    }
  }

  /// Brings back the files that the previous version refers to. They are in no one's way when the command ends before
  /// that version is restored.
  ///
  /// - Returns: The blobs whose previous bytes are those that it expects: they are exchanged with its document.
  /// - Throws: what reading and moving throws.
  func prepare() throws -> [String] {
    guard try storage.readPreviousDocument(path) != nil else { return [] }
    let kept = Set(try storage.retiredFiles(of: path))
    var check = try self.check(Set(try files()), isPrevious: true)
    // A document that comes back refers to more.
    while case let missing = check.candidates(of: model).intersection(kept).subtracting(try files()), !missing.isEmpty {
      try storage.bringBack(missing.sorted(), of: path).wait()
      check = try self.check(Set(try files()), isPrevious: true)
    }
    return try check.expectedBlobs.compactMap { try replacedBytes(of: $0.paths, size: $0.size) }.sorted()
  }

  /// Moves the files that only the replaced version refers to.
  ///
  /// - Parameter replaced: The files of the version that was replaced.
  /// - Returns: The errors of blobs that the restored version does not have.
  /// - Throws: what reading and moving throws.
  func finish(replacing replaced: Set<String>) throws -> [Diagnostic] {
    let check = try self.check(Set(try files()), isPrevious: false)
    try storage.retire(replaced.subtracting(check.candidates(of: model)).sorted(), of: path).wait()
    return try check.damagedBlobs(in: decrypting)
  }

  /// Returns the path of a blob that has another size, and before its last change that which a document expects.
  private func replacedBytes(of paths: [String], size: Int) throws -> String? {
    for path in paths {
      guard let bytes = try decrypting.read(path) else { continue }
      return try bytes.count != size && decrypting.readPrevious(path)?.count == size ? path : nil
    }
    return nil
  }

  private func files() throws -> [String] {
    try PartPath.folders(ofModel: model).flatMap(storage.list)
  }

  /// Returns what the document of the model and those of its partials refer to.
  ///
  /// - Parameter isPrevious: Whether the document of the model is its previous version.
  private func check(_ files: Set<String>, isPrevious: Bool) throws -> PartCheck {
    var check = PartCheck()
    let partials = files.filter { $0.hasPrefix(PartPath.folder(ofModel: model) + "/") && $0.hasSuffix(".json") }
    try add(model, isPrevious: isPrevious, to: &check)
    // A partial may be inside of another one.
    var (added, found) = (Set<String>(), true)
    while found {
      found = false
      for path in partials.subtracting(added).intersection(check.candidates(of: model)).sorted() {
        try add(ModelRegistry.name(ofDocument: path), isPrevious: false, to: &check)
        added.insert(path)
        found = true
      }
    }
    return check
  }

  private func add(_ name: String, isPrevious: Bool, to check: inout PartCheck) throws {
    let path = StoredModels.path(of: name)
    let file = storage.location(of: path)
    let document =
      if isPrevious, let previous = try decrypting.readPreviousDocument(path) {
        try ModelDocument(decrypted: previous, file: file)
      } else {
        try models.document(name)
      }
    try document.withBytes { try check.add($0, of: model, file: file, isFolded: document.folded != nil) }
  }
}
