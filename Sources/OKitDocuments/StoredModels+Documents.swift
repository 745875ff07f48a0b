public import OKitEncryption

extension StoredModels {
  /// Writes a model as JSON, with the changes of its journal, and of one on a server with those that wait to be sent.
  ///
  /// - Parameters:
  ///   - name: The model, or `Model/id` of a partial.
  ///   - isPretty: Whether each member has a line of its own.
  ///   - write: Gets the text in pieces; of a pretty document, whole lines without the last line break.
  /// - Throws: `model.unknown` with the nearest name, and what reading throws.
  public func show(_ name: String, isPretty: Bool = true, to write: @escaping (String) -> Void) throws {
    func print(_ bytes: UnsafeBufferPointer<UInt8>) throws {
      try JSONPrinter.print(bytes, file: name, isPretty: isPretty, write: write)
    }
    try expectOneForm(name)
    if let database = try database(name) {
      return try database.reading { try document(of: database, name) }.withBytes(print)
    }
    if let document = try partial(name) { return try document.withUnsafeBufferPointer(print) }
    let server = try hasDocument(name) ? nil : serverModel(name)
    try (server?.document() ?? document(name)).withBytes(print)
  }

  /// Folds the journals of models into their documents.
  ///
  /// - Parameter name: The model; nil for all.
  /// - Returns: The models with the sizes of their journals in bytes, and what cannot be read and stays as it is.
  /// - Throws: what listing models throws.
  public func compact(
    _ name: String? = nil
  ) throws -> (compacted: [(name: String, journalSize: Int)], problems: [Diagnostic]) {
    var compacted: [(String, Int)] = []
    var problems = name == nil ? try misplaced() : []
    for name in try name.map({ [$0] }) ?? names() {
      do {
        try expectOneForm(name)
        let model = try document(name)
        if let folded = model.folded {
          var write = StorageWrite(path: Self.path(of: name), bytes: folded)
          if model.isEncrypted { write.form = .encrypted(Self.model(of: name)) }
          try decrypting.write([write]).wait()
        }
        compacted.append((name, model.journalSize))
      } catch let diagnostic as Diagnostic { problems.append(StoredDocument.explained(diagnostic, name: name)) }
    }
    return (compacted, problems)
  }

  /// Exchanges the version of a model with its previous one.
  ///
  /// - Returns: The errors of blobs that the restored version does not have.
  /// - Throws: `storage.noPrevious`, `model.unknown`, and what reading and storing throw.
  public func restore(_ name: String) throws -> [Diagnostic] {
    let path = Self.path(of: name)
    try expectOneForm(name)
    // The blobs and partials of an encrypted version can be found only with its key: ask for it before anything
    // changes.
    let versions = [try storage.readDocument(path), try storage.readPreviousDocument(path)]
    if versions.contains(where: { EncryptedContent.isContainer($0?.bytes ?? []) }) { try decrypting.open() }
    let parts = RestoredParts(name, self)
    let hasParts = ModelRegistry.isValid(name)
    let replaced = try hasParts ? parts.current(report: options.onReport) : []
    var blobs: [String] = []
    // A previous version that cannot be read is restored, too; the end reports why.
    if hasParts { do { blobs = try parts.prepare() } catch is Diagnostic { blobs = [] } }
    do {
      try storage.restorePrevious([path] + blobs).wait()
    } catch let failure as Diagnostic where failure.code == "storage.noPrevious" {
      if let stored = try storage.readDocument(path), try !storage.contains(path), !stored.journal.isEmpty {
        throw ModelRegistry.missingDocument(of: name, .journal, in: storage)
      }
      // A misspelt name has no document either.
      try expect(name)
      throw failure
    }
    options.onReport(Diagnostic("storage.restored", "restored the previous version of \(name)", severity: .note))
    return hasParts ? try parts.finish(replacing: replaced) : []
  }

  /// Encrypts the keys of the models with another key. The models stay as they are.
  ///
  /// - Throws: `storage.keys` where there are no keys; what opening and storing throws. Nothing has changed then.
  public func rekey(to key: EncryptionKey) throws {
    // The parts of this package make no other keys.
    try (keys as? SecureStore)?.rekey(to: key, in: storage)
  }
}
